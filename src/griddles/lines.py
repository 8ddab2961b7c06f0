"""One line's logic: what a clue and the marks that a line has settle in it, by three techniques.

`simple` slides the runs to either side as far as the crossed-out cells let them, whatever is filled; what a
run covers wherever it stands is filled, what none reaches is empty, and a line with all its cells filled is
crossed off. `edges` pushes each run as far as everything on that side of it allows, filled cells too. `line`
is all that every placement agrees on. Each finds a line that contradicts its clue.

A line of up to `SHORT` cells is two words, a bit a cell, and a run's every start is weighed at once by shifts
(a run's windows by doubling; gaps by the carry of an addition). A longer one goes cell by cell. Technique by
technique they mean the same. Source: the `griddles` spec, "One line's logic".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from griddles.clues import LONGEST
from griddles.errors import GriddlesError
from picturekit.jit import jit

UNKNOWN, FILLED, EMPTY = 0, 1, 2
"""The marks of a cell."""

SIMPLE, EDGES, LINE = 1, 2, 3
"""The techniques of a line, by their tier."""

SHORT = 62
"""The longest line that fits in a word, with room for the gap after its last run."""

NO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

MOST_RUNS = (LONGEST + 1) // 2


@jit
def population(word):
    """How many bits of a word are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@jit
def lowest(word):
    """The lowest set bit of a word, as a word."""
    return word & (~word + ONE)


@jit
def highest(word):
    """The highest set bit of a word, as a word."""
    word |= word >> np.uint64(1)
    word |= word >> np.uint64(2)
    word |= word >> np.uint64(4)
    word |= word >> np.uint64(8)
    word |= word >> np.uint64(16)
    word |= word >> np.uint64(32)
    return word ^ (word >> ONE)


@jit
def _windows(free, run):
    """The starts at which `run` cells in a row are free."""
    have = 1
    while 2 * have <= run:
        free &= free >> np.uint64(have)
        have *= 2
    if have < run:
        free &= free >> np.uint64(run - have)
    return free


@jit
def _covered(starts, run):
    """The cells that a run covers from any of its starts."""
    have = 1
    while 2 * have <= run:
        starts |= starts << np.uint64(have)
        have *= 2
    if have < run:
        starts |= starts << np.uint64(run - have)
    return starts


@jit
def _onward(places, gap):
    """The places from which a walk over cells that may be empty, `gap`, gets to, and those themselves.

    Added to the gaps, a bit carries through to the end of its gap.
    """
    begun = places & gap
    return places | (((gap & ~(gap + begun)) | begun) << ONE)


@jit
def _back(places, gap):
    """The same the other way: the places from which a walk onward gets to one of these."""
    places |= (places >> np.uint64(1)) & gap
    gap &= gap >> np.uint64(1)
    places |= (places >> np.uint64(2)) & gap
    gap &= gap >> np.uint64(2)
    places |= (places >> np.uint64(4)) & gap
    gap &= gap >> np.uint64(4)
    places |= (places >> np.uint64(8)) & gap
    gap &= gap >> np.uint64(8)
    places |= (places >> np.uint64(16)) & gap
    gap &= gap >> np.uint64(16)
    places |= (places >> np.uint64(32)) & gap
    return places


@jit
def settle_word(runs, count, length, filled, empty, technique, scratch):
    """What a technique settles in a line of up to `SHORT` cells.

    `runs` int16, of which `count` are the clue; `filled` and `empty` words with a bit a cell; `scratch`
    uint64 (3, MOST_RUNS + 1). Returns (whether the line agrees with its clue, the word of cells that turn
    out filled, and of those that turn out empty).
    """
    whole = (ONE << np.uint64(length)) - ONE
    free = whole & ~empty
    unknown = free & ~filled
    # A gap follows each run, so the line has one cell more, empty for good.
    gap = (whole | (ONE << np.uint64(length))) & ~filled
    end = ONE << np.uint64(length + 1)
    windows, starts, reached = scratch[0], scratch[1], scratch[2]
    total = 0
    places = _onward(ONE, gap)
    for j in range(count):
        run = np.int64(runs[j])
        total += run
        reached[j] = places
        windows[j] = _windows(free, run)
        starts[j] = places & windows[j] & ~(filled >> np.uint64(run))
        if starts[j] == NO:
            return False, NO, NO
        places = _onward(starts[j] << np.uint64(run + 1), gap)
    if places & end == NO:
        return False, NO, NO
    if unknown == NO:
        return True, NO, NO
    if technique == LINE:
        return _whole(runs, count, filled, unknown, gap, end, windows, starts, reached, places)
    if technique == SIMPLE:
        if population(filled) == total:
            return True, NO, unknown
        return _slid(runs, count, unknown, windows, starts)
    return _pushed(runs, count, filled, unknown, gap, end, windows, starts)


