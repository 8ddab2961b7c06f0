"""Light: the spec's own formula in exact fractions, on pictures small enough to try everything."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from lowpoly.light import lit, round_half_even, subject_box

from . import reference

Picture = NDArray[np.uint8]

EDGES = st.sampled_from([0, 1, 8, 9, 127, 128, 254, 255])
PICTURES = st.integers(1, 7).flatmap(
    lambda size: arrays.arrays(np.uint8, (size, size, 4), elements=EDGES | st.integers(0, 255))
)
LIGHTS = st.sampled_from([Fraction(24, 100), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(5, 3)])


def box_of(rgba: Picture) -> tuple[int, int, int, int]:
    places = [(x, y) for y, row in enumerate(rgba) for x, pixel in enumerate(row) if pixel[3] > 8]
    if not places:
        return (0, 0, 0, 0)
    columns, rows = zip(*places, strict=True)
    return (min(columns), min(rows), max(columns), max(rows))


def lit_pixel(rgba: Picture, light: Fraction, x: int, y: int, c: int) -> int:
    x0, y0, x1, y1 = box_of(rgba)
    t = (Fraction(x - x0, max(1, x1 - x0)) + Fraction(y - y0, max(1, y1 - y0))) / 2
    f = 1 + light * (Fraction(1, 2) - t) * 2
    value = int(rgba[y, x, c])
    moved = value + (255 - value) * (f - 1) * Fraction(8, 10) if f >= 1 else value * f
    # round() takes the half of a Fraction to the even one.
    return min(255, max(0, round(moved)))


@given(PICTURES, LIGHTS)
@example(np.full((3, 3, 4), 255, np.uint8), Fraction(24, 100))
@example(np.zeros((2, 2, 4), np.uint8), Fraction(24, 100))
def test_every_pixel_is_the_spec_s(rgba: Picture, light: Fraction) -> None:
    before = rgba.copy()
    out = lit(rgba, light)
    size = len(rgba)
    expected = [
        [[lit_pixel(rgba, light, x, y, c) for c in range(3)] for x in range(size)] for y in range(size)
    ]
    assert out[:, :, :3].tolist() == expected
    assert out.dtype == np.uint8
    assert (out[:, :, 3] == rgba[:, :, 3]).all()
    assert (rgba == before).all()
    assert (reference.lit(rgba, light) == out).all()


@given(PICTURES)
def test_the_box_holds_what_is_over_8(rgba: Picture) -> None:
    assert subject_box(rgba) == box_of(rgba)


@pytest.mark.parametrize(("alpha", "box"), [(8, (0, 0, 0, 0)), (9, (3, 1, 3, 1))])
def test_alpha_of_8_is_nothing_and_of_9_is_something(alpha: int, box: tuple[int, int, int, int]) -> None:
    rgba = np.zeros((5, 5, 4), np.uint8)
    rgba[1, 3] = (10, 20, 30, alpha)
    assert subject_box(rgba) == box


def test_the_corners_of_a_subject_by_hand() -> None:
    """A box of 11 × 6 pixels: full light at its top left, none at two corners, full shade at the last."""
    rgba = np.zeros((16, 16, 4), np.uint8)
    rgba[4:10, 2:13] = (100, 0, 255, 255)
    out = lit(rgba, Fraction(24, 100))
    # 100 + 155·0.24·0.8 = 129.76 and 0 + 255·0.24·0.8 = 48.96; 100·0.76 = 76 and 255·0.76 = 193.8.
    assert out[4, 2].tolist() == [130, 49, 255, 255]
    assert out[9, 12].tolist() == [76, 0, 194, 255]
    assert out[9, 2].tolist() == out[4, 12].tolist() == [100, 0, 255, 255]


@pytest.mark.parametrize(
    ("value", "light", "expected"),
    # On the last pixel of the diagonal the shade is the whole of the light.
    [(1, "1/2", 0), (3, "1/2", 2), (5, "1/2", 2), (7, "1/2", 4)],
)
def test_halves_go_to_the_even_one(value: int, light: str, expected: int) -> None:
    rgba = np.full((2, 2, 4), (value, value, value, 255), np.uint8)
    assert lit(rgba, Fraction(light))[1, 1, 0] == expected


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
@example(-1, 2)
@example(-3, 2)
def test_rounding_is_python_s(numerator: int, denominator: int) -> None:
    rounded = round_half_even(np.array([numerator], np.int64), denominator)
    assert rounded.tolist() == [round(Fraction(numerator, denominator))]


def test_a_whole_frame_at_the_extremes_fits_64_bits() -> None:
    rgba = np.full((256, 256, 4), 255, np.uint8)
    light = Fraction(999_999_937, 999_999_929)
    out = lit(rgba, light)
    assert out[0, 0, 0] == 255
    assert out[255, 255, 0] == 0
    shade = 1 - light * Fraction(1, 255)
    assert out[255, 1, 0] == round(255 * shade)
