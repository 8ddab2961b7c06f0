"""The independent count: every board of up to twelve cells, and what may change nothing about it."""

import ast
import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board as boards
from numberlink import frontier
from numberlink.frontier import count

from . import reference
from .made import mixed

SHAPES = [(1, n) for n in range(1, 9)] + [(n, 1) for n in range(2, 9)]
SHAPES += [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


def check(board: NDArray[np.int16]) -> None:
    known = reference.all_answers(*board.shape).get(reference.renamed(board.ravel().tolist()), [])
    assert count(board) == min(len(known), 2), board


@pytest.mark.parametrize("shape", SHAPES)
def test_every_board_of_few_cells(shape: tuple[int, int]) -> None:
    for board in reference.boards(*shape):
        check(board)


@pytest.mark.parametrize("shape", [(3, 4), (4, 3)])
def test_some_boards_of_twelve_cells(shape: tuple[int, int]) -> None:
    chance = random.Random(f"{shape}")
    for board in chance.sample(list(reference.boards(*shape)), 5_000):
        check(board)
    for names in reference.all_answers(*shape):
        check(np.array(names, np.int16).reshape(shape))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (2, 5), (5, 2), (2, 6), (6, 2)])
def test_every_board_of_up_to_twelve_cells(shape: tuple[int, int]) -> None:
    for board in reference.boards(*shape):
        check(board)


@pytest.mark.slow
def test_every_board_of_four_by_four_that_has_an_answer() -> None:
    for names, known in reference.all_answers(4, 4).items():
        assert count(np.array(names, np.int16).reshape(4, 4)) == min(len(known), 2)


@pytest.mark.parametrize("shape", [(4, 4), (4, 5), (5, 4), (5, 5), (3, 8), (8, 3)])
def test_random_boards(shape: tuple[int, int]) -> None:
    chance = random.Random(f"count {shape}")
    numbers = []
    for _ in range(80):
        board = reference.random_board(chance, *shape)
        numbers.append(reference.number_of(board))
        assert count(board) == numbers[-1]
    assert set(numbers) == {0, 1, 2}


@pytest.mark.parametrize("size", [6, 8, 10])
def test_turns_mirrors_and_names_change_nothing(size: int) -> None:
    chance = random.Random(f"count {size}")
    numbers = []
    for board in mixed((size, size), 4):
        names = np.array([0, *chance.sample(range(1, board.size + 1), int(board.max()))], np.int16)
        numbers.append(count(board))
        for turned in (np.rot90(board, turns) for turns in range(4)):
            assert count(turned) == count(np.fliplr(turned)) == numbers[-1]
            assert count(names[turned]) == numbers[-1]
    assert set(numbers) == {0, 1, 2}


def test_a_path_between_corners() -> None:
    """From a corner to the opposite one a path over all cells has an even number of steps."""
    for size in range(2, 9):
        board = boards.to_board("A" + "." * (size * size - 2) + "A", size)
        assert count(board) == (0 if size % 2 == 0 else 2)


def test_it_gives_up_rather_than_guess() -> None:
    board = boards.to_board("A" + "." * 47 + "A", 7)
    sizes = [number for number in range(1, 400) if count(board, number) is not None]
    assert sizes
    assert sizes == list(range(sizes[0], 400))
    assert sizes[0] > 10
    assert all(count(board, number) == 2 for number in sizes[:5])


def test_it_shares_nothing_with_what_it_checks() -> None:
    tree = ast.parse(Path(frontier.__file__).read_text(encoding="utf-8"))
    imported = [
        [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert set(itertools.chain(*imported)) <= {"__future__", "numpy", "numpy.typing", "picturekit.jit"}
