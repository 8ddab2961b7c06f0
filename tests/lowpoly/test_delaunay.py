"""Delaunay: a frame with points put in, many on one circle or in one row, by whole cavities and by parts."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lowpoly.delaunay import (
    CORNERS,
    Cavity,
    Mesh,
    choose_cavity,
    find_cavity,
    holds,
    insert_point,
    new_cavity,
    new_mesh,
    turn,
)

from . import reference
from .reference import Line, Point, Triangle


@st.composite
def clouds(draw: st.DrawFn) -> tuple[int, list[Point]]:
    """A frame's size and points inside it, each once."""
    size, step = draw(st.sampled_from([(6, 1), (9, 1), (64, 8), (256, 2), (256, 1), (256, 32)]))
    inside = st.integers(1, size // step - 1).map(lambda k: k * step)
    return size, draw(st.lists(st.tuples(inside, inside), unique=True, min_size=1, max_size=24))


CLOUDS = clouds()


def points_of(mesh: Mesh) -> list[Point]:
    return [(int(x), int(y)) for x, y in mesh.points[: mesh.used[0]]]


def triangles_of(mesh: Mesh) -> list[Triangle]:
    return [(int(a), int(b), int(c)) for a, b, c in mesh.triangles[: mesh.used[1]]]


def home_of(mesh: Mesh, point: Point) -> int:
    return next(t for t in range(int(mesh.used[1])) if holds(mesh, t, *point))


def insert(
    mesh: Mesh, cavity: Cavity, point: Point, part: Random | None = None
) -> tuple[set[int], list[int]]:
    """Put a point in, with `part` cutting the cavity's tree at random; the triangles gone and made."""
    find_cavity(mesh, cavity, home_of(mesh, point), *point)
    if part is not None:
        for at in range(int(cavity.found[0])):
            # A side that the point lies on has to be crossed, or the triangle over it would be flat.
            if turn(*ends_of(mesh, cavity, at), *point) != 0 and part.random() < 0.4:
                cavity.sides[at, 4] = -1
    inside = choose_cavity(cavity)
    gone = set(cavity.triangles[:inside].tolist())
    fan = np.empty(mesh.triangles.shape[0], np.int64)
    assert insert_point(mesh, cavity, inside, *point, fan) == mesh.used[0] - 1
    return gone, fan[: inside + 2].tolist()


def ends_of(mesh: Mesh, cavity: Cavity, at: int) -> tuple[int, int, int, int]:
    a, b = (mesh.points[cavity.spokes[cavity.sides[at, k]]].tolist() for k in (2, 3))
    return (*a, *b)


def check_triangulation(mesh: Mesh) -> None:
    """The triangles turn one way, cover the frame once, and know their neighbours."""
    points, triangles = points_of(mesh), triangles_of(mesh)
    size = points[2][0]
    assert len(triangles) == 2 * len(points) - 6
    areas = [reference.turn(*(points[v] for v in t)) for t in triangles]
    assert min(areas) > 0
    assert sum(areas) == 2 * size * size
    owner: dict[Line, int] = {}
    for t, triangle in enumerate(triangles):
        for side in reference.directed(triangle):
            assert side not in owner
            owner[side] = t
    for t, triangle in enumerate(triangles):
        for k, (a, b) in enumerate(reference.directed(triangle)):
            over = owner.get((b, a), -1)
            assert mesh.across[t, k] == over
            if over < 0:
                assert a < CORNERS
                assert b < CORNERS


def check_circles(mesh: Mesh) -> list[int]:
    """Each circle is its triangle's, for every point; returns how many points are strictly inside it."""
    points, triangles = points_of(mesh), triangles_of(mesh)
    inside = []
    for t, triangle in enumerate(triangles):
        a, b, c, d = (int(v) for v in mesh.circles[t])
        corners = [points[v] for v in triangle]
        found = [a * (x * x + y * y) + b * x + c * y + d for x, y in points]
        assert found == [exact_in_circle(corners, point) for point in points]
        inside.append(sum(value > 0 for value in found))
    return inside


def exact_in_circle(corners: Sequence[Point], p: Point) -> int:
    """The determinant with rows (x, y, x² + y², 1), in whole numbers without bound; over 0 inside."""
    rows = [(x, y, x * x + y * y, 1) for x, y in (*corners, p)]

    def determinant(matrix: Sequence[tuple[int, ...]]) -> int:
        if len(matrix) == 1:
            return matrix[0][0]
        return sum(
            (-1) ** k * matrix[0][k] * determinant([(*row[:k], *row[k + 1 :]) for row in matrix[1:]])
            for k in range(len(matrix))
        )

    return determinant(rows)


@settings(max_examples=60)
@given(CLOUDS)
def test_whole_cavities_make_a_delaunay_triangulation(cloud: tuple[int, list[Point]]) -> None:
    size, points = cloud
    mesh = new_mesh(size, len(points))
    cavity = new_cavity(mesh)
    check_triangulation(mesh)
    for point in points:
        before = triangles_of(mesh)
        circled = {
            t
            for t, triangle in enumerate(before)
            if exact_in_circle([points_of(mesh)[v] for v in triangle], point) > 0
        }
        gone, fan = insert(mesh, cavity, point)
        assert gone == circled
        after = triangles_of(mesh)
        assert set(reference.rotations(after)) == set(
            reference.rotations(
                [t for i, t in enumerate(before) if i not in gone]
                + reference.fan([before[i] for i in sorted(gone)], len(points_of(mesh)) - 1)
            )
        )
        assert sorted(fan) == [i for i, t in enumerate(after) if len(points_of(mesh)) - 1 in t]
        check_triangulation(mesh)
    assert not any(check_circles(mesh))
    assert points_of(mesh) == [(0, 0), (size, 0), (size, size), (0, size), *points]


@settings(max_examples=60)
@given(CLOUDS, st.randoms(use_true_random=False))
def test_parts_of_cavities_make_a_triangulation(cloud: tuple[int, list[Point]], random: Random) -> None:
    size, points = cloud
    mesh = new_mesh(size, len(points))
    cavity = new_cavity(mesh)
    for point in points:
        insert(mesh, cavity, point, random)
        check_triangulation(mesh)
    check_circles(mesh)


@settings(max_examples=60)
@given(CLOUDS, st.randoms(use_true_random=False))
def test_a_cavity_s_tree_and_rim(cloud: tuple[int, list[Point]], random: Random) -> None:
    """Its sides run where it says, are all seen from the point, and those it ends at go round it in turn."""
    size, (*points, last) = cloud
    mesh = new_mesh(size, len(points) + 1)
    cavity = new_cavity(mesh)
    for point in points:
        insert(mesh, cavity, point, random)
    home = home_of(mesh, last)
    find_cavity(mesh, cavity, home, *last)
    count, spokes = (int(n) for n in cavity.found)
    ends = [int(v) for v in cavity.spokes[:spokes]]
    assert len(set(ends)) == spokes
    crossed = [home]
    reached = {0, 1, 2}
    for at, (t, side, first, second, over, branch) in enumerate(cavity.sides[:count].tolist()):
        line = (ends[first], ends[second])
        assert reference.directed(triangles_of(mesh)[t])[side] == line
        assert turn(*ends_of(mesh, cavity, at), *last) >= (0 if at < 3 else 1)
        beyond = int(mesh.across[t, side])
        corners = [points_of(mesh)[v] for v in triangles_of(mesh)[beyond]]
        if beyond >= 0 and exact_in_circle(corners, last) > 0:
            assert over == beyond
            assert cavity.sides[branch : branch + 2, 0].tolist() == [over, over]
            assert cavity.sides[branch, 2] == first
            assert cavity.sides[branch + 1, 3] == second
            assert cavity.sides[branch, 3] == cavity.sides[branch + 1, 2]
            crossed.append(over)
            reached |= {branch, branch + 1}
        else:
            assert over == -1
    assert reached == set(range(count))
    inside = choose_cavity(cavity)
    assert cavity.triangles[0] == home
    assert sorted(cavity.triangles[:inside].tolist()) == sorted(crossed)
    assert len(set(crossed)) == inside
    rim = [cavity.sides[at].tolist() for at in cavity.rim[: inside + 2]]
    assert all(side[4] == -1 for side in rim)
    starts, stops = [side[2] for side in rim], [side[3] for side in rim]
    assert starts[1:] + starts[:1] == stops
    assert len(set(starts)) == inside + 2
    marked = np.flatnonzero(cavity.marks[:-1] == cavity.marks[-1]).tolist()
    assert marked == sorted(crossed)


@pytest.mark.parametrize(
    ("corners", "point", "expected"),
    [
        ((0, 1, 2), (3, 1), [True, False]),
        ((0, 1, 2), (2, 2), [True, True]),
        ((0, 1, 2), (1, 3), [False, True]),
        ((0, 1, 2), (4, 0), [True, False]),
        ((0, 1, 2), (0, 0), [True, True]),
    ],
)
def test_a_triangle_holds_its_sides(corners: Triangle, point: Point, expected: list[bool]) -> None:
    mesh = new_mesh(4, 0)
    assert triangles_of(mesh)[0] == corners
    assert [bool(holds(mesh, t, *point)) for t in range(2)] == expected


def test_on_a_circle_is_not_inside_it() -> None:
    """(4, 2) lies on the circle of the frame's left quarter, 5 around (0, 5), which it leaves alone."""
    mesh = new_mesh(10, 2)
    cavity = new_cavity(mesh)
    gone = [len(insert(mesh, cavity, point)[0]) for point in [(5, 5), (4, 2)]]
    assert gone == [2, 1]
    check_triangulation(mesh)


def test_a_full_lattice() -> None:
    """Every place of a lattice, in any order: all squares are cocircular, and all rows are straight."""
    places = [(x, y) for x in range(1, 9) for y in range(1, 9)]
    Random(3).shuffle(places)
    for part in (None, Random(4)):
        mesh = new_mesh(9, len(places))
        cavity = new_cavity(mesh)
        for place in places:
            insert(mesh, cavity, place, part)
        check_triangulation(mesh)
        if part is None:
            assert not any(check_circles(mesh))
            inner = [t for t in triangles_of(mesh) if min(t) >= CORNERS]
            assert {reference.turn(*(points_of(mesh)[v] for v in t)) for t in inner} == {1}
