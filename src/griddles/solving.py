"""Anyone's puzzle: its answer, how hard it is by hand, how many answers it has, and where two differ."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from griddles import cascade, ladder, non
from griddles.clues import Clues
from griddles.errors import GriddlesError, UnfitError
from griddles.explain import explain
from griddles.grids import to_rows
from griddles.lines import FILLED
from griddles.puzzle import clues_of
from picturekit import canonical

LIMIT = 1000
"""How many answers are looked for, one by one, where they can't be counted."""
SECONDS = 60
"""How long a puzzle is searched."""

_NAMED = 20
_TINY = Clues(((1,), (1,)), ((1,), (1,)))
"""A puzzle with two answers, on which a method is compiled, or loaded, before the clock starts."""


@dataclass(frozen=True)
class Solution:
    """What is known of a puzzle.

    `answers` is how many it has, exactly or, unless `exact`, at least. `tier`, 1 to 4, and `measure` are None
    where the ladder doesn't finish it. `answer` and `other` are two answers, a text of `#` and `.` a row, and
    `differs` the (row, column) of the cells in which they differ.
    """

    answers: int
    exact: bool
    tier: int | None = None
    measure: str | None = None
    answer: tuple[str, ...] | None = None
    other: tuple[str, ...] | None = None
    differs: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The solution as `--json` prints it."""
        return {
            "answers": self.answers,
            "exact": self.exact,
            "tier": self.tier,
            "measure": self.measure,
            "answer": self.answer and list(self.answer),
            "other": self.other and list(self.other),
            "differs": list(map(list, self.differs)),
        }


def run(path: Path, *, as_json: bool, explained: bool, limit: int = LIMIT, seconds: float = SECONDS) -> None:
    """Solve a `.non` file's puzzle and print what is known of it.

    Raises GriddlesError for a file that holds no puzzle, and for options that ask for nothing. Of clues that
    no grid can fit it is known that they have no answer, so JSON is printed before UnfitError is raised.
    """
    if limit < 1:
        raise GriddlesError(f"--limit {limit}: look for 1 answer at least.")
    if not seconds > 0:
        raise GriddlesError(f"--seconds {seconds}: give the search some time.")
    if as_json and explained:
        raise GriddlesError("--json prints one object and --explain sentences: ask for one of the two.")
    try:
        clues = non.read(path).clues
    except UnfitError:
        if as_json:
            _print(Solution(0, True))
        raise
    solution = solve(clues, limit, seconds)
    if as_json:
        _print(solution)
    else:
        print(text_of(solution))
    if explained:
        print("\n" + "\n".join(sentences_of(clues, solution)))


def _print(solution: Solution) -> None:
    print(canonical.dumps(solution.to_json()).decode(), end="")


def solve(clues: Clues, limit: int = LIMIT, seconds: float = SECONDS) -> Solution:
    """What can be known of a puzzle in that time; compiling what searches doesn't count.

    Line logic that finishes a puzzle proves its answer the only one. Where it doesn't, the cascade counts;
    and a puzzle with one answer may still get a tier by trials. Raises GriddlesError for what can't be clues,
    as `Clues.check` does, and where methods disagree.
    """
    ladder.climb(_TINY)
    began = time.monotonic()
    climb = ladder.climb(clues, trials=False)
    if climb.contradiction:
        return Solution(0, True)
    if climb.finished:
        return Solution(1, True, climb.tier, climb.measure, _answer(climb, clues))
    seconds -= time.monotonic() - began
    cascade.decide(_TINY, every=True)
    deadline = time.monotonic() + max(seconds, 0)
    found = cascade.count_answers(clues, limit, max(seconds, 0))
    tier = measure = None
    if found.exact and found.answers == 1:
        climbed = _climb_until(clues, deadline)
        if climbed is not None and climbed.finished:
            tier, measure = climbed.tier, climbed.measure
    shown = (found.answer, found.other)
    answer, other = (None if grid is None else tuple(to_rows(grid == 1)) for grid in shown)
    return Solution(found.answers, found.exact, tier, measure, answer, other, found.differs)


def text_of(solution: Solution) -> str:
    """The solution for a person to read; rows and columns are told from 1."""
    blocks = ["\n".join(solution.answer)] if solution.answer else []
    blocks.append("\n".join([_count_of(solution), *_tier_of(solution)]))
    if solution.other:
        told = [f"row {r + 1}, column {c + 1}" for r, c in solution.differs[:_NAMED]]
        rest = len(solution.differs) - len(told)
        cells = "; ".join(told) + (f"; and {rest} more" if rest else "")
        blocks += ["Another answer:", "\n".join(solution.other), f"They differ in {cells}."]
    return "\n\n".join(blocks)


def sentences_of(clues: Clues, solution: Solution) -> list[str]:
    """The ladder's steps as numbered sentences, with a last one where it doesn't finish."""
    steps = ladder.steps(clues, trials=solution.tier == ladder.TRIAL)
    told = [f"{number}. {explain(step, clues)}" for number, step in enumerate(steps, 1)]
    if solution.answers == 0 and solution.exact:
        return [*told, "Here the clues contradict each other."]
    return told if solution.tier else [*told, "No line has anything more to give."]


def _count_of(solution: Solution) -> str:
    if solution.exact and solution.answers == 0:
        return "No answer: no grid fits these clues."
    if solution.answers == 0:
        return "No answer found, and none ruled out, before the search stopped: give it more --seconds."
    number = f"{solution.answers} answer{'s' * (solution.answers != 1)}"
    return f"{number}." if solution.exact else f"At least {number}: the search stopped there."


def _tier_of(solution: Solution) -> Sequence[str]:
    names = {tier: name for name, tier in ladder.TECHNIQUES.items()}
    if solution.tier is not None:
        return [f"Tier {solution.tier} ({names[solution.tier]}), measure {solution.measure}."]
    return ["No tier: lines and trials didn't finish it."] if solution.answers else []


def _answer(climb: ladder.Climb, clues: Clues) -> tuple[str, ...]:
    rows = tuple(to_rows(climb.marks == FILLED))
    if clues_of(rows) != (clues.rows, clues.columns):
        raise GriddlesError(
            "Line logic comes to a grid with other clues: report this puzzle, it shows a fault."
        )
    return rows


def _climb_until(clues: Clues, deadline: float) -> ladder.Climb | None:
    """The whole climb, trials and all, or None where the time is over first.

    It is done in a process of its own, since compiled code doesn't look at the clock.
    """
    with multiprocessing.Pool(1) as pool:
        climbing = pool.apply_async(ladder.climb, (clues,))
        try:
            return climbing.get(max(deadline - time.monotonic(), 0))
        except multiprocessing.TimeoutError:
            return None
