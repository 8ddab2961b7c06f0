"""Background: which triangles are the picture, which holes are filled, and what colour each one has."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lowpoly.board import to_board
from lowpoly.delaunay import CORNERS
from lowpoly.features import ALPHA, ALPHA_WEIGHT, BLUE, COLOUR_WEIGHT, COUNT, OPAQUE, RED, mesh_sums
from lowpoly.puzzle import Tier

Triangle = tuple[int, int, int]
Colour = tuple[int, int, int]


def keep(triangles: NDArray[np.int64], sums: NDArray[np.int64], opacity: Fraction) -> NDArray[np.bool_]:
    """Which triangles are at least `opacity` opaque and touch no corner of the frame: bool (T,).

    `triangles` int64 (T, 3), `sums` int64 (T, 5) as `features.mesh_sums` gives them.
    """
    enough = opacity.denominator * sums[:, ALPHA] >= opacity.numerator * OPAQUE * sums[:, COUNT]
    return enough & (sums[:, COUNT] > 0) & (triangles >= CORNERS).all(axis=1)


def sides(triangle: NDArray[np.int64]) -> list[tuple[int, int]]:
    """A triangle's three sides, each with its lower number first."""
    a, b, c = (int(v) for v in triangle)
    return [(min(p, q), max(p, q)) for p, q in ((a, b), (b, c), (c, a))]


def holes(triangles: NDArray[np.int64], kept: NDArray[np.bool_]) -> dict[int, list[int]]:
    """The dropped triangles whose three sides are all sides of kept ones, each with those three neighbours.

    Drawn, such a triangle would look like one that never fills. Each has three kept neighbours, so filling
    one makes no other. Source: `low-poly` spec, "Background, holes, colors" (LP-51).
    """
    owners: dict[tuple[int, int], int] = {}
    for t in np.flatnonzero(kept):
        for side in sides(triangles[t]):
            # A side with a kept triangle on both of its sides is no side of a dropped one.
            owners[side] = int(t)
    found = {}
    for t in np.flatnonzero(~kept):
        around = [owners[side] for side in sides(triangles[t]) if side in owners]
        if len(around) == 3:
            found[int(t)] = around
    return found


def used_dots(
    points: NDArray[np.int64], triangles: NDArray[np.int64], prefix: NDArray[np.int32], opacity: Fraction
) -> int:
    """How many points are corners of triangles that are kept."""
    kept = keep(triangles, mesh_sums(prefix, points, triangles), opacity)
    return len(np.unique(triangles[kept]))


def mean_colour(sums: NDArray[np.int64]) -> Colour:
    """The mean colour of a triangle's pixels, each weighing by its alpha, halves up."""
    alpha = int(sums[ALPHA]) // ALPHA_WEIGHT
    values = [int(sums[c]) // COLOUR_WEIGHT for c in range(RED, BLUE + 1)]
    red, green, blue = (min(255, (2 * 255 * v + alpha) // (2 * alpha)) for v in values)
    return red, green, blue


def paint(
    points: NDArray[np.int64],
    triangles: NDArray[np.int64],
    prefix: NDArray[np.int32],
    *,
    gap: int,
    nearest: int,
    opacity: Fraction,
) -> Tier:
    """The picture that a mesh of the whole frame shows, in board units, dots and triangles in a fixed order.

    `points` int64 (P, 2) in pixels, the frame's corners first; `triangles` int64 (T, 3); `prefix` is the
    lit picture's table.
    Dots are sorted by y, then x; a triangle's corners ascend, and triangles are sorted.
    """
    sums = mesh_sums(prefix, points, triangles)
    kept = keep(triangles, sums, opacity)
    colours: dict[int, Colour] = {int(t): mean_colour(sums[t]) for t in np.flatnonzero(kept)}
    for t, around in holes(triangles, kept).items():
        near = [colours[n] for n in around]
        red, green, blue = ((2 * sum(c[i] for c in near) + len(near)) // (2 * len(near)) for i in range(3))
        colours[t] = (red, green, blue)
    used = sorted({int(v) for t in colours for v in triangles[t]}, key=lambda v: (points[v, 1], points[v, 0]))
    number = {v: i for i, v in enumerate(used)}
    faces: list[tuple[Triangle, Colour]] = []
    for t, colour in colours.items():
        a, b, c = sorted(number[int(v)] for v in triangles[t])
        faces.append(((a, b, c), colour))
    faces.sort()
    side = to_board(prefix.shape[0], gap, nearest)
    return Tier(
        w=side,
        h=side,
        dots=tuple(
            (to_board(int(points[v, 0]), gap, nearest), to_board(int(points[v, 1]), gap, nearest))
            for v in used
        ),
        tris=tuple(face for face, _ in faces),
        colors=tuple(f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in faces),
    )
