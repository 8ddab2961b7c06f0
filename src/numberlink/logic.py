"""How a person solves a board: moves that are forced, and where there are none, a look ahead.

Every edge between two cells is unknown, in or out. An edge is forced in where a cell would be left with too
few, and out where a cell has all of its own, where two ends that don't belong together would meet, and where
a path would close on itself. A look ahead assumes an edge, in or out, and follows forced moves to a
contradiction; the person is taken to find the shortest there is, by looks of up to 6, 12, 24 … moves.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numberlink.paths import BELOW, RIGHT_OF, neighbour
from picturekit.jit import jit

UNKNOWN, IN, OUT = range(3)

REACHES = (6, 12, 24, 1 << 20)
"""How many moves a look ahead follows: the shortest reach first."""


class Notes(NamedTuple):
    """What is known of a board of N cells.

    `edges` int8 (2 N,): of each cell to the right, then of each cell down. `have` and `free` int8 (N,): a
    cell's edges that are in, and that are unknown. `need` int8 (N,): 1 for an end, else 2. `far` int16 (N,):
    of the end of a chain, its other end. `names` int16 (N,): of the end of a chain, the name of the path's
    end that it holds, 0 for none.
    """

    edges: NDArray[np.int8]
    have: NDArray[np.int8]
    free: NDArray[np.int8]
    need: NDArray[np.int8]
    far: NDArray[np.int16]
    names: NDArray[np.int16]


@dataclass(frozen=True)
class Effort:
    """What a board asks of a person.

    `forced` of `cells` cells are settled by forced moves alone; `looks` looks ahead settle the rest, the
    farthest of which follows `reach` moves; `open` cells stay unsettled, for they need a look within a look.
    """

    cells: int
    forced: int
    looks: int
    reach: int
    open: int

    def to_json(self) -> dict[str, int]:
        """The measures by name."""
        return asdict(self)


def notes_for(height: int, width: int) -> Notes:
    """Notes for boards of that shape."""
    cells = height * width
    return Notes(
        edges=np.zeros(2 * cells, np.int8),
        have=np.zeros(cells, np.int8),
        free=np.zeros(cells, np.int8),
        need=np.zeros(cells, np.int8),
        far=np.zeros(cells, np.int16),
        names=np.zeros(cells, np.int16),
    )


def effort(ends: NDArray[np.int16]) -> Effort:
    """What a board, int16 (H, W) with the same number at both ends of a path and 0 elsewhere, asks."""
    height, width = ends.shape
    told = np.zeros(4, np.int64)
    solve(np.ascontiguousarray(ends, np.int16), notes_for(height, width), notes_for(height, width), told)
    forced, looks, reach, unsettled = (int(number) for number in told)
    return Effort(height * width, forced, looks, reach, unsettled)


@jit
def solve(ends, notes, trial, told):
    """Solve a board as a person does and write (forced, looks, reach, open) into `told`, int64 (4,).

    `notes` and `trial` are of the board's shape, and written over.
    """
    cells = ends.size
    told[:] = 0
    if not _begin(ends, notes):
        return
    told[0] = cells - _unsettled(notes)
    while _unsettled(notes) > 0:
        found = False
        for reach in REACHES:
            moves = _look(ends, notes, trial, reach)
            if moves >= 0:
                told[1] += 1
                told[2] = max(told[2], moves)
                found = True
                break
        if not found:
            break
    told[3] = _unsettled(notes)


@jit
def _unsettled(notes):
    number = 0
    for free in notes.free:
        number += free > 0
    return number


@jit
def _copy(notes, onto):
    onto.edges[:], onto.have[:], onto.free[:] = notes.edges, notes.have, notes.free
    onto.need[:], onto.far[:], onto.names[:] = notes.need, notes.far, notes.names


@jit
def _begin(ends, notes):
    """Note what an empty board forces. Returns whether it has no contradiction."""
    height, width = ends.shape
    cells = ends.size
    notes.edges[:] = UNKNOWN
    notes.have[:] = 0
    for cell in range(cells):
        name = ends[cell // width, cell % width]
        notes.names[cell], notes.far[cell], notes.need[cell] = name, cell, 1 if name else 2
        notes.free[cell] = 0
        for direction in range(4):
            notes.free[cell] += neighbour(height, width, cell, direction) >= 0
        for direction in (RIGHT_OF, BELOW):
            if neighbour(height, width, cell, direction) < 0:
                notes.edges[_edge(cells, cell, direction)] = OUT
    queue = np.empty(cells, np.int32)
    for cell in range(cells):
        queue[cell] = cell
    return _settle(ends, notes, queue, 1 << 20) >= 0


@jit
def _edge(cells, cell, direction):
    return cell if direction == RIGHT_OF else cells + cell


@jit
def _look(ends, notes, trial, reach):
    """Look for an edge that can't be in, or out, by forced moves up to `reach`; note it, with what it forces.
    Returns the moves that the contradiction took, or -1 where there is none."""
    cells, width = ends.size, ends.shape[1]
    pair = np.empty(2, np.int32)
    for edge in range(2 * cells):
        if notes.edges[edge] != UNKNOWN:
            continue
        a = edge % cells
        b = a + 1 if edge < cells else a + width
        # Where nothing is known yet nobody looks.
        if notes.have[a] + notes.have[b] == 0 and notes.need[a] == 2 and notes.need[b] == 2:
            continue
        pair[0], pair[1] = a, b
        for assumed in (IN, OUT):
            _copy(notes, trial)
            moves = _set(trial, edge, a, b, assumed)
            if moves >= 0:
                moves = _settle(ends, trial, pair, reach)
            if moves < 0:
                _set(notes, edge, a, b, OUT if assumed == IN else IN)
                _settle(ends, notes, pair, 1 << 20)
                return -1 - moves
    return -1


@jit
def _set(notes, edge, a, b, status):
    """Note an unknown edge. Returns 0, or -1 for a contradiction."""
    notes.edges[edge] = status
    notes.free[a] -= 1
    notes.free[b] -= 1
    if status == OUT:
        return 0 if min(_spare(notes, a), _spare(notes, b)) >= 0 else -1
    if notes.have[a] == notes.need[a] or notes.have[b] == notes.need[b] or not _may_meet(notes, a, b):
        return -1
    notes.have[a] += 1
    notes.have[b] += 1
    far_a, far_b = notes.far[a], notes.far[b]
    name = max(notes.names[a], notes.names[b])
    notes.far[far_a], notes.far[far_b] = far_b, far_a
    notes.names[far_a] = notes.names[far_b] = name
    return 0


@jit
def _spare(notes, cell):
    """How many more unknown edges a cell has than it needs."""
    return notes.have[cell] + notes.free[cell] - notes.need[cell]


@jit
def _may_meet(notes, a, b):
    """Whether two ends of chains may be joined: not of one chain, and not of two paths."""
    if notes.far[a] == b:
        return False
    return notes.names[a] == 0 or notes.names[b] == 0 or notes.names[a] == notes.names[b]


@jit
def _settle(ends, notes, touched, reach):
    """Make forced moves, from these cells on, up to `reach` of them. Returns how many were made, or -1 less
    how many were where they come to a contradiction."""
    height, width = ends.shape
    cells = ends.size
    queue = np.empty(len(touched) + 8 * cells, np.int32)
    queue[: len(touched)] = touched
    first, last, moves = 0, len(touched), 0
    while first < last:
        cell = np.int64(queue[first])
        first += 1
        if _spare(notes, cell) < 0:
            return -1 - moves
        for direction in range(4):
            other = neighbour(height, width, cell, direction)
            if other < 0:
                continue
            a, b = min(cell, other), max(cell, other)
            edge = _edge(cells, a, RIGHT_OF if direction in (1, 3) else BELOW)
            if notes.edges[edge] != UNKNOWN:
                continue
            full = notes.have[cell] == notes.need[cell] or notes.have[other] == notes.need[other]
            if full or not _may_meet(notes, a, b):
                status = OUT
            elif _spare(notes, cell) == 0 or _spare(notes, other) == 0:
                status = IN
            else:
                continue
            moves += 1
            far_a, far_b = np.int64(notes.far[a]), np.int64(notes.far[b])
            if _set(notes, edge, a, b, status) < 0:
                return -1 - moves
            if moves >= reach:
                return moves
            # The ends of the chain may now lie side by side, or beside an end that they can't meet.
            for changed in (a, b, far_a, far_b):
                queue[last] = changed
                last += 1
    return moves
