"""Greedy insertion (Garland and Heckbert 1995) of the dots that most reduce a picture's error.

A candidate's gain is the error of the triangles that its dot would replace less that of the ones it would
make. Gains are kept between rounds: only a candidate inside the circumcircle of a triangle just removed or
just made is weighed again, for only its cavity has changed. All of it is whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lowpoly.board import limits, to_board, too_near
from lowpoly.delaunay import choose_cavity, holds, new_cavity, new_mesh
from lowpoly.fairness import refuses
from lowpoly.gains import SLOTS, UNFAIR, new_weights, put, weigh
from lowpoly.light import OPAQUE_OVER
from lowpoly.settings import Rules
from picturekit.jit import jit

STALE = np.iinfo(np.int64).min
"""The gain of a candidate that has to be weighed."""


X, Y, NUMBER, HOME, GAIN, BARRED = range(6)
"""The columns of the pool of candidates: pixel, first number, the triangle that holds it, gain, whether
refused."""


@dataclass(frozen=True)
class Greedy:
    """A mesh as insertion leaves it, background and all."""

    points: NDArray[np.int64]
    """(P, 2): x and y in pixels; the frame's corners, then the dots in the order in which they came."""
    triangles: NDArray[np.int64]
    """(T, 3): numbers of points."""


def candidates(rgba: NDArray[np.uint8], *, lattice: int, flat: int, contrast: int) -> NDArray[np.int64]:
    """Where a dot may be put: int64 (C, 2), x and y in pixels, sorted by y, then x.

    On a lattice begun one step in from the frame: every point on the subject that differs by more than
    `contrast` from a pixel one step away (an outline, a shadow, an eye), and those on the coarser lattice of
    flat areas. `rgba`, uint8 (S, S, 4), is the unlit picture, for light makes every pixel differ. Source:
    `low-poly` spec, "Greedy insertion" (LP-45).
    """
    size, step = rgba.shape[0], lattice
    alpha = rgba[:, :, 3].astype(np.int16)
    value = np.where(alpha[:, :, None] > 0, rgba, 0).astype(np.int16)
    differs = np.zeros((size, size), np.bool_)
    down = np.abs(value[step:] - value[:-step]).max(axis=2) > contrast
    differs[step:] |= down
    differs[:-step] |= down
    right = np.abs(value[:, step:] - value[:, :-step]).max(axis=2) > contrast
    differs[:, step:] |= right
    differs[:, :-step] |= right
    y, x = np.mgrid[0:size, 0:size]
    on_lattice = (x % step == 0) & (y % step == 0) & (x >= step) & (y >= step)
    on_flat = (x % flat == 0) & (y % flat == 0)
    rows, columns = np.nonzero(on_lattice & (alpha > OPAQUE_OVER) & (differs | on_flat))
    return np.column_stack([columns, rows]).astype(np.int64)


@jit
def best_candidate(mesh, cavity, weights, limits, memory, pool, live):
    """The candidate of the highest gain, the first of equals, or -1 if all are barred; weighs stale ones."""
    best = -1
    most = STALE
    for c in range(live):
        if pool[c, BARRED]:
            continue
        gain = pool[c, GAIN]
        if gain == STALE:
            gain = weigh(
                mesh, cavity, weights, limits, memory, pool[c, NUMBER], pool[c, HOME], pool[c, X], pool[c, Y]
            )
            pool[c, GAIN] = gain
        if gain > most:
            best = c
            most = gain
    return best


@jit
def lies_in_any(circles, count, x, y):
    """Whether (x, y) lies strictly inside any of the first `count` circles."""
    square = x * x + y * y
    for i in range(count):
        if circles[i, 0] * square + circles[i, 1] * x + circles[i, 2] * y + circles[i, 3] > 0:
            return True
    return False


