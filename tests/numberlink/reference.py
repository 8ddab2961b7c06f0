"""Plain and slow doubles of what Numberlink compiles: all answers of a board by trying, and its measures.

Nothing of `numberlink` is imported. Paths are drawn in two ways that share nothing: path after path, and edge
after edge.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Path = tuple[int, ...]
Edge = tuple[int, int]
Names = tuple[int, ...]


def beside(cell: int, height: int, width: int) -> list[int]:
    r, c = divmod(cell, width)
    places = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
    return [row * width + column for row, column in places if 0 <= row < height and 0 <= column < width]


def answers(board: NDArray[np.int16], covering: bool = True) -> Iterator[frozenset[Path]]:
    """Every answer, as the set of its paths, by drawing path after path in every way there is."""
    height, width = board.shape
    names = board.ravel().tolist()
    pairs = [[cell for cell, name in enumerate(names) if name == n] for n in sorted(set(names) - {0})]

    def draw(number: int, free: frozenset[int], done: tuple[Path, ...]) -> Iterator[frozenset[Path]]:
        if number == len(pairs):
            if not free or not covering:
                yield frozenset(done)
            return
        first, last = pairs[number]
        for path in walks((first,), last, free):
            yield from draw(number + 1, free - set(path), (*done, path))

    def walks(path: Path, last: int, free: frozenset[int]) -> Iterator[Path]:
        for cell in beside(path[-1], height, width):
            if cell == last:
                yield (*path, cell)
            elif cell in free and cell not in path:
                yield from walks((*path, cell), last, free)

    yield from draw(0, frozenset(cell for cell, name in enumerate(names) if not name), ())


def number_of(board: NDArray[np.int16], covering: bool = True) -> int:
    """How many answers a board has, two standing for more."""
    return len(list(itertools.islice(answers(board, covering), 2)))


def boards(height: int, width: int) -> Iterator[NDArray[np.int16]]:
    """Every board of that shape with at least one path, but for the names of paths."""
    cells = height * width

    def name(cell: int, names: list[int], opened: list[int], number: int) -> Iterator[list[int]]:
        if cell == cells:
            if not opened and number:
                yield names
            return
        yield from name(cell + 1, [*names, 0], opened, number)
        for path in opened:
            yield from name(cell + 1, [*names, path], [one for one in opened if one != path], number)
        if len(opened) < cells - cell - 1:
            yield from name(cell + 1, [*names, number + 1], [*opened, number + 1], number + 1)

    for names in name(0, [], [], 0):
        yield np.array(names, np.int16).reshape(height, width)


def random_board(chance: random.Random, height: int, width: int) -> NDArray[np.int16]:
    """A board whose ends are those of random paths that cover it, a few of them moved at random."""
    cells = set(range(height * width))
    names = [0] * (height * width)
    number = 0
    while cells:
        path = [chance.choice(sorted(cells))]
        cells.discard(path[0])
        while len(path) < 7:
            ways = [cell for cell in beside(path[-1], height, width) if cell in cells]
            if not ways or (len(path) > 3 and chance.random() < 0.3):
                break
            path.append(chance.choice(ways))
            cells.discard(path[-1])
        if len(path) > 1:
            number += 1
            names[path[0]] = names[path[-1]] = number
    if chance.random() < 0.3:
        a, b = chance.sample(range(len(names)), 2)
        names[a], names[b] = names[b], names[a]
    if not number:
        return random_board(chance, height, width)
    return np.array(names, np.int16).reshape(height, width)


def edges_of(paths: Iterable[Path]) -> frozenset[Edge]:
    """The edges of paths, each with its first cell first."""
    return frozenset((min(pair), max(pair)) for path in paths for pair in itertools.pairwise(path))


def edge_sets(height: int, width: int, degrees: Sequence[set[int]]) -> Iterator[frozenset[Edge]]:
    """Every set of edges without a ring in which each cell has one of these numbers of edges."""
    cells = height * width
    degree = [0] * cells
    chosen: list[Edge] = []

    def at(cell: int) -> Iterator[frozenset[Edge]]:
        if cell == cells:
            if not has_ring(chosen, cells):
                yield frozenset(chosen)
            return
        ways = [(cell, other) for other in beside(cell, height, width) if other > cell]
        for number in range(3):
            for taken in itertools.combinations(ways, number):
                for a, b in taken:
                    degree[a] += 1
                    degree[b] += 1
                chosen.extend(taken)
                if degree[cell] in degrees[cell] and all(degree[b] <= max(degrees[b]) for _, b in taken):
                    yield from at(cell + 1)
                for a, b in taken:
                    degree[a] -= 1
                    degree[b] -= 1
                    chosen.pop()

    yield from at(0)


def has_ring(edges: Iterable[Edge], cells: int) -> bool:
    part_of = list(range(cells))
    for a, b in edges:
        one, other = part_of[a], part_of[b]
        if one == other:
            return True
        part_of = [one if part == other else part for part in part_of]
    return False


def parts_of(edges: Iterable[Edge], cells: int) -> list[int]:
    """The first cell of each cell's part: of all that edges join it to."""
    part_of = list(range(cells))
    for a, b in edges:
        one, other = sorted((part_of[a], part_of[b]))
        part_of = [one if part == other else part for part in part_of]
    return part_of


