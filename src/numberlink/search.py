"""The search for a board's answers: depth first in scan order, with a memo of what was exhausted.

It can be stopped after any number of steps and goes on where it stood. The memo holds whole fronts, never
only a hash, so that what it prunes is proved. It may forget: then something is searched twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numberlink.scan import NO_MOVE, hash_of, place
from picturekit.jit import jit

EVERY = 3
"""At every such column a front is looked up and kept: more often costs more than it saves."""

SLOTS = 1 << 12
"""Fronts that the memo holds, a power of two."""

AT, FOUND, STEPS, AGE = range(4)
"""What `counters` count: the cell, the answers found, the steps taken, and the searches so far."""


class State(NamedTuple):
    """A search: all that it stands on, with N cells in rows of W.

    `fronts` int16 (N + 1, W + 1) and `choices` int8 (N + 1,), the next to try, make its stack; `moves` int8
    (N,) the edges of its cells; `met` int8 (N + 1,) whether an answer was found below. `answers` int8 (2, N)
    are the moves of the first two. `keys` int16 (SLOTS, W + 2) with `known` int8 and `ages` int64 (SLOTS,)
    are the memo. `counters` int64 (4,).
    """

    fronts: NDArray[np.int16]
    choices: NDArray[np.int8]
    moves: NDArray[np.int8]
    met: NDArray[np.int8]
    answers: NDArray[np.int8]
    keys: NDArray[np.int16]
    known: NDArray[np.int8]
    ages: NDArray[np.int64]
    counters: NDArray[np.int64]


def state_for(height: int, width: int, slots: int = SLOTS) -> State:
    """A state for boards of that shape; `begin` makes it ready."""
    cells = height * width
    return State(
        fronts=np.zeros((cells + 1, width + 1), np.int16),
        choices=np.zeros(cells + 1, np.int8),
        moves=np.zeros(cells, np.int8),
        met=np.zeros(cells + 1, np.int8),
        answers=np.zeros((2, cells), np.int8),
        keys=np.zeros((slots, width + 2), np.int16),
        known=np.zeros(slots, np.int8),
        ages=np.zeros(slots, np.int64),
        counters=np.zeros(4, np.int64),
    )


@jit
def begin(state):
    """Make a state ready for a new search; the memo forgets what it holds."""
    state.fronts[0] = 0
    state.choices[0] = 0
    age = state.counters[AGE]
    state.counters[:] = 0
    state.counters[AGE] = age + 1


@jit
def slot_of(fronts, keys, ages, age, at):
    """The memo's slot for the front before a cell, and whether it holds this very front."""
    slot = hash_of(fronts, at) >> 20 & (len(ages) - 1)
    if ages[slot] != age or keys[slot, 0] != at:
        return slot, False
    for plug in range(fronts.shape[1]):
        if keys[slot, plug + 1] != fronts[at, plug]:
            return slot, False
    return slot, True


@jit
def keep(fronts, keys, known, ages, age, at, answer):
    """Keep, of the front before a cell, that it was searched, and whether there was an answer."""
    slot = hash_of(fronts, at) >> 20 & (len(ages) - 1)
    ages[slot], known[slot], keys[slot, 0] = age, answer, at
    for plug in range(fronts.shape[1]):
        keys[slot, plug + 1] = fronts[at, plug]


@jit
def remembers(width, at):
    """Whether the memo is asked at this cell."""
    return at > 0 and at % width % EVERY == 0


@jit
def search(ends, meets, state, covering, steps):
    """Search on, for at most so many steps. Returns whether it is at its end: all was searched, or two
    answers were found.

    `ends` and `meets` are as `scan.place` takes them. An answer met again below a front that is known to have
    one is another answer: it differs above.
    """
    # A tuple of arrays is dear to pass on, so what is called for every cell gets the arrays alone.
    fronts, choices, moves, met, answers, keys, known, ages, counters = state
    cells, width = ends.size, ends.shape[1]
    at, found, age = counters[AT], counters[FOUND], counters[AGE]
    taken = 0
    while at >= 0 and found < 2 and taken < steps:
        if at == cells:
            answers[found] = moves
            found += 1
            met[:] = 1
            at -= 1
            continue
        if choices[at] == 0:
            met[at] = 0
            if remembers(width, at):
                slot, same = slot_of(fronts, keys, ages, age, at)
                if same and known[slot]:
                    answers[1, :at] = moves[:at]
                    answers[1, at:] = answers[0, at:]
                    found = 2
                    break
                if same:
                    at -= 1
                    continue
        move = place(ends, meets, fronts, at, choices[at], covering)
        if move != NO_MOVE:
            moves[at], choices[at], choices[at + 1] = move & 3, move >> 2, 0
            at += 1
            taken += 1
        else:
            if remembers(width, at):
                keep(fronts, keys, known, ages, age, at, met[at])
            at -= 1
    counters[AT], counters[FOUND] = at, found
    counters[STEPS] += taken
    return at < 0 or found == 2
