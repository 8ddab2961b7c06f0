"""A second proof that shares nothing with the first: all boards' answers at once, cell by cell.

A layer holds every way in which the paths of the cells so far may stand at the border to the others, each
once, with its number of ways up to two. (A broken-profile dynamic programme; nothing is pruned but what the
rules forbid at the cell itself, so it is slow and plain.) It imports nothing of the maker or the prover.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picturekit.jit import jit

LAYER = 1 << 19
"""The most ways in which a layer may stand."""

NAMED = 4096
"""A border place holds 0, or the number of a strand that comes to the border twice, or NAMED and the number
of the end whose path comes to the border there."""


def count(board: NDArray[np.int16], layer: int = LAYER) -> int | None:
    """How many answers a board has, two standing for more, or None where a layer grew over `layer`.

    `board` is int16 (H, W): the same number at both ends of a path, 0 elsewhere. It is swept along its
    shorter side.
    """
    narrow = np.ascontiguousarray(board if board.shape[0] >= board.shape[1] else board.T, np.int16)
    found = int(_count(narrow, layer))
    return None if found < 0 else found


@jit
def _count(board, most):
    height, width = board.shape
    layer = np.zeros((1, width + 1), np.int16)
    ways = np.ones(1, np.int8)
    for r in range(height):
        for c in range(width):
            grown, grown_ways, number = _cell(board, layer, ways, r, c, most)
            if number < 0:
                return -1
            layer, ways = grown[:number].copy(), grown_ways[:number].copy()
    return ways[0] if len(ways) else 0


@jit
def _cell(board, layer, ways, r, c, most):
    """The layer after a cell, its ways, and how many stand in it; -1 where they are too many."""
    height, width = board.shape
    slots = 16
    while slots < 4 * len(layer):
        slots *= 2
    table = np.full(slots, -1, np.int32)
    grown = np.zeros((2 * len(layer), width + 1), np.int16)
    grown_ways = np.zeros(2 * len(layer), np.int8)
    number = 0
    border = np.zeros(width + 1, np.int16)
    for k in range(len(layer)):
        for choice in range(2):
            border[:] = layer[k]
            if not _take(border, board[r, c], c, choice, c < width - 1, r < height - 1):
                continue
            _renumber(border)
            slot = _digest(border) & (slots - 1)
            while table[slot] >= 0 and not _equal(grown[table[slot]], border):
                slot = (slot + 1) & (slots - 1)
            if table[slot] < 0:
                if number == most:
                    return grown, grown_ways, -1
                table[slot] = number
                grown[number] = border
                number += 1
            at = table[slot]
            grown_ways[at] = min(2, grown_ways[at] + ways[k])
    return grown, grown_ways, number


@jit
def _take(border, name, c, choice, may_right, may_down):
    """Take a cell over: the border's place c is above it and its last place to its left. Of two choices the
    first goes right where there is one way on. Whether the rules allow it."""
    last = len(border) - 1
    above, beside = border[c], border[last]
    border[c] = border[last] = 0
    if above and beside:
        if choice or name or above == beside < NAMED:
            return False
        if above >= NAMED and beside >= NAMED:
            return above == beside
        _rename(border, min(above, beside), max(above, beside))
        return True
    come = above + beside
    if name and come:
        if choice:
            return False
        if come >= NAMED:
            return come == NAMED + name
        _rename(border, come, NAMED + name)
        return True
    if name or come:
        strand = come if come else NAMED + name
        if choice:
            border[c] = strand
            return may_down
        border[last] = strand
        return may_right
    # A strand with a number that no other has.
    border[c] = border[last] = NAMED - 1
    return not choice and may_right and may_down


@jit
def _rename(border, old, new):
    for i in range(len(border)):
        if border[i] == old:
            border[i] = new


@jit
def _renumber(border):
    """Number strands from 1 as they come, so that one border is written in one way."""
    number = 0
    for i in range(len(border)):
        if 0 < border[i] < NAMED:
            number += 1
            strand = border[i]
            for j in range(i, len(border)):
                if border[j] == strand:
                    border[j] = -number
    for i in range(len(border)):
        border[i] = abs(border[i])


@jit
def _digest(border):
    digest = 1469598103934665603
    for place in border:
        digest = (digest ^ place) * 1099511628211
    return (digest >> 17) ^ digest


@jit
def _equal(one, other):
    place = 0
    while place < len(one) and one[place] == other[place]:
        place += 1
    return place == len(one)