@jit
def _whole(runs, count, filled, unknown, gap, end, windows, starts, reached, places):
    """What every placement agrees on: `reached[j]` are the places before run j, `places` those after all."""
    may_fill = NO
    later = _back(end, gap)
    may_be_empty = places & ~filled & (later >> ONE)
    for j in range(count - 1, -1, -1):
        run = np.uint64(runs[j])
        ends = later >> (run + ONE)
        both = starts[j] & ends
        may_fill |= _covered(both, np.int64(runs[j]))
        may_be_empty |= both << run
        later = _back(windows[j] & ~(filled >> run) & ends, gap)
        may_be_empty |= reached[j] & ~filled & (later >> ONE)
    return True, unknown & may_fill & ~may_be_empty, unknown & may_be_empty & ~may_fill


@jit
def _slid(runs, count, unknown, windows, firsts):
    """What sliding all runs to either side settles; `firsts` is written over."""
    allowed = ALL
    for j in range(count):
        firsts[j] = lowest(windows[j] & allowed)
        allowed = ~((firsts[j] << np.uint64(runs[j] + 1)) - ONE)
    reach, sure = NO, NO
    allowed = ALL
    for j in range(count - 1, -1, -1):
        run = np.uint64(runs[j])
        last = highest(windows[j] & allowed)
        if j:
            allowed = (last >> np.uint64(runs[j - 1])) - ONE
        reach |= ((last << run) - ONE) & ~(firsts[j] - ONE)
        sure |= ((firsts[j] << run) - ONE) & ~(last - ONE)
    return True, unknown & sure, unknown & ~reach


@jit
def _pushed(runs, count, filled, unknown, gap, end, windows, starts):
    """What pushing each run to either side settles."""
    reach, sure = NO, NO
    later = _back(end, gap)
    for j in range(count - 1, -1, -1):
        run = np.uint64(runs[j])
        here = windows[j] & ~(filled >> run) & (later >> (run + ONE))
        first, last = lowest(starts[j]), highest(here & ~(filled << ONE))
        reach |= ((last << run) - ONE) & ~(first - ONE)
        sure |= ((first << run) - ONE) & ~(last - ONE)
        later = _back(here, gap)
    return True, unknown & sure, unknown & ~reach


@jit
def settle_cells(runs, count, marks, technique, found, fits):
    """What a technique settles in a line of any length, `marks` int8.

    Writes into `found`, int8 as long, the mark that each unknown cell gets, or UNKNOWN. `fits` is bool
    (2, MOST_RUNS + 1, LONGEST + 2) for use here. Returns whether the line agrees with its clue.
    """
    length = len(marks)
    found[:] = UNKNOWN
    _forward(runs, count, marks, fits[0])
    if not fits[0, count, length + 1]:
        return False
    if technique == LINE:
        _agreed(runs, count, marks, fits, found)
        return True
    total, filled = 0, 0
    for j in range(count):
        total += runs[j]
    for i in range(length):
        filled += marks[i] == FILLED
    if technique == SIMPLE and filled == total:
        for i in range(length):
            if marks[i] == UNKNOWN:
                found[i] = EMPTY
        return True
    _spans(runs, count, marks, technique == SIMPLE, fits, found)
    return True


@jit
def _free(marks, start, run):
    """Whether a run may stand there: nothing in it is crossed out."""
    empty = False
    for i in range(start, start + run):
        empty |= marks[i] == EMPTY
    return not empty


@jit
def _forward(runs, count, marks, fits):
    """`fits[j, p]`: the first j runs, each with a gap after it, make up the first p cells."""
    length = len(marks)
    fits[: count + 1, : length + 2] = False
    fits[0, 0] = True
    for j in range(count + 1):
        for p in range(1, length + 2):
            if p <= length and marks[p - 1] == FILLED:
                continue
            if fits[j, p - 1]:
                fits[j, p] = True
            elif j:
                start = p - 1 - runs[j - 1]
                fits[j, p] = start >= 0 and fits[j - 1, start] and _free(marks, start, runs[j - 1])


@jit
def _backward(runs, count, marks, fits):
    """`fits[j, p]`: the runs from j on, each with a gap after it, make up the cells from p on."""
    length = len(marks)
    fits[: count + 1, : length + 2] = False
    fits[count, length + 1] = True
    for j in range(count, -1, -1):
        for p in range(length, -1, -1):
            if (p == length or marks[p] != FILLED) and fits[j, p + 1]:
                fits[j, p] = True
            elif j < count:
                end = p + runs[j]
                fits[j, p] = (
                    end <= length
                    and (end == length or marks[end] != FILLED)
                    and fits[j + 1, end + 1]
                    and _free(marks, p, runs[j])
                )


