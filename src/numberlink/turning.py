"""Quarter turns of a board, in compiled code: a search may be short from one side and long from another."""

from __future__ import annotations

from numberlink.scan import DOWN, RIGHT
from picturekit.jit import jit

TURNS = 4


@jit
def source_of(height, width, turns, r, c):
    """The cell, (row, column) of a board of that shape, that stands at (r, c) after so many quarter turns to
    the left (as numpy.rot90 has it)."""
    if turns == 0:
        return r, c
    if turns == 1:
        return c, width - 1 - r
    if turns == 2:
        return height - 1 - r, width - 1 - c
    return height - 1 - c, r


@jit
def turn(board, turns, turned):
    """Write a board, (H, W), after so many quarter turns into `turned`, of the shape that it then has."""
    height, width = board.shape
    for r in range(turned.shape[0]):
        for c in range(turned.shape[1]):
            row, column = source_of(height, width, turns, r, c)
            turned[r, c] = board[row, column]


@jit
def turn_back(moves, height, width, turns, found):
    """Write the edges of the cells of a turned board, RIGHT and DOWN, into `found`, int8 (H·W,), as they are
    on the board itself."""
    wide = width if turns % 2 == 0 else height
    found[:] = 0
    for cell in range(len(moves)):
        r, c = cell // wide, cell % wide
        row, column = source_of(height, width, turns, r, c)
        for edge in (RIGHT, DOWN):
            if moves[cell] & edge:
                other, another = source_of(height, width, turns, r + (edge == DOWN), c + (edge == RIGHT))
                if row == other:
                    found[row * width + min(column, another)] |= RIGHT
                else:
                    found[min(row, other) * width + column] |= DOWN
