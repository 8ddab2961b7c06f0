"""Flips against a slow plain search by the reference's ladder, and what no flip may do."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from griddles import touchup
from griddles.ink import FULL
from griddles.touchup import Rules, touch_up

from . import reference

EVERY = Rules(every=True, singles=160, pairs=45, draws=40, pool=12, seed=7, unknown=2500, proposals=3)
SPEC = Rules(every=False, singles=3, pairs=6, draws=40, pool=8, seed=7, unknown=2500, proposals=1)


def grid_of(text):
    return np.array([[int(cell == "#") for cell in row] for row in text.split()], np.uint8)


def beside(grid, r, c):
    height, width = grid.shape
    places = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [int(grid[y, x]) if 0 <= y < height and 0 <= x < width else 0 for y, x in places]


def differing(grid, r, c):
    return sum(value != grid[r, c] for value in beside(grid, r, c))


def is_split(grid):
    for lines in (grid, grid.T):
        filled = np.flatnonzero(lines.any(axis=1))
        if filled.size and filled[-1] - filled[0] + 1 != filled.size:
            return True
    return False


def lone_cells(grid):
    return {(r, c) for r, c in np.ndindex(grid.shape) if differing(grid, r, c) == 4}


def flipped(grid, cells):
    made = grid.copy()
    for r, c in cells:
        made[r, c] ^= 1
    return made


class Plain:
    """The search in plain words."""

    def __init__(self, grid, shares, target, rules):
        self.grid, self.target, self.rules = grid, target, rules
        outline = [(r, c) for r, c in np.ndindex(grid.shape) if 2 <= differing(grid, r, c) <= 3]
        doubt = {cell: rules.unknown if shares is None else abs(int(shares[cell]) - 5000) for cell in outline}
        self.cells = sorted(outline, key=lambda cell: doubt[cell])
        self.doubts = [doubt[cell] for cell in self.cells]

    def does(self, flips):
        made = flipped(self.grid, [self.cells[k] for k in flips])
        if is_split(made) or lone_cells(made) - lone_cells(self.grid):
            return False
        return reference.tier(made.tolist()) == self.target

    def rank(self, flips):
        return len(flips), sum(self.doubts[k] for k in flips), flips

    def draws(self):
        pool, state = min(self.rules.pool, len(self.cells)), self.rules.seed
        for draw in range(self.rules.draws if pool > 4 else 0):
            drawn = set()
            while len(drawn) < 3 + draw % 2:
                state = (state * 1103515245 + 12345) % 2**32
                drawn.add(state % pool)
            yield tuple(sorted(drawn))

    def every(self):
        """The best results among all that may be found, and whether none is of one or two flips."""
        numbers = range(len(self.cells))
        few = [flips for k in (1, 2) for flips in combinations(numbers, k) if self.does(flips)]
        found = few
        if len(few) < self.rules.proposals:
            found = few + [flips for flips in set(self.draws()) if self.does(flips)]
        return sorted(found, key=self.rank)[: self.rules.proposals], not few

    def spec(self):
        """The first result in the spec's order, as a list of none or one."""
        numbers = range(len(self.cells))
        tries = [
            *combinations(numbers[: self.rules.singles], 1),
            *combinations(numbers[: self.rules.pairs], 2),
            *self.draws(),
        ]
        return next(([flips] for flips in tries if self.does(flips)), [])

    def as_cells(self, found):
        return [tuple(sorted(self.cells[k] for k in flips)) for flips in found]


