"""The search against brute force, the count and the clauses, on grids that lines alone don't finish."""

from collections import Counter

import numpy as np
import pytest

from griddles import ladder, probing, sat
from griddles.clues import Clues, clues_of
from griddles.count import count
from griddles.errors import GriddlesError

from .test_count import brute_force, grids, permutations, puzzle
from .test_sat import dominoes


def of_random(rng: np.random.Generator, height: int, width: int, filled: float) -> Clues:
    return clues_of((rng.random((height, width)) < filled).astype(np.uint8))


def searched(clues: Clues, limit: int = 2) -> probing.Searched:
    """A search's findings, with each answer held against the clues."""
    result = probing.search(clues, limit)
    assert len({answer.tobytes() for answer in result.grids}) == len(result.grids) <= limit
    for answer in result.grids:
        assert clues_of(answer) == clues
        for kind, cell in ((1, 1), (2, 0)):
            assert (answer[result.marks == kind] == cell).all()
    return result


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1), (2, 3), (3, 3), (3, 4)])
def test_every_grid_of_a_small_size(shape: tuple[int, int]) -> None:
    known = Counter(clues_of(np.array(grid)) for grid in grids(*shape))
    for clues, number in known.items():
        result = searched(clues, 1_000)
        assert result.complete
        assert len(result.grids) == number
        assert len(searched(clues).grids) == min(number, 2)


@pytest.mark.slow
def test_every_grid_of_four_by_four() -> None:
    test_every_grid_of_a_small_size((4, 4))


def test_clues_taken_from_two_grids() -> None:
    rng = np.random.default_rng(29)
    seen = Counter[bool]()
    for _ in range(300):
        size = int(rng.integers(2, 6))
        clues = Clues(of_random(rng, size, size, 0.5).rows, of_random(rng, size, size, 0.5).columns)
        if sum(map(sum, clues.rows)) != sum(map(sum, clues.columns)):
            continue
        number = brute_force(clues)
        result = searched(clues, 50)
        assert len(result.grids) == number
        assert result.complete
        seen[number > 0] += 1
    assert min(seen[True], seen[False]) > 5


@pytest.mark.parametrize("filled", [0.35, 0.5, 0.65])
def test_random_grids_against_the_count_and_the_clauses(filled: float) -> None:
    rng = np.random.default_rng(31)
    for _ in range(40):
        clues = of_random(rng, 10, 10, filled)
        result = searched(clues, 40)
        answers = count(clues).answers
        found = sat.solve(clues, 40)
        assert answers is not None
        assert len(result.grids) == len(found.grids) == min(answers, 40)
        assert result.complete == (answers < 40)


@pytest.mark.parametrize(("height", "width"), [(62, 3), (3, 62), (62, 62), (40, 25)])
def test_long_lines(height: int, width: int) -> None:
    rng = np.random.default_rng(37)
    clues = of_random(rng, height, width, 0.85)
    assert len(searched(clues).grids) == len(sat.solve(clues).grids)


def test_marks_are_those_of_line_logic() -> None:
    rng = np.random.default_rng(41)
    finished = Counter[bool]()
    for _ in range(40):
        clues = of_random(rng, 12, 9, 0.6)
        board = ladder.Board(12, 9)
        state, _ = ladder.line_solve(*clues.arrays(), *board.arrays())
        result = searched(clues)
        assert (result.marks == board.marks).all()
        assert result.finished == (state != ladder.STUCK)
        finished[result.finished] += 1
    assert min(finished[True], finished[False]) > 5


def test_a_small_budget_gives_up() -> None:
    clues = dominoes(7)
    clues = Clues(clues.rows, clues.columns)
    result = probing.search(clues, budget=1_000)
    assert not result.complete
    assert len(result.grids) < 2
    assert 1_000 <= result.steps < 3_000
    assert searched(clues).complete


def test_the_limit_ends_the_search() -> None:
    clues = permutations(9)
    result = searched(Clues(clues.rows, clues.columns), 500)
    assert len(result.grids) == 500
    assert not result.complete


def test_what_are_no_clues_is_refused() -> None:
    clues = puzzle([[1], [1]], [[1], []])
    with pytest.raises(GriddlesError, match="filled cells"):
        probing.search(Clues(clues.rows, clues.columns))


def test_a_batch_says_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(43)
    batch = (rng.random((60, 11, 9)) < 0.55).astype(np.uint8)
    answers, others = probing.decide_grids(batch, probing.BUDGET)
    assert set(answers.tolist()) == {1, 2}
    for grid, number, other in zip(batch, answers, others, strict=True):
        assert number == len(searched(clues_of(grid)).grids)
        if number == 1:
            assert not other.any()
        else:
            assert (other != grid).any()
            assert clues_of(other) == clues_of(grid)


def test_a_batch_has_a_budget_for_each_grid() -> None:
    one = np.zeros((13, 13), np.uint8)
    hard = sat.solve(dominoes(6)).grids[0]
    answers, _ = probing.decide_grids(np.stack([one, hard, one]), 2_000)
    assert answers.tolist() == [1, 0, 1]


def test_a_stack_grows_with_what_is_on_it() -> None:
    stack = np.arange(12, dtype=np.uint64).reshape(2, 3, 2)
    roomy = probing.deeper(stack)
    assert roomy.shape == (4, 3, 2)
    assert (roomy[:2] == stack).all()
