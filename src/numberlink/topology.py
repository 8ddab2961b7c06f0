"""Topology: when two boards are the same, whatever way they are turned and whatever their paths are called.

The keys are texts that a board's code is made of: they never change. Source: spec `numberlink`, "What
generating should mean" (NL-04, NL-05).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache


@cache
def symmetries(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The symmetries of a board, each as the cell that comes to stand at each place in reading order: 8 for a
    square, 4 for another rectangle."""
    cells = [[row * width + column for column in range(width)] for row in range(height)]
    found = []
    for _ in range(4):
        for board in (cells, [row[::-1] for row in cells]):
            if len(board) == height:
                found.append(tuple(cell for row in board for cell in row))
        cells = [list(column) for column in zip(*cells, strict=True)][::-1]
    return tuple(dict.fromkeys(found))


def board_key(ends: Sequence[int], width: int) -> str:
    """The canonical key of a board: equal for those, and only those, that are the same but for a symmetry and
    the names of paths.

    `ends` has a cell's number in reading order, the same at both ends of a path and 0 elsewhere.
    """
    height = len(ends) // width
    return min(_spelled(ends, places, width) for places in symmetries(height, width))


def answer_key(paths: Iterable[Sequence[int]], width: int, cells: int) -> str:
    """The canonical key of an answer: paths as the cells that they run through. For boards with several."""
    return min(_drawn(paths, places, width) for places in symmetries(cells // width, width))


def shapes_key(paths: Iterable[Sequence[int]], width: int) -> str:
    """A coarser key: which shapes the paths have, and how many of each, wherever they lie. Boards with equal
    ones are the same idea."""
    counts = Counter(shape_of(path, width) for path in paths)
    return " ".join(f"{shape}*{count}" if count > 1 else shape for shape, count in sorted(counts.items()))


def shape_of(path: Sequence[int], width: int) -> str:
    """A path's shape, the same from either end and under every symmetry: how many cells it goes straight, and
    which way it turns, such as `2L1R3`."""
    return min(
        mirrored
        for cells in (path, path[::-1])
        for shape in (_turns_of(cells, width),)
        for mirrored in (shape, shape.translate(_MIRROR))
    )


_MIRROR = str.maketrans("LR", "RL")


def _turns_of(path: Sequence[int], width: int) -> str:
    steps = [(b // width - a // width, b % width - a % width) for a, b in itertools.pairwise(path)]
    told, run = "", 0
    for before, step in zip([None, *steps], steps, strict=False):
        if before is not None and step != before:
            told += f"{run}{'L' if before[0] * step[1] - before[1] * step[0] > 0 else 'R'}"
            run = 0
        run += 1
    return f"{told}{run}"


def _spelled(ends: Sequence[int], places: Sequence[int], width: int) -> str:
    """A board under a symmetry: width and height, then each cell, its path numbered as it first comes up."""
    numbers: dict[int, int] = {0: 0}
    cells = [numbers.setdefault(ends[cell], len(numbers)) for cell in places]
    return f"{width}x{len(ends) // width}:" + ",".join(str(number) if number else "" for number in cells)


def _drawn(paths: Iterable[Sequence[int]], places: Sequence[int], width: int) -> str:
    place_of = {cell: place for place, cell in enumerate(places)}
    moved = [[place_of[cell] for cell in path] for path in paths]
    drawn = sorted(path if path[0] <= path[-1] else path[::-1] for path in moved)
    return f"{width}x{len(places) // width}:" + ";".join("-".join(map(str, path)) for path in drawn)