def ends_of(edges: Iterable[Edge], cells: int) -> Names:
    """The board that paths are an answer of, its paths numbered from 1 as their first ends come."""
    edges = list(edges)
    degree = [0] * cells
    for cell in itertools.chain(*edges):
        degree[cell] += 1
    part_of = parts_of(edges, cells)
    return renamed(part_of[cell] + 1 if degree[cell] == 1 else 0 for cell in range(cells))


def renamed(names: Iterable[int]) -> Names:
    """Names from 1 as they first come."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(name, len(numbers)) for name in names)


@cache
def all_answers(height: int, width: int, covering: bool = True) -> dict[Names, list[frozenset[Edge]]]:
    """Every board of that shape that has an answer, with all of its answers."""
    cells = height * width
    found: dict[Names, list[frozenset[Edge]]] = {}
    for edges in edge_sets(height, width, [{1, 2} if covering else {0, 1, 2}] * cells):
        if edges:
            found.setdefault(ends_of(edges, cells), []).append(edges)
    return found


def answers_by_edges(board: NDArray[np.int16], covering: bool = True) -> list[frozenset[Edge]]:
    """Every answer of a board as its edges, by giving each cell its edges in every way there is."""
    height, width = board.shape
    names = board.ravel().tolist()
    inner = {2} if covering else {0, 2}
    sets = edge_sets(height, width, [{1} if name else inner for name in names])
    return [edges for edges in sets if ends_of(edges, board.size) == renamed(names)]


def measures(paths: Sequence[Path], height: int, width: int) -> dict[str, int]:
    """What `geometry` measures, one path after another."""
    border = {
        cell
        for cell in range(height * width)
        if cell // width in (0, height - 1) or cell % width in (0, width - 1)
    }
    turns = [sum(b - a != c - b for a, b, c in zip(path, path[1:], path[2:], strict=False)) for path in paths]
    edges = edges_of(paths)
    lengths = [len(path) for path in paths]
    return {
        "paths": len(paths),
        "cells": sum(lengths),
        "straight": turns.count(0),
        "turns": sum(turns),
        "shortest": min(lengths, default=0),
        "longest": max(lengths, default=0),
        "touching": sum(path[-1] in beside(path[0], height, width) for path in paths),
        "pairs": lengths.count(2),
        "beside": sum(
            a < b and b in path and (a, b) not in edges
            for path in paths
            for a in path
            for b in beside(a, height, width)
        ),
        "border": len(border),
        "border_ends": sum(cell in border for path in paths for cell in (path[0], path[-1])),
    }


def follow(board: NDArray[np.int16], known: Mapping[Edge, bool]) -> dict[Edge, bool] | None:
    """What a person knows who makes every forced move: the edges that are in, and out. None for a
    contradiction."""
    height, width = board.shape
    names = board.ravel().tolist()
    known = dict(known)
    while True:
        chains = [edge for edge, is_in in known.items() if is_in]
        if has_ring(chains, board.size):
            return None
        part_of = parts_of(chains, board.size)
        held: dict[int, set[int]] = {}
        for cell, name in enumerate(names):
            held.setdefault(part_of[cell], set()).update({name} - {0})
        if any(len(one) > 1 for one in held.values()):
            return None
        lacking, spare = [], []
        for cell, name in enumerate(names):
            edges = edges_beside(cell, height, width)
            need = 1 if name else 2
            lacking.append(need - sum(known.get(edge, False) for edge in edges))
            spare.append(sum(known.get(edge, True) for edge in edges) - need)
        if min(lacking) < 0 or min(spare) < 0:
            return None
        forced: dict[Edge, bool] = {}
        for edge in grid(height, width):
            if edge in known:
                continue
            a, b = edge
            meeting = held[part_of[a]] | held[part_of[b]]
            if 0 in (lacking[a], lacking[b]) or part_of[a] == part_of[b] or len(meeting) > 1:
                forced[edge] = False
            elif 0 in (spare[a], spare[b]):
                forced[edge] = True
        if not forced:
            return known
        known.update(forced)


def look_ahead(board: NDArray[np.int16], known: Mapping[Edge, bool]) -> dict[Edge, bool]:
    """What a person knows in the end who also assumes an edge, in or out, and follows it to a contradiction,
    wherever something is known of one of its cells. Only for boards that have an answer."""
    height, width = board.shape
    known = dict(known)
    found = True
    while found:
        found = False
        touched = {cell for edge, is_in in known.items() if is_in for cell in edge}
        touched |= set(np.flatnonzero(board).tolist())
        for edge in grid(height, width):
            for assumed in (True, False):
                looked_at = edge not in known and touched & set(edge)
                if looked_at and follow(board, {**known, edge: assumed}) is None:
                    known = follow(board, {**known, edge: not assumed}) or {}
                    found = True
    return known


def grid(height: int, width: int) -> list[Edge]:
    """Every edge of a board."""
    return [
        (cell, other)
        for cell in range(height * width)
        for other in beside(cell, height, width)
        if cell < other
    ]


def edges_beside(cell: int, height: int, width: int) -> list[Edge]:
    return [(min(cell, other), max(cell, other)) for other in beside(cell, height, width)]
