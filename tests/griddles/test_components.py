"""Parts of the unknown cells, and counts that are multiplied."""

import numpy as np
import pytest

from griddles import probing
from griddles.clues import clues_of
from griddles.components import count_parts, parts_of
from griddles.count import count


def test_parts_share_no_line() -> None:
    unknown = (
        np.array([[1, 1, 0, 0, 0], [0, 0, 0, 1, 0], [0, 1, 0, 0, 0], [0, 0, 0, 1, 1], [0, 0, 1, 0, 0]]) > 0
    )
    parts = parts_of(unknown)
    assert [np.argwhere(part).tolist() for part in parts] == [
        [[0, 0], [0, 1], [2, 1]],
        [[1, 3], [3, 3], [3, 4]],
        [[4, 2]],
    ]


def test_parts_of_random_cells_make_up_the_whole() -> None:
    rng = np.random.default_rng(19)
    for _ in range(50):
        unknown = rng.random((7, 9)) < 0.15
        parts = parts_of(unknown)
        assert (np.sum(parts, axis=0) == unknown).all()
        assert (np.sum([part.any(axis=1) for part in parts], axis=0) <= 1).all()
        assert (np.sum([part.any(axis=0) for part in parts], axis=0) <= 1).all()


def test_no_unknown_cell_is_one_answer() -> None:
    grid = np.eye(3, dtype=np.uint8)
    marks = np.where(grid == 1, 1, 2).astype(np.int8)
    assert count_parts(clues_of(grid), marks, grid, 100).answers == 1


def test_line_logics_marks_against_the_plain_count() -> None:
    rng = np.random.default_rng(23)
    for _ in range(60):
        clues = clues_of((rng.random((9, 9)) < 0.5).astype(np.uint8))
        searched = probing.search(clues)
        assert count_parts(clues, searched.marks, searched.grids[0], 10**6).answers == count(clues).answers


def test_two_parts_against_the_plain_count() -> None:
    rng = np.random.default_rng(61)
    numbers = set()
    for _ in range(60):
        grid = np.kron(np.eye(2), np.ones((5, 5))).astype(np.uint8) * (rng.random((10, 10)) < 0.4)
        marks = np.where(grid == 1, 1, 2).astype(np.int8)
        marks[:4, :4] = marks[5:, 5:] = 0
        answers = count_parts(clues_of(grid), marks, grid, 10**6).answers
        assert answers == count(clues_of(grid), marks=marks).answers
        numbers.add(answers)
    assert {1, 2, 3, 4} <= numbers


@pytest.mark.parametrize("blocks", [1, 3, 40])
def test_separate_parts_multiply(blocks: int) -> None:
    # Along the diagonal stand blocks of two cells by two, each with two answers when what is around is known.
    size = 3 * blocks
    grid = np.zeros((size, size), np.uint8)
    marks = np.full((size, size), 2, np.int8)
    for first in range(0, size, 3):
        grid[first, first] = grid[first + 1, first + 1] = 1
        marks[first : first + 2, first : first + 2] = 0
    assert count_parts(clues_of(grid), marks, grid, 10**6).answers == 2**blocks


def test_a_small_budget_gives_up() -> None:
    grid = np.eye(8, dtype=np.uint8)
    counted = count_parts(clues_of(grid), np.zeros((8, 8), np.int8), grid, 50)
    assert counted.answers is None
    assert counted.steps >= 50
