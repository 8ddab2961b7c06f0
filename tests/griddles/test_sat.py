"""The clauses' answers against brute force and against the count."""

from types import SimpleNamespace

import numpy as np
import pytest

from griddles import sat
from griddles.count import count

from . import reference
from .test_count import Grid, brute_force, grids, of_grid, of_random, permutations, puzzle


def found_all(clues: SimpleNamespace, limit: int = 10_000) -> set[str]:
    found = sat.solve(clues, limit)
    assert found.complete
    for grid in found.grids:
        assert grid.dtype == np.uint8
        assert of_grid(grid.tolist()) == clues
    answers = {str(grid.tolist()) for grid in found.grids}
    assert len(answers) == len(found.grids)
    return answers


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3)])
def test_every_grid_of_a_small_size(shape: tuple[int, int]) -> None:
    expected: dict[str, tuple[SimpleNamespace, set[str]]] = {}
    for grid in grids(*shape):
        clues = of_grid(grid)
        expected.setdefault(str(clues), (clues, set()))[1].add(str(list(map(list, grid))))
    for clues, answers in expected.values():
        assert found_all(clues) == answers


def test_clues_taken_from_two_grids() -> None:
    rng = np.random.default_rng(13)
    for _ in range(40):
        size = int(rng.integers(3, 6))
        clues = puzzle(of_random(rng, size, size, 0.5).rows, of_random(rng, size, size, 0.5).columns)
        assert len(found_all(clues)) == brute_force(clues)


def test_random_grids_against_the_count() -> None:
    rng = np.random.default_rng(17)
    for filled in (0.35, 0.5, 0.65):
        for _ in range(8):
            clues = of_random(rng, 10, 10, filled)
            answers = count(clues).answers
            assert answers is not None
            found = sat.solve(clues, 300)
            assert len(found.grids) == min(answers, 300)
            assert found.complete == (answers < 300)


def test_marks_are_kept_to() -> None:
    marks = np.zeros((4, 4), np.int8)
    marks[0, 0], marks[1, 1] = 1, 2
    found = sat.solve(permutations(4), 100, marks=marks)
    assert found.complete
    # The permutations that keep the first place and move the second.
    assert len(found.grids) == 4


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([[1], [1], [1]], [[1], [1], []]),
        ([[4], [], []], [[1], [1], [2]]),
        ([[10**9]], [[1]]),
        ([[1, 1], [], [1, 1]], [[1], [2], [1]]),
    ],
)
def test_a_contradiction_has_no_answer(rows: Grid, columns: Grid) -> None:
    assert found_all(puzzle(rows, columns)) == set()


def test_the_limit_ends_the_search() -> None:
    found = sat.solve(permutations(5), 7)
    assert len(found.grids) == 7
    assert not found.complete


def dominoes(number: int) -> SimpleNamespace:
    """Josh Greifer's "Domino Logic" with so many dominoes: one answer, which lines alone don't find."""
    rows = [[3], *[run for _ in range(number - 1) for run in ([1], [3, 1])], [1], [1]]
    columns = [[1], [1], *[run for _ in range(number - 1) for run in ([1, 3], [1])], [3]]
    return puzzle(rows, columns)


def test_few_conflicts_leave_it_undecided() -> None:
    clues = dominoes(9)
    assert len(found_all(clues)) == 1
    found = sat.solve(clues, conflicts=100)
    assert not found.complete
    assert found.conflicts < 1_000


def test_no_time_leaves_it_undecided() -> None:
    found = sat.solve(dominoes(9), seconds=0)
    assert found == sat.Found((), False, 0)
    assert sat.solve(dominoes(9), seconds=600).complete


def test_reference_agrees_on_what_a_domino_is() -> None:
    grid = sat.solve(dominoes(4)).grids[0].tolist()
    assert reference.clues(grid)[0] == [list(clue) for clue in dominoes(4).rows]
