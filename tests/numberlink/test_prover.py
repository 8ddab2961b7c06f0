"""Proofs: the search, the clauses and the count against every answer, found by trying."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board as boards
from numberlink import frontier, prover, sat
from numberlink.errors import NumberlinkError
from numberlink.paths import links_of
from numberlink.prover import SEVERAL, UNDECIDED, UNIQUE, prove

from . import reference

NAMES = ("none", "unique", "several")
SHAPES = [(1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)]


def paths_in(links: NDArray[np.int64] | None) -> frozenset[tuple[int, ...]]:
    assert links is not None
    return frozenset(map(tuple, boards.to_paths(links)))


def check(board: NDArray[np.int16]) -> None:
    """Hold every method's word against all answers."""
    known = list(reference.answers(board))
    verdict = prove(board)
    assert verdict.result == NAMES[min(len(known), 2)], board
    found = [paths_in(one) for one in (verdict.answer, verdict.other) if one is not None]
    assert len(found) == min(len(known), 2) == len(set(found))
    assert set(found) <= set(known)
    assert frontier.count(board) == min(len(known), 2)
    clauses = sat.solve(board)
    assert len(clauses.answers) == min(len(known), 2)
    assert clauses.complete == (len(known) < 2)
    for moves in clauses.answers:
        links = np.zeros((board.size, 2), np.int64)
        links_of(moves, board.shape[1], links)
        assert paths_in(links) in known


@pytest.mark.parametrize("shape", SHAPES)
def test_every_small_board(shape: tuple[int, int]) -> None:
    for board in reference.boards(*shape):
        check(board)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(3, 4), (4, 3)])
def test_every_board_of_twelve_cells(shape: tuple[int, int]) -> None:
    """There are some 140,000: the search and the count are asked about all, the clauses about some."""
    for number, board in enumerate(reference.boards(*shape)):
        known = reference.number_of(board)
        assert prove(board).result == NAMES[known], board
        assert frontier.count(board) == known, board
        if number % 97 == 0:
            check(board)


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (4, 4), (5, 4), (4, 5), (5, 5)])
def test_random_boards(shape: tuple[int, int]) -> None:
    chance = random.Random(f"{shape}")
    for _ in range(60):
        check(reference.random_board(chance, *shape))


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
def test_with_cells_left_empty(shape: tuple[int, int]) -> None:
    chance = random.Random(f"loose {shape}")
    for _ in range(60):
        board = reference.random_board(chance, *shape)
        known = reference.number_of(board, covering=False)
        assert prove(board, covering=False).result == NAMES[known], board


def test_whether_an_answer_stays_alone_when_cells_may_be_empty() -> None:
    straight = boards.to_board("A..AB..B", 4)
    assert prover.loose(straight, 1000) == "yes"
    around = boards.to_board("A..A....", 4)
    assert prove(around).result == UNIQUE
    assert prover.loose(around, 100_000) == "no"
    wide = boards.to_board("A" + "." * 62 + "A", 8)
    assert prover.loose(boards.to_board("AB" + "." * 60 + "BA", 8), 1) in ("no", "unknown")
    assert prove(wide, steps=1).result in (UNDECIDED, SEVERAL, "none")


def test_rings_are_no_answers() -> None:
    """Both leave room for a ring of four cells: with rings allowed, each would have one answer more."""
    for layout, width in (("A.AB.B" + "." * 6, 6), ("ABA.B." + "." * 6, 6), ("AA.." + "BB..", 4)):
        board = boards.to_board(layout, width)
        assert prove(board).result == NAMES[reference.number_of(board)]
        assert len(sat.solve(board).answers) == reference.number_of(board)
    assert prove(boards.to_board("AA..BB..", 4)).result == "none"


def test_too_few_steps_leave_it_undecided() -> None:
    hard = boards.to_board("A" + "." * 98 + "A", 10)
    verdict = prove(hard, steps=10)
    assert (verdict.result, verdict.answer, verdict.other) == (UNDECIDED, None, None)


def test_seconds_bound_a_search() -> None:
    empty = np.zeros((40, 40), np.int16)
    empty[0, 0] = empty[20, 21] = 1
    empty[39, 39] = empty[7, 30] = 2
    assert prove(empty, seconds=0.2).result in (*NAMES, UNDECIDED)


def test_the_count_gives_up_rather_than_guess() -> None:
    board = boards.to_board("A" + "." * 11 + "A" + "." * 3, 4)
    assert frontier.count(board, 3) is None
    assert frontier.count(board) == min(reference.number_of(board), 2)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[0, 0], [0, 0]], "no ends"),
        ([[1, 0], [0, 0]], "1 stands 1 times"),
        ([[1, 1], [1, 0]], "1 stands 3 times"),
        ([[1, 1], [1, 1]], "1 stands 4 times"),
        ([[-1, -1], [0, 0]], "numbered -1 to"),
        ([[9, 9], [0, 0]], "numbered 9 to 9"),
    ],
)
def test_what_is_no_board_is_refused(rows: list[list[int]], words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        prove(np.array(rows, np.int16))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (65, 2), (200, 200)])
def test_no_cells_or_too_many(shape: tuple[int, int]) -> None:
    with pytest.raises(NumberlinkError, match=r"at least one row|longest side is 64"):
        prove(np.zeros(shape, np.int16))
