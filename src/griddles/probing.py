"""A compiled search on top of line logic, for what lines alone don't finish: a grid's answers, up to a limit.

A cell is probed: filled and then empty, each with all that line logic makes of it. A side that contradicts
the clues leaves the other; a side that is an answer is kept as one, and leaves the other; what both sides
settle alike is settled. Where no probe gives anything, the search branches at the cell whose sides settled
most, depth first. Lines are words: bit c of a row's word is its cell c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from griddles.clues import Clues, fill_clues
from griddles.ladder import clue_arrays
from griddles.lines import LINE, MOST_RUNS, NO, ONE, population, settle_word
from picturekit.jit import jit

BUDGET = 300_000
"""Lines that are settled before the search gives up: about 20 ms."""

WRONG = -1

DEPTH = 64
"""Branches that there is room for at first."""

_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACES = np.zeros(64, np.int64)
_PLACES[[(_DE_BRUIJN << place) % 2**64 >> 58 for place in range(64)]] = range(64)


@dataclass(frozen=True)
class Searched:
    """Different answers, uint8 (H, W); `complete` says that there is no other.

    `marks` int8 (H, W; 0 unknown, 1 filled, 2 empty) is what line logic alone settled, and `finished` whether
    that was every cell, or a contradiction; `steps` is the number of lines that were settled in all.
    """

    grids: tuple[NDArray[np.uint8], ...]
    complete: bool
    marks: NDArray[np.int8]
    finished: bool
    steps: int


class Board(NamedTuple):
    """Clues as the search reads them: rows', then columns'."""

    runs: NDArray[np.int16]
    """(H + W, R)."""
    counts: NDArray[np.int16]
    """(H + W,)."""
    height: int
    width: int


class Work(NamedTuple):
    """What the search writes on."""

    dirty: NDArray[np.uint64]
    """(2,): a bit for each row, and for each column, that has marks its line logic hasn't seen."""
    scratch: NDArray[np.uint64]
    """(3, MOST_RUNS + 1): for one line's logic."""
    steps: NDArray[np.int64]
    """(1,): lines settled."""


def search(clues: Clues, limit: int = 2, budget: int = BUDGET) -> Searched:
    """Up to `limit` answers of clues whose lines are of `SHORT` cells at most.

    The search stops, incomplete, at the limit or after about `budget` lines. Raises GriddlesError as
    `Clues.check` does.
    """
    height, width = clues.height, clues.width
    board = Board(*clues.arrays(), height, width)
    work = new_work()
    lines = np.zeros((height + width, 2), np.uint64)
    possible = start(board, lines, work)
    known = lines[:height, :].copy()
    marks = _cells(known[:, 0], width) + 2 * _cells(known[:, 1], width)
    answers = np.zeros((limit, height), np.uint64)
    found, complete = find(board, lines, answers, budget, work) if possible else (0, True)
    return Searched(
        tuple(_cells(words, width) for words in answers[:found]),
        bool(complete),
        marks.astype(np.int8),
        bool(not possible or marks.all()),
        int(work.steps[0]),
    )


def _cells(words: NDArray[np.uint64], width: int) -> NDArray[np.uint8]:
    return (words[:, None] >> np.arange(width, dtype=np.uint64) & ONE).astype(np.uint8)


def decide_grids(grids: NDArray[np.uint8], budget: int) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """For each of grids (B, H, W) of 0 and 1, each line of `SHORT` cells at most, what is found of its clues.

    1 where the grid is the one answer, 2 where there is another, 0 where the budget of lines, which each grid
    has, ran out, and WRONG where what is found contradicts the grid; and the other answers, (B, H, W).
    """
    answers = np.zeros(len(grids), np.int8)
    others = np.zeros_like(grids)
    height, width = grids.shape[1:]
    board = Board(*clue_arrays(height, width), height, width)
    again = Board(*clue_arrays(height, width), height, width)
    _decide_each(np.ascontiguousarray(grids), budget, board, again, new_work(), answers, others)
    return answers, others


