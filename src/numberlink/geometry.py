"""The shapes of a board's paths, in whole numbers: how long, how straight, and where their ends lie."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from numberlink.paths import onward, touch
from picturekit.jit import jit

PATHS, STRAIGHT, TURNS, SHORTEST_OF, LONGEST_OF, CELLS, TOUCHING, PAIRS, BORDER, ENDS_ON_BORDER, BESIDE = (
    range(11)
)


@dataclass(frozen=True)
class Geometry:
    """What is measured of a board's paths.

    `paths` paths through `cells` cells have `turns` turns in all, and `straight` of them none; the least has
    `shortest` cells and the greatest `longest`. `touching` paths have their ends side by side and `pairs` two
    cells; `beside` is how many pairs of cells of one path lie side by side with no edge between them.
    `border` cells are at the edge of the board, and `border_ends` of them are ends.
    """

    paths: int
    cells: int
    straight: int
    turns: int
    shortest: int
    longest: int
    touching: int
    pairs: int
    beside: int
    border: int
    border_ends: int

    def to_json(self) -> dict[str, int]:
        """The measures by name. Ratios are two of them: the mean length is `cells` to `paths`."""
        return asdict(self)


def measure(links: NDArray[np.int64], height: int, width: int) -> Geometry:
    """Measure paths, int64 (H·W, 2) as `paths` has them."""
    told = np.zeros(11, np.int64)
    survey(links, height, width, told)
    found = [int(number) for number in told]
    return Geometry(
        paths=found[PATHS],
        cells=found[CELLS],
        straight=found[STRAIGHT],
        turns=found[TURNS],
        shortest=found[SHORTEST_OF],
        longest=found[LONGEST_OF],
        touching=found[TOUCHING],
        pairs=found[PAIRS],
        beside=found[BESIDE],
        border=found[BORDER],
        border_ends=found[ENDS_ON_BORDER],
    )


@jit
def survey(links, height, width, told):
    """Write the measures of paths into `told`, int64 (11,), at the places that the constants above name."""
    cells = len(links)
    told[:] = 0
    labels = np.zeros(cells, np.int16)
    for cell in range(cells):
        row, column = cell // width, cell % width
        on_border = row == 0 or row == height - 1 or column == 0 or column == width - 1
        told[BORDER] += on_border
        if links[cell, 0] < 0 or links[cell, 1] >= 0:
            continue
        told[ENDS_ON_BORDER] += on_border
        if labels[cell] == 0:
            told[PATHS] += 1
            _follow(links, width, cell, labels, told)
    for cell in range(cells):
        for other, there in ((cell + 1, cell % width < width - 1), (cell + width, cell + width < cells)):
            if there and labels[cell] != 0 and labels[cell] == labels[other]:
                told[BESIDE] += links[cell, 0] != other and links[cell, 1] != other


@jit
def _follow(links, width, first, labels, told):
    """Measure the path from one of its ends, and number its cells."""
    before, at, length, turns, step = -1, first, 0, 0, 0
    while True:
        labels[at] = told[PATHS]
        length += 1
        after = onward(links, at, before)
        if after < 0:
            break
        turns += length > 1 and after - at != step
        step = after - at
        before, at = at, after
    told[CELLS] += length
    told[TURNS] += turns
    told[STRAIGHT] += turns == 0
    told[SHORTEST_OF] = length if told[PATHS] == 1 else min(told[SHORTEST_OF], length)
    told[LONGEST_OF] = max(told[LONGEST_OF], length)
    told[TOUCHING] += touch(width, first, at)
    told[PAIRS] += length == 2
