"""Likeness: how far a picture is from its icon's ink, and where it is unlike every raster of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from griddles.candidates import distance_of
from griddles.ink import Rasters


@dataclass(frozen=True)
class Likeness:
    """How like its icon a picture is."""

    distance: int
    """From the ink under the fit that is nearest: the sum over the cells of |FULL·filled − share|."""
    differs: tuple[tuple[int, int], ...]
    """The cells, (row, column), in which it isn't as the raster nearest to it: flipped afterwards."""


def compare(grid: NDArray[np.uint8], rasters: Rasters) -> Likeness:
    """How like an icon a picture, uint8 (N, N), is; `rasters` are the icon's at that size."""
    distance = min(distance_of(grid, shares) for shares in rasters.shares)
    apart = (rasters.grids != grid).sum(axis=(1, 2))
    nearest = rasters.grids[int(apart.argmin())]
    return Likeness(distance, tuple((int(r), int(c)) for r, c in np.argwhere(nearest != grid)))
