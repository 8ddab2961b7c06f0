"""Delaunay triangulation of the frame, grown a point at a time (Bowyer 1981, Watson 1981), exact in integers.

A point's cavity is the set of triangles whose circumcircle it lies strictly inside; the cavity's rim, taken
in order, is joined to the point. Triangles turn one way: the cross product of their sides is positive.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picturekit.jit import jit

CORNERS = 4
"""The frame's corners are the first four points of every mesh."""


class Mesh(NamedTuple):
    """A growing triangulation in flat arrays; only the first `used` rows count."""

    points: NDArray[np.int64]
    """(P, 2): x, y in pixels."""
    triangles: NDArray[np.int64]
    """(T, 3): the numbers of the corners."""
    across: NDArray[np.int64]
    """(T, 3): the triangle over side k, which runs from corner k to corner k + 1; -1 at the frame."""
    circles: NDArray[np.int64]
    """(T, 4): a, b, c, d with a·(x² + y²) + b·x + c·y + d > 0 strictly inside the circumcircle."""
    used: NDArray[np.int64]
    """(2,): how many points and how many triangles there are."""


class Cavity(NamedTuple):
    """What a new point would take away: a tree of sides, refilled for every point that is looked at.

    The roots are the sides of the triangle that holds the point. A side that the cavity crosses has two
    branches, the other sides of the triangle over it. What was chosen of the tree is kept beside it.
    """

    sides: NDArray[np.int64]
    """(N, 6): triangle, its side, the spoke to the side's start and to its end, the triangle over the side or
    -1 where the cavity ends, and the first of the two branches."""
    spokes: NDArray[np.int64]
    """(N,): the points that spokes go to."""
    found: NDArray[np.int64]
    """(2,): how many sides and how many spokes there are."""
    triangles: NDArray[np.int64]
    """(T,): the chosen triangles."""
    rim: NDArray[np.int64]
    """(T,): the chosen rim's sides in turning order, each beginning where the last one ends."""
    stack: NDArray[np.int64]
    """(N,): sides still to be looked at."""
    marks: NDArray[np.int64]
    """(T + 1,): the number of the choice that took each triangle last; the last entry counts choices."""


def new_mesh(size: int, points: int) -> Mesh:
    """The frame of a `size` × `size` picture as two triangles, with room for `points` more points."""
    capacity = 2 * (points + CORNERS)
    mesh = Mesh(
        np.zeros((points + CORNERS, 2), np.int64),
        np.zeros((capacity, 3), np.int64),
        np.full((capacity, 3), -1, np.int64),
        np.zeros((capacity, 4), np.int64),
        np.array([CORNERS, 2], np.int64),
    )
    mesh.points[:CORNERS] = [(0, 0), (size, 0), (size, size), (0, size)]
    mesh.triangles[:2] = [(0, 1, 2), (0, 2, 3)]
    mesh.across[0, 2] = 1
    mesh.across[1, 0] = 0
    for t in range(2):
        set_circle(mesh, t)
    return mesh


def new_cavity(mesh: Mesh) -> Cavity:
    """Scratch space for searches in `mesh`."""
    triangles = mesh.triangles.shape[0]
    return Cavity(
        np.zeros((2 * triangles + 3, 6), np.int64),
        np.zeros(triangles + 3, np.int64),
        np.zeros(2, np.int64),
        np.zeros(triangles, np.int64),
        np.zeros(triangles + 2, np.int64),
        np.zeros(2 * triangles + 3, np.int64),
        np.zeros(triangles + 1, np.int64),
    )


