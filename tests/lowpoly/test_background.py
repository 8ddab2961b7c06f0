"""Background, holes and colours: against a plain account, and in an order that nothing can change."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lowpoly.background import holes, keep, mean_colour, paint, used_dots
from lowpoly.delaunay import CORNERS
from lowpoly.features import OPAQUE, mesh_sums, prefix_table
from lowpoly.puzzle import Tier

from . import reference
from .reference import Point, Triangle

SIZE, GAP = 32, 4
HALF = Fraction(1, 2)

RANDOMS = st.integers(0, 10**6).map(Random)

Mesh = tuple[list[Point], list[Triangle]]


def mesh_by_chance(random: Random, dots: int) -> Mesh:
    """A Delaunay triangulation of the frame with a few points in it."""
    points: list[Point] = [(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)]
    triangles: list[Triangle] = [(0, 1, 2), (0, 2, 3)]
    while len(points) < CORNERS + dots:
        place = (random.randrange(1, SIZE), random.randrange(1, SIZE))
        if place in points:
            continue
        corners = np.array([[points[v] for v in t] for t in triangles])
        circled = reference.in_circle(corners[:, 0], corners[:, 1], corners[:, 2], np.array(place)) > 0
        gone = [triangles[t] for t in np.flatnonzero(circled)]
        triangles = [t for t in triangles if t not in gone] + reference.fan(gone, len(points))
        points.append(place)
    return points, triangles


def picture_of(random: Random, mesh: Mesh, share: float) -> NDArray[np.uint8]:
    """Pixels that make a share of the triangles opaque, in any colours, and the others clear or half so."""
    rgba = np.zeros((SIZE, SIZE, 4), np.uint8)
    points, triangles = mesh
    for t in triangles:
        alpha = 255 if random.random() < share else random.choice([0, 0, 120])
        mask = reference.covers(SIZE, [points[v] for v in t])
        rgba[mask] = [*(random.randrange(256) for _ in range(3)), alpha]
    noise = np.random.default_rng(random.randrange(1000)).integers(0, 9, rgba.shape, dtype=np.uint8)
    rgba -= np.minimum(noise, rgba)
    return rgba


def painted(rgba: NDArray[np.uint8], mesh: Mesh) -> Tier:
    points, triangles = (np.array(part, np.int64) for part in mesh)
    return paint(points, triangles, prefix_table(rgba), gap=GAP, nearest=70, opacity=HALF)


# A whole picture


@settings(max_examples=40)
@given(RANDOMS, st.sampled_from([0.5, 0.75, 0.9]))
def test_a_picture_is_the_plain_account_s(random: Random, share: float) -> None:
    mesh = mesh_by_chance(random, 16)
    rgba = picture_of(random, mesh, share)
    assert painted(rgba, mesh).to_json() == reference.paint(rgba, *mesh, GAP)


def test_the_plain_account_meets_holes() -> None:
    """Else the test above would say nothing about them."""
    filled = 0
    for seed in range(20):
        random = Random(seed)
        mesh = mesh_by_chance(random, 16)
        rgba = picture_of(random, mesh, 0.9)
        points, triangles = (np.array(part, np.int64) for part in mesh)
        kept = keep(triangles, mesh_sums(prefix_table(rgba), points, triangles), HALF)
        filled += len(painted(rgba, mesh).tris) - int(kept.sum())
    assert filled > 10


@settings(max_examples=30)
@given(RANDOMS)
def test_the_order_of_points_and_triangles_changes_nothing(random: Random) -> None:
    points, triangles = mesh = mesh_by_chance(random, 12)
    rgba = picture_of(random, mesh, 0.8)
    order = list(range(CORNERS, len(points)))
    random.shuffle(order)
    order = [*range(CORNERS), *order]
    renumbered = [(order.index(a), order.index(b), order.index(c)) for a, b, c in triangles]
    turned = [(t[k], t[(k + 1) % 3], t[(k + 2) % 3]) for t in renumbered for k in [random.randrange(3)]]
    random.shuffle(turned)
    assert painted(rgba, ([points[v] for v in order], turned)) == painted(rgba, mesh)


def test_the_published_order() -> None:
    """Dots by y, then x; a triangle's corners ascend; triangles ascend, each with its own colour."""
    for seed in range(10):
        random = Random(seed)
        mesh = mesh_by_chance(random, 14)
        tier = painted(picture_of(random, mesh, 0.8), mesh)
        assert list(tier.dots) == sorted(tier.dots, key=lambda dot: (dot[1], dot[0]))
        assert len(set(tier.dots)) == len(tier.dots)
        assert all(list(triangle) == sorted(triangle) for triangle in tier.tris)
        assert list(tier.tris) == sorted(tier.tris)
        assert len(tier.colors) == len(tier.tris)
        assert {v for triangle in tier.tris for v in triangle} == set(range(len(tier.dots)))
        assert tier.w == tier.h == 560


# What is kept


@pytest.mark.parametrize(
    ("triangle", "count", "alpha", "expected"),
    [
        ((4, 5, 6), 10, 5 * OPAQUE, True),
        ((4, 5, 6), 10, 5 * OPAQUE - 1, False),
        ((4, 5, 6), 10, 10 * OPAQUE, True),
        ((4, 5, 6), 0, 0, False),
        ((3, 5, 6), 10, 10 * OPAQUE, False),
        ((5, 6, 0), 10, 10 * OPAQUE, False),
    ],
)
def test_half_opaque_and_off_the_frame_s_corners(
    triangle: Triangle, count: int, alpha: int, expected: bool
) -> None:
    sums = np.array([[count, 0, 0, 0, alpha]])
    assert keep(np.array([triangle]), sums, HALF).tolist() == [expected]


