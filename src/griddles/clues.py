"""Clues: the runs of every row and column, as texts of numbers and as arrays for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from griddles import puzzle
from griddles.errors import GriddlesError
from griddles.puzzle import Clue
from picturekit.jit import jit

LONGEST = 128
"""The longest line, in cells."""


@dataclass(frozen=True)
class Clues:
    """A nonogram: each row's runs from left to right, and each column's from top to bottom."""

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.columns)

    def lines(self) -> list[tuple[str, int, Clue, int]]:
        """Every line as its kind, `row` or `column`, its index, its clue and its cells; rows come first."""
        rows = [("row", r, clue, self.width) for r, clue in enumerate(self.rows)]
        return rows + [("column", c, clue, self.height) for c, clue in enumerate(self.columns)]

    def check(self) -> None:
        """Raise GriddlesError, with a sentence for each thing that is wrong, unless these may be clues."""
        told = []
        for kind, number in (("rows", self.height), ("columns", self.width)):
            if not 1 <= number <= LONGEST:
                told.append(f"There are {number} {kind}: a puzzle has 1 to {LONGEST}.")
        for kind, index, clue, cells in self.lines():
            wrong = [run for run in clue if not _is_run(run)]
            if wrong:
                told.append(f"The clue of {kind} {index + 1} has the run {wrong[0]}: a run is 1 or more.")
            elif sum(clue) + len(clue) - 1 > cells:
                told.append(
                    f"The clue of {kind} {index + 1} needs {sum(clue) + len(clue) - 1} cells, "
                    f"and the {kind} has {cells}."
                )
        if not told and (across := sum(map(sum, self.rows))) != (down := sum(map(sum, self.columns))):
            told.append(f"The rows have {across} filled cells and the columns {down}: they must be the same.")
        if told:
            raise GriddlesError("\n".join(told))

    def arrays(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The clues for compiled code, rows first: runs int16 (height + width, most runs of a line), padded
        with zeros, and how many each line has, int16 (height + width,).

        Raises GriddlesError as `check` does.
        """
        self.check()
        clues = [*self.rows, *self.columns]
        counts = np.array([len(clue) for clue in clues], np.int16)
        runs = np.zeros((len(clues), max(1, int(counts.max()))), np.int16)
        for line, clue in enumerate(clues):
            runs[line, : len(clue)] = clue
        return runs, counts


def clues_of(grid: NDArray[np.uint8] | Sequence[Sequence[int]]) -> Clues:
    """The clues of a grid, (H, W) of 0 and 1."""
    return Clues(*puzzle.clues_of(np.asarray(grid).tolist()))


def most_runs(height: int, width: int) -> int:
    """How many runs the clue of a line of such a grid may have."""
    return (max(height, width) + 1) // 2


@jit
def fill_clues(grid, runs, counts):
    """Write the clues of a grid, uint8 (H, W) of 0 and 1, as `Clues.arrays` gives them: runs int16 (H + W, at
    least `most_runs`) and counts int16 (H + W,). What stood there before is of no account; runs past a
    line's count are left as they are.
    """
    height, width = grid.shape
    for line in range(height + width):
        across = line < height
        number, length = 0, 0
        for k in range(width if across else height):
            if grid[line, k] if across else grid[k, line - height]:
                length += 1
            elif length:
                runs[line, number] = length
                number += 1
                length = 0
        if length:
            runs[line, number] = length
            number += 1
        counts[line] = number


def _is_run(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
