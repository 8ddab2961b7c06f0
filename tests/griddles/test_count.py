"""The count against brute force, and against numbers that are known."""

import itertools
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from griddles import frontier
from griddles.count import Meeting, count
from griddles.errors import GriddlesError

from . import reference

Grid = Sequence[Sequence[int]]


def puzzle(rows: Grid, columns: Grid) -> SimpleNamespace:
    return SimpleNamespace(rows=tuple(map(tuple, rows)), columns=tuple(map(tuple, columns)))


def of_grid(grid: Grid) -> SimpleNamespace:
    return puzzle(*reference.clues(grid))


def of_random(rng: np.random.Generator, height: int, width: int, filled: float) -> SimpleNamespace:
    return of_grid((rng.random((height, width)) < filled).astype(int).tolist())


def permutations(size: int) -> SimpleNamespace:
    return puzzle([[1]] * size, [[1]] * size)


def grids(height: int, width: int) -> Iterator[Grid]:
    for cells in itertools.product((0, 1), repeat=height * width):
        yield [cells[row * width : (row + 1) * width] for row in range(height)]


def brute_force(clues: SimpleNamespace, marks: NDArray[np.int8] | None = None) -> int:
    """The number of answers that keep to the marks, over all placements of all rows."""
    width = len(clues.columns)
    given = np.zeros((len(clues.rows), width)) if marks is None else marks
    lines = [[{0: None, 1: 1, 2: 0}[mark] for mark in row] for row in given.tolist()]
    rows = [
        [cells for cells in reference.placements(list(clue), width) if reference.agrees(cells, line)]
        for clue, line in zip(clues.rows, lines, strict=True)
    ]
    return sum(
        reference.clues(grid)[1] == list(map(list, clues.columns)) for grid in itertools.product(*rows)
    )


@pytest.mark.parametrize(
    "shape", [(1, 1), (1, 2), (1, 9), (2, 1), (9, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)]
)
def test_every_grid_of_a_small_size(shape: tuple[int, int]) -> None:
    known = Counter(str(reference.clues(grid)) for grid in grids(*shape))
    first = {str(reference.clues(grid)): grid for grid in grids(*shape)}
    for key, grid in first.items():
        assert count(of_grid(grid)).answers == known[key], key


@pytest.mark.slow
def test_every_grid_of_four_by_four() -> None:
    test_every_grid_of_a_small_size((4, 4))


def test_clues_taken_from_two_grids() -> None:
    rng = np.random.default_rng(3)
    seen: Counter[bool] = Counter()
    for _ in range(80):
        size = int(rng.integers(3, 6))
        one, other = of_random(rng, size, size, 0.5), of_random(rng, size, size, 0.5)
        clues = puzzle(one.rows, other.columns)
        answers = count(clues).answers
        assert answers == brute_force(clues)
        seen[bool(answers)] += 1
    assert seen[True] > 0
    assert seen[False] > 0


def test_random_grids_to_six_by_six() -> None:
    rng = np.random.default_rng(5)
    for height in (4, 5, 6):
        for _ in range(4):
            clues = of_random(rng, height, 6, 0.6)
            assert count(clues).answers == brute_force(clues)


def test_rows_and_columns_come_to_the_same_number() -> None:
    rng = np.random.default_rng(7)
    for _ in range(30):
        clues = of_random(rng, 9, 12, 0.45)
        marks = np.zeros((9, 12), np.int8)
        by_rows = Meeting(clues.rows, clues.columns, marks).advance(10**7, None)
        by_columns = Meeting(clues.columns, clues.rows, marks.T).advance(10**7, None)
        assert by_rows == by_columns == count(clues).answers


def test_marks_are_kept_to() -> None:
    rng = np.random.default_rng(11)
    seen = Counter[int]()
    for _ in range(60):
        grid = (rng.random((5, 5)) < 0.5).astype(int)
        clues = of_grid(grid.tolist())
        marks = np.where(rng.random((5, 5)) < 0.2, np.where(grid, 1, 2), 0).astype(np.int8)
        if rng.random() < 0.3:
            marks[0, 0] = 1 + grid[0, 0]
        answers = count(clues, marks=marks).answers
        assert answers == brute_force(clues, marks)
        seen[min(answers, 2)] += 1
    assert min(seen[0], seen[1], seen[2]) > 0


@pytest.mark.parametrize("size", [1, 5, 10, 16])
def test_permutations(size: int) -> None:
    assert count(permutations(size)).answers == math.factorial(size)


@pytest.mark.slow
def test_twenty_factorial() -> None:
    assert count(permutations(20), 200_000_000).answers == math.factorial(20)


@pytest.mark.parametrize(("columns", "each"), [(3, 3), (4, 16), (5, 11)])
def test_numbers_past_a_machine_word_are_exact(columns: int, each: int) -> None:
    # Every other row is empty, so that the rows between may be dealt out to the columns in any order.
    rows = columns * each
    clues = puzzle([[1], []] * rows, [[1] * each] * columns)
    assert count(clues).answers == math.factorial(rows) // math.factorial(each) ** columns


@pytest.mark.parametrize("size", [1, 2, 20, 99, 128])
def test_full_and_empty_grids(size: int) -> None:
    assert count(puzzle([[]] * size, [[]] * size)).answers == 1
    assert count(puzzle([[size]] * size, [[size]] * size)).answers == 1


@pytest.mark.parametrize("length", [1, 7, 60, 128])
def test_a_single_line(length: int) -> None:
    clue = [1] * ((length + 1) // 2)
    columns = [[1] if column % 2 == 0 else [] for column in range(length)]
    assert count(puzzle([clue], columns)).answers == 1
    assert count(puzzle(columns, [clue])).answers == 1


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([[1], [1], [1]], [[1], [1], []]),
        ([[4], [], []], [[1], [1], [2]]),
        ([[10**9]], [[1]]),
        ([[2], [2]], [[1], [1, 1], [1]]),
        ([[1, 1], [], [1, 1]], [[1], [2], [1]]),
    ],
)
def test_a_contradiction_has_no_answer(rows: Grid, columns: Grid) -> None:
    assert count(puzzle(rows, columns)).answers == 0


def test_a_small_budget_gives_up() -> None:
    whole = count(permutations(10))
    given_up = count(permutations(10), 2_000)
    assert whole.answers == math.factorial(10)
    assert given_up.answers is None
    assert 2_000 <= given_up.steps < whole.steps
    assert count(permutations(10), whole.steps + 1).answers == whole.answers


def test_a_deadline_gives_up() -> None:
    given_up = count(permutations(30), 10**12, deadline=time.monotonic() + 0.2)
    assert given_up.answers is None
    assert 0 < given_up.steps < 10**12


def test_too_little_memory_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "MEMORY", 1 << 17)
    assert count(permutations(8)).answers == math.factorial(8)
    assert count(permutations(16)).answers is None


@pytest.mark.parametrize(("height", "width"), [(0, 0), (0, 5), (5, 0), (129, 5), (5, 129)])
def test_an_impossible_size_is_refused(height: int, width: int) -> None:
    with pytest.raises(GriddlesError, match=f"{width} × {height}"):
        count(puzzle([[]] * height, [[]] * width))
