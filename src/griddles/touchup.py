"""Touch-up: the fewest, least visible flips of outline cells after which a picture needs exactly its tier.

Source: spec `griddles`, "Touch up" (GR-34 to GR-37); every pair of outline cells is tried besides, so that
where no flip of one or two does it, that is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from griddles.candidates import distance_of, splits, workspace
from griddles.ink import FULL
from griddles.ladder import tier_of
from picturekit.jit import jit

HALF = FULL // 2

MOST = 4
"""Flips of one result at most."""


@dataclass(frozen=True)
class Rules:
    """How flips are searched for; the numbers come from `config.yaml`."""

    every: bool
    """Whether every outline cell and every pair of them is tried; else only the first few of the spec's."""
    singles: int
    """Without `every`: how many outline cells are flipped alone, those nearest to half ink first ..."""
    pairs: int
    """... and of how many of them every pair."""
    draws: int
    """How many flips of three or four cells are drawn ..."""
    pool: int
    """... from how many of the outline cells nearest to half ink ..."""
    seed: int
    """... by a generator that begins here."""
    unknown: int
    """How far from half ink a cell is taken to be where its share isn't known, of `ink.FULL`."""
    proposals: int
    """How many results a picture gets at most."""


@dataclass(frozen=True)
class Proposal:
    """A picture that needs its tier, and how it came from the one that was touched up."""

    grid: NDArray[np.uint8]
    """(N, N): 1 where a cell is filled."""
    flips: tuple[tuple[int, int], ...]
    """The cells that were flipped, (row, column), in reading order."""
    doubt: int
    """The sum over these of |share − half|: how far from ambiguous they were."""
    distance: int | None
    """How far the picture is from its ink (see `candidates.Candidate`), where that is known."""


@dataclass(frozen=True)
class Touched:
    """What touch-up came to."""

    proposals: tuple[Proposal, ...]
    """Different results, fewest flips first, and of as many those nearest to half ink; it may be empty."""
    beyond_two: bool
    """That no flip of one or two outline cells does it: all were tried."""
    outline: int
    """How many outline cells there are."""
    tried: int
    """How many pictures were put to the ladder."""


def touch_up(grid: NDArray[np.uint8], shares: NDArray[np.int16] | None, target: int, rules: Rules) -> Touched:
    """Results at tier `target` for a picture (N, N); one that needs no flip is its own only result.

    A flip is of outline cells only, and is refused where it splits the picture or leaves a speck or a pinhole
    that wasn't there. With `rules.every` all single flips and all pairs are tried until there are results
    enough, those with the least doubt first, then all the draws, of which the best are taken. Without it the
    search is the spec's: it ends as soon as there are results enough.
    """
    work = workspace(len(grid))
    cells = outline_of(grid)
    if tier_of(grid, *work) == target:
        return Touched((_proposal(grid, shares, cells[:0], 0),), False, len(cells), 1)
    doubts = np.full(len(cells), rules.unknown, np.int64)
    if shares is not None:
        doubts = np.abs(shares[cells[:, 0], cells[:, 1]].astype(np.int64) - HALF)
    order = np.argsort(doubts, kind="stable")
    cells, doubts = cells[order], doubts[order]
    limits = np.array([rules.singles, rules.pairs, rules.draws, rules.pool, rules.seed], np.int64)
    found, beyond_two, tried = search(
        grid.copy(), cells, doubts, target, rules.every, limits, rules.proposals, work
    )
    proposals = [(cells[flips], int(doubts[flips].sum())) for flips in (row[row >= 0] for row in found)]
    return Touched(
        tuple(_proposal(grid, shares, flips, doubt) for flips, doubt in proposals),
        beyond_two,
        len(cells),
        tried,
    )


def _proposal(
    grid: NDArray[np.uint8], shares: NDArray[np.int16] | None, flips: NDArray[np.int64], doubt: int
) -> Proposal:
    touched = grid.copy()
    touched[flips[:, 0], flips[:, 1]] ^= 1
    return Proposal(
        touched,
        tuple(sorted((int(r), int(c)) for r, c in flips)),
        doubt,
        None if shares is None else distance_of(touched, shares),
    )


@jit
def differing(grid, r, c):
    """How many of a cell's four neighbours differ from it; outside everything is empty."""
    height, width = grid.shape
    count = 0
    count += (grid[r - 1, c] if r > 0 else 0) != grid[r, c]
    count += (grid[r + 1, c] if r + 1 < height else 0) != grid[r, c]
    count += (grid[r, c - 1] if c > 0 else 0) != grid[r, c]
    count += (grid[r, c + 1] if c + 1 < width else 0) != grid[r, c]
    return count


@jit
def outline_of(grid):
    """The cells of which two or three neighbours differ, int64 (E, 2) as (row, column) in reading order."""
    height, width = grid.shape
    cells = np.empty((height * width, 2), np.int64)
    count = 0
    for r in range(height):
        for c in range(width):
            if 2 <= differing(grid, r, c) <= 3:
                cells[count] = r, c
                count += 1
    return cells[:count].copy()


@jit
def leaves_lone(before, grid, r, c):
    """Whether the cell, or one beside it, is a speck or a pinhole of `grid` that it wasn't before."""
    for r_beside, c_beside in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if (
            0 <= r_beside < grid.shape[0]
            and 0 <= c_beside < grid.shape[1]
            and differing(grid, r_beside, c_beside) == 4
            and differing(before, r_beside, c_beside) < 4
        ):
            return True
    return False


