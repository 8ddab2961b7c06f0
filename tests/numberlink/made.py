"""Boards as Numberlink's own maker has them: covers, and boards that were repaired to one answer."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from numberlink import board
from numberlink.chance import stream_of
from numberlink.filling import fill
from numberlink.repair import ALONE, bench_for, repair
from numberlink.search import state_for

LONG = 1 << 40
"""Steps enough."""


def covers(shape: tuple[int, int], longest: int, text: str, number: int) -> list[NDArray[np.int64]]:
    """So many random covers of a board by paths of up to `longest` cells."""
    stream = stream_of(f"cover {shape} {longest} {text}")
    made: list[NDArray[np.int64]] = []
    while len(made) < number:
        links = np.zeros((shape[0] * shape[1], 2), np.int64)
        if fill(*shape, longest, stream, links, np.zeros(2 * len(links), np.int64)):
            made.append(links)
    return made


def board_of(links: NDArray[np.int64], shape: tuple[int, int]) -> NDArray[np.int16]:
    """The board of paths that cover it."""
    labels = board.labels_of(links)
    return np.where(links[:, 1] < 0, labels, 0).astype(np.int16).reshape(shape)


@cache
def unique(shape: tuple[int, int], number: int) -> tuple[NDArray[np.int16], ...]:
    """So many boards with one answer."""
    bench, state, stream = bench_for(*shape), state_for(*shape), stream_of(f"unique {shape}")
    made: list[NDArray[np.int16]] = []
    for links in covers(shape, 12, "unique", 20 * number):
        if len(made) < number and repair(links, bench, state, stream, LONG, LONG)[0] == ALONE:
            made.append(board_of(links, shape))
    return tuple(made)


def mixed(shape: tuple[int, int], number: int) -> list[NDArray[np.int16]]:
    """Boards with one answer, with several, and with none: made ones, unrepaired ones, and some whose paths
    exchanged an end."""
    several = [board_of(links, shape) for links in covers(shape, 12, "mixed", number)]
    none = []
    for one in unique(shape, number):
        swapped = one.copy().ravel()
        first, second = np.flatnonzero(swapped)[[0, -1]]
        swapped[[first, second]] = swapped[[second, first]]
        none.append(swapped.reshape(shape))
    return [*unique(shape, number), *several, *none]
