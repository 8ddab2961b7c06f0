"""Topology: keys that no turn, mirror or renaming changes, and that tell different boards apart."""

import random
from itertools import pairwise

import pytest

from numberlink.puzzle import SYMMETRIES, turned
from numberlink.topology import answer_key, board_key, shape_of, shapes_key, symmetries

from . import reference


def test_a_square_has_eight_symmetries_and_a_rectangle_four() -> None:
    assert len(symmetries(3, 3)) == 8
    assert len(symmetries(2, 3)) == len(symmetries(3, 2)) == 4
    assert len(symmetries(1, 4)) == 2
    assert symmetries(1, 1) == ((0,),)


def test_keys_are_spelled_as_codes_know_them() -> None:
    """Codes are made of keys: their spelling never changes."""
    assert board_key([0, 0, 0, 5, 5, 2, 0, 0, 2], 3) == "3x3:,,,1,1,2,,,2"
    assert board_key([1, 0, 2, 1, 0, 2], 3) == "3x2:1,,2,1,,2"
    assert answer_key([(3, 0, 1, 2, 5), (4, 7), (6, 8)], 3, 9) == "3x3:0-2;1-4;3-6-7-8-5"
    assert shapes_key([(0, 1, 2, 5), (3, 6, 7, 8), (4, 5)], 3) == "1 1L2*2"


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (3, 4)])
def test_symmetries_and_names_do_not_matter(shape: tuple[int, int]) -> None:
    chance = random.Random(f"{shape}")
    for _ in range(40):
        ends = reference.random_board(chance, *shape).ravel().tolist()
        names = [0, *chance.sample(range(1, 60), max(ends))]
        key = board_key(ends, shape[1])
        for places in symmetries(*shape):
            assert board_key([names[ends[cell]] for cell in places], shape[1]) == key


def test_different_boards_have_different_keys() -> None:
    """Boards with one key are turns of each other, for every board of 2×3 and of 3×3."""
    for height, width in ((2, 3), (3, 3)):
        by_key: dict[str, set[tuple[int, ...]]] = {}
        for board in reference.boards(height, width):
            ends = board.ravel().tolist()
            by_key.setdefault(board_key(ends, width), set()).add(tuple(ends))
        for members in by_key.values():
            first = sorted(members)[0]
            turns = {renamed([first[cell] for cell in places]) for places in symmetries(height, width)}
            assert {renamed(list(one)) for one in members} == turns


def renamed(ends: list[int]) -> tuple[int, ...]:
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(name, len(names)) for name in ends)


def test_layouts_turn_as_the_symmetries_do() -> None:
    layout = "ABCDEFGHI"
    assert {turned(layout, 3, k) for k in range(SYMMETRIES)} == {
        "".join(layout[cell] for cell in places) for places in symmetries(3, 3)
    }
    assert turned(layout, 3, 0) == layout


def test_a_shape_is_the_same_from_either_end_and_however_it_lies() -> None:
    path = (0, 1, 2, 7, 12, 11, 16)
    cells = 25
    shape = shape_of(path, 5)
    for places in symmetries(5, 5):
        place_of = {cell: place for place, cell in enumerate(places)}
        moved = tuple(place_of[cell] for cell in path)
        assert shape_of(moved, 5) == shape_of(moved[::-1], 5) == shape
    assert len(places) == cells
    assert shape_of((0, 1, 2, 7), 5) != shape_of((0, 1, 6, 11, 12), 5)


def test_answers_have_keys_of_their_own() -> None:
    board = reference.random_board(random.Random(3), 3, 3)
    keys = {}
    for answer in reference.answers(board):
        for places in symmetries(3, 3):
            place_of = {cell: place for place, cell in enumerate(places)}
            moved = [tuple(place_of[cell] for cell in path) for path in answer]
            keys.setdefault(answer_key(moved, 3, 9), set()).add(answer)
    for key, found in keys.items():
        assert key.startswith("3x3:")
        assert found


def test_shapes_count_every_path() -> None:
    straight = [tuple(range(row * 4, row * 4 + 4)) for row in range(4)]
    assert shapes_key(straight, 4) == "3*4"
    assert all(b - a == 1 for path in straight for a, b in pairwise(path))