@jit
def works(before, grid, cells, flips, target, work):
    """Whether flipping those of the cells makes a picture of the tier; `grid` is a copy of `before`, and is
    one again afterwards."""
    for flip in flips:
        grid[cells[flip, 0], cells[flip, 1]] ^= 1
    good = not splits(grid)
    for flip in flips:
        good = good and not leaves_lone(before, grid, cells[flip, 0], cells[flip, 1])
    if good:
        good = tier_of(grid, *work) == target
    for flip in flips:
        grid[cells[flip, 0], cells[flip, 1]] ^= 1
    return good


@jit
def pairs_by_doubt(doubts):
    """Every pair of cells (a, b), a < b, int64 (P, 2), by their doubts' sum, then by a, then by b."""
    count = len(doubts)
    ends = np.zeros(2 * doubts.max() + 2 if count else 1, np.int64)
    for a in range(count):
        for b in range(a + 1, count):
            ends[doubts[a] + doubts[b] + 1] += 1
    for total in range(1, len(ends)):
        ends[total] += ends[total - 1]
    pairs = np.empty((count * (count - 1) // 2, 2), np.int64)
    for a in range(count):
        for b in range(a + 1, count):
            pairs[ends[doubts[a] + doubts[b]]] = a, b
            ends[doubts[a] + doubts[b]] += 1
    return pairs


@jit
def pairs_of(count):
    """Every pair of the first `count` cells (a, b), a < b, int64 (P, 2), by a, then by b."""
    pairs = np.empty((count * (count - 1) // 2, 2), np.int64)
    k = 0
    for a in range(count):
        for b in range(a + 1, count):
            pairs[k] = a, b
            k += 1
    return pairs


@jit
def precedes(flips, others, doubts):
    """Whether flips come before others, both ascending: fewer first, then the less doubt, then by cell."""
    if len(flips) != len(others):
        return len(flips) < len(others)
    less = 0
    for flip, other in zip(flips, others):  # noqa: B905 (numba's zip has no `strict`)
        less += doubts[flip] - doubts[other]
    if less:
        return less < 0
    for flip, other in zip(flips, others):  # noqa: B905 (numba's zip has no `strict`)
        if flip != other:
            return flip < other
    return False


@jit
def flips_in(row):
    """The part of a row of `search`'s result that holds flips."""
    count = 0
    while count < len(row) and row[count] >= 0:
        count += 1
    return row[:count]


@jit
def keep(found, kept, flips, doubts):
    """Put flips in their place among the `kept` first of `found`. Returns how many are kept then."""
    place = kept
    while place and precedes(flips, flips_in(found[place - 1]), doubts):
        place -= 1
    is_there = place > 0 and len(flips_in(found[place - 1])) == len(flips)
    for k in range(len(flips)):
        is_there = is_there and found[place - 1, k] == flips[k]
    if is_there or place == len(found):
        return kept
    for k in range(min(kept, len(found) - 1), place, -1):
        found[k] = found[k - 1]
    found[place] = -1
    found[place, : len(flips)] = flips
    return min(kept + 1, len(found))


@jit
def search(grid, cells, doubts, target, every, limits, wanted, work):
    """Flips of the cells int64 (E, 2), sorted by their doubts int64 (E,), after which the grid has the tier.

    Returns (the best up to `wanted`, int64 (K, MOST), each row the numbers of its cells, ascending, filled up
    with -1; whether no one or two cells do it; how many pictures were tried); see `touch_up`. `limits` are
    the rules' singles, pairs, draws, pool and seed.
    """
    before = grid.copy()
    found = np.full((wanted, MOST), -1, np.int64)
    kept = tried = 0
    flips = np.empty(MOST, np.int64)
    for a in range(len(cells) if every else min(limits[0], len(cells))):
        flips[0] = a
        tried += 1
        if works(before, grid, cells, flips[:1], target, work):
            kept = keep(found, kept, flips[:1], doubts)
            if kept == wanted:
                return found[:kept], False, tried
    pairs = pairs_by_doubt(doubts) if every else pairs_of(min(limits[1], len(cells)))
    for k in range(len(pairs)):
        flips[:2] = pairs[k]
        tried += 1
        if works(before, grid, cells, flips[:2], target, work):
            kept = keep(found, kept, flips[:2], doubts)
            if kept == wanted:
                return found[:kept], False, tried
    beyond_two = every and kept == 0
    pool = min(limits[3], len(cells))
    state = limits[4]
    for draw in range(limits[2] if pool > MOST else 0):
        count = 3 + draw % 2
        state = draw_into(flips, count, pool, state)
        if kept == wanted and not precedes(flips[:count], flips_in(found[kept - 1]), doubts):
            continue
        tried += 1
        if works(before, grid, cells, flips[:count], target, work):
            kept = keep(found, kept, flips[:count], doubts)
            if kept == wanted and not every:
                break
    return found[:kept], beyond_two, tried


@jit
def draw_into(flips, count, pool, state):
    """Draw `count` different numbers below `pool` into `flips`, ascending. Returns the generator's new state.

    The generator is state·1103515245 + 12345 mod 2³²; a number drawn twice is drawn again.
    """
    drawn = 0
    while drawn < count:
        state = (state * 1103515245 + 12345) & 0xFFFFFFFF
        number = state % pool
        place = drawn
        while place and flips[place - 1] > number:
            place -= 1
        if place and flips[place - 1] == number:
            continue
        for k in range(drawn, place, -1):
            flips[k] = flips[k - 1]
        flips[place] = number
        drawn += 1
    return state