@jit
def _agreed(runs, count, marks, fits, found):
    """What every placement agrees on; `fits[0]` is filled in."""
    length = len(marks)
    before, after = fits[0], fits[1]
    _backward(runs, count, marks, after)
    may_fill = np.zeros(length + 1, np.bool_)
    may_be_empty = np.zeros(length + 1, np.bool_)
    for j in range(count + 1):
        for p in range(length + 1):
            if not before[j, p]:
                continue
            if (p == length or marks[p] != FILLED) and after[j, p + 1]:
                may_be_empty[p] = True
            if j < count:
                end = p + runs[j]
                if (
                    end <= length
                    and (end == length or marks[end] != FILLED)
                    and after[j + 1, end + 1]
                    and _free(marks, p, runs[j])
                ):
                    may_fill[p:end] = True
                    may_be_empty[end] = True
    for i in range(length):
        if marks[i] == UNKNOWN and may_fill[i] != may_be_empty[i]:
            found[i] = FILLED if may_fill[i] else EMPTY


@jit
def _spans(runs, count, marks, loose, fits, found):
    """What the runs' first and last starts settle; `loose`, whatever is filled. `fits[0]` is filled in."""
    length = len(marks)
    before, after = fits[0], fits[1]
    shown = marks.copy()
    if loose:
        for i in range(length):
            if shown[i] == FILLED:
                shown[i] = UNKNOWN
        _forward(runs, count, shown, before)
    _backward(runs, count, shown, after)
    reach = np.zeros(length, np.bool_)
    sure = np.zeros(length, np.bool_)
    for j in range(count):
        run = np.int64(runs[j])
        first, last = length, -1
        for p in range(length - run + 1):
            if not _free(shown, p, run):
                continue
            closed = p + run == length or shown[p + run] != FILLED
            if first == length and closed and before[j, p]:
                first = p
            if closed and after[j + 1, p + run + 1] and (p == 0 or shown[p - 1] != FILLED):
                last = p
        reach[first : last + run] = True
        if last < first + run:
            sure[last : first + run] = True
    for i in range(length):
        if marks[i] == UNKNOWN and sure[i]:
            found[i] = FILLED
        elif marks[i] == UNKNOWN and not reach[i]:
            found[i] = EMPTY


TECHNIQUES = {"simple": SIMPLE, "edges": EDGES, "line": LINE}


def settle(
    clue: Sequence[int], marks: Sequence[int], technique: str = "line", *, words: bool = True
) -> list[tuple[int, int]] | None:
    """The cells that a technique settles in a line, as (cell, mark) by cell, or None for a contradiction.

    `marks` are UNKNOWN, FILLED or EMPTY. `words=False` goes cell by cell, however short the line is.
    Raises GriddlesError for an unknown technique, a run under 1, or a line over LONGEST cells.
    """
    if technique not in TECHNIQUES:
        raise GriddlesError(f"There is no technique {technique}: take one of {', '.join(TECHNIQUES)}.")
    if len(marks) > LONGEST or any(run < 1 for run in clue):
        raise GriddlesError(
            f"A line has up to {LONGEST} cells and runs of 1 or more, not {len(marks)} and {list(clue)}."
        )
    if sum(clue) + len(clue) - 1 > len(marks):
        return None
    runs = np.array([*clue, 0], np.int16)
    line = np.array(marks, np.int8)
    found: NDArray[np.int8] = np.zeros(len(line), np.int8)
    if words and len(line) <= SHORT:
        filled, empty = (
            np.uint64(sum(1 << i for i, mark in enumerate(marks) if mark == kind)) for kind in (FILLED, EMPTY)
        )
        scratch = np.zeros((3, MOST_RUNS + 1), np.uint64)
        agrees, fill, cross = settle_word(
            runs, len(clue), len(line), filled, empty, TECHNIQUES[technique], scratch
        )
        for i in range(len(line)):
            found[i] = FILLED if int(fill) >> i & 1 else EMPTY if int(cross) >> i & 1 else UNKNOWN
    else:
        fits = np.zeros((2, MOST_RUNS + 1, LONGEST + 2), np.bool_)
        agrees = settle_cells(runs, len(clue), line, TECHNIQUES[technique], found, fits)
    return [(i, int(mark)) for i, mark in enumerate(found) if mark != UNKNOWN] if agrees else None
