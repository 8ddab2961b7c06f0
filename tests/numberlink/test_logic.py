"""A person's effort: what is forced, and what looks ahead settle, against plain rules and all answers."""

import itertools
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board
from numberlink.logic import IN, OUT, REACHES, Effort, effort, notes_for, solve
from numberlink.puzzle import turned

from . import reference
from .made import unique
from .reference import Edge


def noted(ends: NDArray[np.int16]) -> dict[Edge, bool]:
    """The edges that a person knows in the end to be in, and out."""
    height, width = ends.shape
    notes, trial = notes_for(height, width), notes_for(height, width)
    solve(ends, notes, trial, np.zeros(4, np.int64))
    on_board = set(reference.grid(height, width))
    known = {}
    for edge, status in enumerate(notes.edges.tolist()):
        cell = edge % ends.size
        pair = (cell, cell + (1 if edge < ends.size else width))
        if (edge < ends.size and cell % width == width - 1) or pair not in on_board:
            assert status == OUT
        elif status in (IN, OUT):
            known[pair] = status == IN
    return known


def unsettled(ends: NDArray[np.int16], known: dict[Edge, bool]) -> int:
    """How many cells have an edge that isn't known."""
    return sum(
        any(edge not in known for edge in reference.edges_beside(cell, *ends.shape))
        for cell in range(ends.size)
    )


def samples(shape: tuple[int, int], number: int) -> list[NDArray[np.int16]]:
    """Boards that have an answer."""
    chance = random.Random(f"logic {shape}")
    boards = (reference.random_board(chance, *shape) for _ in itertools.count())
    solvable = (one for one in boards if next(reference.answers(one), None))
    return list(itertools.islice(solvable, number))


SHAPES = [(2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (4, 5)]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_person_knows_what_plain_rules_tell(shape: tuple[int, int]) -> None:
    """Neither more nor less: every rule counts, and no rule but these."""
    for ends in samples(shape, 40):
        forced = reference.follow(ends, {})
        assert forced is not None
        told = effort(ends)
        assert told.cells == ends.size
        assert told.forced == ends.size - unsettled(ends, forced), ends
        known = reference.look_ahead(ends, forced)
        assert noted(ends) == known, ends
        assert told.open == unsettled(ends, known)


@pytest.mark.parametrize("size", [5, 6])
def test_boards_with_one_answer_against_plain_rules(size: int) -> None:
    for ends in unique((size, size), 15):
        forced = reference.follow(ends, {})
        assert forced is not None
        told, known = effort(ends), reference.look_ahead(ends, forced)
        assert told.forced == ends.size - unsettled(ends, forced)
        assert noted(ends) == known
        assert told.open == unsettled(ends, known)


@pytest.mark.parametrize("shape", [*SHAPES, (5, 5), (5, 6)])
def test_what_is_known_is_so_in_every_answer(shape: tuple[int, int]) -> None:
    told = 0
    for ends in samples(shape, 60):
        known = noted(ends)
        for answer in reference.answers(ends):
            edges = reference.edges_of(answer)
            assert all((edge in edges) == is_in for edge, is_in in known.items())
        told += len(known)
    assert told > 200


@pytest.mark.parametrize("size", [5, 6, 8])
def test_a_board_without_open_cells_is_solved(size: int) -> None:
    solved = 0
    for ends in unique((size, size), 20):
        told = effort(ends)
        if told.open == 0:
            edges = [edge for edge, is_in in noted(ends).items() if is_in]
            assert reference.ends_of(edges, ends.size) == reference.renamed(ends.ravel().tolist())
            assert len(edges) == ends.size - int(ends.max())
            solved += 1
        assert (told.looks == 0) == (told.reach == 0)
        assert told.forced + told.open <= told.cells
        assert told.looks > 0 or told.forced + told.open == told.cells
    assert solved > 5


@pytest.mark.parametrize("size", [5, 6])
def test_effort_is_the_same_however_a_board_lies(size: int) -> None:
    """But for looks: which of two equally short ones a person finds first is chance."""
    looked = 0
    for ends in [*samples((size, size), 20), *unique((size, size), 10)]:
        text, told = board.to_layout(ends), effort(ends)
        assert effort(ends) == told
        for symmetry in range(8):
            other = effort(board.to_board(turned(text, size, symmetry), size))
            assert (other.forced, other.open) == (told.forced, told.open)
        looked += told.looks > 0
    assert looked > 3


def test_names_do_not_matter() -> None:
    for ends in unique((6, 6), 10):
        names = np.array([0, *reversed(range(1, int(ends.max()) + 1))], np.int16)
        assert effort(names[ends]) == effort(ends)


def test_looks_are_needed_where_rows_do_not_force() -> None:
    straight = board.to_board("A....AB....BC....CD....DE....EF....F", 6)
    assert effort(straight) == Effort(cells=36, forced=36, looks=0, reach=0, open=0)
    assert effort(straight).to_json() == {"cells": 36, "forced": 36, "looks": 0, "reach": 0, "open": 0}
    efforts = [effort(ends) for ends in unique((8, 8), 40)]
    assert {one.looks for one in efforts} >= {0, 1, 2, 3}
    assert any(one.reach > REACHES[0] for one in efforts)
    assert not any(one.open for one in efforts)


def test_cells_stay_open_where_there_are_two_answers() -> None:
    opened = 0
    for ends in samples((4, 4), 40):
        answers = [reference.edges_of(answer) for answer in reference.answers(ends)]
        differ = {
            cell for edge in frozenset.union(*answers) - frozenset.intersection(*answers) for cell in edge
        }
        assert effort(ends).open >= len(differ)
        opened += len(differ) > 0
    assert opened > 10


def test_a_look_follows_one_move_or_more() -> None:
    """What no move is needed to refute was forced."""
    for ends in [*unique((6, 6), 30), *unique((8, 8), 30)]:
        told = effort(ends)
        assert told.reach >= 1 or told.looks == 0


@pytest.mark.parametrize("shape", [(1, 4), (2, 2), (2, 3), (3, 3)])
def test_boards_without_an_answer_are_measured_all_the_same(shape: tuple[int, int]) -> None:
    table = reference.all_answers(*shape)
    hopeless = 0
    for ends in reference.boards(*shape):
        told = effort(ends)
        assert told.cells == ends.size
        assert 0 <= told.forced <= ends.size
        assert 0 <= told.open <= ends.size
        hopeless += tuple(ends.ravel().tolist()) not in table
    assert hopeless > 2


def test_the_smallest_boards() -> None:
    assert effort(np.array([[1, 1]], np.int16)) == Effort(2, 2, 0, 0, 0)
    assert effort(np.array([[1], [0], [1]], np.int16)) == Effort(3, 3, 0, 0, 0)
    assert effort(np.array([[0]], np.int16)).cells == 1
