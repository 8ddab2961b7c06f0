"""The search: every board of up to twelve cells, with and without free cells, stopped anywhere, any memo."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board as boards
from numberlink.paths import links_of
from numberlink.search import AGE, FOUND, SLOTS, STEPS, State, begin, remembers, search, state_for

from . import reference
from .reference import Edge
from .test_paths import edges_in

SHAPES = [(1, n) for n in range(1, 10)] + [(n, 1) for n in range(2, 10)]
SHAPES += [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3)]


def searched(
    board: NDArray[np.int16], state: State, covering: bool = True, steps: int = 1 << 40
) -> list[frozenset[Edge]]:
    """The answers that a search finds, which is stopped after every so many steps."""
    meets = np.arange(int(board.max(initial=0)) + 1, dtype=np.int16)
    begin(state)
    while not search(board, meets, state, covering, steps):
        assert state.counters[FOUND] < 2
    found = []
    for moves in state.answers[: int(state.counters[FOUND])]:
        links = np.zeros((board.size, 2), np.int64)
        links_of(moves, board.shape[1], links)
        found.append(frozenset(edges_in(links)))
    return found


def check(board: NDArray[np.int16], state: State, covering: bool) -> None:
    known = reference.all_answers(*board.shape, covering).get(reference.renamed(board.ravel().tolist()), [])
    found = searched(board, state, covering)
    assert len(found) == len(set(found)) == min(len(known), 2), board
    assert set(found) <= set(known), board


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_board_of_few_cells(shape: tuple[int, int], covering: bool) -> None:
    """One state for all: what it had found on a board is forgotten on the next."""
    state = state_for(*shape)
    for number, board in enumerate(reference.boards(*shape)):
        if shape[0] * shape[1] < 10 or number % 5 == 0:
            check(board, state, covering)


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", [(3, 4), (4, 3)])
def test_some_boards_of_twelve_cells(shape: tuple[int, int], covering: bool) -> None:
    state = state_for(*shape)
    for board in random.Random(f"{shape}").sample(list(reference.boards(*shape)), 5_000):
        check(board, state, covering)


@pytest.mark.slow
@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (2, 5), (5, 2), (2, 6), (6, 2)])
def test_every_board_of_up_to_twelve_cells(shape: tuple[int, int], covering: bool) -> None:
    state = state_for(*shape)
    for board in reference.boards(*shape):
        check(board, state, covering)


@pytest.mark.slow
@pytest.mark.parametrize("covering", [True, False])
def test_every_board_of_four_by_four_that_has_an_answer(covering: bool) -> None:
    state = state_for(4, 4)
    table = reference.all_answers(4, 4)
    for names in table:
        board = np.array(names, np.int16).reshape(4, 4)
        found = searched(board, state, covering)
        if covering:
            assert len(found) == min(len(table[names]), 2)
        else:
            assert len(found) == 2 or found == table[names]
        assert len(found) == len(set(found))


def samples(height: int, width: int, number: int = 60) -> list[NDArray[np.int16]]:
    chance = random.Random(f"search {height} {width}")
    return [reference.random_board(chance, height, width) for _ in range(number)]


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", [(4, 4), (4, 5), (5, 4), (5, 5), (3, 7)])
def test_random_boards(shape: tuple[int, int], covering: bool) -> None:
    state = state_for(*shape)
    numbers = []
    for board in samples(*shape):
        found = searched(board, state, covering)
        drawn = reference.answers(board, covering)
        known = {reference.edges_of(answer) for answer, _ in zip(drawn, range(3000), strict=False)}
        assert len(found) == len(set(found)) == min(len(known), 2)
        assert set(found) <= known or len(known) == 3000
        numbers.append(len(found))
    assert {0, 1, 2} == set(numbers) or not covering


@pytest.mark.parametrize("covering", [True, False])
def test_a_search_goes_on_where_it_stood(covering: bool) -> None:
    for board in samples(5, 5):
        state = state_for(5, 5)
        found = searched(board, state, covering)
        counters = state.counters.tolist()
        for steps in (1, 2, 7):
            assert searched(board, state, covering, steps) == found
            assert state.counters[:AGE].tolist() == counters[:AGE]


def test_steps_are_at_most_what_is_asked_for() -> None:
    board = boards.to_board("A" + "." * 98 + "A", 10)
    meets, state = np.arange(2, dtype=np.int16), state_for(10, 10, 2)
    begin(state)
    for number in range(1, 20):
        assert not search(board, meets, state, True, 100)
        assert state.counters[STEPS] == 100 * number
    assert search(board, meets, state, True, 0) is False
    assert state.counters[STEPS] == 1900


@pytest.mark.parametrize("covering", [True, False])
def test_a_memo_saves_steps_and_changes_nothing(covering: bool) -> None:
    small, large = state_for(6, 6, 1), state_for(6, 6)
    steps = np.zeros(2, np.int64)
    for board in samples(6, 6):
        assert len(searched(board, small, covering)) == len(searched(board, large, covering))
        steps += small.counters[STEPS], large.counters[STEPS]
    assert steps[0] > 1.2 * steps[1]


def test_a_state_that_was_used_is_as_good_as_a_new_one() -> None:
    used = state_for(5, 5, 16)
    for age, board in enumerate(samples(5, 5), 1):
        new = state_for(5, 5, 16)
        assert searched(board, used) == searched(board, new)
        assert used.counters[STEPS] == new.counters[STEPS]
        assert (used.counters[AGE], new.counters[AGE]) == (age, 1)


def test_a_front_with_an_answer_is_not_searched_again() -> None:
    """Answers differ above, and below there is only one way: two more rows are eight more steps."""
    steps = []
    for rows in (3, 5):
        board = boards.to_board("A......." + "...A" + "BCDE" + "...." * rows + "BCDE", 4)
        state = state_for(*board.shape)
        one, other = searched(board, state)
        assert one != other
        assert {edge for edge in one if edge[0] >= 12} == {edge for edge in other if edge[0] >= 12}
        steps.append(int(state.counters[STEPS]))
    assert steps[1] == steps[0] + 8


@pytest.mark.parametrize(
    ("layout", "width", "steps"),
    [
        ("A.BCD.BE.......DA......EC", 5, 19),
        ("AB..CD.E.AFB.CD.GF...E....H.I...G.J..KL.H..MI..K.NJ.M.LONO......", 8, 144),
        ("A" + "." * 47 + "A", 7, 118),
    ],
)
def test_how_many_steps_never_changes(layout: str, width: int, steps: int) -> None:
    """Boards are bounded by steps: as many on every machine, and in every version of this engine."""
    board = boards.to_board(layout, width)
    state = state_for(*board.shape)
    searched(board, state)
    assert state.counters[STEPS] == steps


def test_where_the_memo_is_asked() -> None:
    assert [at for at in range(21) if remembers(7, at)] == [3, 6, 7, 10, 13, 14, 17, 20]
    assert SLOTS & (SLOTS - 1) == 0
