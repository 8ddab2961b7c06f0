"""Boards as arrays for compiled code, as the texts that files hold, and as anyone's puzzle file."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numberlink.errors import NumberlinkError
from numberlink.paths import join, label
from numberlink.puzzle import EMPTY, LETTERS, paths_of
from picturekit import files

LARGEST = 64
"""The longest side of a board in a file."""


def to_board(layout: str, width: int) -> NDArray[np.int16]:
    """A layout as an array, int16 (H, W): its paths numbered from 1 as their first ends come, 0 elsewhere."""
    letters = dict.fromkeys(cell for cell in layout if cell != EMPTY)
    numbers = {letter: number for number, letter in enumerate(letters, 1)}
    return np.array([numbers.get(cell, 0) for cell in layout], np.int16).reshape(-1, width)


def to_layout(board: NDArray[np.int16]) -> str:
    """A board, its paths numbered from 1 as their first ends come, as a layout.

    Raises NumberlinkError where it has more paths than there are letters.
    """
    return _lettered(board.ravel().tolist())


def to_answer(links: NDArray[np.int64]) -> str:
    """Paths, int64 (N, 2) as `paths` has them, as the answer of their layout. Raises as `to_layout` does."""
    return _lettered(labels_of(links).tolist())


def labels_of(links: NDArray[np.int64]) -> NDArray[np.int16]:
    """The number of each cell's path, int16 (N,), from 1 as their first ends come, 0 where none goes."""
    labels = np.zeros(len(links), np.int16)
    label(links, labels)
    return labels


def to_paths(links: NDArray[np.int64]) -> list[list[int]]:
    """Each path's cells from its first end to its second."""
    beside = links.tolist()
    labels = labels_of(links).tolist()
    found: dict[int, list[int]] = {}
    for cell, (number, (one, other)) in enumerate(zip(labels, beside, strict=True)):
        if number and other < 0 and number not in found:
            path = [cell, one]
            while (after := next(x for x in (*beside[path[-1]], -1) if x != path[-2])) >= 0:
                path.append(after)
            found[number] = path
    return list(found.values())


def to_links(paths: Sequence[Sequence[int]], cells: int) -> NDArray[np.int64]:
    """Paths, as their cells in order, as `paths` has them: int64 (N, 2)."""
    links = np.full((cells, 2), -1, np.int64)
    for path in paths:
        for a, b in itertools.pairwise(path):
            join(links, a, b)
    return links


def answer_links(layout: str, answer: str, width: int) -> NDArray[np.int64]:
    """An answer's paths, int64 (N, 2). Raises NumberlinkError where a letter's cells are no path."""
    return to_links(list(paths_of(layout, answer, width).values()), len(layout))


def read(path: Path) -> NDArray[np.int16]:
    """A board from a file: a first line `W H`, then H lines of W labels split by spaces, `.` or `0` for
    empty.

    Its paths are numbered from 1 as their first ends come. Raises NumberlinkError, naming file and line, for
    anything else, and for a board with no path, a label that doesn't stand twice, or too long a side.
    """
    return parse(files.read_bytes(path).decode("utf-8", "replace"), str(path))


def parse(text: str, name: str) -> NDArray[np.int16]:
    """The board of a file's text; `name` begins each message."""
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise NumberlinkError(f"{name} is empty: write `W H`, then H lines of W labels.")
    number, head = lines[0]
    if len(head) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 9 for word in head):
        raise NumberlinkError(f"{name}:{number}: the first line is width and height, such as `8 8`.")
    width, height = map(int, head)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise NumberlinkError(
            f"{name}:{number}: the board is {width}×{height}, and a side has 1 to {LARGEST} cells."
        )
    rows = lines[1:]
    for number, row in rows[:height]:
        if len(row) != width:
            raise NumberlinkError(f"{name}:{number}: a row of {len(row)} labels, and the width is {width}.")
    if len(rows) != height:
        raise NumberlinkError(f"{name}: there are {len(rows)} rows, and the height is {height}.")
    places: dict[str, list[str]] = {}
    for number, row in rows:
        for column, cell in enumerate(row, 1):
            if cell not in (EMPTY, "0"):
                places.setdefault(cell, []).append(f"line {number}, column {column}")
    if not places:
        raise NumberlinkError(f"{name} has no labels: each path has two ends.")
    for cell, there in places.items():
        if len(there) != 2:
            told = "; ".join(there[:4])
            raise NumberlinkError(
                f"{name}: {cell} stands {len(there)} times ({told}), and a path has two ends."
            )
    numbers = {cell: number for number, cell in enumerate(places, 1)}
    return np.array([[numbers.get(cell, 0) for cell in row] for _, row in rows], np.int16)


def _lettered(numbers: list[int]) -> str:
    if max(numbers) > len(LETTERS):
        raise NumberlinkError(f"The board has {max(numbers)} paths, and there are {len(LETTERS)} letters.")
    return "".join(LETTERS[number - 1] if number else EMPTY for number in numbers)
