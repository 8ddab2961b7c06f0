"""Ink: how much of each cell an icon fills, in every way that it is laid on the grid, and its rasters.

From the drawing's pixels on, everything is whole numbers. Source: spec `griddles`, "Rasterize" (GR-27 to
GR-30); sums over areas by the summed-area table of Crow (1984), which whole numbers keep exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from griddles.errors import GriddlesError
from picturekit import raster
from picturekit.jit import jit

FULL = 10_000
"""The share of a cell that is all ink."""

NUDGES = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1))
"""How a picture is moved to the right and down, in quarters of a cell."""

LARGEST = 8
"""A drawing is made at most this many times larger, so that its cells have their pixels."""


@dataclass(frozen=True)
class Rules:
    """How a drawing becomes rasters; the numbers come from `config.yaml`."""

    drawing: int
    """The side of the drawing in which ink is looked for, in pixels."""
    alpha: int
    """A pixel is ink when its alpha is over this."""
    cell: int
    """Pixels that a cell has at least, each way."""
    stretch: int
    """How much wider or taller the second and third fit are, in per cent of the first."""
    thresholds: tuple[int, ...]
    """A cell is filled when this share of it is ink, in per cent; a raster each."""


class Fit(NamedTuple):
    """How a drawing is laid on the grid."""

    wide: int
    """Its width in per cent of the drawing's ..."""
    tall: int
    """... and its height, before it is made as large as the grid."""
    right: int
    """How far it is moved from the middle to the right, in quarters of a cell ..."""
    down: int
    """... and down."""


@dataclass(frozen=True)
class Ink:
    """An icon's drawing, cut to the box of its ink."""

    source: str
    alpha: NDArray[np.uint8]
    """(H, W): its pixels' alpha."""


@dataclass(frozen=True)
class Rasters:
    """Every raster of an icon at a size: F fits, in each T thresholds."""

    source: str
    fits: tuple[Fit, ...]
    thresholds: tuple[int, ...]
    shares: NDArray[np.int16]
    """(F, N, N): each cell's ink, of `FULL`."""
    grids: NDArray[np.uint8]
    """(F·T, N, N): 1 where a cell is filled; raster k has fit k // T and threshold k % T."""


def find(data: bytes, source: str, largest: int, rules: Rules) -> Ink:
    """The ink of an icon's SVG, drawn large enough for grids of up to `largest` cells a side.

    Raises GriddlesError naming the icon when it has no ink, when its ink is one full box, and when it is too
    small; KitError as `raster.draw` does.
    """
    alpha = _drawn(data, source, rules.drawing)
    rows, columns = (np.flatnonzero((alpha > rules.alpha).any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        raise GriddlesError(
            f"{source} is empty: no pixel's alpha is over {rules.alpha}, so there is nothing to make of it."
        )
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    if (alpha[top:bottom, left:right] > rules.alpha).all():
        raise GriddlesError(f"{source} is all ink, a full box without a picture: take another icon.")
    side = max(bottom - top, right - left)
    grown = -(-largest * rules.cell * (100 + rules.stretch) // (100 * side))
    if grown > LARGEST:
        raise GriddlesError(
            f"{source} is too small: its ink is {side} of {rules.drawing} pixels, so that cells of "
            f"{rules.cell} pixels can't be had at {largest}×{largest}. Take another icon."
        )
    if grown > 1:
        alpha = _drawn(data, source, rules.drawing * grown)
    box = alpha[top * grown : bottom * grown, left * grown : right * grown]
    return Ink(source, np.ascontiguousarray(box))


def fits(stretch: int) -> tuple[Fit, ...]:
    """The eighteen ways to lay a drawing on a grid: plain, wider and taller, each nudged in six ways."""
    shapes = ((100, 100), (100 + stretch, 100), (100, 100 + stretch))
    return tuple(Fit(*shape, *nudge) for shape in shapes for nudge in NUDGES)


def cells(ink: Ink, size: int, rules: Rules) -> Rasters:
    """Every raster of the ink on a grid of `size` × `size` cells."""
    ways = fits(rules.stretch)
    shares = np.zeros((len(ways), size, size), np.int16)
    measure(area_table(ink.alpha), np.array(ways, np.int64), shares)
    levels = np.array(rules.thresholds, np.int64) * (FULL // 100)
    grids = (shares[:, None] >= levels[None, :, None, None]).astype(np.uint8)
    return Rasters(ink.source, ways, rules.thresholds, shares, grids.reshape(-1, size, size))


@jit
def area_table(alpha):
    """The sums of all pixels above and to the left of each corner: int64 (H + 1, W + 1)."""
    height, width = alpha.shape
    table = np.zeros((height + 1, width + 1), np.int64)
    for y in range(height):
        row = 0
        for x in range(width):
            row += alpha[y, x]
            table[y + 1, x + 1] = table[y, x + 1] + row
    return table


@jit
def measure(table, fits, shares):
    """Fill `shares` int16 (F, N, N) with each cell's ink of 10,000, rounded half up, for fits int64 (F, 4).

    The box of the table's drawing is as large as the fit's shape allows, in the middle, then nudged. With
    `long` the longer of its stretched sides, a border lies at a whole multiple of 1 / (4·N·stretch) pixels,
    and a cell is 4·long of those, each way.
    """
    height, width = table.shape[0] - 1, table.shape[1] - 1
    size = shares.shape[1]
    sums = np.zeros((size + 1, size + 1), np.int64)
    for f in range(fits.shape[0]):
        wide, tall, right, down = fits[f]
        long = max(wide * width, tall * height)
        units_x, units_y = 4 * size * wide, 4 * size * tall
        for r in range(size + 1):
            y, part_y = border(r, size, down, long, tall, height)
            for c in range(size + 1):
                x, part_x = border(c, size, right, long, wide, width)
                x_next, y_next = min(x + 1, width), min(y + 1, height)
                above = (units_x - part_x) * table[y, x] + part_x * table[y, x_next]
                below = (units_x - part_x) * table[y_next, x] + part_x * table[y_next, x_next]
                sums[r, c] = (units_y - part_y) * above + part_y * below
        whole = 255 * 16 * long * long
        for r in range(size):
            for c in range(size):
                cell = sums[r + 1, c + 1] - sums[r, c + 1] - sums[r + 1, c] + sums[r, c]
                shares[f, r, c] = (2 * 10_000 * cell + whole) // (2 * whole)


@jit
def border(place, size, nudge, long, stretch, side):
    """Where a border between cells lies on the drawing: its pixel, and how far into it in 1 / (4·N·stretch).

    Borders outside the drawing are taken to its edge, since there is no ink beyond.
    """
    units = 4 * size * stretch
    at = 2 * size * stretch * side + (4 * place - 2 * size - nudge) * long
    at = min(max(at, 0), units * side)
    return at // units, at % units


def _drawn(data: bytes, source: str, side: int) -> NDArray[np.uint8]:
    pixels = raster.draw(data, source, side)
    return pixels[:, :, 3]
