"""Features: what a triangle is measured by, and exact sums of it over any triangle.

A pixel's four channels are its premultiplied colour times 5 and its alpha times 8 (the spec's weight of 1.6,
as 8/5). The prefix table holds their running sums along each row, so that the pixels to the left of an edge
are summed with one look-up a row, and a triangle is the sum over its three edges taken round it.

Corners are whole pixel corners; a pixel belongs to a triangle when its centre does. A centre that lies on an
edge counts as right of it, whichever triangle asks: neighbours share no pixel and leave none out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picturekit.jit import jit

COLOUR_WEIGHT = 5
ALPHA_WEIGHT = 8
OPAQUE = 255 * ALPHA_WEIGHT
"""The alpha channel of a fully opaque pixel."""

COUNT, RED, GREEN, BLUE, ALPHA = range(5)
"""Where a sum holds its number of pixels and its four channels."""


def channels(rgba: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The weighted, premultiplied channels of a picture: int64 (S, S, 4) from straight uint8 (S, S, 4)."""
    value = rgba.astype(np.int64)
    alpha = value[:, :, 3]
    out = np.empty(value.shape, np.int64)
    # 255 is odd, so c·a/255 never falls on a half.
    out[:, :, :3] = COLOUR_WEIGHT * ((value[:, :, :3] * alpha[:, :, None] + 127) // 255)
    out[:, :, 3] = ALPHA_WEIGHT * alpha
    return out


def prefix_table(rgba: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Running sums along each row: int32 (S, S + 4, 4), where entry `[y, k]` sums the first `k` pixels of
    row `y`.

    A row of 256 pixels sums to 522 240 at most, so 32 bits hold it. The spare columns keep rows from
    meeting in the same few lines of the processor's cache, which an upright edge would go down.
    """
    value = channels(rgba)
    size = value.shape[0]
    table = np.zeros((size, size + 4, 4), np.int32)
    table[:, 1 : size + 1] = np.cumsum(value, axis=1)
    return table


@jit
def edge_sums(prefix, ax, ay, bx, by, out):
    """Write to `out` (int64 (5,)) the count and channel sums of the pixels left of the edge a-b.

    Downward edges count positive and upward ones negative, so the sums of a closed walk are those of the
    area it goes round. `prefix` is the table of `prefix_table`; the ends are whole pixel corners.
    """
    sign = 1
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
        sign = -1
    count = 0
    red = 0
    green = 0
    blue = 0
    alpha = 0
    if ay < by:
        # Row y is cut after ceil(cut / den) pixels, with cut going down the rows by 2·(bx - ax). In units of
        # 2**-32 that is a floor of one running sum: the half added keeps it half a step of 1 / den from every
        # whole number, and 256 roundings of the slope add up to less.
        den = 2 * (by - ay)
        cut = 2 * ax * (by - ay) + (bx - ax) - (by - ay) + den - 1
        at = ((2 * cut + 1) << 31) // den
        slope = ((2 * (bx - ax)) << 32) // den
        for row in range(ay, by):
            y = np.uint64(row)
            k = np.uint64(at >> 32)
            count += at >> 32
            red += prefix[y, k, 0]
            green += prefix[y, k, 1]
            blue += prefix[y, k, 2]
            alpha += prefix[y, k, 3]
            at += slope
    out[0] = sign * count
    out[1] = sign * red
    out[2] = sign * green
    out[3] = sign * blue
    out[4] = sign * alpha


@jit
def explained(count, red, green, blue, alpha):
    """How much of a triangle's sum of squares its mean colour explains: Σ ceil(S² / n), 0 without pixels.

    A triangle's error is Q less this, with Q its sum of squares. As Q is whole, that is the same number as Σ
    over channels of (n·Q - S²) // n; and Q cancels in every gain.
    """
    if count <= 0:
        return 0
    up = count - 1
    return (
        (red * red + up) // count
        + (green * green + up) // count
        + (blue * blue + up) // count
        + (alpha * alpha + up) // count
    )


@jit
def reaches(count, alpha, num, den):
    """Whether a triangle of this count and alpha sum has pixels, and is at least `num / den` opaque."""
    return count > 0 and den * alpha >= num * OPAQUE * count


@jit
def mesh_sums(prefix, points, triangles):
    """The count and channel sums of each triangle: int64 (T, 5).

    `points` int64 (N, 2) in pixels, `triangles` int64 (T, 3) of either orientation.
    """
    out = np.zeros((triangles.shape[0], 5), np.int64)
    part = np.empty(5, np.int64)
    for t in range(triangles.shape[0]):
        for k in range(3):
            a = triangles[t, k]
            b = triangles[t, (k + 1) % 3]
            edge_sums(prefix, points[a, 0], points[a, 1], points[b, 0], points[b, 1], part)
            for c in range(5):
                out[t, c] += part[c]
        if out[t, 0] < 0:
            for c in range(5):
                out[t, c] = -out[t, c]
    return out


def mesh_error(rgba: NDArray[np.uint8], points: NDArray[np.int64], triangles: NDArray[np.int64]) -> int:
    """The error of a mesh that covers the frame: Σ over triangles and channels of (n·Q - S²) // n."""
    sums = mesh_sums(prefix_table(rgba), points, triangles)
    squares = int((channels(rgba) ** 2).sum())
    return squares - sum(int(explained(*row)) for row in sums)
