"""Clues: runs of lines, what may not be a clue, and the compiled maker against the plain one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nst

from griddles import ladder
from griddles.clues import LONGEST, Clues, clues_of, fill_clues
from griddles.errors import GriddlesError

from . import reference

GRIDS = nst.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.integers(0, 1))


@given(st.lists(st.integers(0, 1), max_size=40))
def test_runs(cells: list[int]) -> None:
    assert list(clues_of([cells]).rows[0]) == reference.runs(cells)


@given(GRIDS)
def test_the_compiled_maker_makes_the_same(grid: np.ndarray) -> None:
    clues = clues_of(grid)
    assert [list(clue) for clue in clues.rows] == reference.clues(grid.tolist())[0]
    runs, counts = ladder.clue_arrays(*grid.shape)
    runs[:] = 77
    fill_clues(grid, runs, counts)
    made = [tuple(row[:count].tolist()) for row, count in zip(runs, counts, strict=True)]
    assert made == [*clues.rows, *clues.columns]
    clues.check()


@given(GRIDS)
def test_as_arrays(grid: np.ndarray) -> None:
    clues = clues_of(grid)
    runs, counts = clues.arrays()
    assert runs.dtype == counts.dtype == np.int16
    for line, clue in enumerate([*clues.rows, *clues.columns]):
        assert runs[line].tolist() == [*clue, *[0] * (runs.shape[1] - len(clue))]
        assert counts[line] == len(clue)


def test_lines_are_named_rows_first() -> None:
    clues = Clues(((1,), ()), ((1,), (), ()))
    assert clues.lines()[:3] == [("row", 0, (1,), 3), ("row", 1, (), 3), ("column", 0, (1,), 2)]
    assert len(clues.lines()) == 5


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ((), ((1,),), "There are 0 rows"),
        (((),) * (LONGEST + 1), ((),), "There are 129 rows"),
        (((1,),), (), "There are 0 columns"),
        (((0,),), ((1,),), "row 1 has the run 0"),
        (((1,),), ((-1,),), "column 1 has the run -1"),
        (((True,),), ((1,),), "row 1 has the run True"),
        (((2,),), ((1,),), "The clue of row 1 needs 2 cells, and the row has 1"),
        (((10**9,),), ((1,),), "needs 1000000000 cells"),
        (((1, 1),), ((1,), (1,)), "needs 3 cells, and the row has 2"),
        (((1,),), ((),), "The rows have 1 filled cells and the columns 0"),
    ],
)
def test_what_may_not_be_clues(rows: tuple, columns: tuple, message: str) -> None:
    with pytest.raises(GriddlesError, match=message):
        Clues(rows, columns).check()
    with pytest.raises(GriddlesError, match=message):
        Clues(rows, columns).arrays()


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(GriddlesError) as refusal:
        Clues(((3,), (0,)), ((5,), ())).check()
    assert len(str(refusal.value).splitlines()) == 3
