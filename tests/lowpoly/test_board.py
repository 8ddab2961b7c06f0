"""The board's distances and angles: by exact fractions, at their very boundaries, and by arctangents."""

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from lowpoly.audit import CLEAR, GAP, SHARP_TANGENT
from lowpoly.board import corner_too_sharp, limits, line_too_near, sliver, to_board, too_near
from lowpoly.settings import Settings, Size

from . import reference
from .reference import Point

ROOT = Path(__file__).parents[2]
SETTINGS = Settings.of(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["lowpoly"])

TAN = (24_932_801, 10**8)

COORDINATES = st.integers(0, 1792)
PLACES = st.tuples(COORDINATES, COORDINATES)
CLOSE = st.tuples(st.integers(0, 150), st.integers(0, 150))


def arctangent(value: Decimal) -> Decimal:
    """The arctangent of a number from 0 to 1 in degrees, by its series, to some 40 digits."""
    with localcontext() as context:
        context.prec = 60
        # Halve the angle three times, so that the series is quick.
        for _ in range(3):
            value = value / (1 + (1 + value * value).sqrt())
        total, power, n = Decimal(0), value, 1
        while abs(power) > Decimal(10) ** -55:
            total += power / n if n % 4 == 1 else -power / n
            power *= value * value
            n += 2
        return 8 * total * 180 / PI


# Machin: π/4 = 4·arctan(1/5) - arctan(1/239), here to 50 digits.
PI = Decimal("3.14159265358979323846264338327950288419716939937511")


def sharpest(a: Point, b: Point, c: Point) -> Decimal:
    """The sharpest corner of a triangle in degrees: opposite its shortest side, so at most 60."""
    corners = []
    for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
        dot = (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1])
        area = abs(reference.turn(p, q, r))
        if dot > area:
            corners.append(arctangent(Decimal(area) / Decimal(dot)))
        elif dot > 0:
            corners.append(90 - arctangent(Decimal(dot) / Decimal(area)))
    return min(corners)


# Units


@pytest.mark.parametrize("size", SETTINGS.sizes, ids=lambda size: size.name)
def test_every_pixel_of_a_frame_in_hundredths(size: Size) -> None:
    for pixel in range(257):
        found = to_board(pixel, size.gap, 70)
        assert Fraction(-1, 2) <= Fraction(70 * pixel, size.gap) - found < Fraction(1, 2)
        assert (found, 0) == reference.on_board((pixel, 0), size.gap)


def test_the_three_boards_are_as_wide_as_published() -> None:
    assert [to_board(256, size.gap, 70) for size in SETTINGS.sizes] == [815, 1280, 1792]


@given(st.integers(0, 256), st.integers(4, 64), st.integers(60, 200))
@example(1, 4, 70)
@example(3, 20, 70)
def test_halves_go_up(pixel: int, gap: int, nearest: int) -> None:
    assert to_board(pixel, gap, nearest) == int(Fraction(nearest * pixel, gap) + Fraction(1, 2))


# Dots


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [
        (70, 0, False),
        (0, -70, False),
        (42, 56, False),
        (-56, 42, False),
        (69, 0, True),
        (41, 56, True),
        # Their squares are 4885, 4810 and 4901, 4905; 70's is 4900.
        (66, 23, True),
        (47, 51, True),
        (49, 50, False),
        (69, 11, True),
        (69, 12, False),
        (0, 0, True),
    ],
)
def test_dots_exactly_70_apart_are_far_enough(x: int, y: int, near: bool) -> None:
    assert too_near(100, 100, 100 + x, 100 + y, 70) == near
    assert too_near(100 + x, 100 + y, 100, 100, 70) == near


@given(CLOSE, CLOSE)
def test_how_near_two_dots_are(a: Point, b: Point) -> None:
    with localcontext() as context:
        context.prec = 50
        distance = Decimal(reference.square(a, b)).sqrt()
    assert too_near(*a, *b, 70) == (distance < 70)