def new_work() -> Work:
    """A `Work` that has no line to look at."""
    scratch = np.zeros((3, MOST_RUNS + 1), np.uint64)
    return Work(np.zeros(2, np.uint64), scratch, np.zeros(1, np.int64))


@jit
def _decide_each(grids, budget, board, again, work, answers, others):
    lines = np.empty((board.height + board.width, 2), np.uint64)
    words = np.empty((2, board.height), np.uint64)
    for place in range(len(grids)):
        grid, other = grids[place], others[place]
        fill_clues(grid, board.runs, board.counts)
        lines[:] = NO
        work.steps[0] = 0
        answers[place] = WRONG
        if not start(board, lines, work):
            continue
        found, complete = find(board, lines, words, budget, work)
        if not complete and found < 2:
            answers[place] = 0
            continue
        right = found > 0
        for answer in range(found):
            unpack(words[answer], other)
            fill_clues(other, again.runs, again.counts)
            right &= same_clues(board, again)
        if found == 2 and (other == grid).all():
            unpack(words[0], other)
        if right and (other == grid).all() == (found == 1):
            answers[place] = found
        if found == 1:
            other[:] = 0


@jit
def same_clues(one, other):
    """Whether two boards have the same clues."""
    for line in range(len(one.counts)):
        count = one.counts[line]
        if count != other.counts[line] or (one.runs[line, :count] != other.runs[line, :count]).any():
            return False
    return True


@jit
def unpack(words, grid):
    """Write rows' words as cells."""
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1]):
            grid[row, column] = np.uint8((words[row] >> np.uint64(column)) & ONE)


@jit
def start(board, lines, work):
    """Line logic on a board without marks; False where it contradicts itself."""
    work.dirty[0] = (ONE << np.uint64(board.height)) - ONE
    work.dirty[1] = (ONE << np.uint64(board.width)) - ONE
    return propagate(board, lines, work)


@jit
def find(board, lines, answers, budget, work):
    """Put answers that agree with `lines` (H + W, 2: filled, empty), which line logic has settled, in
    `answers`, rows' words.

    Returns how many, and whether there are no others: it stops when `answers` (limit, H) is full, and after
    `budget` lines. `lines` is written on.
    """
    found = 0
    if is_complete(board, lines):
        answers[0] = lines[: board.height, 0]
        return 1, True
    cells = board.height * board.width
    filled, empty = np.empty_like(lines), np.empty_like(lines)
    first, second = np.empty_like(lines), np.empty_like(lines)
    stack = np.empty((DEPTH, lines.shape[0], 2), np.uint64)
    depth = 0
    while True:
        # Every cell of this node is probed until a whole round gives nothing.
        alive = True
        cell = idle = 0
        best = np.int64(-1)
        while alive and idle < cells:
            row, column = cell // board.width, cell % board.width
            cell = (cell + 1) % cells
            idle += 1
            if not is_cornered(board, lines, row, column):
                continue
            if work.steps[0] >= budget:
                return found, False
            sides = 0
            for side in range(2):
                marks = filled if side == 0 else empty
                marks[:] = lines
                mark(board, marks, row, column, side, work)
                if not propagate(board, marks, work):
                    continue
                if not is_complete(board, marks):
                    sides |= 1 << side
                    continue
                answers[found] = marks[: board.height, 0]
                found += 1
                if found == answers.shape[0]:
                    return found, False
            if sides == 3 and not settle_alike(board, lines, filled, empty, work):
                known = known_cells(board, lines)
                more, less = known_cells(board, filled) - known, known_cells(board, empty) - known
                if more * less + more + less > best:
                    best = more * less + more + less
                    first[:] = filled if more >= less else empty
                    second[:] = empty if more >= less else filled
                continue
            if sides == 1:
                lines[:] = filled
            elif sides == 2:
                lines[:] = empty
            alive = sides != 0
            idle = 0
            best = -1
        if alive:
            if depth == stack.shape[0]:
                stack = deeper(stack)
            stack[depth] = second
            depth += 1
            lines[:] = first
        elif depth == 0:
            return found, True
        else:
            depth -= 1
            lines[:] = stack[depth]


