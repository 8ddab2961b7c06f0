"""One cell of a board's paths, in scan order: which edges it may have, and what that leaves open.

Cells are taken row by row. What the cells so far leave open is a front: a plug for each column, of the edge
that comes down into it, and one for the edge that comes into the next cell from the left. A plug is 0 where
there is no edge; the number of another plug, from 1, where the path through it comes out there again; or a
name, negative, where the path through it comes from the end of that name. Two ends that belong together have
names that meet each other: `meets[name]`. (This is the state of a broken-profile dynamic programme.)
"""

from __future__ import annotations

from picturekit.jit import jit

RIGHT, DOWN = 1, 2
"""A cell's edges to the next cell and to the one below, as bits."""

NO_MOVE = -1


@jit
def place(ends, meets, fronts, at, choice, covering):
    """Take the cell `at`, in scan order, over: fronts[at] gives fronts[at + 1], by the first choice from
    `choice` on that may lead to anything.

    `ends` int16 (H, W) names the ends of paths, 0 elsewhere; `meets` int16 by name; `fronts` int16 (cells +
    1, W + 1). A cell has up to two choices; unless `covering` it may be left without a path. Returns the
    cell's edges, RIGHT and DOWN, and four times the next choice; or NO_MOVE where no choice is left that
    doesn't lead to two ends that don't meet, a ring, or a neighbour without enough edges. What is passed over
    has no completion; what is taken may have none.
    """
    height, width = ends.shape
    r = at // width
    c = at - r * width
    left, up = fronts[at, width], fronts[at, c]
    name = ends[r, c]
    while choice < 2:
        right = down = False
        # What the one open end goes on as, where the cell has one.
        on = 0
        if left != 0 and up != 0:
            if choice > 0 or name != 0:
                return NO_MOVE
            if left < 0 and up < 0:
                if meets[-left] != -up:
                    return NO_MOVE
            elif left == c + 1:
                return NO_MOVE
        elif name != 0 and left + up != 0:
            if choice > 0 or (left + up < 0 and meets[-left - up] != name):
                return NO_MOVE
        elif name != 0 or left + up != 0:
            right, down = choice == 0, choice == 1
            on = -name if name != 0 else left + up
        elif choice == 0:
            right = down = True
        elif covering:
            return NO_MOVE
        choice += 1
        if (right and c == width - 1) or (down and r == height - 1):
            continue
        if c < width - 1 and not _suits_next(ends, meets, fronts[at, c + 1], r, c, right, down, on, covering):
            continue
        if r < height - 1 and not _suits_below(ends, meets, r, c, down, on, covering):
            continue
        for plug in range(width + 1):
            fronts[at + 1, plug] = fronts[at, plug]
        fronts[at + 1, width] = fronts[at + 1, c] = 0
        if left != 0 and up != 0:
            if left > 0:
                fronts[at + 1, left - 1] = up
            if up > 0:
                fronts[at + 1, up - 1] = left
        elif right and down:
            fronts[at + 1, width], fronts[at + 1, c] = c + 1, width + 1
        elif right or down:
            out = width if right else c
            fronts[at + 1, out] = on
            if on > 0:
                fronts[at + 1, on - 1] = out + 1
        elif name != 0 and left + up > 0:
            fronts[at + 1, left + up - 1] = -name
        return (RIGHT if right else 0) | (DOWN if down else 0) | choice << 2
    return NO_MOVE


@jit
def _suits_next(ends, meets, up, r, c, right, down, on, covering):
    """Whether the next cell of the row, with the plug `up` above it, can live with this one's edges."""
    height, width = ends.shape
    name = ends[r, c + 1]
    if right:
        if name != 0:
            return up == 0 and (on >= 0 or meets[-on] == name)
        if up == 0 or down:
            return True
        if on < 0:
            return up >= 0 or meets[-on] == -up
        return on != c + 2
    # Without an edge between the two, the other edges of the next one must do.
    free = (up != 0) + (c + 1 < width - 1) + (r < height - 1)
    if name != 0:
        return free >= 1
    return free >= 2 or (not covering and up == 0)


@jit
def _suits_below(ends, meets, r, c, down, on, covering):
    """Whether the cell below can live with this one's edges."""
    height, width = ends.shape
    name = ends[r + 1, c]
    if down:
        return name == 0 or on >= 0 or meets[-on] == name
    free = (c > 0) + (c < width - 1) + (r + 1 < height - 1)
    if name != 0:
        return free >= 1
    return free >= 2 or not covering


@jit
def hash_of(fronts, at):
    """A 64-bit hash of the front before the cell `at`, as a signed number."""
    value = at + 0x9E3779B9
    for plug in range(fronts.shape[1]):
        value = (value ^ (fronts[at, plug] & 0xFFFF)) * 0x2545F4914F6CDD1D
        value ^= (value >> 29) & 0x7FFFFFFFF
    return value