@jit
def refresh(mesh, cavity, limits, pool, live, dot, fan, circles, inside):
    """After a dot went in: drop the candidates too near it, find the others' homes, note which are stale.

    `circles` holds those of the removed triangles first, then has room for the new ones. Returns how many
    candidates are left; they keep their order.
    """
    for i in range(inside + 2):
        for k in range(4):
            circles[inside + i, k] = mesh.circles[fan[i], k]
    dot_x = to_board(mesh.points[dot, 0], limits.gap, limits.nearest)
    dot_y = to_board(mesh.points[dot, 1], limits.gap, limits.nearest)
    rest = 0
    for c in range(live):
        x = pool[c, X]
        y = pool[c, Y]
        board_x = to_board(x, limits.gap, limits.nearest)
        board_y = to_board(y, limits.gap, limits.nearest)
        if too_near(dot_x, dot_y, board_x, board_y, limits.nearest):
            continue
        home = pool[c, HOME]
        changed = cavity.marks[home] == cavity.marks[-1]
        if changed:
            i = 0
            while not holds(mesh, fan[i], x, y):
                i += 1
            home = fan[i]
        else:
            changed = lies_in_any(circles, 2 * inside + 2, x, y)
        pool[rest, X] = x
        pool[rest, Y] = y
        pool[rest, NUMBER] = pool[c, NUMBER]
        pool[rest, HOME] = home
        pool[rest, GAIN] = STALE if changed or not limits.cached else pool[c, GAIN]
        pool[rest, BARRED] = pool[c, BARRED] and not (changed and limits.retry)
        rest += 1
    return rest


@jit
def grow(mesh, cavity, weights, limits, pool):
    """Insert dots until the kept part has its number, no candidate is left, or the rounds are over.

    `pool` int64 (C, 6) holds the candidates, to be weighed; it is used up.
    """
    live = pool.shape[0]
    memory = np.zeros((live, SLOTS, 6), np.int32)
    fan = np.empty(mesh.triangles.shape[0], np.int64)
    circles = np.empty((2 * mesh.triangles.shape[0], 4), np.int64)
    dots = 0
    for _round in range(limits.rounds):
        if dots >= limits.dots:
            break
        for _attempt in range(limits.attempts):
            best = best_candidate(mesh, cavity, weights, limits, memory, pool, live)
            if best < 0:
                return
            x = pool[best, X]
            y = pool[best, Y]
            gain = weigh(mesh, cavity, weights, limits, memory, pool[best, NUMBER], pool[best, HOME], x, y)
            inside = choose_cavity(cavity)
            board_x = to_board(x, limits.gap, limits.nearest)
            board_y = to_board(y, limits.gap, limits.nearest)
            if gain < UNFAIR // 2 or refuses(mesh, cavity, weights, limits, inside, dots, board_x, board_y):
                pool[best, BARRED] = 1
                continue
            for i in range(inside):
                for k in range(4):
                    circles[i, k] = mesh.circles[cavity.triangles[i], k]
            dots += put(mesh, cavity, weights, limits, inside, x, y, fan)
            live = refresh(mesh, cavity, limits, pool, live, mesh.used[0] - 1, fan, circles, inside)
            break


def insert(
    prefix: NDArray[np.int32], places: NDArray[np.int64], rules: Rules, *, cached: bool = True
) -> Greedy:
    """The greedy mesh of a picture at one size.

    `prefix` is the table of the lit picture (`features.prefix_table`), int32 (S, S + 4, 4), and `places`
    int64 (C, 2) are its candidates. Without `cached`, every candidate is weighed anew in every round: the
    same mesh, slowly, for checking. Source: Garland and Heckbert, "Fast polygonal approximation of terrains
    and height fields" (1995), with colours for heights; `low-poly` spec, "Greedy insertion" (LP-43 to
    LP-49).
    """
    limit = limits(rules, cached=cached)
    mesh = new_mesh(prefix.shape[0], rules.rounds)
    weights = new_weights(mesh, prefix, limit)
    pool = np.zeros((places.shape[0], 6), np.int64)
    pool[:, :2] = places
    pool[:, NUMBER] = np.arange(places.shape[0])
    # The frame's diagonal splits it into triangle 0 above and triangle 1 below.
    pool[:, HOME] = places[:, 1] > places[:, 0]
    pool[:, GAIN] = STALE
    grow(mesh, new_cavity(mesh), weights, limit, pool)
    points, triangles = mesh.used
    return Greedy(mesh.points[:points].copy(), mesh.triangles[:triangles].copy())
