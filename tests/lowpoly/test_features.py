"""Features: sums over triangles against the pixels whose centres they hold, in frames small and whole."""

from collections.abc import Iterable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lowpoly.features import (
    OPAQUE,
    channels,
    edge_sums,
    explained,
    mesh_error,
    mesh_sums,
    prefix_table,
    reaches,
)

from . import reference
from .reference import Point

WHOLE = 256


def noise(seed: int, size: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (size, size, 4), dtype=np.uint8)


PICTURES = {size: noise(size, size) for size in (1, 2, 3, 7, 12, WHOLE)}
TABLES = {size: prefix_table(rgba) for size, rgba in PICTURES.items()}
CHANNELS = {size: reference.channels(rgba) for size, rgba in PICTURES.items()}


def sums_under(size: int, mask: NDArray[np.bool_]) -> list[int]:
    """The count and the channels of a picture's pixels under a mask."""
    return [int(mask.sum()), *CHANNELS[size][mask].sum(axis=0).tolist()]


@st.composite
def triangles(draw: st.DrawFn, size: int) -> list[Point]:
    # Corners that share a row or a column, or lie on the frame, are what can go wrong.
    few = st.sampled_from([0, size // 2, size])
    place = st.tuples(few | st.integers(0, size), few | st.integers(0, size))
    return draw(st.lists(place, min_size=3, max_size=3))


def check_triangle(size: int, corners: list[Point]) -> None:
    found = mesh_sums(TABLES[size], np.array(corners), np.array([[0, 1, 2], [0, 2, 1], [2, 0, 1]]))
    expected = sums_under(size, reference.covers(size, corners))
    assert found.tolist() == [expected] * 3


@given(st.sampled_from([1, 2, 3, 7, 12]).flatmap(lambda size: st.tuples(st.just(size), triangles(size))))
def test_a_triangle_of_a_small_frame(case: tuple[int, list[Point]]) -> None:
    check_triangle(*case)


@settings(max_examples=40)
@given(triangles(WHOLE))
def test_a_triangle_of_the_whole_frame(corners: list[Point]) -> None:
    check_triangle(WHOLE, corners)


@pytest.mark.parametrize(
    ("corners", "pixels"),
    [
        # Both halves of a 2 × 2 square: the diagonal's two centres are right of it, so the upper half's.
        (((0, 0), (2, 0), (2, 2)), {(0, 0), (1, 0), (1, 1)}),
        (((0, 0), (2, 2), (0, 2)), {(0, 1)}),
        # The other diagonal's are the lower half's.
        (((0, 0), (2, 0), (0, 2)), {(0, 0)}),
        (((2, 0), (2, 2), (0, 2)), {(1, 0), (0, 1), (1, 1)}),
        (((0, 0), (1, 1), (2, 2)), set()),
        (((0, 0), (2, 0), (1, 0)), set()),
    ],
)
def test_a_centre_on_an_edge_is_right_of_it(corners: tuple[Point, ...], pixels: set[Point]) -> None:
    expected = np.zeros((2, 2), np.bool_)
    for x, y in pixels:
        expected[y, x] = True
    found = mesh_sums(TABLES[2], np.array(corners), np.array([[0, 1, 2]]))
    assert found.tolist() == [sums_under(2, expected)]
    assert (reference.covers(2, corners) == expected).all()


SOME_HEIGHTS = [1, 2, 3, 4, 5, 7, 16, 31, 64, 97, 128, 180, 251, 255, 256]


@pytest.mark.parametrize(
    "heights", [SOME_HEIGHTS, pytest.param(range(1, WHOLE + 1), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_every_edge_of_a_height(heights: Iterable[int]) -> None:
    """A table of noise for sums: one wrong pixel in one row of one edge would tell."""
    table = np.random.default_rng(7).integers(0, 500_000, (WHOLE, WHOLE + 1, 4), dtype=np.int32)
    whole = table.astype(np.int64)
    steps = np.arange(-WHOLE, WHOLE + 1)
    for height in heights:
        rows = np.arange(height)
        top = (WHOLE - height) // 2
        starts = np.maximum(0, -steps) + (steps * 7 + height) % (WHOLE - np.abs(steps) + 1)
        # Pixels whose centres are strictly left of the edge: ceil(x - 1/2), with x where it meets the row.
        left = -((height - 2 * starts[:, None] * height - steps[:, None] * (2 * rows + 1)) // (2 * height))
        expected = np.column_stack([left.sum(axis=1), whole[top + rows, left].sum(axis=1)])
        down, up = np.zeros_like(expected), np.zeros_like(expected)
        for i, (start, step) in enumerate(zip(starts.tolist(), steps.tolist(), strict=True)):
            edge_sums(table, start, top, start + step, top + height, down[i])
            edge_sums(table, start + step, top + height, start, top, up[i])
        assert (down == expected).all(), height
        assert (up == -expected).all(), height


def test_a_level_edge_sums_nothing() -> None:
    out = np.ones(5, np.int64)
    edge_sums(TABLES[7], 1, 3, 6, 3, out)
    assert not out.any()


def subdivide(size: int, cuts: int, random: Random) -> tuple[list[Point], list[reference.Triangle]]:
    """A triangulation that splits triangles, and sides with what is on both hands, at places of any kind."""
    points = [(0, 0), (size, 0), (size, size), (0, size)]
    mesh = [(0, 1, 2), (0, 2, 3)]
    for _ in range(cuts):
        new = (random.randrange(size + 1), random.randrange(size + 1))
        if new in points:
            continue
        number = len(points)
        gone = [
            t
            for t in mesh
            if all(reference.turn(points[a], points[b], new) >= 0 for a, b in reference.directed(t))
        ]
        points.append(new)
        mesh = [t for t in mesh if t not in gone] + [
            (number, a, b)
            for t in gone
            for a, b in reference.directed(t)
            if reference.turn(points[a], points[b], new) > 0
        ]
    return points, mesh


@pytest.mark.parametrize("size", [1, 2, 3, 7, 12, WHOLE])
def test_the_triangles_of_a_frame_share_no_pixel_and_leave_none_out(size: int) -> None:
    random = Random(size)
    for _ in range(40 if size < WHOLE else 2):
        points, mesh = subdivide(size, 8, random)
        masks = [reference.covers(size, [points[v] for v in t]) for t in mesh]
        assert (np.sum(masks, axis=0) == 1).all()
        sums = mesh_sums(TABLES[size], np.array(points), np.array(mesh))
        assert sums[:, 0].tolist() == [int(mask.sum()) for mask in masks]
        assert sums.sum(axis=0).tolist() == sums_under(size, np.full((size, size), True))


@pytest.mark.parametrize("size", [3, 12, WHOLE])
def test_a_mesh_s_error_is_that_of_its_triangles(size: int) -> None:
    random = Random(-size)
    for _ in range(30 if size < WHOLE else 2):
        points, mesh = subdivide(size, 8, random)
        expected = 0
        for t in mesh:
            for channel in CHANNELS[size][reference.covers(size, [points[v] for v in t])].T.tolist():
                n, s, q = len(channel), sum(channel), sum(v * v for v in channel)
                expected += (n * q - s * s) // n if n else 0
        assert mesh_error(PICTURES[size], np.array(points), np.array(mesh)) == expected


@given(st.lists(st.integers(0, OPAQUE), max_size=30))
def test_what_is_explained_is_the_squares_less_the_error(values: list[int]) -> None:
    n, s, q = len(values), sum(values), sum(v * v for v in values)
    assert explained(n, s, 0, 0, 0) == (q - (n * q - s * s) // n if n else 0)
    assert explained(n, 0, 0, 0, s) == explained(n, s, 0, 0, 0)
    assert explained(n, s, s, s, s) == 4 * explained(n, s, 0, 0, 0)
    assert explained(n, 0, s, 0, 0) == explained(n, 0, 0, s, 0) == explained(n, s, 0, 0, 0)


@pytest.mark.parametrize(
    ("count", "alpha", "expected"),
    [(0, 0, False), (10, 3 * OPAQUE, True), (10, 3 * OPAQUE - 1, False), (1, OPAQUE, True), (1, 0, False)],
)
def test_how_opaque_a_triangle_is(count: int, alpha: int, expected: bool) -> None:
    assert reaches(count, alpha, 30, 100) == expected


@pytest.mark.parametrize("channel", range(4))
def test_every_premultiplied_value(channel: int) -> None:
    colour, alpha = np.mgrid[0:256, 0:256].astype(np.uint8)
    rgba = np.zeros((256, 256, 4), np.uint8)
    rgba[:, :, 3] = alpha
    if channel < 3:
        rgba[:, :, channel] = colour
        expected = [[5 * ((2 * c * a + 255) // 510) for a in range(256)] for c in range(256)]
    else:
        expected = [[8 * a for a in range(256)]] * 256
    found = channels(rgba)
    assert found[:, :, channel].tolist() == expected
    assert (reference.channels(rgba) == found).all()


def test_the_prefix_table_is_running_sums() -> None:
    table = TABLES[7]
    assert table.dtype == np.int32
    weighted = CHANNELS[7].tolist()
    for y in range(7):
        for k in range(8):
            expected = [sum(weighted[y][x][c] for x in range(k)) for c in range(4)]
            assert table[y, k].tolist() == expected


def test_an_all_white_frame_overflows_nothing() -> None:
    rgba = np.full((WHOLE, WHOLE, 4), 255, np.uint8)
    pixels = WHOLE * WHOLE
    frame = np.array([(0, 0), (WHOLE, 0), (WHOLE, WHOLE), (0, WHOLE)])
    sums = mesh_sums(prefix_table(rgba), frame, np.array([[0, 1, 2], [0, 2, 3]]))
    assert sums.sum(axis=0).tolist() == [pixels, 1275 * pixels, 1275 * pixels, 1275 * pixels, 2040 * pixels]
    assert explained(pixels, 1275 * pixels, 1275 * pixels, 1275 * pixels, 2040 * pixels) == pixels * (
        3 * 1275**2 + 2040**2
    )
    assert mesh_error(rgba, frame, np.array([[0, 1, 2], [0, 2, 3]])) == 0
    # The worst that a frame can be off: half of it white, the other clear, whose mean is as far from both.
    rgba[:, WHOLE // 2 :] = 0
    half = pixels // 2
    sums = mesh_sums(prefix_table(rgba), frame, np.array([[0, 1, 2], [0, 2, 3]]))
    expected = 0
    for n, *channel_sums in sums.tolist():
        for s, v in zip(channel_sums, (1275, 1275, 1275, 2040), strict=True):
            expected += (n * (s // v * v * v) - s * s) // n
    assert mesh_error(rgba, frame, np.array([[0, 1, 2], [0, 2, 3]])) == expected
    assert sums[:, 4].sum() == 2040 * half
