"""Candidates: which raster of an icon goes on, by its closeness to the ink and by what solves it.

Source: spec `griddles`, "Rasterize" (GR-30, GR-31).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from griddles.ink import FULL, Fit, Rasters
from griddles.ladder import Board, clue_arrays, tier_of
from picturekit.jit import jit


@dataclass(frozen=True)
class Rules:
    """Which rasters are looked at; the numbers come from `config.yaml`."""

    least: int
    """How much of a picture is filled at least, in per cent ..."""
    most: int
    """... and at most."""
    closest: int
    """How many of the rasters closest to the ink are solved."""


@dataclass(frozen=True)
class Candidate:
    """The raster of an icon that goes on at a size, and what is known of it."""

    source: str
    grid: NDArray[np.uint8]
    """(N, N): 1 where a cell is filled."""
    shares: NDArray[np.int16]
    """(N, N): each cell's ink under the raster's fit, of `ink.FULL`."""
    fit: Fit
    threshold: int
    """In per cent of a cell."""
    distance: int
    """How far it is from its ink: the sum over the cells of |FULL·filled − share|."""
    tier: int
    """What its lines need: 1 simple, 2 edges, 3 line; 0 where lines finish no raster that was solved."""
    target: int
    """The tier that was asked for."""
    place: int
    """How many rasters that could go on are closer to their ink."""
    possible: int
    """How many rasters could go on: as filled as the rules ask, and in one piece."""


def choose(rasters: Rasters, target: int, rules: Rules) -> Candidate | None:
    """The raster that goes on at tier `target`, or None where none is as filled as asked and in one piece.

    Of those closest to their ink it is the first that the ladder finishes at exactly the tier, else the first
    that it finishes at all, else the closest, of tier 0.
    """
    levels = len(rasters.thresholds)
    chosen, tier, place, possible, distance = pick(
        rasters.grids,
        rasters.shares,
        levels,
        target,
        rules.least,
        rules.most,
        rules.closest,
        workspace(rasters.grids.shape[1]),
    )
    if not possible:
        return None
    fit, level = divmod(chosen, levels)
    return Candidate(
        source=rasters.source,
        grid=rasters.grids[chosen].copy(),
        shares=rasters.shares[fit].copy(),
        fit=rasters.fits[fit],
        threshold=rasters.thresholds[level],
        distance=distance,
        tier=tier,
        target=target,
        place=place,
        possible=possible,
    )


def distance_of(grid: NDArray[np.uint8], shares: NDArray[np.int16]) -> int:
    """How far a picture is from ink: the sum over the cells of |FULL·filled − share|."""
    return int(distance(grid, shares))


def workspace(size: int) -> tuple[NDArray, ...]:
    """The arrays that `ladder.tier_of` wants beside a grid of `size` × `size`, in its order."""
    board = Board(size, size)
    return (*clue_arrays(size, size), board.steps, *board.arrays())


@jit
def pick(grids, shares, levels, target, least, most, closest, work):
    """Which of the rasters uint8 (F·levels, N, N) goes on, its tier, place and distance; see `choose`.

    Returns (raster, tier, place, how many could go on, distance), the first -1 where none could.
    """
    count, size = grids.shape[0], grids.shape[1]
    order = np.empty(count, np.int64)
    distances = np.empty(count, np.int64)
    possible = 0
    for k in range(count):
        filled = 0
        for r in range(size):
            for c in range(size):
                filled += grids[k, r, c]
        if 100 * filled < least * size * size or 100 * filled > most * size * size or splits(grids[k]):
            continue
        distances[k] = distance(grids[k], shares[k // levels])
        i = possible
        while i > 0 and distances[order[i - 1]] > distances[k]:
            order[i] = order[i - 1]
            i -= 1
        order[i] = k
        possible += 1
    if possible == 0:
        return -1, 0, 0, 0, 0
    finished, finished_tier = 0, 0
    for i in range(min(possible, closest)):
        tier = tier_of(grids[order[i]], *work)
        if tier == target:
            finished, finished_tier = i, tier
            break
        if tier and not finished_tier:
            finished, finished_tier = i, tier
    return order[finished], finished_tier, finished, possible, distances[order[finished]]


@jit
def distance(grid, shares):
    """The sum over the cells of |FULL·filled − share|."""
    total = 0
    for r in range(grid.shape[0]):
        for c in range(grid.shape[1]):
            total += abs(FULL * grid[r, c] - shares[r, c])
    return total


@jit
def splits(grid):
    """Whether an empty row or column lies between filled ones."""
    height, width = grid.shape
    for axis in range(2):
        ended = False
        begun = False
        for line in range(width if axis else height):
            filled = False
            for cell in range(height if axis else width):
                if grid[cell, line] if axis else grid[line, cell]:
                    filled = True
                    break
            if filled and ended:
                return True
            begun = begun or filled
            ended = begun and not filled
    return False
