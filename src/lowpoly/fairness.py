"""Fairness while inserting: which dots are refused, so that nothing the audit forbids is ever made.

A dot is judged by its fan, the triangles it would make over the sides of the rim chosen for it (see `gains`).
"""

from __future__ import annotations

from lowpoly.board import line_too_near, sliver
from lowpoly.delaunay import CORNERS
from lowpoly.gains import count_uses, fan_kept, fan_likely
from picturekit.jit import jit


@jit
def is_sliver(weights, limits, a, b, x, y):
    """Whether points a and b make a sliver with board point (x, y)."""
    board = weights.board
    return sliver(x, y, board[a, 0], board[a, 1], board[b, 0], board[b, 1], limits.tan_num, limits.tan_den)


@jit
def near_line(weights, limits, a, b, x, y):
    """Whether the line between points a and b is too near board point (x, y)."""
    board = weights.board
    return line_too_near(board[a, 0], board[a, 1], board[b, 0], board[b, 1], x, y, limits.clear)


@jit
def leaves_sliver(cavity, weights, limits, rim, x, y):
    """Whether a likely triangle of the fan is a sliver."""
    for i in range(rim):
        a = cavity.spokes[cavity.sides[cavity.rim[i], 2]]
        b = cavity.spokes[cavity.sides[cavity.rim[i], 3]]
        if fan_likely(cavity, weights, limits, i) and is_sliver(weights, limits, a, b, x, y):
            return True
    return False


@jit
def crowds_spoke(mesh, weights, limits, first, a, x, y):
    """Whether a point from number `first` on is too near the line from board point (x, y) to point a."""
    board = weights.board
    for q in range(first, mesh.used[0]):
        if q != a and line_too_near(x, y, board[a, 0], board[a, 1], board[q, 0], board[q, 1], limits.clear):
            return True
    return False


@jit
def crowds_side(mesh, weights, limits, a, b):
    """Whether a dot that is already there is too near the line between points a and b."""
    for q in range(CORNERS, mesh.used[0]):
        if q != a and q != b and near_line(weights, limits, a, b, weights.board[q, 0], weights.board[q, 1]):
            return True
    return False


@jit
def crowds_line(mesh, cavity, weights, limits, rim, x, y):
    """Whether a dot at board point (x, y) would leave a line too near a dot that it doesn't end at.

    The lines that count are the sides of likely triangles, and the dots are those put in; the spec's chain
    (`retry` off) counts every line of the whole frame, and the frame's corners.
    """
    every = not limits.retry
    before = fan_likely(cavity, weights, limits, rim - 1)
    for i in range(rim):
        a = cavity.spokes[cavity.sides[cavity.rim[i], 2]]
        b = cavity.spokes[cavity.sides[cavity.rim[i], 3]]
        likely = fan_likely(cavity, weights, limits, i)
        if (every or likely or before) and crowds_spoke(
            mesh, weights, limits, 0 if every else CORNERS, a, x, y
        ):
            return True
        if (every or likely) and near_line(weights, limits, a, b, x, y):
            return True
        # A side between unlikely triangles was never asked; it is when the fan makes one of them likely.
        if likely and not every and crowds_side(mesh, weights, limits, a, b):
            return True
        before = likely
    mark = cavity.marks[-1]
    for t in range(mesh.used[1]):
        if cavity.marks[t] != mark and (every or weights.likely[t]):
            for k in range(3):
                after = k + 1 if k < 2 else 0
                if near_line(weights, limits, mesh.triangles[t, k], mesh.triangles[t, after], x, y):
                    return True
    return False


@jit
def kept_over(mesh, cavity, weights, limits, rim, t, k):
    """Whether the triangle that would lie over side k of a triangle outside the cavity is kept."""
    over = mesh.across[t, k]
    if over < 0:
        return False
    if cavity.marks[over] != cavity.marks[-1]:
        return weights.kept[over]
    for i in range(rim):
        at = cavity.rim[i]
        if cavity.sides[at, 0] == over and mesh.across[over, cavity.sides[at, 1]] == t:
            return fan_kept(cavity, weights, limits, i)
    return False


@jit
def leaves_sharp_hole(mesh, cavity, weights, limits, rim, x, y):
    """Whether a dropped triangle amid three kept ones, which will be filled, would be a sliver."""
    for i in range(rim):
        at = cavity.rim[i]
        over = mesh.across[cavity.sides[at, 0], cavity.sides[at, 1]]
        if over < 0:
            continue
        if not fan_kept(cavity, weights, limits, i):
            before = fan_kept(cavity, weights, limits, i - 1 if i > 0 else rim - 1)
            after = fan_kept(cavity, weights, limits, i + 1 if i + 1 < rim else 0)
            a = cavity.spokes[cavity.sides[at, 2]]
            b = cavity.spokes[cavity.sides[at, 3]]
            if before and after and weights.kept[over] and is_sliver(weights, limits, a, b, x, y):
                return True
        elif not weights.kept[over]:
            around = True
            for j in range(3):
                around = around and kept_over(mesh, cavity, weights, limits, rim, over, j)
            a = mesh.triangles[over, 0]
            b = mesh.triangles[over, 1]
            c = mesh.triangles[over, 2]
            if around and is_sliver(weights, limits, a, b, weights.board[c, 0], weights.board[c, 1]):
                return True
    return False


@jit
def refuses(mesh, cavity, weights, limits, inside, dots, x, y):
    """Whether the dot whose cavity was chosen last, at board point (x, y), may not join a mesh with `dots`
    in use."""
    rim = inside + 2
    if leaves_sliver(cavity, weights, limits, rim, x, y):
        return True
    if crowds_line(mesh, cavity, weights, limits, rim, x, y):
        return True
    if not limits.retry:
        return False
    change = count_uses(mesh, cavity, weights, limits, inside, 1)
    count_uses(mesh, cavity, weights, limits, inside, -1)
    return dots + change > limits.dots or leaves_sharp_hole(mesh, cavity, weights, limits, rim, x, y)
