"""Likeness: a raster of the icon is all like it, and flipped cells are found."""

import numpy as np

from griddles import ink, likeness
from griddles.candidates import distance_of

RULES = ink.Rules(drawing=128, alpha=24, cell=16, stretch=10, thresholds=(40, 50, 60))


def rasters() -> ink.Rasters:
    alpha = np.zeros((100, 100), np.uint8)
    alpha[:, 20:45] = 255
    alpha[60:, :] = 255
    return ink.cells(ink.Ink("test", alpha), 10, RULES)


def test_a_raster_is_like_its_icon() -> None:
    made = rasters()
    like = likeness.compare(made.grids[4], made)
    assert like.differs == ()
    assert like.distance == min(distance_of(made.grids[4], shares) for shares in made.shares)


def test_flipped_cells_are_found() -> None:
    made = rasters()
    grid = made.grids[0].copy()
    grid[0, 9] ^= 1
    grid[5, 0] ^= 1
    like = likeness.compare(grid, made)
    assert like.differs == ((0, 9), (5, 0))
    assert like.distance > likeness.compare(made.grids[0], made).distance