@jit
def turn(ax, ay, bx, by, cx, cy):
    """Twice the signed area of a-b-c."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@jit
def set_circle(mesh, t):
    """Work out the circumcircle of triangle `t` as its four whole numbers."""
    ax, ay = mesh.points[mesh.triangles[t, 0]]
    bx, by = mesh.points[mesh.triangles[t, 1]]
    cx, cy = mesh.points[mesh.triangles[t, 2]]
    aa = ax * ax + ay * ay
    bb = bx * bx + by * by
    cc = cx * cx + cy * cy
    # The in-circle determinant with rows (x, y, x² + y², 1), developed by its last row and negated.
    mesh.circles[t, 0] = -(ax * (by - cy) - ay * (bx - cx) + (bx * cy - by * cx))
    mesh.circles[t, 1] = -(ay * (bb - cc) - aa * (by - cy) + (by * cc - bb * cy))
    mesh.circles[t, 2] = ax * (bb - cc) - aa * (bx - cx) + (bx * cc - bb * cx)
    mesh.circles[t, 3] = ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx)


@jit
def holds(mesh, t, x, y):
    """Whether triangle `t`, its sides included, holds (x, y)."""
    for k in range(3):
        a = mesh.triangles[t, k]
        b = mesh.triangles[t, (k + 1) % 3]
        if turn(mesh.points[a, 0], mesh.points[a, 1], mesh.points[b, 0], mesh.points[b, 1], x, y) < 0:
            return False
    return True


@jit
def find_cavity(mesh, cavity, home, x, y):
    """Fill the tree of `cavity` for a point at (x, y), which triangle `home` holds.

    A triangle is crossed into when the point lies strictly inside its circumcircle. Such a circle reaches no
    further than the wedge in which the point sees the side that is crossed, so in any triangulation the point
    sees the whole of the cavity, and of every part of it that is in one piece with `home`.
    """
    sides = cavity.sides
    spokes = cavity.spokes
    across = mesh.across
    circles = mesh.circles
    square = x * x + y * y
    for k in range(3):
        spokes[k] = mesh.triangles[home, k]
        sides[k, 0] = home
        sides[k, 1] = k
        sides[k, 2] = k
        sides[k, 3] = k + 1 if k < 2 else 0
    count = 3
    ends = 3
    at = 0
    while at < count:
        t = sides[at, 0]
        over = across[t, sides[at, 1]]
        if (
            over >= 0
            and circles[over, 0] * square + circles[over, 1] * x + circles[over, 2] * y + circles[over, 3] > 0
        ):
            back = 0
            while across[over, back] != t:
                back += 1
            first = back + 1 if back < 2 else 0
            second = first + 1 if first < 2 else 0
            spokes[ends] = mesh.triangles[over, second]
            sides[at, 4] = over
            sides[at, 5] = count
            sides[count, 0] = over
            sides[count, 1] = first
            sides[count, 2] = sides[at, 2]
            sides[count, 3] = ends
            sides[count + 1, 0] = over
            sides[count + 1, 1] = second
            sides[count + 1, 2] = ends
            sides[count + 1, 3] = sides[at, 3]
            count += 2
            ends += 1
        else:
            sides[at, 4] = -1
        at += 1
    cavity.found[0] = count
    cavity.found[1] = ends


@jit
def choose_cavity(cavity):
    """Take the tree as far as it is marked as crossed: its triangles and its rim. Returns how many are
    inside.

    The rim has two sides more than that.
    """
    cavity.marks[-1] += 1
    mark = cavity.marks[-1]
    cavity.triangles[0] = cavity.sides[0, 0]
    cavity.marks[cavity.sides[0, 0]] = mark
    inside = 1
    rim = 0
    for k in range(3):
        cavity.stack[k] = 2 - k
    top = 3
    while top > 0:
        top -= 1
        at = cavity.stack[top]
        over = cavity.sides[at, 4]
        if over >= 0:
            cavity.triangles[inside] = over
            cavity.marks[over] = mark
            inside += 1
            cavity.stack[top] = cavity.sides[at, 5] + 1
            cavity.stack[top + 1] = cavity.sides[at, 5]
            top += 2
        else:
            cavity.rim[rim] = at
            rim += 1
    return inside


@jit
def insert_point(mesh, cavity, inside, x, y, fan):
    """Join the point (x, y) to the chosen rim; write the new triangles' numbers to `fan`, in rim order.

    New triangle i has corners (point, rim side i). The places of the cavity's triangles are used again and
    two more are taken, so `fan` holds `inside + 2` numbers. Returns the point's number.
    """
    rim = inside + 2
    point = mesh.used[0]
    mesh.points[point, 0] = x
    mesh.points[point, 1] = y
    mesh.used[0] += 1
    outer = np.empty(rim, np.int64)
    for i in range(rim):
        at = cavity.rim[i]
        outer[i] = mesh.across[cavity.sides[at, 0], cavity.sides[at, 1]]
        fan[i] = cavity.triangles[i] if i < inside else mesh.used[1] + i - inside
    mesh.used[1] += 2
    for i in range(rim):
        t = fan[i]
        at = cavity.rim[i]
        mesh.triangles[t, 0] = point
        mesh.triangles[t, 1] = cavity.spokes[cavity.sides[at, 2]]
        mesh.triangles[t, 2] = cavity.spokes[cavity.sides[at, 3]]
        mesh.across[t, 0] = fan[i - 1 if i > 0 else rim - 1]
        mesh.across[t, 1] = outer[i]
        mesh.across[t, 2] = fan[i + 1 if i + 1 < rim else 0]
        over = outer[i]
        if over >= 0:
            k = 0
            while mesh.triangles[over, k] != mesh.triangles[t, 2]:
                k += 1
            mesh.across[over, k] = t
        set_circle(mesh, t)
    return point
