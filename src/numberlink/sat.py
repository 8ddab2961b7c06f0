"""A board as clauses for CaDiCaL: best where few paths are long, which a search in scan order is slow at.

A variable an edge, and one for each cell and path: an edge carries the path from cell to cell. Rings that no
path's end holds are left to be, and each that turns up is cut: one of the edges around its cells must be in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Cadical195

from numberlink.scan import DOWN, RIGHT
from picturekit.clauses import conflicts_of, next_model


@dataclass(frozen=True)
class Found:
    """Up to two answers, int8 (N,): each cell's edges, RIGHT and DOWN. `complete` says that there is proved
    to be no other."""

    answers: tuple[NDArray[np.int8], ...]
    complete: bool
    conflicts: int


def solve(board: NDArray[np.int16], *, conflicts: int | None = None, seconds: float | None = None) -> Found:
    """Up to two answers of a board, int16 (H, W): the same number at both ends of a path, 0 elsewhere.

    The search ends, incomplete, after about `conflicts` conflicts or when `seconds` are over; without these
    it runs to its end.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    edges = _edges_of(*board.shape)
    answers: list[NDArray[np.int8]] = []
    with Cadical195() as solver:
        for clause in _clauses(board, edges):
            solver.add_clause(clause)
        while len(answers) < 2:
            model = next_model(solver, conflicts, deadline)
            if not model:
                return Found(tuple(answers), model is not None, conflicts_of(solver))
            taken = [edge for edge, literal in zip(edges, model, strict=False) if literal > 0]
            rings = list(_rings(board, taken))
            for ring in rings:
                around = [k for k, (a, b, _) in enumerate(edges, 1) if (a in ring) != (b in ring)]
                solver.add_clause(around)
            if rings:
                continue
            answer = np.zeros(board.size, np.int8)
            for a, _, edge in taken:
                answer[a] |= edge
            answers.append(answer)
            # Every answer has as many edges, so another one lacks an edge of this.
            solver.add_clause([-k for k, edge in enumerate(edges, 1) if edge in taken])
        return Found(tuple(answers), False, conflicts_of(solver))


Edge = tuple[int, int, int]
"""Two cells, the first before the second, and which edge of the first it is."""


def _edges_of(height: int, width: int) -> list[Edge]:
    cells = range(height * width)
    across = [(cell, cell + 1, RIGHT) for cell in cells if cell % width < width - 1]
    return across + [(cell, cell + width, DOWN) for cell in cells if cell + width < height * width]


def _clauses(board: NDArray[np.int16], edges: list[Edge]) -> Iterator[list[int]]:
    names = board.ravel().tolist()
    at: list[list[int]] = [[] for _ in names]
    for variable, (a, b, _) in enumerate(edges, 1):
        at[a].append(variable)
        at[b].append(variable)
    for cell, name in enumerate(names):
        need = 1 if name else 2
        yield from (list(lacking) for lacking in combinations(at[cell], len(at[cell]) - need + 1))
        if len(at[cell]) < need:
            yield []
        yield from ([-edge for edge in more] for more in combinations(at[cell], need + 1))
    paths = max(names)

    def on(cell: int, path: int) -> int:
        return len(edges) + cell * paths + path

    for cell, name in enumerate(names):
        if name:
            yield from ([on(cell, path) if path == name else -on(cell, path)] for path in range(1, paths + 1))
    for variable, (a, b, _) in enumerate(edges, 1):
        for path in range(1, paths + 1):
            yield [-variable, -on(a, path), on(b, path)]
            yield [-variable, on(a, path), -on(b, path)]


def _rings(board: NDArray[np.int16], taken: list[Edge]) -> Iterator[set[int]]:
    """The cells of each ring that these edges make."""
    beside: dict[int, list[int]] = {cell: [] for cell in range(board.size)}
    for a, b, _ in taken:
        beside[a].append(b)
        beside[b].append(a)
    reached: set[int] = set()
    ends = np.flatnonzero(board.ravel()).tolist()
    for first in [*ends, *range(board.size)]:
        if first in reached:
            continue
        part, waiting = {first}, [first]
        while waiting:
            waiting += (new := [cell for cell in beside[waiting.pop()] if cell not in part])
            part.update(new)
        reached |= part
        if not board.ravel()[first]:
            yield part
