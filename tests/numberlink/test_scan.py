"""The scan: every answer of every small board comes of it, and its fronts are what paths leave open."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink.paths import links_of
from numberlink.scan import DOWN, NO_MOVE, RIGHT, hash_of, place

from . import reference
from .reference import Edge
from .test_paths import edges_in

SHAPES = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]

Front = list[tuple[str, int]]


def all_moves(board: NDArray[np.int16], covering: bool) -> Iterator[tuple[int, NDArray[np.int8], np.ndarray]]:
    """Every state that the scan comes to without a memo: the next cell, the moves and the fronts so far."""
    cells, width = board.size, board.shape[1]
    meets = np.arange(int(board.max()) + 1, dtype=np.int16)
    fronts = np.zeros((cells + 1, width + 1), np.int16)
    moves = np.zeros(cells, np.int8)

    def on(at: int) -> Iterator[tuple[int, NDArray[np.int8], np.ndarray]]:
        yield at, moves, fronts
        choice = 0
        while at < cells:
            move = place(board, meets, fronts, at, choice, covering)
            if move == NO_MOVE:
                return
            assert move >> 2 > choice
            moves[at], choice = move & 3, move >> 2
            yield from on(at + 1)
            moves[at] = 0

    yield from on(0)


def edges_of_moves(moves: NDArray[np.int8], width: int) -> frozenset[Edge]:
    links = np.zeros((len(moves), 2), np.int64)
    links_of(moves, width, links)
    return frozenset(edges_in(links))


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_answer_and_nothing_else_is_at_the_scans_end(shape: tuple[int, int], covering: bool) -> None:
    table = reference.all_answers(*shape, covering)
    for board in reference.boards(*shape):
        found = [
            edges_of_moves(moves, shape[1]) for at, moves, _ in all_moves(board, covering) if at == board.size
        ]
        assert len(found) == len(set(found))
        assert set(found) == set(table.get(reference.renamed(board.ravel().tolist()), [])), board


def plain_front(board: NDArray[np.int16], edges: frozenset[Edge], at: int) -> Front:
    """What these edges leave open before a cell: for each place, where its path comes out again, or its end's
    name. Found by following each open edge back."""
    width = board.shape[1]
    last = at - 1
    places: dict[int, Edge] = {}
    for column in range(width):
        above = at // width * width + column if column >= at % width else (at // width + 1) * width + column
        places[column] = (above - width, above)
    places[width] = (last, at) if at % width else (-1, -1)
    place_of = {edge: number for number, edge in places.items() if edge in edges}
    front: Front = []
    for number in range(width + 1):
        if places[number] not in edges:
            front.append(("none", 0))
            continue
        edge, cell = places[number], places[number][0]
        while True:
            on = [other for other in edges if cell in other and other != edge]
            if not on:
                front.append(("end", int(board.ravel()[cell])))
                break
            edge = on[0]
            if edge in place_of:
                front.append(("place", place_of[edge]))
                break
            cell = sum(edge) - cell
    return front


def told_front(front: NDArray[np.int16]) -> Front:
    return [
        ("none", 0) if plug == 0 else ("place", plug - 1) if plug > 0 else ("end", -plug)
        for plug in front.tolist()
    ]


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (3, 4), (4, 3), (1, 6), (6, 1), (4, 4)])
def test_fronts_are_what_paths_leave_open(shape: tuple[int, int], covering: bool) -> None:
    chance = random.Random(f"fronts {shape}")
    through = 0
    for _ in range(25):
        board = reference.random_board(chance, *shape)
        for number, (at, moves, fronts) in enumerate(all_moves(board, covering)):
            edges = edges_of_moves(moves, shape[1])
            front = plain_front(board, edges, at)
            assert told_front(fronts[at]) == front
            through += ("place", shape[1]) in front
            if number == 200:
                break
    assert through or min(shape) == 1


def test_a_front_that_comes_of_two_ways_is_hashed_alike() -> None:
    fronts = np.array([[0, 0, 0], [2, 1, 0], [-3, 0, 0], [2, 1, 0]], np.int16)
    again = np.zeros((8, 3), np.int16)
    again[3] = fronts[3]
    assert hash_of(fronts, 3) == hash_of(again, 3)
    assert hash_of(fronts, 3) != hash_of(fronts, 1)


def test_hashes_spread_and_never_change() -> None:
    chance = np.random.default_rng(4)
    fronts = chance.integers(-40, 12, (4000, 11)).astype(np.int16)
    slots = [hash_of(fronts, at) >> 20 & 1023 for at in range(4000)]
    counts = np.bincount(slots, minlength=1024)
    assert counts.max() < 18
    assert (counts == 0).sum() < 60
    assert hash_of(np.array([[2, 1, -3]], np.int16), 0) == -6935911129339116838


def test_names_are_met_as_told_and_not_by_number() -> None:
    """Where ends of different names belong together, as a repair has them."""
    board = np.array([[1, 2, 3, 4]], np.int16)
    fronts = np.zeros((5, 5), np.int16)
    together = np.array([0, 2, 1, 4, 3], np.int16)
    assert [place(board, together, fronts, at, 0, True) & 3 for at in range(4)] == [RIGHT, 0, RIGHT, 0]
    crossed = np.array([0, 3, 4, 1, 2], np.int16)
    assert place(board, crossed, fronts, 0, 0, True) == NO_MOVE
    down = np.array([[1], [2]], np.int16)
    fronts = np.zeros((3, 2), np.int16)
    assert place(down, together, fronts, 0, 0, True) & 3 == DOWN
    assert place(down, np.array([0, 1, 2], np.int16), fronts, 0, 0, True) == NO_MOVE
