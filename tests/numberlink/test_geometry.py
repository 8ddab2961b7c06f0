"""Geometry: what is measured of paths, against the plain measures and a board measured by hand."""

import random

import numpy as np
import pytest

from numberlink import board
from numberlink.geometry import Geometry, measure

from . import reference
from .test_paths import links_for, samples

SHAPES = [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3)]


@pytest.mark.parametrize("shape", SHAPES)
def test_paths_that_leave_cells_free(shape: tuple[int, int]) -> None:
    for edges in samples(*shape, 150):
        links = links_for(edges, shape[0] * shape[1])
        told = measure(links, *shape).to_json()
        assert told == reference.measures(sorted(map(tuple, board.to_paths(links))), *shape)


@pytest.mark.parametrize("shape", [(4, 4), (5, 4), (4, 6)])
def test_paths_that_cover(shape: tuple[int, int]) -> None:
    chance = random.Random(f"{shape}")
    measured = 0
    for _ in range(120):
        answer = next(reference.answers(reference.random_board(chance, *shape)), None)
        if answer is not None:
            paths = sorted(answer)
            links = board.to_links(paths, shape[0] * shape[1])
            assert measure(links, *shape).to_json() == reference.measures(paths, *shape)
            measured += 1
    assert measured > 30


def test_a_board_measured_by_hand() -> None:
    """The rows AABB, ACCB and DDCB."""
    paths = [(4, 0, 1), (2, 3, 7, 11), (5, 6, 10), (8, 9)]
    assert measure(board.to_links(paths, 12), 3, 4) == Geometry(
        paths=4,
        cells=12,
        straight=1,
        turns=3,
        shortest=2,
        longest=4,
        touching=1,
        pairs=1,
        beside=0,
        border=10,
        border_ends=7,
    )


def test_a_path_beside_itself_is_counted_by_pairs_of_cells() -> None:
    snake = [(0, 1, 2, 5, 4, 3, 6, 7, 8)]
    told = measure(board.to_links(snake, 9), 3, 3)
    assert (told.beside, told.touching, told.turns, told.straight) == (4, 0, 4, 0)
    around = [(0, 1, 3, 2)]
    assert measure(board.to_links(around, 4), 2, 2).beside == 1


def test_no_paths_measure_nothing() -> None:
    told = measure(np.full((6, 2), -1, np.int64), 2, 3)
    assert told.to_json() == dict.fromkeys(told.to_json(), 0) | {"border": 6}
