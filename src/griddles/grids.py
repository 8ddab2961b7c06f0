"""Grids as arrays for compiled code, and as the texts of `#` and `.` that files hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from griddles.puzzle import EMPTY, FILLED


def to_rows(grid: NDArray[Any]) -> list[str]:
    """A grid, (H, W) of true and false or of 1 and 0, as a text a row."""
    return ["".join(FILLED if cell else EMPTY for cell in row) for row in grid.tolist()]


def to_grid(rows: Iterable[str]) -> NDArray[np.uint8]:
    """A text a row as a grid, uint8 (H, W) of 1 and 0."""
    return np.array([[cell == FILLED for cell in row] for row in rows], np.uint8)
