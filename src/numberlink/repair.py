"""Repair: a covered board's paths are cut until they are its only answer.

The board's own paths are followed in scan order, and from the last cell back to the first every other choice
is searched. An answer that is found there lacks some edge of ours; a path cut at that edge has two more ends,
and the answer is gone. No cut lets an answer in: joined at the edge, a new board's answer is one of the old
board's. So what was searched stays searched, and at the first cell the board has one answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numberlink.chance import below
from numberlink.filling import SHORTEST
from numberlink.paths import cut, edges_of, reach, touch
from numberlink.scan import DOWN, NO_MOVE, RIGHT, place
from numberlink.search import AGE, STEPS, begin, keep, remembers, slot_of
from picturekit.jit import jit

ALONE, STUCK, SPENT = range(3)
"""How a repair ends: one answer is left; an answer is left that no cut takes away; the steps are spent."""

EXHAUSTED, STOPPED = -1, -2


class Bench(NamedTuple):
    """What a repair works on, for a board of N cells in rows of W: `ends` int16 (H, W) names each end by its
    cell's number from 1, `meets` int16 (N + 2,); `spine` int16 (N + 1, W + 1) are the fronts of our own
    paths and `ours` int8 (N,) their moves."""

    ends: NDArray[np.int16]
    meets: NDArray[np.int16]
    spine: NDArray[np.int16]
    ours: NDArray[np.int8]


def bench_for(height: int, width: int) -> Bench:
    """A bench for boards of that shape."""
    cells = height * width
    return Bench(
        ends=np.zeros((height, width), np.int16),
        meets=np.zeros(cells + 2, np.int16),
        spine=np.zeros((cells + 1, width + 1), np.int16),
        ours=np.zeros(cells, np.int8),
    )


@jit
def repair(links, bench, state, stream, patience, steps):
    """Cut paths, in `links`, until they are the only answer.

    `state` is a `search.State` of the board's shape. `patience` bounds the steps that one cell's other
    choices may take, `steps` all. Returns how it ended, and the steps taken.
    """
    cells, width = bench.ends.size, bench.ends.shape[1]
    _lay(links, bench)
    begin(state)
    at = cells - 1
    while at >= 0:
        last = _search_beside(bench, state, at, patience)
        if last == EXHAUSTED:
            at -= 1
        elif last == STOPPED or state.counters[STEPS] >= steps:
            return SPENT, state.counters[STEPS]
        else:
            a, b = _worst_edge(width, links, bench, state.moves, at, last, stream)
            if a < 0:
                return STUCK, state.counters[STEPS]
            _cut(links, bench, a, b)
    return ALONE, state.counters[STEPS]


@jit
def _lay(links, bench):
    """Name the ends of paths, and follow the paths from the first cell to the last."""
    width = bench.ends.shape[1]
    bench.ends[:] = 0
    for cell in range(len(links)):
        if links[cell, 1] < 0:
            bench.ends[cell // width, cell % width] = cell + 1
            bench.meets[cell + 1] = reach(links, cell, -1)[0] + 1
    edges_of(links, width, bench.ours)
    bench.spine[0] = 0
    _follow(bench, 0)


@jit
def _follow(bench, at):
    """Lay the fronts of our own paths from a cell on."""
    for cell in range(at, len(bench.ours)):
        move = place(bench.ends, bench.meets, bench.spine, cell, 0, True)
        if move & 3 != bench.ours[cell]:
            place(bench.ends, bench.meets, bench.spine, cell, 1, True)


@jit
def _search_beside(bench, state, root, patience):
    """Search what other choices than ours of the cell `root` lead to, behind our own paths up to it.

    Where a front is ours again, what is behind it is an answer. Returns the cell where that is, the moves
    before it being in the state; or EXHAUSTED, or STOPPED after `patience` steps. What the memo holds was
    exhausted before, and is so still: cuts let nothing in.
    """
    ends, meets, spine, ours = bench
    fronts, choices, moves, _, _, keys, known, ages, counters = state
    cells, width = ends.size, ends.shape[1]
    for plug in range(width + 1):
        fronts[root, plug] = spine[root, plug]
    choices[root] = 0
    age, taken, at = counters[AGE], 0, root
    found = STOPPED
    while taken < patience:
        if at > root and choices[at] == 0 and (at == cells or remembers(width, at)):
            if at == cells or _same(fronts, spine, at):
                found = at
                break
            if slot_of(fronts, keys, ages, age, at)[1]:
                at -= 1
                continue
        move = place(ends, meets, fronts, at, choices[at], True)
        if move != NO_MOVE:
            moves[at], choices[at], choices[at + 1] = move & 3, move >> 2, 0
            if at > root or moves[root] != ours[root]:
                at += 1
                taken += 1
        elif at == root:
            found = EXHAUSTED
            break
        else:
            if remembers(width, at):
                keep(fronts, keys, known, ages, age, at, 0)
            at -= 1
    counters[STEPS] += taken
    return found


@jit
def _same(fronts, spine, at):
    plug = 0
    while plug < fronts.shape[1] and fronts[at, plug] == spine[at, plug]:
        plug += 1
    return plug == fronts.shape[1]


@jit
def _worst_edge(width, links, bench, theirs, first, last, stream):
    """The edge of ours, missing from their moves between two cells, that leaves the smallest piece when it is
    cut, so that long paths stay long; -1 where each would leave one that is too short or has its ends side by
    side."""
    best, best_a, best_b = 1 << 40, -1, -1
    for a in range(first, last):
        lost = bench.ours[a] & ~theirs[a]
        for edge in (RIGHT, DOWN):
            if lost & edge:
                b = a + 1 if edge == RIGHT else a + width
                end_a, long_a = reach(links, a, b)
                end_b, long_b = reach(links, b, a)
                if min(long_a, long_b) < SHORTEST or touch(width, end_a, a) or touch(width, end_b, b):
                    continue
                rank = 64 * min(long_a, long_b) + below(stream, 64)
                if rank < best:
                    best, best_a, best_b = rank, a, b
    return best_a, best_b


@jit
def _cut(links, bench, a, b):
    """Cut a path between two cells, `a` before `b`, which become ends."""
    width = bench.ends.shape[1]
    for here, there in ((a, b), (b, a)):
        end = reach(links, here, there)[0]
        bench.ends[here // width, here % width] = here + 1
        bench.meets[here + 1], bench.meets[end + 1] = end + 1, here + 1
    cut(links, a, b)
    bench.ours[a] &= ~(DOWN if b == a + width else RIGHT)
    _follow(bench, a)