def test_dots_in_use_are_those_of_kept_triangles() -> None:
    for seed in range(10):
        random = Random(seed)
        mesh = mesh_by_chance(random, 14)
        rgba = picture_of(random, mesh, 0.4)
        points, triangles = (np.array(part, np.int64) for part in mesh)
        # A filled hole's dots are its neighbours' too.
        assert used_dots(points, triangles, prefix_table(rgba), HALF) == len(painted(rgba, mesh).dots)


# Holes

FAN: list[Triangle] = [(4, 5, 6), (5, 4, 7), (6, 5, 8), (4, 6, 9)]
"""A triangle, and one over each of its sides."""


@pytest.mark.parametrize(
    ("triangles", "kept", "expected"),
    [
        (FAN, [False, True, True, True], {0: [1, 2, 3]}),
        (FAN, [True, True, True, True], {}),
        (FAN, [False, True, True, False], {}),
        (FAN[:3], [False, True, True], {}),
        # Two dropped triangles side by side are no hole.
        ([*FAN, (5, 8, 10), (8, 6, 11)], [False, True, False, True, True, True], {}),
        # Round a kept triangle dropped ones stay dropped.
        (FAN, [True, False, False, False], {}),
    ],
)
def test_a_hole_has_kept_triangles_over_its_three_sides(
    triangles: list[Triangle], kept: list[bool], expected: dict[int, list[int]]
) -> None:
    assert holes(np.array(triangles), np.array(kept)) == expected


@settings(max_examples=60)
@given(RANDOMS, st.sampled_from([0.6, 0.8, 0.95]))
def test_holes_are_those_that_the_spec_s_loop_fills(random: Random, share: float) -> None:
    _, triangles = mesh_by_chance(random, 14)
    kept = [min(t) >= CORNERS and random.random() < share for t in triangles]
    filled = [t for t, yes in zip(triangles, kept, strict=True) if yes]
    before = len(filled)
    reference.fill_holes(
        filled, [(0, 0, 0)] * before, [t for t, yes in zip(triangles, kept, strict=True) if not yes]
    )
    found = holes(np.array(triangles), np.array(kept))
    assert {triangles[t] for t in found} == set(filled[before:])
    for t, around in found.items():
        for n, line in zip(around, reference.directed(triangles[t]), strict=True):
            assert kept[n]
            assert set(line) <= set(triangles[n])


STAR = [(10, 10), (22, 10), (16, 22), (16, 2), (27, 20), (5, 20)]


@pytest.mark.parametrize(
    ("neighbours", "expected"),
    [
        ([(30, 0, 255), (60, 0, 255), (90, 0, 255)], "#3c00ff"),
        ([(0, 0, 1), (0, 1, 1), (0, 1, 1)], "#000101"),
        ([(10, 11, 12), (10, 11, 12), (11, 12, 14)], "#0a0b0d"),
    ],
)
def test_a_hole_has_the_rounded_mean_of_its_three_neighbours(
    neighbours: list[tuple[int, int, int]], expected: str
) -> None:
    points = [(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE), *STAR]
    triangles: list[Triangle] = [(4, 5, 6), (5, 4, 7), (6, 5, 8), (4, 6, 9)]
    rgba = np.zeros((SIZE, SIZE, 4), np.uint8)
    for t, colour in zip(triangles[1:], neighbours, strict=True):
        rgba[reference.covers(SIZE, [points[v] for v in t])] = (*colour, 255)
    tier = painted(rgba, (points, triangles))
    # By y, then x, the inner three are dots 1, 2 and 5.
    assert tier.colors[tier.tris.index((1, 2, 5))] == expected
    assert len(tier.tris) == 4


# Colours


def test_a_colour_is_rounded_halves_up() -> None:
    """Two pixels, 10 and 11, 12 and 13, 0 and 1, all opaque."""
    sums = np.array([2, 5 * 21, 5 * 25, 5 * 1, 2 * OPAQUE])
    assert mean_colour(sums) == (11, 13, 1)


def test_a_pixel_counts_as_much_as_it_is_opaque() -> None:
    rgba = np.zeros((SIZE, SIZE, 4), np.uint8)
    rgba[:, :16] = (200, 100, 0, 255)
    rgba[:, 16:] = (50, 0, 255, 51)
    sums = mesh_sums(prefix_table(rgba), np.array([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)]), FRAME)
    # (200·5 + 50) / 6, 500 / 6 and 255 / 6.
    assert mean_colour(sums.sum(axis=0)) == (175, 83, 43)


FRAME = np.array([[0, 1, 2], [0, 2, 3]])


@given(RANDOMS, st.integers(1, 255))
def test_a_colour_is_the_plain_account_s(random: Random, most: int) -> None:
    rgba = np.random.default_rng(random.randrange(10**6)).integers(0, 256, (8, 8, 4), dtype=np.uint8)
    rgba[:, :, 3] = rgba[:, :, 3] % most + 1
    mask = np.full((8, 8), True)
    sums = mesh_sums(prefix_table(rgba), np.array([(0, 0), (8, 0), (8, 8), (0, 8)]), FRAME).sum(axis=0)
    assert mean_colour(sums) == reference.colour(rgba, mask)


def test_rounded_premultiplied_values_take_no_colour_past_255() -> None:
    for alpha in range(1, 256):
        sums = np.array([1, *(5 * ((c * alpha + 127) // 255) for c in (255, 254, 0)), 8 * alpha])
        red, green, blue = mean_colour(sums)
        assert (red, blue) == (255, 0)
        assert 254 - 255 // alpha <= green <= 255
