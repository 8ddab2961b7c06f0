"""An exact count of answers where some cells are known: parts that have no line in common count apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from griddles.count import Count, count

if TYPE_CHECKING:
    from griddles.clues import Clues


def count_parts(
    clues: Clues,
    marks: NDArray[np.int8],
    answer: NDArray[np.uint8],
    budget: int,
    deadline: float | None = None,
) -> Count:
    """The number of answers that keep to `marks` (H, W; 0 unknown, 1 filled, 2 empty), `answer` being one.

    Unknown cells that share a row or a column, or hang together by such cells, are a part; the parts' numbers
    are multiplied, each counted with the answer's cells in the others. The budget is for all parts together.
    """
    answers, steps = 1, 0
    settled = np.where(answer == 1, 1, 2).astype(np.int8)
    for part in parts_of(marks == 0):
        counted = count(clues, budget - steps, marks=np.where(part, marks, settled), deadline=deadline)
        steps += counted.steps
        if counted.answers is None:
            return Count(None, steps)
        answers *= counted.answers
    return Count(answers, steps)


def parts_of(unknown: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The parts of the unknown cells, each a mask (H, W), in the order of their first rows."""
    left = unknown.copy()
    parts = []
    while left.any():
        rows = np.zeros(len(left), np.bool_)
        rows[int(np.argmax(left.any(axis=1)))] = True
        while True:
            columns = left[rows].any(axis=0)
            wider = rows | left[:, columns].any(axis=1)
            if (wider == rows).all():
                break
            rows = wider
        part = left & rows[:, None]
        parts.append(part)
        left &= ~part
    return parts
