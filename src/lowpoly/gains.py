"""Gains: what a dot would be worth to a growing mesh, and the sums by which that is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lowpoly.board import Limits, line_too_near, sliver, to_board
from lowpoly.delaunay import CORNERS, Mesh, find_cavity, insert_point
from lowpoly.features import edge_sums, explained, reaches
from picturekit.jit import jit

UNFAIR = -(1 << 50)
"""The value of a triangle that may not be made; no picture's error comes near it."""

SLOTS = 16
"""How many spokes are remembered of each candidate."""


class Weights(NamedTuple):
    """What is known of each triangle and point of a growing mesh, and of the dot that is looked at."""

    prefix: NDArray[np.int32]
    """The picture's prefix table."""
    explained: NDArray[np.int64]
    """(T,): the part of each triangle's sum of squares that its mean colour explains."""
    walks: NDArray[np.int64]
    """(T, 3, 5): the signed sums along each side."""
    likely: NDArray[np.bool_]
    """(T,): whether the triangle's corners and lines matter."""
    kept: NDArray[np.bool_]
    """(T,): whether the triangle is kept by its opacity."""
    uses: NDArray[np.int64]
    """(P,): how many kept triangles each point is a corner of."""
    board: NDArray[np.int64]
    """(P, 2): the points in hundredths of a board unit."""
    spokes: NDArray[np.int64]
    """(T, 5): the signed sums along each spoke of the cavity, from the dot outward."""
    fans: NDArray[np.int64]
    """(N, 5): the sums of the triangle that the dot would make over each side of the cavity's tree ..."""
    values: NDArray[np.int64]
    """(N,): ... and the most that can be explained of what lies behind that side."""


def new_weights(mesh: Mesh, prefix: NDArray[np.int32], limits: Limits) -> Weights:
    """The weights of a mesh that is still the bare frame."""
    points, triangles = mesh.points.shape[0], mesh.triangles.shape[0]
    sides = 2 * triangles + 3
    weights = Weights(
        prefix,
        np.zeros(triangles, np.int64),
        np.zeros((triangles, 3, 5), np.int64),
        np.zeros(triangles, np.bool_),
        np.zeros(triangles, np.bool_),
        np.zeros(points, np.int64),
        np.zeros((points, 2), np.int64),
        np.zeros((triangles + 3, 5), np.int64),
        np.zeros((sides, 5), np.int64),
        np.zeros(sides, np.int64),
    )
    for corner in range(CORNERS):
        for axis in range(2):
            weights.board[corner, axis] = to_board(mesh.points[corner, axis], limits.gap, limits.nearest)
    for t in range(int(mesh.used[1])):
        for k in range(3):
            ax, ay = mesh.points[mesh.triangles[t, k]]
            bx, by = mesh.points[mesh.triangles[t, (k + 1) % 3]]
            edge_sums(prefix, ax, ay, bx, by, weights.walks[t, k])
        weights.explained[t] = explained(*weights.walks[t].sum(axis=0))
    return weights


@jit
def walk_spokes(mesh, cavity, weights, memory, c, x, y):
    """Sum along the spokes of the cavity from (x, y), candidate `c`; those it had before are remembered.

    `memory` int32 (C, SLOTS, 6) holds each spoke's sums and, one up, the number of the point that it goes to.
    """
    spokes = weights.spokes
    for i in range(cavity.found[1]):
        v = cavity.spokes[i]
        slot = v % SLOTS
        if memory[c, slot, 5] != v + 1:
            edge_sums(weights.prefix, x, y, mesh.points[v, 0], mesh.points[v, 1], spokes[i])
            for s in range(5):
                memory[c, slot, s] = spokes[i, s]
            memory[c, slot, 5] = v + 1
        else:
            for s in range(5):
                spokes[i, s] = memory[c, slot, s]


@jit
def unfair(weights, limits, at, a, b, x, y):
    """Whether a dot at board point (x, y) may not make the triangle over side `at`, a-b."""
    if a < CORNERS or b < CORNERS:
        return False
    if not reaches(weights.fans[at, 0], weights.fans[at, 4], limits.likely_num, limits.likely_den):
        return False
    ax = weights.board[a, 0]
    ay = weights.board[a, 1]
    bx = weights.board[b, 0]
    by = weights.board[b, 1]
    return line_too_near(ax, ay, bx, by, x, y, limits.clear) or sliver(
        x, y, ax, ay, bx, by, limits.tan_num, limits.tan_den
    )


