"""A SAT solver that is asked for a bounded time or effort, and goes on where it stopped."""

from __future__ import annotations

import time

from pysat.solvers import Cadical195

CHUNK = 2_000
"""Conflicts between two looks at the clock: about a tenth of a second."""


def next_model(
    solver: Cadical195, conflicts: int | None = None, deadline: float | None = None
) -> list[int] | None:
    """Another model of the solver's clauses, [] where there is none, None where the bounds came first.

    `conflicts` bounds all that the solver has met since it was made, `deadline` is on the monotonic clock.
    """
    while True:
        left = CHUNK if conflicts is None else min(CHUNK, conflicts - conflicts_of(solver))
        if left <= 0 or (deadline is not None and time.monotonic() >= deadline):
            return None
        # The solver keeps what it learned, so that a search cut into budgets goes on where it stopped.
        solver.conf_budget(left)
        answer: bool | None = solver.solve_limited()
        if answer is not None:
            return list(solver.get_model()) if answer else []


def conflicts_of(solver: Cadical195) -> int:
    """How many conflicts a solver has met."""
    return int(solver.accum_stats()["conflicts"])
