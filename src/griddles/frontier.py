"""A sweep over a grid that counts its answers cell by cell, from one side, without any line logic.

A state is how far each column has come in its clue, and the row at hand in its own; states that are equal
have the same futures, so that they are one, with the number of ways that lead to it (dynamic programming over
a frontier, as in Knuth's "simpath", TAOCP 7.1.4). A state is kept whole, and two are one only when they are
equal throughout. The only states that are dropped are those in which a line has no room left for what it
still needs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picturekit.jit import jit

CHUNK = 1_000_000
"""Steps between two looks at the clock."""
MEMORY = 1 << 27
"""Bytes that one sweep's states may take."""

FIELD = 8
FIELDS = 7
"""A word holds the places of seven lines, so that its sign is never used."""
LIMB = 62
LIMB_MASK = (1 << LIMB) - 1

EMPTY_MAY, FILL_MAY, EMPTY_MOVES = 1, 2, 4

DONE, PAUSED, FULL, CARRIED = 0, 1, 2, 3
CELL, STATES, SIDE, STEPS = 0, 1, 2, 3


class Grid(NamedTuple):
    """What a sweep knows of the grid: for each line its automaton, whose last place is where it accepts."""

    rows: NDArray[np.int8]
    """(H, places): what may be done at each place of a row: EMPTY_MAY, FILL_MAY, EMPTY_MOVES."""
    row_ends: NDArray[np.int64]
    """(H,): the last place."""
    columns: NDArray[np.int8]
    """(W, places)."""
    column_ends: NDArray[np.int64]
    """(W,)."""
    marks: NDArray[np.int8]
    """(H, W): 0 unknown, 1 filled, 2 empty."""


class Sweep:
    """A sweep from one side, which can be stopped at any cell and go on from there."""

    def __init__(
        self, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]], marks: NDArray[np.int8]
    ) -> None:
        row_places, row_ends = _automata(rows)
        column_places, column_ends = _automata(columns)
        self.grid = Grid(row_places, row_ends, column_places, column_ends, np.ascontiguousarray(marks))
        self.width = len(columns)
        # The row's place takes the first field of the first word.
        self._words = len(columns) // FIELDS + 1
        self._limbs = 1
        self._at = np.zeros(4, np.int64)
        self._keys = np.zeros((2, 0, self._words), np.int64)
        self._values = np.zeros((2, 0, 1), np.int64)
        self._slots = np.empty(0, np.int32)
        self.full = False
        self._allot(1 << 10)
        self._values[0, 0, 0] = self._at[STATES] = 1

    @property
    def steps(self) -> int:
        """How many states were taken over a cell."""
        return int(self._at[STEPS])

    @property
    def states(self) -> int:
        """How many states there are at present."""
        return int(self._at[STATES])

    @property
    def row(self) -> int:
        """The row that it is in, or at whose start it stands."""
        return int(self._at[CELL]) // self.width

    @property
    def is_between_rows(self) -> bool:
        return int(self._at[CELL]) % self.width == 0

    @property
    def keys(self) -> NDArray[np.int64]:
        """The present states, (N, words): place c + 1 is column c's, place 0 the row's."""
        return self._keys[self._at[SIDE], : self.states]

    @property
    def values(self) -> NDArray[np.int64]:
        """The number of ways to each, (N, limbs) of `LIMB` bits, the lowest first."""
        return self._values[self._at[SIDE], : self.states]

    def finish_row(self, allowance: int, deadline: float | None) -> None:
        """Go on to the start of the next row, for about `allowance` steps and until `deadline` at most.

        `full` is set when the states don't fit in `MEMORY`.
        """
        stop = (self.row + 1) * self.width
        target = self.steps + allowance
        while not self.full and self.steps < target:
            if deadline is not None and time.monotonic() >= deadline:
                return
            upto = min(target, self.steps + CHUNK)
            status = sweep(self.grid, self._keys, self._values, self._slots, self._at, stop, upto)
            if status == DONE:
                return
            if status == FULL:
                self._allot(2 * self._keys.shape[1])
            elif status == CARRIED:
                self._limbs *= 2
                self._allot(self._keys.shape[1])

    def _allot(self, room: int) -> None:
        """Room for so many states at the present number of limbs, with the present states in it."""
        if 2 * room * (self._words + self._limbs + 2) * 8 > MEMORY:
            self.full = True
            return
        keys = np.zeros((2, room, self._words), np.int64)
        values = np.zeros((2, room, self._limbs), np.int64)
        side, states = self._at[SIDE], self._at[STATES]
        keys[side, :states] = self._keys[side, :states]
        values[side, :states, : self._values.shape[2]] = self._values[side, :states]
        self._keys, self._values = keys, values
        self._slots = np.empty(4 * room, np.int32)


