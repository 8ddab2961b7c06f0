"""The clauses: answers by brute force, rings cut, and an end that is told from a limit."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board as boards
from numberlink import frontier, sat
from numberlink.sat import Found

from . import reference
from .made import mixed
from .reference import Edge
from .test_scan import edges_of_moves

SHAPES = [(1, 1), (1, 2), (2, 1), (1, 6), (6, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)]


def found_of(board: NDArray[np.int16], found: Found) -> list[frozenset[Edge]]:
    return [edges_of_moves(moves, board.shape[1]) for moves in found.answers]


def check(board: NDArray[np.int16], known: list[frozenset[Edge]]) -> None:
    found = sat.solve(board)
    answers = found_of(board, found)
    assert len(answers) == len(set(answers)) == min(len(known), 2), board
    assert set(answers) <= set(known), board
    assert found.complete == (len(known) < 2)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_small_board(shape: tuple[int, int]) -> None:
    table = reference.all_answers(*shape)
    for board in reference.boards(*shape):
        check(board, table.get(reference.renamed(board.ravel().tolist()), []))


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (3, 4), (4, 3)])
def test_some_boards_of_up_to_twelve_cells(shape: tuple[int, int]) -> None:
    table = reference.all_answers(*shape)
    chance = random.Random(f"sat {shape}")
    for board in chance.sample(list(reference.boards(*shape)), 250):
        check(board, table.get(reference.renamed(board.ravel().tolist()), []))
    for names in chance.sample(sorted(table), 150):
        check(np.array(names, np.int16).reshape(shape), table[names])


@pytest.mark.parametrize("shape", [(4, 4), (4, 5), (5, 4), (5, 5)])
def test_random_boards(shape: tuple[int, int]) -> None:
    chance = random.Random(f"sat {shape}")
    for _ in range(40):
        board = reference.random_board(chance, *shape)
        check(board, [reference.edges_of(answer) for answer in reference.answers(board)])


@pytest.mark.parametrize("shape", [(6, 6), (7, 7), (6, 9), (8, 8)])
def test_larger_boards_against_the_count(shape: tuple[int, int]) -> None:
    for board in mixed(shape, 5):
        found = sat.solve(board)
        assert len(found.answers) == frontier.count(board)
        for edges in found_of(board, found):
            assert reference.ends_of(edges, board.size) == reference.renamed(board.ravel().tolist())
            assert not reference.has_ring(edges, board.size)


@pytest.mark.parametrize("layout", ["..A...A.", "..AA..BB", "AA..BB..", "..AA..B...B.", "AA...B...B.."])
def test_where_a_ring_would_fill_the_board_there_is_no_answer(layout: str) -> None:
    board = boards.to_board(layout, 4)
    assert sat.solve(board) == Found((), True, 0)


def hard() -> NDArray[np.int16]:
    """Few long paths, which take many conflicts."""
    board = np.zeros((10, 10), np.int16)
    for number, (one, other) in enumerate([((0, 0), (5, 6)), ((2, 7), (9, 1)), ((4, 2), (7, 8))], 1):
        board[one] = board[other] = number
    return board


def test_few_conflicts_leave_it_undecided() -> None:
    found = sat.solve(hard(), conflicts=5)
    assert not found.complete
    assert len(found.answers) < 2


def test_no_time_leaves_it_undecided() -> None:
    found = sat.solve(hard(), seconds=0)
    assert found == Found((), False, 0)
    board = boards.to_board("A..AB..B", 4)
    assert sat.solve(board, seconds=600).complete


def test_the_same_board_takes_the_same_conflicts() -> None:
    one, other = sat.solve(hard(), conflicts=2000), sat.solve(hard(), conflicts=2000)
    assert one.conflicts == other.conflicts
    assert found_of(hard(), one) == found_of(hard(), other)
