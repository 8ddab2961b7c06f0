"""A board's paths for compiled code: each cell's neighbours along its path, and what can be done to them.

`links` int64 (N, 2) has the neighbours of each of N cells, -1 for none; one that has a single neighbour has
it first. Cells are numbered in reading order.
"""

from __future__ import annotations

from numberlink.scan import DOWN, RIGHT
from picturekit.jit import jit

UP_OF, RIGHT_OF, BELOW, LEFT_OF = range(4)


@jit
def neighbour(height, width, cell, direction):
    """The cell beside a cell, -1 off the board: 0 above, 1 right, 2 below, 3 left."""
    if direction == UP_OF:
        return cell - width if cell >= width else -1
    if direction == RIGHT_OF:
        return cell + 1 if cell % width < width - 1 else -1
    if direction == BELOW:
        return cell + width if cell < width * (height - 1) else -1
    return cell - 1 if cell % width > 0 else -1


@jit
def touch(width, a, b):
    """Whether two cells are side by side."""
    return abs(a // width - b // width) + abs(a % width - b % width) == 1


@jit
def join(links, a, b):
    """Put an edge between two ends of paths."""
    links[a, 0 if links[a, 0] < 0 else 1] = b
    links[b, 0 if links[b, 0] < 0 else 1] = a


@jit
def cut(links, a, b):
    """Take away the edge between two cells."""
    for x, y in ((a, b), (b, a)):
        if links[x, 0] == y:
            links[x, 0] = links[x, 1]
        links[x, 1] = -1


@jit
def onward(links, cell, before):
    """The next cell along a path that comes from `before`, -1 at its end."""
    return links[cell, 1] if links[cell, 0] == before else links[cell, 0]


@jit
def reach(links, cell, before):
    """The end that a path comes to from a cell, away from `before`, and the cells on the way, both counted.

    With -1 for `before` and an end of a path for `cell` it is the whole path's other end and length.
    """
    length = 1
    while True:
        after = onward(links, cell, before)
        if after < 0:
            return cell, length
        before, cell = cell, after
        length += 1


@jit
def edges_of(links, width, moves):
    """Write every cell's edges, RIGHT and DOWN, into `moves`, int8 (N,)."""
    for cell in range(len(links)):
        move = 0
        for k in range(2):
            if links[cell, k] == cell + 1:
                move |= RIGHT
            if links[cell, k] == cell + width:
                move |= DOWN
        # On a board of one column the cell below is the next one too.
        moves[cell] = DOWN if width == 1 and move else move


@jit
def links_of(moves, width, links):
    """Write the neighbours of cells with these edges into `links`; the other way of `edges_of`."""
    links[:] = -1
    for cell in range(len(links)):
        if moves[cell] & RIGHT:
            join(links, cell, cell + 1)
        if moves[cell] & DOWN:
            join(links, cell, cell + width)


@jit
def label(links, labels):
    """Number the paths from 1, by their first ends in reading order: `labels` int16 (N,) gets each cell's.
    Cells that no path goes through get 0. Returns how many paths there are."""
    labels[:] = 0
    number = 0
    for cell in range(len(links)):
        if labels[cell] == 0 and links[cell, 0] >= 0 and links[cell, 1] < 0:
            number += 1
            before = -1
            at = cell
            while at >= 0:
                labels[at] = number
                before, at = at, onward(links, at, before)
    return number
