"""How many answers a grid has, by the cheapest method that can tell: line logic, search, count, clauses.

The search stands on line logic; the count and the clauses share no code with it or with each other. Every
answer is held against the clues, and methods that contradict each other stop the caller.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from griddles import ladder, probing, puzzle, sat
from griddles.clues import Clues
from griddles.components import count_parts
from griddles.count import Count, count
from griddles.errors import GriddlesError
from griddles.lines import FILLED, SHORT

Cells = NDArray[np.uint8]

LINES, SEARCH, COUNT, CLAUSES = "line logic", "search", "count", "clauses"

LISTED = 100_000
"""Answers that the search keeps at most."""
SEARCHED = 5_000_000
"""Lines that a search for more than two answers settles: about a third of a second."""
GLANCE = 50_000
"""Conflicts of a first look at the clauses: some seconds."""
COUNTED = 20_000_000
"""Steps of a count that no time bounds: a few seconds."""
UNBOUNDED = 10**15


@dataclass(frozen=True)
class Budgets:
    """What each method may spend: lines that the search settles, steps of the count, and conflicts over the
    clauses, where None is no bound."""

    search: int = probing.BUDGET
    count: int = 300_000
    conflicts: int | None = 1_000_000


@dataclass(frozen=True)
class Verdict:
    """How many answers a grid has: exactly so many, or where not `exact` at least so many.

    `answer` and `other` are answers, uint8 (H, W), where there are any, and `differs` the (row, column) of
    the cells in which they differ, in reading order. `how` names the method that settled it, or "" for none.
    """

    answers: int
    exact: bool
    answer: Cells | None
    other: Cells | None
    differs: tuple[tuple[int, int], ...]
    how: str

    @property
    def several(self) -> bool:
        return self.answers > 1

    @property
    def decided(self) -> bool:
        """Whether it is known that there is none, one, or more than one."""
        return self.exact or self.several


def decide(
    clues: Clues, budgets: Budgets | None = None, limit: int = 2, *, name: str = "", every: bool = False
) -> Verdict:
    """Whether the clues have no answer, one or several; at least `limit` ends it.

    With `every`, all methods are asked, the count and the clauses without the help of line logic, and held
    against each other. Raises GriddlesError, which tells the grid by `name` or by its clues, where two
    methods disagree, and as `Clues.check` does for what aren't runs at all.
    """
    budgets = budgets or Budgets()
    case = _Case(clues, name)
    if case.misfit():
        return case.verdict()
    case.search(max(limit, 2), budgets.search)
    marks = None if every else case.marks
    if every or not case.settled(limit):
        case.count(count(clues, budgets.count, marks=marks))
    if every or not case.settled(limit):
        case.clauses(sat.solve(clues, max(limit, 2), marks=marks, conflicts=budgets.conflicts))
    return case.verdict()


def count_answers(clues: Clues, limit: int, seconds: float | None = None, *, name: str = "") -> Verdict:
    """How many answers the clues have: exactly where that can be known, else at least so many, up to `limit`.

    It ends shortly after `seconds`. Raises GriddlesError where two methods disagree.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    case = _Case(clues, name)
    if case.misfit():
        return case.verdict()
    case.search(2, probing.BUDGET)
    if not case.settled(2):
        case.clauses(sat.solve(clues, marks=case.marks, conflicts=GLANCE, seconds=_left(deadline, 3)))
    if not case.exact and limit > 2:
        case.search(min(limit, LISTED), SEARCHED)
    if not case.exact:
        # Half of the time at most; what is left goes to finding answers one by one.
        until = None if deadline is None else time.monotonic() + (_left(deadline, 2) or 0)
        case.count(case.counted(COUNTED if deadline is None else UNBOUNDED, until))
    if not case.settled(limit):
        most = 2 if case.exact else max(limit, 2)
        case.clauses(sat.solve(clues, most, marks=case.marks, seconds=_left(deadline, 1)))
    return case.verdict()


def _left(deadline: float | None, parts: int) -> float | None:
    """The seconds that one of so many parts of the time left has; None where there is no deadline."""
    return None if deadline is None else max(deadline - time.monotonic(), 0) / parts


def decide_batch(
    grids: NDArray[np.uint8], budgets: Budgets | None = None, names: Sequence[str] | None = None
) -> tuple[NDArray[np.int8], Cells]:
    """For grids (B, H, W), 1 filled: whether each is its clues' one answer (1), or not (2), or undecided (0).

    Returns that, and for each grid that isn't another answer of its clues (B, H, W). What the search doesn't
    decide goes through `decide`. Raises GriddlesError where methods disagree, also with a grid that is no
    answer of its own clues.
    """
    budgets = budgets or Budgets()
    grids = np.ascontiguousarray(grids, np.uint8)
    answers, others = np.zeros(len(grids), np.int8), np.zeros_like(grids)
    if max(grids.shape[1:]) <= SHORT:
        answers, others = probing.decide_grids(grids, budgets.search)
    for place in np.flatnonzero(answers <= 0).tolist():
        name = names[place] if names else f"grid {place} of the batch"
        grid, clues = grids[place], Clues(*puzzle.clues_of(grids[place].tolist()))
        if answers[place] == probing.WRONG:
            raise _disagreement(clues, name, "the search's answers aren't those of its clues")
        verdict = decide(clues, budgets, name=name)
        found = [answer for answer in (verdict.answer, verdict.other) if answer is not None]
        if verdict.exact and len(found) == verdict.answers and not any((one == grid).all() for one in found):
            raise _disagreement(clues, name, f"{verdict.how} doesn't find the grid itself")
        answers[place] = min(verdict.answers, 2) if verdict.decided else 0
        for answer in found:
            if (answer != grid).any():
                others[place] = answer
    return answers, others


