"""The plain doubles themselves: two ways to draw answers that share nothing, and counts by hand."""

import random

import numpy as np
import pytest

from . import reference

SHAPES = [(1, 1), (1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_path_after_path_and_edge_after_edge(shape: tuple[int, int], covering: bool) -> None:
    table = reference.all_answers(*shape, covering)
    boards = {reference.renamed(board.ravel().tolist()): board for board in reference.boards(*shape)}
    assert set(table) <= set(boards)
    for names, board in boards.items():
        drawn = [reference.edges_of(answer) for answer in reference.answers(board, covering)]
        assert len(drawn) == len(set(drawn))
        assert set(drawn) == set(table.get(names, []))


@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (5, 4)])
def test_both_ways_on_random_boards(shape: tuple[int, int]) -> None:
    chance = random.Random(f"reference {shape}")
    for _ in range(15):
        board = reference.random_board(chance, *shape)
        drawn = {reference.edges_of(answer) for answer in reference.answers(board)}
        assert drawn == set(reference.answers_by_edges(board))


@pytest.mark.parametrize(
    ("shape", "number"),
    # Of n cells there are so many ways to leave some free and pair the others: (2k - 1)!! for 2k ends.
    [
        ((1, 1), 0),
        ((1, 2), 1),
        ((2, 2), 6 + 3),
        ((2, 3), 15 + 15 * 3 + 15),
        ((3, 3), 36 + 126 * 3 + 84 * 15 + 9 * 105),
    ],
)
def test_how_many_boards_there_are(shape: tuple[int, int], number: int) -> None:
    boards = [tuple(board.ravel().tolist()) for board in reference.boards(*shape)]
    assert len(boards) == len(set(boards)) == number


def test_answers_counted_by_hand() -> None:
    corners = np.array([[1, 0, 0], [0, 0, 0], [0, 0, 1]], np.int16)
    assert reference.number_of(corners) == 2
    assert len(reference.answers_by_edges(corners)) == 2
    # Between two corners of 3×3 cells are twelve ways, the two that fill it among them.
    assert len(reference.answers_by_edges(corners, covering=False)) == 12
    assert len(list(reference.answers(corners, covering=False))) == 12


def test_a_ring_is_seen() -> None:
    square = [(0, 1), (0, 2), (1, 3), (2, 3)]
    assert reference.has_ring(square, 4)
    assert not reference.has_ring(square[:3], 4)
