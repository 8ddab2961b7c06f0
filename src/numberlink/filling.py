"""Filling: random paths that cover a board, none too long, none of one or two cells, no ends side by side.

Edges are taken in a random order, each where it joins two ends of different paths; what stays alone is then
joined on, or cuts a path beside it and takes one part. Paths that come of it wind.
"""

from __future__ import annotations

from numberlink.chance import below, shuffle
from numberlink.paths import BELOW, RIGHT_OF, cut, join, neighbour, reach, touch
from picturekit.jit import jit

SHORTEST = 3
"""Cells of the shortest path: one of two cells shows itself."""

ROUNDS = 60


@jit
def fill(height, width, longest, stream, links, edges):
    """Cover a board with paths of up to `longest` cells: `links` int64 (N, 2) as `paths` has them.

    `edges` int64 (2 N,) is scratch. Returns whether it came to a cover of which no path is shorter than
    SHORTEST and none has its ends side by side.
    """
    cells = height * width
    links[:] = -1
    number = 0
    for cell in range(cells):
        for direction in (RIGHT_OF, BELOW):
            if neighbour(height, width, cell, direction) >= 0:
                edges[number] = 4 * cell + direction
                number += 1
    shuffle(stream, edges[:number])
    for edge in edges[:number]:
        a, b = edge // 4, neighbour(height, width, edge // 4, edge % 4)
        if links[a, 1] < 0 and links[b, 1] < 0 and _joins(width, longest, links, a, b):
            join(links, a, b)
    for _ in range(ROUNDS):
        short = 0
        for cell in range(cells):
            if links[cell, 1] < 0 and reach(links, cell, -1)[1] < SHORTEST:
                short += 1
                _lengthen(height, width, longest, stream, links, cell)
        if short == 0:
            return _ends_apart(width, links)
    return False


@jit
def _joins(width, longest, links, a, b):
    """Whether two ends may be joined: of different paths, not too long, the new ends apart."""
    far_a, long_a = reach(links, a, -1)
    far_b, long_b = reach(links, b, -1)
    return (
        far_a != b and long_a + long_b <= longest and (long_a + long_b == 2 or not touch(width, far_a, far_b))
    )


@jit
def _lengthen(height, width, longest, stream, links, cell):
    """Join a short path's end to an end beside it, or to an inner cell of a path, which loses its one
    side."""
    far, length = reach(links, cell, -1)
    first = below(stream, 4)
    for k in range(4):
        other = neighbour(height, width, cell, (first + k) % 4)
        if other >= 0 and other != far and links[other, 1] < 0 and _joins(width, longest, links, cell, other):
            join(links, cell, other)
            return
    side = below(stream, 2)
    for k in range(8):
        other = neighbour(height, width, cell, (first + k // 2) % 4)
        if other < 0 or other == far or links[other, 1] < 0:
            continue
        off = links[other, (side + k) % 2]
        end, kept = reach(links, other, off)
        rest = reach(links, off, other)[1]
        if kept + length > longest:
            continue
        # Now and then what is left alone may be short in its turn, or ends come together: it may pass.
        if (rest < SHORTEST and below(stream, 4) > 0) or (touch(width, end, far) and below(stream, 3) > 0):
            continue
        cut(links, other, off)
        join(links, cell, other)
        return


@jit
def _ends_apart(width, links):
    """Whether no path has its ends side by side."""
    for cell in range(len(links)):
        if links[cell, 1] < 0 and touch(width, cell, reach(links, cell, -1)[0]):
            return False
    return True