@jit
def weigh(mesh, cavity, weights, limits, memory, c, home, x, y):
    """The gain of a dot at (x, y), candidate `c`, which triangle `home` holds; its tree of sides is left
    behind.

    With `limits.part` the gain is that of the best part of its cavity, and the tree is cut where that ends:
    from its leaves up, a side is crossed only when that explains at least as much as the one triangle over
    it, and unfair triangles are made only when there is no other way. Otherwise the cavity is taken whole.
    Source: the choice of a triangulation by the data, Dyn, Levin and Rippa (1990).
    """
    find_cavity(mesh, cavity, home, x, y)
    walk_spokes(mesh, cavity, weights, memory, c, x, y)
    board_x = to_board(x, limits.gap, limits.nearest)
    board_y = to_board(y, limits.gap, limits.nearest)
    sides = cavity.sides
    spokes = weights.spokes
    walks = weights.walks
    fans = weights.fans
    values = weights.values
    for at in range(cavity.found[0] - 1, -1, -1):
        over = sides[at, 4]
        if over >= 0:
            crossed = values[sides[at, 5]] + values[sides[at, 5] + 1] - weights.explained[over]
            if not limits.part:
                values[at] = crossed
                continue
        t = sides[at, 0]
        k = sides[at, 1]
        p = sides[at, 2]
        q = sides[at, 3]
        for s in range(5):
            fans[at, s] = spokes[p, s] + walks[t, k, s] - spokes[q, s]
        value = explained(fans[at, 0], fans[at, 1], fans[at, 2], fans[at, 3], fans[at, 4])
        if limits.part and unfair(weights, limits, at, cavity.spokes[p], cavity.spokes[q], board_x, board_y):
            value = UNFAIR
        if over >= 0:
            if crossed >= value:
                value = crossed
            else:
                sides[at, 4] = -1
        values[at] = value
    return values[0] + values[1] + values[2] - weights.explained[home]


@jit
def count_uses(mesh, cavity, weights, limits, inside, way):
    """Move the kept triangles' uses of points from the chosen cavity to its fan (`way` 1), or back again
    (-1).

    The dot itself is counted under the number that it would get. Returns by how much the number of points in
    use changes.
    """
    change = 0
    for part in range(2):
        fan = (part == 1) == (way == 1)
        step = way if fan else -way
        for i in range(inside + 2 if fan else inside):
            kept = fan_kept(cavity, weights, limits, i) if fan else weights.kept[cavity.triangles[i]]
            if not kept:
                continue
            for k in range(3):
                if not fan:
                    v = mesh.triangles[cavity.triangles[i], k]
                elif k == 0:
                    v = mesh.used[0]
                else:
                    v = cavity.spokes[cavity.sides[cavity.rim[i], k + 1]]
                change -= int(weights.uses[v] > 0)
                weights.uses[v] += step
                change += int(weights.uses[v] > 0)
    return change


@jit
def fan_kept(cavity, weights, limits, i):
    """Whether the triangle over side i of the rim will be kept: none at the frame's corners is."""
    at = cavity.rim[i]
    if cavity.spokes[cavity.sides[at, 2]] < CORNERS or cavity.spokes[cavity.sides[at, 3]] < CORNERS:
        return False
    return reaches(weights.fans[at, 0], weights.fans[at, 4], limits.keep_num, limits.keep_den)


@jit
def fan_likely(cavity, weights, limits, i):
    """Whether the corners and lines of the triangle over side i of the rim matter.

    The spec's chain (`retry` off) asks for opacity alone, of triangles at the frame's corners too.
    """
    at = cavity.rim[i]
    if limits.retry and (
        cavity.spokes[cavity.sides[at, 2]] < CORNERS or cavity.spokes[cavity.sides[at, 3]] < CORNERS
    ):
        return False
    return reaches(weights.fans[at, 0], weights.fans[at, 4], limits.likely_num, limits.likely_den)


@jit
def put(mesh, cavity, weights, limits, inside, x, y, fan):
    """Put in the dot whose cavity was chosen last; write the new triangles' numbers to `fan`.

    Returns by how much the number of points in use changes.
    """
    rim = inside + 2
    walks = np.empty((rim, 5), np.int64)
    for i in range(rim):
        at = cavity.rim[i]
        for s in range(5):
            walks[i, s] = weights.walks[cavity.sides[at, 0], cavity.sides[at, 1], s]
    change = count_uses(mesh, cavity, weights, limits, inside, 1)
    weights.board[mesh.used[0], 0] = to_board(x, limits.gap, limits.nearest)
    weights.board[mesh.used[0], 1] = to_board(y, limits.gap, limits.nearest)
    insert_point(mesh, cavity, inside, x, y, fan)
    for i in range(rim):
        t = fan[i]
        at = cavity.rim[i]
        for s in range(5):
            weights.walks[t, 0, s] = weights.spokes[cavity.sides[at, 2], s]
            weights.walks[t, 1, s] = walks[i, s]
            weights.walks[t, 2, s] = -weights.spokes[cavity.sides[at, 3], s]
        f = weights.fans
        weights.explained[t] = explained(f[at, 0], f[at, 1], f[at, 2], f[at, 3], f[at, 4])
        weights.likely[t] = fan_likely(cavity, weights, limits, i)
        weights.kept[t] = fan_kept(cavity, weights, limits, i)
    return change
