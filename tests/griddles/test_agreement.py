"""The whole library, asked by every method there is: line logic and search, the count, and a SAT solver."""

from pathlib import Path

import numpy as np
import pytest

from griddles import project, puzzle
from griddles.cascade import Budgets, decide
from griddles.clues import Clues
from griddles.grids import to_grid
from griddles.layout import Layout

ENTRIES = project.entries(Layout(Path(__file__).parents[2] / "sources"))


@pytest.mark.slow
@pytest.mark.parametrize("size", puzzle.SIZES)
def test_every_method_finds_the_picture_and_no_other(size: int) -> None:
    there = [entry for entry in ENTRIES if entry.size == size]
    assert there
    for entry in there:
        rows = puzzle.unpack(entry.cells, size)
        verdict = decide(Clues(*puzzle.clues_of(rows)), Budgets(count=20_000_000), name=entry.key, every=True)
        assert (verdict.answers, verdict.exact) == (1, True), entry.key
        assert np.array_equal(verdict.answer, to_grid(rows)), entry.key