@jit
def deeper(stack):
    """The stack with room for twice as many branches."""
    roomy = np.empty((2 * stack.shape[0], *stack.shape[1:]), np.uint64)
    roomy[: stack.shape[0]] = stack
    return roomy


@jit
def propagate(board, lines, work):
    """Line logic on every dirty line until none is left; False where a line contradicts its clue."""
    dirty = work.dirty
    while dirty[0] | dirty[1]:
        side = 0 if dirty[0] else 1
        ours, theirs = (0, board.height) if side == 0 else (board.height, 0)
        length = board.width if side == 0 else board.height
        waiting = dirty[side]
        dirty[side] = NO
        while waiting:
            index = place_of(waiting)
            waiting &= waiting - ONE
            line = ours + index
            work.steps[0] += 1
            possible, filled, empty = settle_word(
                board.runs[line],
                board.counts[line],
                length,
                lines[line, 0],
                lines[line, 1],
                LINE,
                work.scratch,
            )
            if not possible:
                dirty[:] = NO
                return False
            lines[line, 0] |= filled
            lines[line, 1] |= empty
            dirty[1 - side] |= filled | empty
            cross(lines, theirs, index, filled, 0)
            cross(lines, theirs, index, empty, 1)
    return True


@jit
def cross(lines, theirs, index, cells, kind):
    """Tell the crossing lines of `cells` that were settled in the line at `index`."""
    while cells:
        lines[theirs + place_of(cells), kind] |= ONE << np.uint64(index)
        cells &= cells - ONE


@jit
def mark(board, lines, row, column, kind, work):
    """Fill a cell (kind 0) or leave it empty (1)."""
    lines[row, kind] |= ONE << np.uint64(column)
    lines[board.height + column, kind] |= ONE << np.uint64(row)
    work.dirty[0] |= ONE << np.uint64(row)
    work.dirty[1] |= ONE << np.uint64(column)


@jit
def settle_alike(board, lines, filled, empty, work):
    """Take over what both sides of a probe settled, and what follows; whether there was anything."""
    any_alike = NO
    for row in range(board.height):
        for kind in range(2):
            alike = filled[row, kind] & empty[row, kind] & ~lines[row, kind]
            if alike:
                any_alike |= alike
                lines[row, kind] |= alike
                work.dirty[0] |= ONE << np.uint64(row)
                cross(lines, board.height, row, alike, kind)
    work.dirty[1] |= any_alike
    # Nothing can break here: each side holds all of it.
    propagate(board, lines, work)
    return any_alike != NO


@jit
def is_cornered(board, lines, row, column):
    """Whether a cell is unknown, and two of its four sides are known cells or the border.

    The first unknown cell in reading order always is.
    """
    cell, one = ONE << np.uint64(column), ONE
    unknown = ~(lines[row, 0] | lines[row, 1])
    if not unknown & cell:
        return False
    sides = int(column == 0 or not unknown & (cell >> one))
    sides += int(column == board.width - 1 or not unknown & (cell << one))
    sides += int(row == 0 or (lines[row - 1, 0] | lines[row - 1, 1]) & cell != 0)
    sides += int(row == board.height - 1 or (lines[row + 1, 0] | lines[row + 1, 1]) & cell != 0)
    return sides >= 2


@jit
def is_complete(board, lines):
    """Whether every cell is known."""
    known = (ONE << np.uint64(board.width)) - ONE
    for row in range(board.height):
        known &= lines[row, 0] | lines[row, 1]
    return known == (ONE << np.uint64(board.width)) - ONE


@jit
def known_cells(board, lines):
    """How many cells are known."""
    cells = 0
    for row in range(board.height):
        cells += population(lines[row, 0] | lines[row, 1])
    return cells


@jit
def place_of(word):
    """The place of a word's lowest bit (Leiserson, Prokop and Randall, 1998)."""
    return _PLACES[((word & (~word + ONE)) * np.uint64(_DE_BRUIJN)) >> np.uint64(58)]
