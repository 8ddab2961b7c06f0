"""Slow, plain meanings of a line's three techniques and of the ladder, to hold the compiled ones against.

A line is a list with a mark a cell: None for unknown, 1 filled, 0 empty. Nothing of `griddles` is imported.
"""

from functools import cache
from itertools import combinations


def placements(clue, length):
    """Every filling of a line of `length` cells whose runs are `clue`, as tuples of 0 and 1."""
    room = length - sum(clue) - max(len(clue) - 1, 0)
    if room < 0:
        return
    for bars in combinations(range(room + len(clue)), len(clue)):
        cells = []
        for order, (bar, run) in enumerate(zip(bars, clue, strict=True)):
            start = bar - order + sum(clue[:order]) + order
            cells += [0] * (start - len(cells)) + [1] * run
        yield tuple(cells + [0] * (length - len(cells)))


def agrees(cells, line):
    """Whether a filling has every mark of the line."""
    return all(mark is None or mark == cell for cell, mark in zip(cells, line, strict=True))


def whole(clue, line):
    """The cells that every agreeing placement settles alike, or None when there is no such placement."""
    fitting = [cells for cells in placements(clue, len(line)) if agrees(cells, line)]
    if not fitting:
        return None
    return [
        (cell, fitting[0][cell])
        for cell, mark in enumerate(line)
        if mark is None and len({cells[cell] for cells in fitting}) == 1
    ]


def leftmost(clue, line):
    """Each run's first start when everything on its left keeps to the marks; what stands right is not asked.

    The runs before a run have to cover every filled cell before it. None for a run that can't be placed.
    """
    length = len(line)

    @cache
    def fits(count, cells):
        """Whether the first `count` runs, each followed by an empty cell, fill the first `cells` cells."""
        if cells == 0:
            return count == 0
        if line[cells - 1] != 1 and fits(count, cells - 1):
            return True
        if count == 0 or line[cells - 1] == 1:
            return False
        start = cells - 1 - clue[count - 1]
        return start >= 0 and 0 not in line[start : cells - 1] and fits(count - 1, start)

    starts = []
    for order, run in enumerate(clue):
        places = [
            start
            for start in range(length - run + 1)
            if fits(order, start)
            and 0 not in line[start : start + run]
            and (start + run == length or line[start + run] != 1)
        ]
        starts.append(places[0] if places else None)
    return starts


def pushed(clue, line):
    """Each run's first and last start, pushed to one side and to the other."""
    length = len(line)
    first = leftmost(clue, line)
    mirrored = leftmost(clue[::-1], line[::-1])[::-1]
    last = [
        None if start is None else length - start - run for start, run in zip(mirrored, clue, strict=True)
    ]
    return first, last


def settle(clue, line, technique):
    """What a technique settles in a line, as [(cell, value)] by cell, or None for a contradiction."""
    everything = whole(clue, line)
    if everything is None or technique == "line":
        return everything
    unknown = [cell for cell, mark in enumerate(line) if mark is None]
    if technique == "simple" and line.count(1) == sum(clue):
        return [(cell, 0) for cell in unknown]
    if technique == "simple":
        line = [None if mark == 1 else mark for mark in line]
    first, last = pushed(clue, line)
    reach, sure = set(), set()
    for run, early, late in zip(clue, first, last, strict=True):
        reach.update(range(early, late + run))
        sure.update(range(late, early + run))
    return [(cell, int(cell in sure)) for cell in unknown if cell in sure or cell not in reach]


def runs(cells):
    """A line's clue."""
    return [len(run) for run in "".join(map(str, cells)).split("0") if run]


def clues(grid):
    """The rows' clues and the columns'."""
    return [runs(row) for row in grid], [runs(column) for column in zip(*grid, strict=True)]


def ladder(rows, columns):
    """The marks that the three techniques come to, and how many lines gave something up to each.

    Returns (grid of marks, {"simple": n, "edges": n, "line": n}), or None for a contradiction.
    """
    height, width = len(rows), len(columns)
    grid = [[None] * width for _ in range(height)]
    steps = {"simple": 0, "edges": 0, "line": 0}
    lines = [(clue, [(r, c) for c in range(width)]) for r, clue in enumerate(rows)]
    lines += [(clue, [(r, c) for r in range(height)]) for c, clue in enumerate(columns)]
    while True:
        for technique in steps:
            progress = False
            for clue, cells in lines:
                found = settle(clue, [grid[r][c] for r, c in cells], technique)
                if found is None:
                    return None
                for cell, value in found:
                    r, c = cells[cell]
                    grid[r][c] = value
                if found:
                    steps[technique] += 1
                    progress = True
                    if technique != "simple":
                        break
            if progress:
                break
        else:
            return grid, steps


def tier(grid):
    """The hardest technique that a grid's clues need, 1 to 3, or None where the three don't finish it."""
    marks, steps = ladder(*clues(grid))
    if any(mark is None for row in marks for mark in row):
        return None
    return max((number for number, count in enumerate(steps.values(), 1) if count), default=1)