# Lines


@pytest.mark.parametrize(
    ("a", "b", "p", "near"),
    [
        # Beside a level, an upright and a slanted line, whose distances are 40 and 45.
        ((0, 0), (100, 0), (50, 42), False),
        ((0, 0), (100, 0), (50, 41), True),
        ((0, 0), (0, 100), (-42, 1), False),
        ((0, 0), (0, 100), (-41, 1), True),
        ((0, 0), (400, 300), (200 - 24, 150 + 32), True),
        ((0, 0), (400, 300), (200 - 27, 150 + 36), False),
        # Beyond an end.
        ((0, 0), (100, 0), (142, 0), False),
        ((0, 0), (100, 0), (141, 0), True),
        ((0, 0), (100, 0), (-42, 0), False),
        ((0, 0), (100, 0), (-41, 0), True),
        ((0, 0), (10, 0), (-42, 0), False),
        ((0, 0), (10, 0), (52, 0), False),
        # Off an end's corner: inside the box that is drawn 42 around the line, and yet 42.4 away.
        ((0, 0), (100, 0), (-30, 30), False),
        ((0, 0), (100, 0), (130, -29), True),
        # On the line itself, and on a line with no length.
        ((0, 0), (100, 100), (50, 50), True),
        ((7, 7), (7, 7), (7, 48), True),
        ((7, 7), (7, 7), (7, 49), False),
    ],
)
def test_a_dot_exactly_42_from_a_line_is_far_enough(a: Point, b: Point, p: Point, near: bool) -> None:
    assert line_too_near(*a, *b, *p, 42) == near
    assert line_too_near(*b, *a, *p, 42) == near
    assert reference.near(a, b, p) == near


@given(
    st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 9), st.integers(1, 20), st.sampled_from([-1, 1])
)
def test_a_dot_beside_a_line_at_whole_distances(m: int, n: int, half: int, reach: int, hand: int) -> None:
    """A line along two sides of a Pythagorean triangle has places beside it at whole distances exactly."""
    assume(m or n)
    u, v, length = m * m - n * n, 2 * m * n, m * m + n * n
    p = (half * u - hand * reach * v, half * v + hand * reach * u)
    assert not line_too_near(0, 0, 2 * half * u, 2 * half * v, *p, reach * length)
    assert line_too_near(0, 0, 2 * half * u, 2 * half * v, *p, reach * length + 1)


@settings(max_examples=300)
@given(PLACES | CLOSE, PLACES | CLOSE, PLACES | CLOSE)
def test_how_near_a_line_is(a: Point, b: Point, p: Point) -> None:
    assert line_too_near(*a, *b, *p, 42) == reference.near(a, b, p)


