"""Paths as each cell's neighbours: what is read of them and done to them, against plain sets of edges."""

import itertools
import random
from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import paths
from numberlink.scan import DOWN, RIGHT

from . import reference
from .reference import Edge

SHAPES = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3)]


def links_for(edges: Iterable[Edge], cells: int) -> NDArray[np.int64]:
    """Paths of these edges, joined one by one."""
    links = np.full((cells, 2), -1, np.int64)
    for a, b in edges:
        paths.join(links, a, b)
    return links


def edges_in(links: NDArray[np.int64]) -> set[Edge]:
    return {(cell, other) for cell, pair in enumerate(links.tolist()) for other in pair if other > cell}


def samples(height: int, width: int, number: int = 40) -> list[frozenset[Edge]]:
    """Sets of edges that make paths, some cells left without."""
    sets = list(reference.edge_sets(height, width, [{0, 1, 2}] * (height * width)))
    return random.Random(f"{height} {width}").sample(sets, min(len(sets), number))


def whole(edges: Iterable[Edge], first: int) -> list[int]:
    """The cells of the path from an end on."""
    path, left = [first], set(edges)
    while step := next((edge for edge in left if path[-1] in edge), None):
        left.discard(step)
        path.append(sum(step) - path[-1])
    return path


@pytest.mark.parametrize("shape", [*SHAPES, (6, 9)])
def test_neighbours_and_what_touches(shape: tuple[int, int]) -> None:
    height, width = shape
    for cell in range(height * width):
        found = [paths.neighbour(height, width, cell, direction) for direction in range(4)]
        r, c = divmod(cell, width)
        for there, (row, column) in zip(found, [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)], strict=True):
            on_board = 0 <= row < height and 0 <= column < width
            assert there == (row * width + column if on_board else -1)
        beside = reference.beside(cell, height, width)
        assert sorted(there for there in found if there >= 0) == sorted(beside)
        for other in range(height * width):
            assert paths.touch(width, cell, other) == (other in beside)


@pytest.mark.parametrize("shape", SHAPES)
def test_joined_edges_are_there_and_cut_ones_gone(shape: tuple[int, int]) -> None:
    chance = random.Random(f"cut {shape}")
    for edges in samples(*shape):
        kept = sorted(edges)
        chance.shuffle(kept)
        links = links_for(kept, shape[0] * shape[1])
        assert edges_in(links) == set(kept)
        while kept:
            a, b = kept.pop()
            paths.cut(links, *chance.sample((a, b), 2))
            assert edges_in(links) == set(kept)
            assert all(one >= 0 or other < 0 for one, other in links.tolist())


@pytest.mark.parametrize("shape", SHAPES)
def test_a_path_is_followed_to_its_end(shape: tuple[int, int]) -> None:
    for edges in samples(*shape):
        links = links_for(edges, shape[0] * shape[1])
        for cell in range(len(links)):
            if links[cell, 1] >= 0:
                continue
            path = whole(edges, cell)
            assert paths.reach(links, cell, -1) == (path[-1], len(path))
            for place, (a, b) in enumerate(itertools.pairwise(path)):
                assert paths.reach(links, b, a) == (path[-1], len(path) - place - 1)
                assert paths.reach(links, a, b) == (path[0], place + 1)
                assert paths.onward(links, a, path[place - 1] if place else -1) == b
            if len(path) > 1:
                assert paths.onward(links, path[-1], path[-2]) == -1


@pytest.mark.parametrize("shape", SHAPES)
def test_edges_as_bits_and_back(shape: tuple[int, int]) -> None:
    height, width = shape
    for edges in samples(*shape):
        links = links_for(edges, height * width)
        moves = np.full(height * width, -1, np.int8)
        paths.edges_of(links, width, moves)
        below = {(a, b) for a, b in edges if a // width != b // width}
        for cell in range(height * width):
            right = RIGHT if (cell, cell + 1) in edges - below else 0
            assert moves[cell] == right | (DOWN if (cell, cell + width) in below else 0)
        again = np.full((height * width, 2), 7, np.int64)
        paths.links_of(moves, width, again)
        assert edges_in(again) == edges


@pytest.mark.parametrize("shape", SHAPES)
def test_labels_count_paths_by_their_first_ends(shape: tuple[int, int]) -> None:
    cells = shape[0] * shape[1]
    for edges in samples(*shape):
        labels = np.full(cells, 7, np.int16)
        number = paths.label(links_for(edges, cells), labels)
        ends = reference.ends_of(edges, cells)
        part_of = reference.parts_of(edges, cells)
        name_of = {part_of[cell]: name for cell, name in enumerate(ends) if name}
        assert labels.tolist() == [name_of.get(part, 0) for part in part_of]
        assert number == max(ends)


def test_a_ring_has_no_label() -> None:
    links = links_for([(0, 1), (1, 4), (3, 4), (0, 3), (2, 5)], 6)
    labels = np.zeros(6, np.int16)
    assert paths.label(links, labels) == 1
    assert labels.tolist() == [0, 0, 1, 0, 0, 1]
