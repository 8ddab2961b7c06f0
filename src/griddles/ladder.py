"""The ladder: a nonogram as a person solves it, with the gentlest technique that gets on.

Every row and then every column is asked with `simple` until a whole sweep gives nothing. Then one line after
another is asked with `edges`, and after the first that gives something up it is `simple` again; and so on
with `line`. Where lines alone give nothing more, `trial` assumes a mark in one cell until line logic meets a
contradiction, and then the cell has the other mark. What a line was asked since its marks last changed need
not be asked again: it has nothing to give. Source: the `griddles` spec, "The ladder".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from griddles.clues import LONGEST, Clues, fill_clues, most_runs
from griddles.lines import (
    EDGES,
    EMPTY,
    FILLED,
    LINE,
    MOST_RUNS,
    NO,
    ONE,
    SHORT,
    SIMPLE,
    UNKNOWN,
    settle_cells,
    settle_word,
)
from picturekit.jit import jit

TRIAL = 4
TECHNIQUES = {"simple": SIMPLE, "edges": EDGES, "line": LINE, "trial": TRIAL}
"""A person's ladder, the gentlest first, each with its tier."""

RATES = {1: "easy", 2: "medium", 3: "hard"}

STUCK, DONE, BROKEN, PAUSED = 0, 1, 2, 3
"""How a solve stands: nothing more to get, every cell marked, a contradiction, or stopped after a step."""


@dataclass(frozen=True)
class Step:
    """What one line gave up to one technique, or one cell to a trial.

    `line` is its kind, `row` or `column`, and index; of a trial, the line in which the contradiction was met.
    `cells` are (row, column, mark). `assumed` is the (row, column, mark) that a trial began with.
    """

    line: tuple[str, int]
    technique: str
    cells: tuple[tuple[int, int, int], ...]
    assumed: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Climb:
    """How far the ladder comes with a nonogram.

    `marks` int8 (H, W); `steps` by technique; `tier` of the hardest technique used (1 where none was needed),
    None unless it is finished.
    """

    marks: NDArray[np.int8]
    steps: dict[str, int]
    finished: bool
    contradiction: bool

    @property
    def tier(self) -> int | None:
        used = [TECHNIQUES[name] for name, count in self.steps.items() if count]
        return max(used, default=SIMPLE) if self.finished else None

    @property
    def measure(self) -> str:
        """The steps by technique such as `s63 e10 l17`, without those that took none."""
        return measure_of(self.steps)


def measure_of(steps: dict[str, int]) -> str:
    """Steps by technique as text, such as `s63 e10 l17`, without those that took none."""
    return " ".join(f"{name[0]}{steps[name]}" for name in TECHNIQUES if steps.get(name))


def rate(tier: int) -> str:
    """What a puzzle of a tier is called: easy, medium or hard. A trial is harder than hard: KeyError."""
    return RATES[tier]


Arrays = tuple[
    NDArray[np.int8],
    NDArray[np.uint64],
    NDArray[np.bool_],
    NDArray[np.uint64],
    NDArray[np.bool_],
    NDArray[np.int8],
]
"""What compiled solving works on: a board's marks, words, asked, scratch, fits and found."""


class Board:
    """The arrays that compiled solving works on, for grids of one height and width.

    `marks` int8 (H, W). `words` uint64 (2, H + W): each line's filled and its crossed-out cells, of use where
    no line is longer than SHORT. `asked` bool (4, H + W): whether a line has no more to give a technique.
    `steps` int64 (5,): the line steps by tier. The rest is scratch.
    """

    def __init__(self, height: int, width: int) -> None:
        lines = height + width
        self.marks = np.zeros((height, width), np.int8)
        self.words = np.zeros((2, lines), np.uint64)
        self.asked = np.zeros((4, lines), np.bool_)
        self.steps = np.zeros(5, np.int64)
        self.scratch = np.zeros((3, MOST_RUNS + 1), np.uint64)
        self.fits = np.zeros((2, MOST_RUNS + 1, LONGEST + 2), np.bool_)
        self.found = np.zeros(max(height, width), np.int8)

    def arrays(self) -> Arrays:
        """All of them but `steps`, in the order in which compiled functions take them."""
        return self.marks, self.words, self.asked, self.scratch, self.fits, self.found


@jit
def clear(marks, words, asked):
    """Begin anew: nothing is marked, nothing was asked."""
    marks[:] = UNKNOWN
    words[:] = NO
    asked[:] = False


