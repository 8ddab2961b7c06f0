"""Cell shares against areas added up pixel by pixel in fractions; crops, fits, thresholds, refusals."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from griddles import ink
from griddles.errors import GriddlesError
from griddles.ink import FULL, Fit, Ink, Rules
from picturekit import raster

RULES = Rules(drawing=512, alpha=24, cell=16, stretch=10, thresholds=(35, 40, 45, 50, 55, 60, 65))

needs_cairo = pytest.mark.skipif(raster.available() is not None, reason=str(raster.available()))


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{body}</svg>'.encode()


def rectangle(x, y, width, height, more=""):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {more}/>'


def share(alpha, size, fit, r, c):
    """A cell's ink, of FULL: each pixel's area in the cell, as the fit lays it, times its alpha."""
    height, width = alpha.shape
    wide, tall = Fraction(fit.wide, 100), Fraction(fit.tall, 100)
    scale = size / max(wide * width, tall * height)
    left = Fraction(size) / 2 - scale * wide * width / 2 + Fraction(fit.right, 4)
    top = Fraction(size) / 2 - scale * tall * height / 2 + Fraction(fit.down, 4)
    across = [overlap(left + scale * wide * x, scale * wide, c) for x in range(width)]
    down = [overlap(top + scale * tall * y, scale * tall, r) for y in range(height)]
    total = sum(
        part_y * part_x * int(alpha[y, x])
        for y, part_y in enumerate(down)
        for x, part_x in enumerate(across)
        if part_y and part_x
    )
    return floor(total / 255 * FULL + Fraction(1, 2))


def overlap(begin, length, cell):
    return max(Fraction(0), min(begin + length, Fraction(cell + 1)) - max(begin, Fraction(cell)))


@settings(max_examples=40)
@given(
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9))),
    st.integers(1, 6),
    st.sampled_from(ink.fits(10) + ink.fits(7)),
)
def test_shares_are_the_areas_of_the_ink(alpha, size, fit):
    shares = np.zeros((1, size, size), np.int16)
    ink.measure(ink.area_table(alpha), np.array([fit], np.int64), shares)
    assert shares[0].tolist() == [[share(alpha, size, fit, r, c) for c in range(size)] for r in range(size)]


def test_shares_of_a_large_drawing_are_the_areas_of_its_ink():
    rng = np.random.default_rng(3)
    alpha = np.where(rng.random((301, 417)) < 0.4, rng.integers(0, 256, (301, 417)), 0).astype(np.uint8)
    made = ink.cells(Ink("any", alpha), 20, RULES)
    for fit, r, c in [(0, 0, 0), (3, 10, 19), (8, 4, 7), (11, 19, 19), (14, 9, 0), (17, 12, 12)]:
        assert made.shares[fit, r, c] == share(alpha, 20, made.fits[fit], r, c)


@pytest.mark.parametrize("fit", [Fit(100, 100, 0, 0), Fit(110, 100, 0, 0)])
def test_a_drawing_for_sixty_four_cells_does_not_overflow(fit):
    side = 2 * 64 * RULES.cell * (100 + RULES.stretch) // 100
    table = np.arange(side + 1, dtype=np.int64)[:, None] * np.arange(side + 1) * 255
    shares = np.zeros((1, 64, 64), np.int16)
    ink.measure(table, np.array([fit], np.int64), shares)
    assert (shares[0, 3:-3] == FULL).all()


@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 8), st.integers(1, 8))))
def test_the_table_holds_the_sums_above_and_to_the_left(alpha):
    table = ink.area_table(alpha)
    assert table.shape == (alpha.shape[0] + 1, alpha.shape[1] + 1)
    assert not table[0].any()
    assert not table[:, 0].any()
    assert np.array_equal(table[1:, 1:], alpha.astype(np.int64).cumsum(0).cumsum(1))


def test_there_are_eighteen_fits():
    fits = ink.fits(10)
    assert len(set(fits)) == 18
    assert fits[0] == Fit(100, 100, 0, 0)
    assert {(fit.wide, fit.tall) for fit in fits} == {(100, 100), (110, 100), (100, 110)}
    nudges = {(fit.right, fit.down) for fit in fits}
    assert nudges == {(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)}


SQUARE = {
    Fit(100, 100, 0, 0): ([10000] * 4, [10000] * 4),
    Fit(100, 100, 1, 0): ([7500, 10000, 10000, 10000], [10000] * 4),
    Fit(100, 100, -1, 0): ([10000, 10000, 10000, 7500], [10000] * 4),
    Fit(100, 100, 0, 1): ([10000] * 4, [7500, 10000, 10000, 10000]),
    Fit(110, 100, 0, 0): ([10000] * 4, [8182, 10000, 10000, 8182]),
    Fit(100, 110, 0, 0): ([8182, 10000, 10000, 8182], [10000] * 4),
}
"""A full square on four cells a side: the shares along its middle row, and along its middle column."""


@pytest.mark.parametrize("fit", SQUARE)
def test_a_fit_lays_a_square_as_it_says(fit):
    made = ink.cells(Ink("square", np.full((40, 40), 255, np.uint8)), 4, RULES)
    shares = made.shares[made.fits.index(fit)]
    assert (shares[1].tolist(), shares[:, 1].tolist()) == SQUARE[fit]


def test_a_raster_is_filled_where_its_share_reaches_the_threshold():
    rng = np.random.default_rng(5)
    made = ink.cells(Ink("any", rng.integers(0, 256, (30, 50), np.uint8)), 5, RULES)
    assert made.grids.shape == (126, 5, 5)
    assert made.grids.dtype == np.uint8
    assert made.shares.shape == (18, 5, 5)
    for k, grid in enumerate(made.grids):
        fit, level = divmod(k, 7)
        assert np.array_equal(grid, made.shares[fit] >= 100 * made.thresholds[level])


def test_a_share_just_at_the_threshold_is_filled():
    alpha = np.zeros((20, 20), np.uint8)
    alpha[:7] = 255
    made = ink.cells(Ink("any", alpha), 1, RULES)
    assert made.shares[0, 0, 0] == 3500
    assert made.grids[:7, 0, 0].tolist() == [1, 0, 0, 0, 0, 0, 0]


@needs_cairo
def test_ink_is_cut_to_its_box():
    found = ink.find(svg(rectangle(8, 16, 40, 16) + rectangle(8, 40, 8, 8)), "tabler:any", 10, RULES)
    assert found.source == "tabler:any"
    assert found.alpha.shape == (256, 320)
    assert (found.alpha[:128] == 255).all()
    assert (found.alpha[192:, :64] == 255).all()
    assert not found.alpha[128:192].any()
    assert not found.alpha[192:, 64:].any()


@needs_cairo
@pytest.mark.parametrize(("opacity", "width"), [(24, 320), (25, 448)])
def test_a_pixel_is_ink_when_its_alpha_is_over_the_limit(opacity, width):
    faint = rectangle(48, 16, 16, 8, f'opacity="{opacity / 255}"')
    found = ink.find(svg(rectangle(8, 16, 40, 16) + rectangle(8, 40, 8, 8) + faint), "any", 10, RULES)
    assert found.alpha.shape[1] == width


@needs_cairo
@pytest.mark.parametrize(("largest", "grown"), [(10, 1), (14, 1), (15, 2), (20, 2), (30, 3)])
def test_small_ink_is_drawn_larger_until_its_cells_have_their_pixels(largest, grown):
    body = rectangle(24, 24, 8, 8) + rectangle(40, 40, 16, 8)
    found = ink.find(svg(body), "any", largest, RULES)
    assert found.alpha.shape == (192 * grown, 256 * grown)
    assert max(found.alpha.shape) * 100 >= largest * 16 * 110
    shares = [ink.cells(one, 10, RULES).shares for one in (found, ink.find(svg(body), "any", 10, RULES))]
    assert np.array_equal(*shares)


@needs_cairo
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (rectangle(8, 8, 40, 40, 'opacity="0.09"'), "phosphor:any is empty: no pixel's alpha is over 24"),
        (rectangle(8, 8, 40, 30), "phosphor:any is all ink"),
        (
            '<path d="M30 30h1v1h-1zM32 32h1v1h-1z"/>',
            "phosphor:any is too small: its ink is 24 of 512 pixels",
        ),
    ],
)
def test_ink_without_a_picture_is_refused(body, sentence):
    with pytest.raises(GriddlesError, match=sentence):
        ink.find(svg(body), "phosphor:any", 20, RULES)


@needs_cairo
def test_a_drawing_that_shows_nothing_is_refused_by_name():
    with pytest.raises(raster.KitError, match="phosphor:any shows nothing"):
        ink.find(svg(""), "phosphor:any", 20, RULES)
