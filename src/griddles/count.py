"""The independent proof: how many grids fit the clues, counted exactly and without any line logic.

Two sweeps go towards each other from opposite sides, the one with fewer states always a row ahead, and where
they meet their states are matched: the half above a cut and the half below it fit where each column's places
make up its clue. Rows are swept so, and columns, in turn with growing budgets, since a picture that is wide
open one way is often narrow the other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from griddles.errors import GriddlesError
from griddles.frontier import CHUNK, EMPTY_MOVES, FIELD, FIELDS, LIMB, Sweep, add, scatter
from picturekit.jit import jit

if TYPE_CHECKING:
    from griddles.clues import Clues

LONGEST = 128
BUDGET = 20_000_000
FIRST = 40_000
"""Steps that rows, and columns, are given in the first round; every round doubles them."""

STATE, MATCHED = 0, 1


@dataclass(frozen=True)
class Count:
    """How many grids fit, exactly, or None where the count gave up; and the steps that were taken."""

    answers: int | None
    steps: int


def count(
    clues: Clues,
    budget: int = BUDGET,
    *,
    marks: NDArray[np.int8] | None = None,
    deadline: float | None = None,
) -> Count:
    """The number of grids that fit the clues, and every mark of `marks` (H, W; 0 unknown, 1 filled, 2 empty).

    A step is one state taken over one cell, or held against one of the other sweep. The count gives up after
    about `budget` steps (it may finish the cell it is at), at `deadline` (of `time.monotonic`), or where the
    states don't fit in memory. Raises GriddlesError for a grid that is larger than 128 × 128 or has no lines.
    """
    height, width = len(clues.rows), len(clues.columns)
    if not (1 <= height <= LONGEST and 1 <= width <= LONGEST):
        raise GriddlesError(f"A grid of {width} × {height} can't be counted: sides go from 1 to {LONGEST}.")
    lines = [(clue, width) for clue in clues.rows] + [(clue, height) for clue in clues.columns]
    if any(sum(clue) + len(clue) - 1 > length for clue, length in lines):
        return Count(0, 0)
    if sum(map(sum, clues.rows)) != sum(map(sum, clues.columns)):
        return Count(0, 0)
    given = np.zeros((height, width), np.int8) if marks is None else np.asarray(marks, np.int8)
    rows, columns = clues.rows, clues.columns
    ways = [Meeting(rows, columns, given), Meeting(columns, rows, given.T)]
    steps, allowance = 0, FIRST
    while ways:
        for way in ways:
            before = way.steps
            answers = way.advance(min(allowance, budget - steps), deadline)
            steps += way.steps - before
            if answers is not None:
                return Count(answers, steps)
            if steps >= budget or (deadline is not None and time.monotonic() >= deadline):
                return Count(None, steps)
        ways = [way for way in ways if not way.full]
        allowance *= 2
    return Count(None, steps)


class Meeting:
    """Two sweeps on their way to each other, one from the first row and one from the last."""

    def __init__(
        self,
        rows: Sequence[tuple[int, ...]],
        columns: Sequence[tuple[int, ...]],
        marks: NDArray[np.int8],
    ) -> None:
        self._height = len(rows)
        self._down = Sweep(rows, columns, marks)
        self._up = Sweep(rows[::-1], [clue[::-1] for clue in columns], marks[::-1])
        self._halves: tuple[Halves, Halves] | None = None
        self._chains = (np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._at = np.zeros(2, np.int64)
        self._answers = 0

    @property
    def steps(self) -> int:
        """States taken over a cell, and states held against each other."""
        return self._down.steps + self._up.steps + int(self._at[MATCHED])

    @property
    def full(self) -> bool:
        """Whether a sweep can't go on for want of memory."""
        return self._down.full or self._up.full

    def advance(self, allowance: int, deadline: float | None) -> int | None:
        """Go on for about `allowance` steps; the number of grids once every state is matched, else None."""
        target = self.steps + allowance
        while self.steps < target and not self.full:
            if deadline is not None and time.monotonic() >= deadline:
                return None
            if not self._down.states or not self._up.states:
                return 0
            if self._down.row + self._up.row < self._height:
                self._next().finish_row(target - self.steps, deadline)
            elif self._match(min(target, self.steps + CHUNK) - self.steps):
                return self._answers
        return None

    def _next(self) -> Sweep:
        """The sweep that is in the middle of a row, or the one with fewer states."""
        if self._down.is_between_rows and self._up.is_between_rows:
            return self._down if self._down.states <= self._up.states else self._up
        return self._up if self._down.is_between_rows else self._down

    def _match(self, allowance: int) -> bool:
        """Match states for about `allowance` steps; whether all are."""
        down, up = self._down, self._up
        if self._halves is None:
            self._halves = half(down.grid, down.keys, False), half(up.grid, up.keys, True)
            self._chains = chain(self._halves[1].meets)
        begin = int(self._at[STATE])
        # One limb more holds any sum of as many numbers as there are states.
        sums = np.zeros((down.states - begin, up.values.shape[1] + 1), np.int64)
        match(*self._halves, *self._chains, up.values, sums, self._at, int(self._at[MATCHED]) + allowance)
        met = np.flatnonzero(sums.any(axis=1))
        for ways, others in zip(down.values[begin:][met].tolist(), sums[met].tolist(), strict=True):
            self._answers += number(ways) * number(others)
        return int(self._at[STATE]) == down.states