@jit
def put(marks, words, asked, r, c, mark):
    """Mark an unknown cell; its row and its column are to be asked again."""
    height = marks.shape[0]
    marks[r, c] = mark
    kind = 0 if mark == FILLED else 1
    # Past a word's bits these shifts mean nothing, and longer lines don't go by words.
    words[kind, r] |= ONE << np.uint64(c & 63)
    words[kind, height + c] |= ONE << np.uint64(r & 63)
    for technique in range(1, 4):
        asked[technique, r] = False
        asked[technique, height + c] = False


@jit
def ask(line, technique, runs, counts, marks, words, asked, scratch, fits, found):
    """Ask a line, and mark what it gives up. Returns how many cells that is, or -1 for a contradiction."""
    height, width = marks.shape
    asked[technique, line] = True
    length = width if line < height else height
    if max(height, width) <= SHORT:
        agrees, fill, cross = settle_word(
            runs[line], counts[line], length, words[0, line], words[1, line], technique, scratch
        )
        if not agrees:
            return -1
        new = fill | cross
        if new == NO:
            return 0
        settled = 0
        for i in range(length):
            if (new >> np.uint64(i)) & ONE != NO:
                mark = FILLED if (fill >> np.uint64(i)) & ONE != NO else EMPTY
                if line < height:
                    put(marks, words, asked, line, i, mark)
                else:
                    put(marks, words, asked, i, line - height, mark)
                settled += 1
        return settled
    cells = marks[line, :] if line < height else marks[:, line - height]
    if not settle_cells(runs[line], counts[line], cells.copy(), technique, found[:length], fits):
        return -1
    settled = 0
    for i in range(length):
        if found[i] != UNKNOWN:
            if line < height:
                put(marks, words, asked, line, i, found[i])
            else:
                put(marks, words, asked, i, line - height, found[i])
            settled += 1
    return settled


@jit
def is_full(marks):
    """Whether every cell is marked."""
    for r in range(marks.shape[0]):
        for c in range(marks.shape[1]):
            if marks[r, c] == UNKNOWN:
                return False
    return True


@jit
def line_solve(runs, counts, marks, words, asked, scratch, fits, found):
    """All that the whole-line technique gets from what is marked. Returns how it stands, and the line in
    which a contradiction was met, -1 where none was.

    A grid that is full has every line asked, so it agrees with every clue.
    """
    lines = len(counts)
    progress = True
    while progress:
        progress = False
        for line in range(lines):
            if not asked[LINE, line]:
                settled = ask(line, LINE, runs, counts, marks, words, asked, scratch, fits, found)
                # What it just gave up, it gave whole: it has no more.
                asked[LINE, line] = True
                if settled < 0:
                    return BROKEN, line
                progress |= settled > 0
    return (DONE if is_full(marks) else STUCK), -1


@jit
def propagate(runs, counts, steps, marks, words, asked, scratch, fits, found, pause=False, begin=0):
    """Climb as far as lines alone let, counting each line that gives something up in `steps`, int64 (5,), by
    technique; with `pause`, only until the first that does, in a sweep that goes on at the line `begin`.

    Returns (how it stands, the line that was asked last, the technique). A grid that is full has every line
    asked since, so it agrees with every clue.
    """
    technique = SIMPLE
    while technique <= LINE:
        progress = begin > 0
        for line in range(begin, len(counts)):
            if not asked[technique, line]:
                settled = ask(line, technique, runs, counts, marks, words, asked, scratch, fits, found)
                if settled < 0:
                    return BROKEN, line, technique
                if settled:
                    steps[technique] += 1
                    progress = True
                    if pause:
                        return PAUSED, line, technique
                    if technique != SIMPLE:
                        break
        begin = 0
        technique = SIMPLE if progress else technique + 1
    return (DONE if is_full(marks) else STUCK), -1, 0


@jit
def broken_by(r, c, mark, runs, counts, marks, words, asked, scratch, fits, found):
    """The line in which whole-line logic meets a contradiction once a cell has that mark; -1 if in none.

    All arrays are left as they were.
    """
    old_marks, old_words, old_asked = marks.copy(), words.copy(), asked.copy()
    put(marks, words, asked, r, c, mark)
    _, broken = line_solve(runs, counts, marks, words, asked, scratch, fits, found)
    marks[:], words[:], asked[:] = old_marks, old_words, old_asked
    return broken


@jit
def trial(runs, counts, marks, words, asked, scratch, fits, found):
    """The first cell in reading order that a trial settles, filled first: (row, column, the mark that breaks,
    the line in which it does), or (-1, -1, 0, -1)."""
    for r in range(marks.shape[0]):
        for c in range(marks.shape[1]):
            if marks[r, c] == UNKNOWN:
                for mark in (FILLED, EMPTY):
                    line = broken_by(r, c, mark, runs, counts, marks, words, asked, scratch, fits, found)
                    if line >= 0:
                        return r, c, mark, line
    return -1, -1, 0, -1


