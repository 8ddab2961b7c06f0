"""Quarter turns: cells, boards and edges go where numpy's turns take them, and back."""

import random

import numpy as np
import pytest

from numberlink.paths import edges_of
from numberlink.turning import TURNS, source_of, turn, turn_back

from . import reference
from .test_paths import links_for

SHAPES = [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (4, 4), (3, 5)]


@pytest.mark.parametrize("turns", range(TURNS))
@pytest.mark.parametrize("shape", SHAPES)
def test_boards_turn_as_numpys_do(shape: tuple[int, int], turns: int) -> None:
    board = np.arange(shape[0] * shape[1], dtype=np.int16).reshape(shape)
    wanted = np.rot90(board, turns)
    turned = np.full(wanted.shape, -1, np.int16)
    turn(board, turns, turned)
    assert np.array_equal(turned, wanted)
    for r, c in np.ndindex(*wanted.shape):
        assert board[source_of(*shape, turns, r, c)] == wanted[r, c]


@pytest.mark.parametrize("turns", range(TURNS))
@pytest.mark.parametrize("shape", [(1, 6), (6, 1), (2, 3), (3, 2), (3, 3), (3, 4)])
def test_edges_come_back(shape: tuple[int, int], turns: int) -> None:
    """Each of many sets of paths, drawn on the turned board, is the one that the board itself had."""
    height, width = shape
    place_of = np.argsort(np.rot90(np.arange(height * width).reshape(shape), turns).ravel())
    sets = list(reference.edge_sets(height, width, [{0, 1, 2}] * (height * width)))
    for edges in random.Random(f"{shape} {turns}").sample(sets, min(len(sets), 60)):
        turned = {tuple(sorted((int(place_of[a]), int(place_of[b])))) for a, b in edges}
        moves = np.zeros(height * width, np.int8)
        edges_of(links_for(turned, height * width), width if turns % 2 == 0 else height, moves)
        found = np.full(height * width, -1, np.int8)
        turn_back(moves, height, width, turns, found)
        wanted = np.zeros(height * width, np.int8)
        edges_of(links_for(edges, height * width), width, wanted)
        assert np.array_equal(found, wanted)
