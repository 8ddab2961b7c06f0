"""Light: flat art has no shading, so every subject is lit from the top left.

A flat region gets a slope that triangles can follow: its facets then differ from each other.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

OPAQUE_OVER = 8
"""Alpha (0-255) above which a pixel belongs to the subject's box."""

TOWARD_WHITE = Fraction(4, 5)
"""How much of the brightening is taken, so that whites still shade."""


def subject_box(rgba: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """The first and last column and row, `(x0, y0, x1, y1)`, holding a pixel with alpha over 8.

    `rgba` is uint8 (S, S, 4). A picture with nothing visible gives `(0, 0, 0, 0)`.
    """
    rows, columns = np.nonzero(rgba[:, :, 3] > OPAQUE_OVER)
    if rows.size == 0:
        return (0, 0, 0, 0)
    return (int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max()))


def round_half_even(numerator: NDArray[np.int64], denominator: int) -> NDArray[np.int64]:
    """`numerator / denominator` to the nearest whole number, halves to the even one; exact, int64."""
    below = numerator // denominator
    twice = 2 * (numerator - below * denominator)
    up = (twice > denominator) | ((twice == denominator) & (below % 2 == 1))
    return below + up


def lit(rgba: NDArray[np.uint8], light: Fraction) -> NDArray[np.uint8]:
    """The picture lit from its top left corner and shaded toward its bottom right one.

    `rgba` is uint8 (S, S, 4), straight alpha; so is the answer, with alpha untouched. `light` is the strength
    at the corners of the subject's box (`24/100`). Brightening goes toward white, shading toward black, both
    as exact ratios rounded half to even. Source: `low-poly` spec, "Light" (LP-42).
    """
    size = rgba.shape[0]
    x0, y0, x1, y1 = subject_box(rgba)
    width, height = max(1, x1 - x0), max(1, y1 - y0)
    x = np.arange(size, dtype=np.int64)[None, :] - x0
    y = np.arange(size, dtype=np.int64)[:, None] - y0
    # At slope = +area the light is full, at -area the shade is.
    area = width * height
    slope = (area - x * height - y * width)[:, :, None]
    value = rgba[:, :, :3].astype(np.int64)
    toward = light * TOWARD_WHITE
    whole = area * toward.denominator
    brighter = round_half_even(value * whole + (255 - value) * slope * toward.numerator, whole)
    darker = round_half_even(
        value * (area * light.denominator + slope * light.numerator), area * light.denominator
    )
    out = rgba.copy()
    out[:, :, :3] = np.clip(np.where(slope >= 0, brighter, darker), 0, 255).astype(np.uint8)
    return out