@jit
def tier_of(grid, runs, counts, steps, marks, words, asked, scratch, fits, found):
    """The tier of a grid, uint8 (H, W) of 0 and 1: 1 to 3, or 0 where lines alone don't finish its clues.

    `runs` int16 (H + W, at least most_runs) and `counts` int16 (H + W,) are written over, and `steps` int64
    (5,) counted from nothing. Lines that finish clues finish them with the one answer there is, this grid.
    """
    fill_clues(grid, runs, counts)
    clear(marks, words, asked)
    steps[:] = 0
    state, _, _ = propagate(runs, counts, steps, marks, words, asked, scratch, fits, found)
    if state != DONE:
        return 0
    if steps[LINE]:
        return LINE
    return EDGES if steps[EDGES] else SIMPLE


@jit
def _tiers(grids, tiers, steps, runs, counts, marks, words, asked, scratch, fits, found):
    for k in range(len(grids)):
        tiers[k] = tier_of(grids[k], runs, counts, steps[k], marks, words, asked, scratch, fits, found)


@jit
def _lines_finish(grids, finished, runs, counts, marks, words, asked, scratch, fits, found):
    for k in range(len(grids)):
        fill_clues(grids[k], runs, counts)
        clear(marks, words, asked)
        state, _ = line_solve(runs, counts, marks, words, asked, scratch, fits, found)
        finished[k] = state == DONE


def tiers(grids: NDArray[np.uint8]) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """The tier of each grid of (N, H, W), int8 (N,), as `tier_of` has it, and its line steps by tier, int64
    (N, 5), of which the places 1 to 3 are used."""
    number, height, width = grids.shape
    found = np.zeros(number, np.int8)
    steps = np.zeros((number, 5), np.int64)
    runs, counts = clue_arrays(height, width)
    _tiers(np.ascontiguousarray(grids), found, steps, runs, counts, *Board(height, width).arrays())
    return found, steps


def lines_finish(grids: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether the whole-line technique finishes each grid's clues, bool (N,)."""
    number, height, width = grids.shape
    finished = np.zeros(number, np.bool_)
    runs, counts = clue_arrays(height, width)
    _lines_finish(np.ascontiguousarray(grids), finished, runs, counts, *Board(height, width).arrays())
    return finished


def clue_arrays(height: int, width: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Arrays for `fill_clues`: runs int16 (H + W, most runs) and counts int16 (H + W,)."""
    return np.zeros((height + width, most_runs(height, width)), np.int16), np.zeros(height + width, np.int16)


def climb(clues: Clues, *, trials: bool = True) -> Climb:
    """How far the ladder comes, with trials where lines give no more. Raises as `Clues.check` does."""
    runs, counts = clues.arrays()
    board = Board(clues.height, clues.width)
    arrays = board.arrays()
    while True:
        state, _, _ = propagate(runs, counts, board.steps, *arrays)
        if state != STUCK or not trials:
            break
        r, c, mark, _ = trial(runs, counts, *arrays)
        if r < 0:
            break
        put(board.marks, board.words, board.asked, r, c, FILLED + EMPTY - mark)
        board.steps[TRIAL] += 1
    by_name = {name: int(board.steps[tier]) for name, tier in TECHNIQUES.items()}
    return Climb(board.marks, by_name, state == DONE, state == BROKEN)


def steps(clues: Clues, *, trials: bool = False) -> Iterator[Step]:
    """Each step of the climb, one by one, with the cells that it settles; from an empty grid they lead to the
    marks of `climb`. Raises GriddlesError as `check` does.
    """
    runs, counts = clues.arrays()
    board = Board(clues.height, clues.width)
    arrays = board.arrays()
    names = {tier: name for name, tier in TECHNIQUES.items()}
    begin = 0
    while True:
        before = board.marks.copy()
        state, line, technique = propagate(runs, counts, board.steps, *arrays, True, begin)
        begin = line + 1 if technique == SIMPLE else 0
        if state == PAUSED:
            cells = tuple(
                (int(r), int(c), int(board.marks[r, c])) for r, c in np.argwhere(board.marks != before)
            )
            yield Step(_named(line, clues.height), names[technique], cells)
            continue
        if state != STUCK or not trials:
            return
        r, c, mark, line = trial(runs, counts, *arrays)
        if r < 0:
            return
        put(board.marks, board.words, board.asked, r, c, FILLED + EMPTY - mark)
        cells = ((int(r), int(c), FILLED + EMPTY - int(mark)),)
        yield Step(_named(line, clues.height), "trial", cells, (int(r), int(c), int(mark)))


def _named(line: int, height: int) -> tuple[str, int]:
    return ("row", int(line)) if line < height else ("column", int(line - height))
