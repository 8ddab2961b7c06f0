"""The ladder against the plain reference: marks, steps, tiers; its steps replayed; and trials."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as nst

from griddles import ladder
from griddles.clues import Clues, clues_of
from griddles.lines import EMPTY, FILLED, UNKNOWN, settle

from . import reference

MARK = {None: UNKNOWN, 1: FILLED, 0: EMPTY}
GRIDS = nst.arrays(np.uint8, st.tuples(st.integers(1, 8), st.integers(1, 8)), elements=st.integers(0, 1))

# The two ways to fill a ring of four single cells: no line says anything.
OPEN = Clues(((1,), (1,)), ((1,), (1,)))


def answers(clues: Clues) -> list[tuple[tuple[int, ...], ...]]:
    """Every grid that fits the clues."""
    by_row = [list(reference.placements(clue, clues.width)) for clue in clues.rows]
    return [rows for rows in itertools.product(*by_row) if clues_of(np.array(rows)).columns == clues.columns]


@settings(max_examples=200)
@given(GRIDS)
def test_as_the_reference_climbs(grid: np.ndarray) -> None:
    clues = clues_of(grid)
    climbed = ladder.climb(clues, trials=False)
    plain = reference.ladder(*reference.clues(grid.tolist()))
    assert plain is not None
    marks, steps = plain
    assert climbed.marks.tolist() == [[MARK[mark] for mark in row] for row in marks]
    assert climbed.steps == {**steps, "trial": 0}
    assert climbed.tier == reference.tier(grid.tolist())
    assert climbed.finished is (UNKNOWN not in climbed.marks)
    assert not climbed.contradiction


@given(GRIDS)
def test_steps_replayed_come_to_the_same(grid: np.ndarray) -> None:
    clues = clues_of(grid)
    climbed = ladder.climb(clues)
    marks = np.zeros(grid.shape, np.int8)
    counted = dict.fromkeys(ladder.TECHNIQUES, 0)
    for step in ladder.steps(clues, trials=True):
        kind, index = step.line
        along = 1 if kind == "row" else 0
        line = marks[index, :] if kind == "row" else marks[:, index]
        if step.technique != "trial":
            clue = (clues.rows if kind == "row" else clues.columns)[index]
            assert settle(clue, line.tolist(), step.technique) == [
                (cell[along], cell[2]) for cell in step.cells
            ]
            assert all(cell[1 - along] == index for cell in step.cells)
        for r, c, mark in step.cells:
            assert marks[r, c] == UNKNOWN
            marks[r, c] = mark
        counted[step.technique] += 1
    assert (marks == climbed.marks).all()
    assert counted == climbed.steps


@given(nst.arrays(np.uint8, (4, 4), elements=st.integers(0, 1)))
def test_what_the_ladder_marks_is_so_in_every_answer(grid: np.ndarray) -> None:
    clues = clues_of(grid)
    climbed = ladder.climb(clues)
    for answer in answers(clues):
        assert ((climbed.marks == UNKNOWN) | ((climbed.marks == FILLED) == np.array(answer))).all()


def test_lines_that_finish_have_one_answer() -> None:
    """Every 3×3 grid: where lines finish it, no other has its clues."""
    finished = 0
    for cells in itertools.product((0, 1), repeat=9):
        grid = np.array(cells, np.uint8).reshape(3, 3)
        clues = clues_of(grid)
        if ladder.climb(clues, trials=False).finished:
            finished += 1
            assert answers(clues) == [tuple(map(tuple, grid.tolist()))]
    assert finished > 300


def trial_puzzle() -> Clues:
    """Clues that lines alone don't finish, though they have one answer."""
    chance = np.random.default_rng(5)
    while True:
        grid = (chance.random((6, 6)) < 0.55).astype(np.uint8)
        clues = clues_of(grid)
        if not ladder.climb(clues, trials=False).finished and ladder.climb(clues).finished:
            return clues


def test_a_trial_finishes_what_lines_do_not() -> None:
    clues = trial_puzzle()
    climbed = ladder.climb(clues)
    assert climbed.finished
    assert climbed.tier == 4
    assert climbed.steps["trial"] > 0
    assert climbed.measure.endswith(f"t{climbed.steps['trial']}")
    assert answers(clues) == [tuple(map(tuple, (climbed.marks == FILLED).astype(int).tolist()))]
    step = next(step for step in ladder.steps(clues, trials=True) if step.technique == "trial")
    assert step.assumed is not None
    (cell,) = step.cells
    assert cell[:2] == step.assumed[:2]
    assert {cell[2], step.assumed[2]} == {FILLED, EMPTY}


def test_two_answers_are_left_open() -> None:
    climbed = ladder.climb(OPEN)
    assert (climbed.finished, climbed.contradiction, climbed.tier) == (False, False, None)
    assert (climbed.marks == UNKNOWN).all()
    assert list(ladder.steps(OPEN, trials=True)) == []


def test_a_contradiction_is_told() -> None:
    clues = Clues(((3,), (), (3,)), ((2,), (2,), (2,)))
    climbed = ladder.climb(clues)
    assert climbed.contradiction
    assert climbed.tier is None


@pytest.mark.parametrize("filled", [0, 1])
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 9), (9, 1), (5, 5), (63, 3), (99, 99), (128, 128)])
def test_all_empty_and_all_full(filled: int, height: int, width: int) -> None:
    climbed = ladder.climb(clues_of(np.full((height, width), filled, np.uint8)))
    assert climbed.tier == 1
    assert climbed.steps["simple"] == height
    assert (climbed.marks == (FILLED if filled else EMPTY)).all()


def test_wide_grids_climb_like_narrow_ones() -> None:
    """A grid within an empty frame takes the way of long lines, and its marks stay the same."""
    chance = np.random.default_rng(8)
    for _ in range(40):
        grid = (chance.random((9, 9)) < 0.6).astype(np.uint8)
        wide = np.zeros((9, 70), np.uint8)
        wide[:, 30:39] = grid
        tall = ladder.climb(clues_of(wide.T), trials=False)
        flat = ladder.climb(clues_of(wide), trials=False)
        assert (tall.marks == flat.marks.T).all()
        assert ((flat.marks == UNKNOWN) | ((flat.marks == FILLED) == wide)).all()


def test_batches() -> None:
    chance = np.random.default_rng(3)
    grids = (chance.random((60, 8, 8)) < 0.6).astype(np.uint8)
    tiers, steps = ladder.tiers(grids)
    finished = ladder.lines_finish(grids)
    for grid, tier, counted, whole in zip(grids, tiers, steps, finished, strict=True):
        climbed = ladder.climb(clues_of(grid), trials=False)
        assert (climbed.tier or 0) == tier
        assert [climbed.steps[name] for name in ("simple", "edges", "line")] == counted[1:4].tolist()
        assert whole == (tier > 0)
    assert set(tiers.tolist()) >= {0, 1, 2}


def test_rates() -> None:
    assert [ladder.rate(tier) for tier in (1, 2, 3)] == ["easy", "medium", "hard"]
    with pytest.raises(KeyError):
        ladder.rate(4)
    assert ladder.measure_of({"simple": 63, "edges": 0, "line": 17}) == "s63 l17"
