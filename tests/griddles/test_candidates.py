"""What is chosen against a slow plain choice by the reference's ladder, and each rule at its limit."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from griddles import candidates
from griddles.candidates import Rules, choose
from griddles.ink import FULL, Fit, Rasters

from . import reference

RULES = Rules(least=22, most=80, closest=60)
FITS = (Fit(100, 100, 0, 0), Fit(110, 100, 0, 0), Fit(100, 110, 1, 1))

TIERS = {
    1: "##### #...# #...# #...# #####",
    2: "#..## .###. ##.#. ##### ..#..",
    3: "#.... .##.. #..## ..#.# ..##.",
}
"""A picture of each tier."""


def grid_of(text):
    return np.array([[int(cell == "#") for cell in row] for row in text.split()], np.uint8)


def rasters_of(shares, thresholds):
    levels = np.array(thresholds)[None, :, None, None] * 100
    grids = (shares[:, None] >= levels).astype(np.uint8).reshape(-1, *shares.shape[1:])
    return Rasters("tabler:any", FITS[: len(shares)], tuple(thresholds), shares.astype(np.int16), grids)


def is_split(grid):
    for lines in (grid, grid.T):
        filled = np.flatnonzero(lines.any(axis=1))
        if filled.size and filled[-1] - filled[0] + 1 != filled.size:
            return True
    return False


def plain_choice(rasters, target, rules):
    """(raster, tier, place, possible, distance), as the spec tells it."""
    fit_for = []
    for k, grid in enumerate(rasters.grids):
        shares = rasters.shares[k // len(rasters.thresholds)].astype(int)
        if rules.least <= 100 * grid.mean() <= rules.most and not is_split(grid):
            fit_for.append((int(abs(FULL * grid.astype(int) - shares).sum()), k))
    fit_for.sort()
    tiers = [reference.tier(rasters.grids[k].tolist()) for _, k in fit_for[: rules.closest]]
    places = [place for place, tier in enumerate(tiers) if tier == target]
    places += [place for place, tier in enumerate(tiers) if tier]
    if not fit_for:
        return None
    place = places[0] if places else 0
    distance, chosen = fit_for[place]
    return chosen, tiers[place] or 0, place, len(fit_for), distance


@cache
def case(seed):
    """Random rasters, the tier and rules to choose one by, and the plain choice."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(3, 7))
    coarse = 500 if seed % 3 else 2500
    shares = rng.integers(0, FULL // coarse + 1, (3, size, size)) * coarse
    rasters = rasters_of(shares, (30, 40, 50, 60, 70))
    target = seed % 3 + 1
    rules = Rules(least=74 if seed % 10 == 9 else 30, most=75, closest=(3, 15)[seed % 2])
    return rasters, target, rules, plain_choice(rasters, target, rules)


@pytest.mark.parametrize("seed", range(60))
def test_the_choice_is_the_plain_one(seed):
    rasters, target, rules, expected = case(seed)
    chosen = choose(rasters, target, rules)
    if expected is None:
        assert chosen is None
        return
    k, tier, place, possible, distance = expected
    assert np.array_equal(chosen.grid, rasters.grids[k])
    assert np.array_equal(chosen.shares, rasters.shares[k // 5])
    assert (chosen.fit, chosen.threshold) == (FITS[k // 5], rasters.thresholds[k % 5])
    assert (chosen.tier, chosen.place, chosen.possible) == (tier, place, possible)
    assert (chosen.distance, chosen.source, chosen.target) == (distance, "tabler:any", target)


def test_the_plain_choices_above_are_of_every_kind():
    kinds = set()
    for _, target, _, found in map(case, range(60)):
        kinds.add(found and (found[1] == target, found[1] > 0, found[2] > 0))
    assert kinds >= {
        None,
        (True, True, False),
        (True, True, True),
        (False, True, False),
        (False, False, False),
    }


@pytest.mark.parametrize("tier", TIERS)
def test_the_pictures_used_here_are_of_their_tiers(tier):
    assert reference.tier(grid_of(TIERS[tier]).tolist()) == tier


def ink_of(grid, doubt=0):
    """Shares of which a grid is the raster at 50 %, all `doubt` away from empty and full."""
    return np.where(grid, FULL - doubt, doubt)


def test_the_first_of_equals_is_taken_by_fit_then_by_threshold():
    grid = grid_of(TIERS[2])
    rasters = rasters_of(np.stack([ink_of(grid), ink_of(grid.T)]), (40, 50))
    chosen = choose(rasters, 2, RULES)
    assert (chosen.fit, chosen.threshold, chosen.place) == (FITS[0], 40, 0)
    assert np.array_equal(chosen.grid, grid)


def test_a_raster_at_the_tier_goes_before_a_closer_one():
    easy, hard = grid_of(TIERS[1]), grid_of(TIERS[2])
    rasters = rasters_of(np.stack([ink_of(easy), ink_of(hard, 100)]), (50,))
    assert np.array_equal(choose(rasters, 1, RULES).grid, easy)
    assert np.array_equal(choose(rasters, 2, RULES).grid, hard)
    assert choose(rasters, 2, RULES).place == 1
    nearest = choose(rasters, 2, Rules(22, 80, closest=1))
    assert np.array_equal(nearest.grid, easy)
    assert nearest.tier != nearest.target
    assert choose(rasters, 3, RULES).tier == 1


def test_where_no_raster_is_finished_the_closest_goes_on():
    square = np.eye(2, dtype=np.uint8)
    rasters = rasters_of(np.stack([ink_of(square, 200), ink_of(square[::-1], 100)]), (50,))
    chosen = choose(rasters, 1, RULES)
    assert (chosen.tier, chosen.place, chosen.distance) == (0, 0, 400)
    assert np.array_equal(chosen.grid, square[::-1])


@pytest.mark.parametrize(
    ("filled", "is_possible"), [(21, False), (22, True), (80, True), (81, False), (0, False), (100, False)]
)
def test_a_candidate_is_filled_within_limits(filled, is_possible):
    grid = (np.arange(100) < filled).astype(np.uint8).reshape(10, 10)
    assert (choose(rasters_of(ink_of(grid)[None], (50,)), 1, RULES) is not None) == is_possible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("##. ... .##", True),
        ("#.# #.# ###", False),
        ("#.# #.# #.#", True),
        (".#. .#. ...", False),
        ("... ... ...", False),
        ("#.. .#. ..#", False),
        ("#... .... .... ...#", True),
        ("##.. ...# ....", True),
    ],
)
def test_an_empty_line_between_filled_ones_splits(text, expected):
    assert candidates.splits(grid_of(text)) == expected
    assert candidates.splits(np.ascontiguousarray(grid_of(text).T)) == expected


@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(0, 1)))
def test_splits_is_the_plain_meaning(grid):
    assert candidates.splits(grid) == is_split(grid)


def test_the_record_is_no_view_of_the_rasters():
    rasters = rasters_of(ink_of(grid_of(TIERS[1]))[None], (50,))
    chosen = choose(rasters, 1, RULES)
    rasters.grids[:] = 0
    rasters.shares[:] = 0
    assert chosen.grid.any()
    assert chosen.shares.any()


def test_distance_is_the_sum_over_the_cells():
    grid = np.array([[1, 0], [0, 1]], np.uint8)
    shares = np.array([[10000, 1], [2500, 4000]], np.int16)
    assert candidates.distance_of(grid, shares) == 1 + 2500 + 6000