@cache
def case(seed):
    """A blot, its shares or None, and a tier that it doesn't need."""
    rng = np.random.default_rng(seed)
    while True:
        size = int(rng.integers(4, 7))
        noise = np.pad(rng.random((size, size)), 1, mode="edge")
        smooth = noise[:-2, 1:-1] + noise[2:, 1:-1] + noise[1:-1, :-2] + noise[1:-1, 2:] + noise[1:-1, 1:-1]
        grid = (smooth > np.median(smooth)).astype(np.uint8)
        coarse = (1, 1000)[seed % 2]
        shares = (rng.integers(0, FULL // coarse + 1, grid.shape) * coarse).astype(np.int16)
        target = 1 + seed % 3
        if not is_split(grid) and reference.tier(grid.tolist()) != target:
            return grid, None if seed % 5 == 4 else shares, target


@cache
def plain_every(seed):
    plain = Plain(*case(seed), EVERY)
    found, beyond_two = plain.every()
    return plain.as_cells(found), beyond_two


@cache
def plain_spec(seed):
    plain = Plain(*case(seed), SPEC)
    return plain.as_cells(plain.spec())


SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_results_are_the_best_there_are(seed):
    grid, shares, target = case(seed)
    before = grid.copy()
    touched = touch_up(grid, shares, target, EVERY)
    found, beyond_two = plain_every(seed)
    assert [one.flips for one in touched.proposals] == found
    assert touched.beyond_two == beyond_two
    assert np.array_equal(grid, before)
    for one in touched.proposals:
        assert np.array_equal(one.grid, flipped(grid, one.flips))
        assert one.grid.dtype == np.uint8
        if shares is None:
            assert (one.doubt, one.distance) == (2500 * len(one.flips), None)
        else:
            assert one.doubt == sum(abs(int(shares[cell]) - 5000) for cell in one.flips)
            assert one.distance == abs(FULL * one.grid.astype(int) - shares).sum()


def test_the_plain_results_above_are_of_every_kind():
    kinds = {tuple(map(len, found)) for found, _ in map(plain_every, SEEDS)}
    assert () in kinds
    assert {flips for kind in kinds for flips in kind} == {1, 2, 3, 4}
    assert {beyond_two for _, beyond_two in map(plain_every, SEEDS)} == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_without_every_the_search_is_the_specs(seed):
    touched = touch_up(*case(seed), SPEC)
    assert [one.flips for one in touched.proposals] == plain_spec(seed)
    assert not touched.beyond_two


def test_the_specs_results_above_are_of_every_kind():
    lengths = {len(flips) for found in map(plain_spec, SEEDS) for flips in found}
    assert lengths == {1, 2, 3, 4}
    assert not all(map(plain_spec, SEEDS))


def test_a_picture_of_its_tier_is_left_as_it_is():
    grid = grid_of("##### #...# #...# #...# #####")
    shares = grid.astype(np.int16) * 9000
    touched = touch_up(grid, shares, 1, EVERY)
    (only,) = touched.proposals
    assert (only.flips, only.doubt, only.distance) == ((), 0, 16 * 1000)
    assert np.array_equal(only.grid, grid)
    assert only.grid is not grid
    assert (touched.beyond_two, touched.tried) == (False, 1)


@pytest.mark.parametrize("grid", [np.zeros((5, 5), np.uint8), np.ones((6, 6), np.uint8)])
def test_an_empty_and_a_full_picture_have_little_to_flip(grid):
    touched = touch_up(grid, None, 3, EVERY)
    assert touched.outline == (4 if grid.any() else 0)
    assert touched.proposals == ()
    assert touched.beyond_two


@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(0, 1)))
def test_the_outline_is_where_two_or_three_neighbours_differ(grid):
    expected = [[r, c] for r, c in np.ndindex(grid.shape) if 2 <= differing(grid, r, c) <= 3]
    assert touchup.outline_of(grid).tolist() == expected


@given(
    arrays.arrays(np.uint8, st.tuples(st.integers(2, 6), st.integers(2, 6)), elements=st.integers(0, 1)),
    st.data(),
)
def test_a_lone_cell_is_seen_beside_any_flip(grid, data):
    outline = touchup.outline_of(grid)
    assume(len(outline) > 1)
    picked = data.draw(st.lists(st.integers(0, len(outline) - 1), min_size=1, max_size=4, unique=True))
    cells = [tuple(outline[k]) for k in picked]
    made = flipped(grid, cells)
    seen = any(touchup.leaves_lone(grid, made, r, c) for r, c in cells)
    assert seen == bool(lone_cells(made) - lone_cells(grid))


REFUSED = {
    "a speck": ("##.. ##.# ##.# ####", [(2, 3)]),
    "a pinhole": ("##### #..## ##### #####", [(1, 1)]),
    "a speck made by two": ("..... .###. ..... #####", [(1, 1), (1, 3)]),
    "a split": (".#. .#. .## ##.", [(2, 1), (2, 2)]),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_flip_is_refused_that_leaves(kind):
    text, cells = REFUSED[kind]
    grid = grid_of(text)
    made = flipped(grid, cells)
    assert is_split(made) or lone_cells(made) - lone_cells(grid)
    listed = np.array(cells, np.int64)
    for target in (0, 1, 2, 3):
        board = touchup.workspace(len(grid))
        assert not touchup.works(grid, grid.copy(), listed, np.arange(len(cells)), target, board)


@given(st.lists(st.integers(0, 5000), max_size=12))
def test_pairs_come_by_their_doubts_sum(doubts):
    doubts.sort()
    pairs = touchup.pairs_by_doubt(np.array(doubts, np.int64)).tolist()
    expected = sorted(
        combinations(range(len(doubts)), 2), key=lambda pair: (doubts[pair[0]] + doubts[pair[1]], pair)
    )
    assert pairs == [list(pair) for pair in expected]


@given(
    st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True), max_size=12),
    st.integers(1, 4),
)
def test_what_is_kept_is_the_best_each_once(offered, wanted):
    doubts = np.array([0, 1, 1, 2, 4, 4, 9], np.int64)
    found = np.full((wanted, touchup.MOST), -1, np.int64)
    kept = 0
    for flips in offered:
        kept = touchup.keep(found, kept, np.array(sorted(flips), np.int64), doubts)
    unlike = {tuple(sorted(flips)) for flips in offered}
    best = sorted(unlike, key=lambda flips: (len(flips), sum(int(doubts[k]) for k in flips), flips))
    assert [tuple(row[row >= 0].tolist()) for row in found[:kept]] == best[:wanted]


def test_the_same_picture_is_touched_up_alike_each_time():
    grid, shares, target = case(1)
    one, other = (touch_up(grid, shares, target, EVERY) for _ in range(2))
    assert [made.flips for made in one.proposals] == [made.flips for made in other.proposals]
    assert one.tried == other.tried