@dataclass
class _Case:
    """What is known of one grid's answers so far."""

    clues: Clues
    name: str
    least: int = 0
    most: int | None = None
    grids: list[Cells] = field(default_factory=list)
    how: str = ""
    marks: NDArray[np.int8] | None = None

    @property
    def exact(self) -> bool:
        return self.least == self.most

    def settled(self, limit: int) -> bool:
        """Whether nothing is left to find: the number, and two answers if there are two."""
        known = self.exact or self.least >= limit
        return known and len(self.grids) >= min(self.least, 2)

    def misfit(self) -> bool:
        """Whether a line can't hold its clue, or rows and columns don't add up: then there is no answer."""
        rows, columns = self.clues.rows, self.clues.columns
        if any(run < 1 for clue in rows + columns for run in clue) or not rows or not columns:
            self.clues.check()
        too_long = any(sum(clue) + len(clue) - 1 > cells for _, _, clue, cells in self.clues.lines())
        if too_long or sum(map(sum, rows)) != sum(map(sum, columns)):
            self.learn(LINES, 0, 0)
        return self.exact

    def search(self, limit: int, budget: int) -> None:
        """Line logic, and on lines that are short enough the search."""
        if max(self.clues.height, self.clues.width) > SHORT:
            self.line_logic()
            return
        searched = probing.search(self.clues, limit, budget)
        self.marks = searched.marks
        number = len(searched.grids)
        how = LINES if searched.finished else SEARCH
        self.learn(how, number, number if searched.complete else None, searched.grids)

    def line_logic(self) -> None:
        if self.marks is not None:
            return
        board = ladder.Board(self.clues.height, self.clues.width)
        state, _ = ladder.line_solve(*self.clues.arrays(), *board.arrays())
        self.marks = board.marks
        if state == ladder.DONE:
            self.learn(LINES, 1, 1, [(board.marks == FILLED).astype(np.uint8)])
        elif state == ladder.BROKEN:
            self.learn(LINES, 0, 0)

    def counted(self, budget: int, deadline: float | None) -> Count:
        """A count with the help of line logic, and part by part where an answer is known."""
        if self.marks is None or not self.grids:
            return count(self.clues, budget, marks=self.marks, deadline=deadline)
        return count_parts(self.clues, self.marks, self.grids[0], budget, deadline)

    def count(self, counted: Count) -> None:
        if counted.answers is not None:
            self.learn(COUNT, counted.answers, counted.answers)

    def clauses(self, found: sat.Found) -> None:
        number = len(found.grids)
        self.learn(CLAUSES, number, number if found.complete else None, found.grids)

    def learn(self, how: str, least: int, most: int | None, grids: Sequence[Cells] = ()) -> None:
        """Take over what a method says: at least and at most so many answers, and some of them."""
        for grid in grids:
            if puzzle.clues_of(grid.tolist()) != (self.clues.rows, self.clues.columns):
                raise _disagreement(self.clues, self.name, f"{how} gives an answer that has other clues")
        if (most is not None and most < self.least) or (self.most is not None and least > self.most):
            held = f"{self.how} {_bounds(self.least, self.most)}"
            raise _disagreement(self.clues, self.name, f"{held}, {how} {_bounds(least, most)}")
        new = not self.exact and (most is not None or least > self.least)
        self.least = max(self.least, least)
        if most is not None:
            self.most = most
        if new:
            self.how = how
        if len(grids) > len(self.grids):
            self.grids = list(grids[:2])

    def verdict(self) -> Verdict:
        answer = self.grids[0] if self.grids else None
        other = self.grids[1] if len(self.grids) > 1 else None
        differs: tuple[tuple[int, int], ...] = ()
        if answer is not None and other is not None:
            differs = tuple((int(row), int(column)) for row, column in np.argwhere(answer != other))
        return Verdict(self.least, self.exact, answer, other, differs, self.how)


def _bounds(least: int, most: int | None) -> str:
    return f"finds {'exactly' if least == most else 'at least'} {least}"


def _disagreement(clues: Clues, name: str, what: str) -> GriddlesError:
    grid = name or "the grid of rows " + "/".join(" ".join(map(str, clue)) or "0" for clue in clues.rows)
    return GriddlesError(
        f"The methods that count answers disagree about {grid} ({clues.width} × {clues.height}): {what}. "
        "One of them is wrong: report the grid, and don't publish it."
    )