def _automata(clues: Sequence[Sequence[int]]) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """What may be done at each place of each line's clue, and each clue's last place.

    The places of a clue are its cells and one gap before each run: "2 1" has gap, 1st, 2nd, gap, 1st.
    """
    ends = np.array([max(sum(clue) + len(clue) - 1, 0) for clue in clues], np.int64)
    places = np.zeros((len(clues), int(ends.max()) + 1), np.int8)
    for line, clue in enumerate(clues):
        gap = 0
        for run in clue:
            places[line, gap] = EMPTY_MAY | FILL_MAY
            places[line, gap + 1 : gap + run] = FILL_MAY
            places[line, gap + run] = EMPTY_MAY | EMPTY_MOVES
            gap += run + 1
        places[line, ends[line]] = EMPTY_MAY
    return places, ends


@jit
def sweep(grid, keys, values, slots, at, stop, target):
    """Take the states of `at` over cell after cell up to the cell `stop`, or until `target` steps.

    keys (2, room, words) and values (2, room, limbs) hold the present states on side at[SIDE] and get the
    next ones on the other. Returns DONE, PAUSED, or with the present cell not done: FULL where the states
    need more room, CARRIED where a number of ways needs another limb.
    """
    while at[CELL] < stop:
        if at[STEPS] >= target:
            return PAUSED
        states = at[STATES]
        spread = np.int64(64)
        while spread < 4 * states:
            spread *= 2
        slots[:spread] = -1
        now, then = at[SIDE], 1 - at[SIDE]
        found = take(grid, at[CELL], states, keys[now], values[now], keys[then], values[then], slots[:spread])
        if found < 0:
            return -found
        at[STEPS] += states
        at[STATES] = found
        at[SIDE] = then
        at[CELL] += 1
    return DONE


@jit
def take(grid, cell, states, keys, values, next_keys, next_values, slots):
    """Take the states over one cell; how many there are then, or -FULL or -CARRIED.

    `slots` are open-addressed: the number of the state, or -1; the next states stand in order of discovery.
    """
    height, width = grid.marks.shape
    row, column = cell // width, cell % width
    word, shift = (column + 1) // FIELDS, (column + 1) % FIELDS * FIELD
    row_end, column_end = grid.row_ends[row], grid.column_ends[column]
    row_left, column_left = width - column - 1, height - row - 1
    mark = grid.marks[row, column]
    words, limbs, room = keys.shape[1], values.shape[1], next_keys.shape[0]
    mask = slots.shape[0] - 1
    found = 0
    for state in range(states):
        along = keys[state, 0] & 255
        down = (keys[state, word] >> shift) & 255
        may = grid.rows[row, along] & grid.columns[column, down]
        for fill in range(2):
            if fill == 1:
                if not may & FILL_MAY or mark == 2:
                    continue
                along_next, down_next = along + 1, down + 1
            else:
                if not may & EMPTY_MAY or mark == 1:
                    continue
                along_next = along + (grid.rows[row, along] & EMPTY_MOVES) // EMPTY_MOVES
                down_next = down + (grid.columns[column, down] & EMPTY_MOVES) // EMPTY_MOVES
            if row_end - along_next > row_left or column_end - down_next > column_left:
                continue
            if row_left == 0:
                along_next = 0
            if found == room:
                return -FULL
            for k in range(words):
                next_keys[found, k] = keys[state, k]
            next_keys[found, word] += (down_next - down) << shift
            next_keys[found, 0] += along_next - along
            slot = scatter(next_keys, found) & mask
            while slots[slot] >= 0 and not same(next_keys, slots[slot], found):
                slot = (slot + 1) & mask
            known = slots[slot]
            if known < 0:
                slots[slot] = found
                for k in range(limbs):
                    next_values[found, k] = values[state, k]
                found += 1
            elif add(next_values, known, values, state):
                return -CARRIED
    return found


@jit
def scatter(keys, state):
    """A hash of a state's words."""
    mixed = np.int64(0)
    for k in range(keys.shape[1]):
        mixed = (mixed ^ keys[state, k]) * np.int64(0x1E3779B97F4A7C15)
        mixed ^= mixed >> 29
    return mixed


@jit
def same(keys, one, other):
    """Whether two states are equal throughout."""
    equal = True
    for k in range(keys.shape[1]):
        equal &= keys[one, k] == keys[other, k]
    return equal


@jit
def add(sums, one, values, other):
    """Add a state's ways to another's, limb by limb; whether the last limb ran over."""
    carry = np.int64(0)
    for k in range(sums.shape[1]):
        total = sums[one, k] + carry
        if k < values.shape[1]:
            total += values[other, k]
        sums[one, k] = total & LIMB_MASK
        carry = total >> LIMB
    return carry > 0