class Halves(NamedTuple):
    """How the states of one side stand at the cut, to be held against the other side's: (N, words) each."""

    meets: NDArray[np.int64]
    """The cell of a run that the cut comes after, or the two runs that it goes between: equal in a whole."""
    touches: NDArray[np.int64]
    """1 for a column whose cell at the cut is the end of a run: never on both sides."""


def number(limbs: list[int]) -> int:
    """A number from its limbs, the lowest first."""
    return sum(limb << (LIMB * order) for order, limb in enumerate(limbs))


@jit
def half(grid, keys, backward):
    """How states stand at the cut, those of the sweep that goes `backward` in the other's places."""
    meets, touches = np.zeros_like(keys), np.zeros_like(keys)
    for state in range(keys.shape[0]):
        for column in range(len(grid.column_ends)):
            word, shift = (column + 1) // FIELDS, (column + 1) % FIELDS * FIELD
            place = (keys[state, word] >> shift) & 255
            # Between two runs are two places, the end of a run and the gap after it; they meet as one.
            at_end = grid.columns[column, place] & EMPTY_MOVES != 0
            past_end = place > 0 and grid.columns[column, place - 1] & EMPTY_MOVES != 0
            if backward:
                meet = grid.column_ends[column] - place - np.int64(at_end)
            else:
                meet = place - np.int64(past_end)
            meets[state, word] |= meet << shift
            touches[state, word] |= np.int64(at_end) << shift
    return Halves(meets, touches)


@jit
def chain(meets):
    """The states that meet alike, chained: the first of each hash's slot or -1, and after each the next."""
    slots = 64
    while slots < 2 * len(meets):
        slots *= 2
    first, following = np.full(slots, -1), np.full(len(meets), -1)
    for state in range(len(meets)):
        slot = scatter(meets, state) & (slots - 1)
        following[state] = first[slot]
        first[slot] = state
    return first, following


@jit
def match(down, up, first, following, values, sums, at, target):
    """Add up, for each state of `down` from at[STATE] on, the ways of all states of `up` that fit it."""
    begin = at[STATE]
    while at[STATE] < len(down.meets) and at[MATCHED] < target:
        state = at[STATE]
        other = first[scatter(down.meets, state) & (len(first) - 1)]
        at[MATCHED] += 1
        while other >= 0:
            at[MATCHED] += 1
            if agree(down, state, up, other):
                add(sums, state - begin, values, other)
            other = following[other]
        at[STATE] += 1


@jit
def agree(down, state, up, other):
    """Whether two halves make a whole."""
    apart = np.int64(0)
    for k in range(down.meets.shape[1]):
        apart |= down.meets[state, k] ^ up.meets[other, k]
        apart |= down.touches[state, k] & up.touches[other, k]
    return apart == 0
