"""Boards in files: what is read, and what each fault is told as."""

import random
from pathlib import Path

import numpy as np
import pytest

from numberlink import board
from numberlink.errors import NumberlinkError
from numberlink.puzzle import LETTERS
from picturekit.errors import KitError

from . import reference

GOOD = "3 2\n1 . 2\n1 0 2\n"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(GOOD)
    assert board.read(path).tolist() == [[1, 0, 2], [1, 0, 2]]
    path.write_text("\n 3   2 \n\nfox . owl\nfox . owl\n\n")
    assert board.read(path).tolist() == [[1, 0, 2], [1, 0, 2]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a.txt is empty"),
        ("3\n1 . 1\n", "a.txt:1: the first line is width and height"),
        ("x 2\n", "a.txt:1: the first line is width and height"),
        ("-3 2\n", "a.txt:1: the first line is width and height"),
        ("³ 2\n", "a.txt:1: the first line is width and height"),
        ("3.5 2\n", "a.txt:1: the first line is width and height"),
        ("999999999999 2\n", "a.txt:1: the first line is width and height"),
        ("0 2\n", "a.txt:1: the board is 0×2"),
        ("2 0\n", "a.txt:1: the board is 2×0"),
        ("200 200\n", "a.txt:1: the board is 200×200"),
        ("3 2\n1 . 1\n. .\n", "a.txt:3: a row of 2 labels, and the width is 3"),
        ("3 2\n1 . 1\n", "a.txt: there are 1 rows, and the height is 2"),
        ("3 1\n1 . 1\n. . .\n", "a.txt: there are 2 rows, and the height is 1"),
        ("3 2\n. . .\n. 0 .\n", "a.txt has no labels"),
        ("3 2\n1 . .\n. . .\n", r"a.txt: 1 stands 1 times \(line 2, column 1\)"),
        ("3 2\n1 1 .\n. . 1\n", r"a.txt: 1 stands 3 times \(line 2, column 1; line 2, column 2; line 3"),
    ],
)
def test_what_a_file_is_refused_for(text: str, words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        board.parse(text, "a.txt")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r"none\.txt"):
        board.read(tmp_path / "none.txt")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(NumberlinkError, match="the first line is width and height"):
        board.read(path)


def test_layouts_and_answers_go_there_and_back() -> None:
    chance = random.Random(2)
    for _ in range(40):
        names = "." + LETTERS
        ends = board.to_board("".join(names[x] for x in reference.random_board(chance, 4, 5).ravel()), 5)
        layout = board.to_layout(ends)
        again = board.to_board(layout, 5)
        assert board.to_layout(again) == layout
        for answer in list(reference.answers(again))[:3]:
            links = board.to_links(sorted(answer), 20)
            text = board.to_answer(links)
            assert frozenset(map(tuple, board.to_paths(links))) == answer
            assert [text[cell] for cell, letter in enumerate(layout) if letter != "."] == [
                letter for letter in layout if letter != "."
            ]


def test_more_paths_than_letters_are_refused() -> None:
    names = [number for number in range(1, len(LETTERS) + 2) for _ in range(2)]
    with pytest.raises(NumberlinkError, match="63 paths, and there are 62 letters"):
        board.to_layout(np.array([names], np.int16))
    assert len(board.to_layout(np.array([names[:-2]], np.int16))) == 124
