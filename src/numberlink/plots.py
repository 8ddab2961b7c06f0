"""Histograms for a page: where every bar stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

BARS = 20
"""The most bars of a histogram."""

WIDTH, HEIGHT = 240, 100
"""A histogram's size in units of its own; the page scales it."""

Number = int | Fraction
Groups = Mapping[str, Sequence[Number]]
"""The numbers that a histogram shows, by the group that colours them."""


@dataclass(frozen=True)
class Bar:
    """A piece of a bar, in a histogram's units from its top left: the numbers of one group."""

    x: int
    y: int
    width: int
    height: int
    group: str
    label: str


@dataclass(frozen=True)
class Plot:
    """A histogram: `median` is the text of its median and `middle` where that stands. It may have no bars,
    and then has neither."""

    bars: Sequence[Bar]
    median: str
    middle: int


def histograms(shown: Sequence[Groups], text_of: Callable[[Number], str], unit: Fraction) -> list[Plot]:
    """A histogram of each of these, on one scale from left to right, the groups stacked in their order.

    A bar is a whole number of `unit` wide, and the highest of each plot is as high as the plot. One of these
    has numbers at least.
    """
    numbers = [[number for values in groups.values() for number in values] for groups in shown]
    least, most = min(map(min, filter(None, numbers))), max(map(max, filter(None, numbers)))
    first = least // unit
    units = -(-(most // unit - first + 1) // BARS)
    wide = WIDTH // ((most // unit - first) // units + 1)

    def place(number: Number) -> int:
        return int((number // unit - first) // units)

    plots = []
    for groups, values in zip(shown, numbers, strict=True):
        if not values:
            plots.append(Plot([], "", 0))
            continue
        counts = {group: Counter(map(place, of_group)) for group, of_group in groups.items()}
        highest = max(Counter(map(place, values)).values())
        bars = []
        for k in sorted({place(number) for number in values}):
            start = (first + k * units) * unit
            below = 0
            for group, counted in counts.items():
                if counted[k]:
                    top, foot = (HEIGHT * n // highest for n in (below + counted[k], below))
                    label = f"{group} from {text_of(start)}: {counted[k]}".strip()
                    bars.append(Bar(k * wide, HEIGHT - top, wide - 1, top - foot, group, label))
                    below += counted[k]
        median = sorted(values)[(len(values) - 1) // 2]
        plots.append(Plot(bars, text_of(median), place(median) * wide + wide // 2))
    return plots
