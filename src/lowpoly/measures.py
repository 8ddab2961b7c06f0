"""Measures of a picture, for people to look at: they are shown on sheets and decide nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from lowpoly.puzzle import Point, Tier, degrees, lines


@dataclass(frozen=True)
class Measures:
    """One picture at one size."""

    dots: int
    lines: int
    triangles: int
    busiest: int
    """The most lines that meet at a dot."""
    sharpest: int
    """The sharpest corner in tenths of a degree, rounded down."""
    nearest: int
    """The least distance between two dots in hundredths of a board unit, rounded down."""
    short: int
    """How many dots are missing of those wanted."""

    def to_json(self) -> dict[str, int]:
        """The measures by name."""
        return asdict(self)


def measure(tier: Tier, wanted: int) -> Measures:
    """The measures of a picture that was to have `wanted` dots."""
    return Measures(
        dots=len(tier.dots),
        lines=len(lines(tier)),
        triangles=len(tier.tris),
        busiest=max(degrees(tier)),
        sharpest=min(sharpest_corner([tier.dots[k] for k in triangle]) for triangle in tier.tris),
        nearest=min(math.isqrt(_square(p, q)) for p, q in combinations(tier.dots, 2)),
        short=max(0, wanted - len(tier.dots)),
    )


def sharpest_corner(triangle: Sequence[Point]) -> int:
    """The sharpest corner of three points in tenths of a degree, rounded down."""
    angles = []
    for k in range(3):
        (ax, ay), (bx, by), (cx, cy) = (triangle[(k + i) % 3] for i in range(3))
        cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        dot = (bx - ax) * (cx - ax) + (by - ay) * (cy - ay)
        angles.append(math.degrees(math.atan2(abs(cross), dot)))
    return math.floor(10 * min(angles))


def _square(p: Point, q: Point) -> int:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
