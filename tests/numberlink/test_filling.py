"""Filling: paths that cover, long enough, not too long, their ends apart; none where that can't be."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board
from numberlink.chance import stream_of
from numberlink.filling import SHORTEST, fill

from . import reference

Filled = tuple[bool, NDArray[np.int64]]


def filled(shape: tuple[int, int], longest: int, stream: NDArray[np.int64]) -> Filled:
    cells = shape[0] * shape[1]
    links = np.full((cells, 2), 7, np.int64)
    return fill(*shape, longest, stream, links, np.zeros(2 * cells, np.int64)), links


@pytest.mark.parametrize("longest", [4, 7, 12, 100])
@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (5, 5), (8, 8), (12, 12), (6, 9), (9, 6)])
def test_covers(shape: tuple[int, int], longest: int) -> None:
    stream = stream_of(f"cover {shape} {longest}")
    covers = set()
    for _ in range(80):
        covered, links = filled(shape, longest, stream)
        if not covered:
            continue
        paths = board.to_paths(links)
        assert sorted(itertools.chain(*paths)) == list(range(shape[0] * shape[1]))
        for path in paths:
            assert SHORTEST <= len(path) <= longest
            assert all(b in reference.beside(a, *shape) for a, b in itertools.pairwise(path))
            assert path[-1] not in reference.beside(path[0], *shape)
        covers.add(reference.edges_of(map(tuple, paths)))
    # Small boards have few covers, and short paths seldom cover a large one.
    assert len(covers) > 20 or min(shape) < 5 or longest == 4


def test_the_same_numbers_make_the_same_cover() -> None:
    one, other = (filled((8, 8), 9, stream_of("same"))[1] for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, filled((8, 8), 9, stream_of("other"))[1])


def test_paths_wind_and_grow_with_their_bound() -> None:
    """Of long covers most paths turn more than once."""
    means = []
    for longest in (5, 9, 16):
        stream = stream_of("grow")
        paths = [
            path
            for covered, links in (filled((10, 10), longest, stream) for _ in range(40))
            if covered
            for path in board.to_paths(links)
        ]
        told = reference.measures([tuple(path) for path in paths], 10, 10)
        means.append(told["cells"] / told["paths"])
        assert told["longest"] == longest
        assert told["turns"] > told["paths"]
    assert means == sorted(means)
    assert means[-1] > 1.3 * means[0]


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_boards_that_no_such_paths_cover(shape: tuple[int, int]) -> None:
    stream = stream_of("none")
    assert not any(filled(shape, 9, stream)[0] for _ in range(50))


@pytest.mark.parametrize("shape", [(1, 3), (3, 1), (1, 7), (2, 3)])
def test_boards_of_a_line_or_two(shape: tuple[int, int]) -> None:
    stream = stream_of("line")
    assert any(filled(shape, 9, stream)[0] for _ in range(200))