@given(PLACES, PLACES, st.integers(0, 1000), st.integers(-50, 50), st.integers(-50, 50))
def test_how_near_a_line_passes(a: Point, b: Point, share: int, dx: int, dy: int) -> None:
    p = (a[0] + (b[0] - a[0]) * share // 1000 + dx, a[1] + (b[1] - a[1]) * share // 1000 + dy)
    assert line_too_near(*a, *b, *p, 42) == reference.near(a, b, p)
    assert line_too_near(*a, *b, *p, 30) == reference.near(a, b, p, 30)


# Corners


def test_the_tangent_is_the_least_of_eight_digits_that_is_14_degrees() -> None:
    assert arctangent(Decimal(24_932_801) / 10**8) > 14 > arctangent(Decimal(24_932_800) / 10**8)
    assert SETTINGS.board.corner == Fraction(*TAN) == Fraction(*SHARP_TANGENT)


def test_the_maker_and_the_audit_ask_for_the_same() -> None:
    assert (SETTINGS.board.nearest, SETTINGS.board.clear) == (GAP, CLEAR) == (70, 42)


def test_a_corner_exactly_at_the_tangent_is_wide_enough() -> None:
    across, along = TAN
    assert not corner_too_sharp(0, 0, 1, 0, along, across, *TAN)
    assert corner_too_sharp(0, 0, 1, 0, along, across - 1, *TAN)
    assert not corner_too_sharp(0, 0, 1, 0, along, -across, *TAN)
    assert corner_too_sharp(0, 0, 1, 0, along, 1 - across, *TAN)


@pytest.mark.parametrize(
    ("b", "c", "sharp"),
    [
        # The closest to 14° that a board has from either side, beside a level line, and not so close ones.
        ((1488, 371), (1, 0), True),
        ((373, 93), (1, 0), False),
        ((1488, -371), (1792, 0), True),
        ((373, -93), (1792, 0), False),
        ((357, 89), (1, 0), True),
        ((4, 1), (1, 0), False),
        ((1, 0), (0, 1), False),
        ((1, 0), (-4, 1), False),
        ((1, 0), (5, 0), True),
        ((1, 0), (-5, 0), False),
    ],
)
def test_a_corner_near_14_degrees(b: Point, c: Point, sharp: bool) -> None:
    area, dot = abs(b[0] * c[1] - b[1] * c[0]), b[0] * c[0] + b[1] * c[1]
    assert corner_too_sharp(0, 0, *b, *c, *TAN) == sharp == (dot > 0 and Fraction(area, dot) < Fraction(*TAN))


@settings(max_examples=300)
@given(PLACES | CLOSE, PLACES | CLOSE, PLACES | CLOSE)
def test_a_sliver_by_fractions(a: Point, b: Point, c: Point) -> None:
    expected = reference.sharp(a, b, c)
    for p, q, r in ((a, b, c), (b, c, a), (c, a, b), (a, c, b)):
        assert sliver(*p, *q, *r, *TAN) == expected


@settings(max_examples=300)
@given(PLACES, PLACES, st.integers(100, 500), st.integers(-40, 40))
def test_a_sliver_by_arctangents(a: Point, b: Point, share: int, off: int) -> None:
    # A third corner that makes an angle of about 14° at a.
    c = (
        a[0] + ((b[0] - a[0]) * share - (b[1] - a[1]) * share // 4) // 300 + off,
        a[1] + ((b[1] - a[1]) * share + (b[0] - a[0]) * share // 4) // 300,
    )
    assume(reference.turn(a, b, c) != 0)
    angle = sharpest(a, b, c)
    assume(abs(angle - 14) > Decimal("0.000001"))
    assert sliver(*a, *b, *c, *TAN) == (angle < 14)


def test_three_points_in_a_row_are_a_sliver() -> None:
    assert sliver(0, 0, 10, 10, 20, 20, *TAN)
    assert sliver(10, 10, 0, 0, 20, 20, *TAN)


# Limits


def test_limits_are_the_rules_in_whole_numbers() -> None:
    rules = SETTINGS.rules("medium", 40)
    limit = limits(rules, cached=True)
    assert (limit.dots, limit.gap, limit.nearest, limit.clear) == (40, 14, 70, 42)
    assert Fraction(limit.tan_num, limit.tan_den) == Fraction(*TAN)
    assert Fraction(limit.keep_num, limit.keep_den) == Fraction(1, 2)
    assert Fraction(limit.likely_num, limit.likely_den) == Fraction(3, 10)
    assert (limit.attempts, limit.rounds, limit.retry, limit.part, limit.cached) == (40, 2000, 1, 1, 1)
    assert limits(rules, cached=False).cached == 0


@pytest.mark.parametrize(
    ("retry", "part", "expected"), [(True, False, (1, 0)), (False, True, (0, 0)), (False, False, (0, 0))]
)
def test_a_part_of_a_cavity_needs_retry(retry: bool, part: bool, expected: tuple[int, int]) -> None:
    limit = limits(replace(SETTINGS.rules("easy", 25), retry=retry, part=part), cached=True)
    assert (limit.retry, limit.part) == expected
