"""A third opinion on a grid's answers: its clues as clauses for CaDiCaL, with nothing of lines or count.

A run of a line is told by where it starts, in the order encoding (Tamura et al., Compiling finite linear CSP
into SAT, 2009): a variable for each "run i starts no later than cell s". A cell is filled where a run has
started that has not ended, and empty where the run before has ended and the next has not started.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Cadical195

from picturekit.clauses import conflicts_of, next_model

if TYPE_CHECKING:
    from griddles.clues import Clues

Literal = int | bool


@dataclass(frozen=True)
class Found:
    """Answers, uint8 (H, W); `complete` says that there is proved to be no other."""

    grids: tuple[NDArray[np.uint8], ...]
    complete: bool
    conflicts: int


def solve(
    clues: Clues,
    limit: int = 2,
    *,
    marks: NDArray[np.int8] | None = None,
    conflicts: int | None = None,
    seconds: float | None = None,
) -> Found:
    """Up to `limit` different answers of the clues.

    `marks` (H, W; 0 unknown, 1 filled, 2 empty) are taken as given. The search ends, incomplete, at the
    limit, after about `conflicts` conflicts in all, or when `seconds` are over; without these it runs to the
    end.
    """
    height, width = len(clues.rows), len(clues.columns)
    formula = _formula(clues, marks)
    if formula.refuted:
        return Found((), True, 0)
    deadline = None if seconds is None else time.monotonic() + seconds
    cells = height * width
    grids: list[NDArray[np.uint8]] = []
    with Cadical195(bootstrap_with=formula.clauses) as solver:
        while len(grids) < limit:
            found = next_model(solver, conflicts, deadline)
            if not found:
                return Found(tuple(grids), found is not None, conflicts_of(solver))
            model = np.array(found[:cells])
            grids.append((model > 0).astype(np.uint8).reshape(height, width))
            solver.add_clause((-model).tolist())
        return Found(tuple(grids), False, conflicts_of(solver))


@dataclass
class _Formula:
    """Clauses over variables that are numbered from 1; the first ones are the cells in reading order."""

    variables: int
    clauses: list[list[int]] = field(default_factory=list)
    refuted: bool = False

    def variable(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: Literal) -> None:
        """A clause; True among its literals makes it idle, False is left out."""
        if any(literal is True for literal in literals):
            return
        clause = [literal for literal in literals if literal is not False]
        self.clauses.append(clause)
        self.refuted |= not clause


def _formula(clues: Clues, marks: NDArray[np.int8] | None) -> _Formula:
    height, width = len(clues.rows), len(clues.columns)
    formula = _Formula(height * width)
    cells = np.arange(1, height * width + 1).reshape(height, width)
    for lines, runs in ((cells, clues.rows), (cells.T, clues.columns)):
        for line, clue in zip(lines.tolist(), runs, strict=True):
            _add_line(formula, clue, line)
    if marks is not None:
        for cell in cells[marks == 1].tolist():
            formula.add(cell)
        for cell in cells[marks == 2].tolist():
            formula.add(-cell)
    return formula


def _add_line(formula: _Formula, clue: Sequence[int], line: list[int]) -> None:
    """Clauses that hold exactly where the cells of `line` have the runs of `clue`."""
    slack = len(line) - sum(clue) - max(len(clue) - 1, 0)
    if slack < 0:
        formula.refuted = True
        return
    first = [sum(clue[:order]) + order for order in range(len(clue))]
    started = [[formula.variable() for _ in range(slack)] for _ in clue]

    def by(run: int, cell: int) -> Literal:
        """That a run has started at `cell` or before; a run past the last one never does."""
        later = cell - first[run] if run < len(clue) else -1
        if later < 0:
            return False
        return started[run][later] if later < slack else True

    for run, length in enumerate(clue):
        for later in range(slack - 1):
            formula.add(-started[run][later], started[run][later + 1])
        if run:
            # A run's first start is as far from the first start of the run before as the two may be close.
            for later in range(slack):
                formula.add(-started[run][later], started[run - 1][later])
        for cell in range(first[run], first[run] + slack + length):
            formula.add(_not(by(run, cell)), by(run, cell - length), line[cell])
        next_first = first[run + 1] if run + 1 < len(clue) else len(line) - slack
        for cell in range(first[run] + length, next_first + slack):
            formula.add(_not(by(run, cell - length)), by(run + 1, cell), -line[cell])
    for cell in range((first[0] if clue else len(line) - slack) + slack):
        formula.add(by(0, cell), -line[cell])


def _not(literal: Literal) -> Literal:
    return not literal if isinstance(literal, bool) else -literal
