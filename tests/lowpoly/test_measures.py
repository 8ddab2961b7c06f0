"""Measures, worked out by hand."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lowpoly.measures import Measures, measure, sharpest_corner
from lowpoly.puzzle import Tier

KITE = Tier(
    w=800,
    h=800,
    dots=((300, 0), (0, 400), (600, 400), (310, 700), (700, 700)),
    tris=((0, 1, 2), (1, 2, 3), (2, 3, 4)),
    colors=("#000000",) * 3,
)
"""Three triangles in a row: a flat roof, the same turned down, and one beside it."""


def test_a_picture_by_hand() -> None:
    found = measure(KITE, 7)
    assert found == Measures(
        dots=5,
        # 0-1, 0-2, 1-2, 1-3, 2-3, 2-4, 3-4.
        lines=7,
        triangles=3,
        # Dot 2 has 0, 1, 3 and 4.
        busiest=4,
        # In the middle triangle, at dot 1: atan(300 / 310) is 44.06°.
        sharpest=440,
        # From 2 to 4: the root of 100² + 300² is 316.2.
        nearest=316,
        short=2,
    )
    assert found.to_json() == {
        "dots": 5,
        "lines": 7,
        "triangles": 3,
        "busiest": 4,
        "sharpest": 440,
        "nearest": 316,
        "short": 2,
    }


@pytest.mark.parametrize(("wanted", "short"), [(4, 0), (5, 0), (6, 1), (100, 95)])
def test_how_many_dots_are_missing(wanted: int, short: int) -> None:
    assert measure(KITE, wanted).short == short


@pytest.mark.parametrize(
    ("triangle", "tenths"),
    [
        # The arctangents of 1/4, of 24/97 and of 3/5 are 14.04°, 13.90° and 30.96°.
        (((0, 0), (400, 0), (400, 100)), 140),
        (((0, 0), (970, 0), (970, 240)), 138),
        (((0, 0), (500, 0), (0, 300)), 309),
        (((0, 0), (10, 0), (20, 0)), 0),
        # Obtuse at its second corner; atan(1/3) is 18.43°.
        (((0, 0), (100, 0), (150, 50)), 184),
    ],
)
def test_the_sharpest_corner_in_tenths_rounded_down(
    triangle: tuple[tuple[int, int], ...], tenths: int
) -> None:
    for k in range(3):
        assert sharpest_corner([*triangle[k:], *triangle[:k]]) == tenths


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), min_size=3, max_size=3, unique=True))
def test_the_sharpest_corner_is_at_most_60(triangle: list[tuple[int, int]]) -> None:
    (ax, ay), (bx, by), (cx, cy) = triangle
    assume((bx - ax) * (cy - ay) != (by - ay) * (cx - ax))
    assert 0 <= sharpest_corner(triangle) <= 600
    mirrored = [(900 - x, y) for x, y in triangle]
    assert sharpest_corner(mirrored) == sharpest_corner(triangle)
