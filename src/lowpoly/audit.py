"""The audit: what is unfair about a picture, as sentences.

It measures the published numbers alone and shares no code with the maker. Of a picture that passes, every
true line can be drawn at any time (LP-37). It passes through no dot. It cuts no triangle: it is a side of one
itself, which would share area with the triangle that it cuts. Only a wrong line can use up a dot's number,
and a wrong line is never fixed, so it can be rubbed out.

Sources: spec `low-poly`, "Fairness" (LP-27 to LP-36); what the known issues ask besides (LP-116, LP-118).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from lowpoly.puzzle import THROUGH, Line, Tier, Triangle, orient, sides

TOUCH = 2 * THROUGH
"""Dots nearer than this touch."""

GAP = 70
"""The least distance between two dots."""

CLEAR = 42
"""The least distance between a line and a dot that it doesn't end at."""

SHARP_ANGLE = 14
SHARP_TANGENT = (24_932_801, 10**8)
"""No corner is under 14°: the least tangent, as a fraction (tan 14° = 0.24932800…, rounded up)."""

MOST_DOTS = 400
MOST_LINES = 1200
"""What an answer can hold (LP-80, LP-81): a picture with more could never be handed in."""

MOST_TRIANGLES = 2 * MOST_DOTS
"""Triangles that don't overlap are fewer than twice their dots."""

LARGEST = 10**5
"""The largest coordinate. Products of two differences times 10⁸ then fit in 64 bits."""

_COLOR = re.compile(r"#[0-9a-f]{6}", re.ASCII)


def audit(tier: Tier) -> list[str]:
    """What is wrong with a picture at one size, a sentence for each thing: [] when it is fair to play.

    `tier` may hold anything: what isn't a whole coordinate, a triangle or a colour is told and then left out
    of what is measured. A line is named once by each rule, with the first dot that breaks it; two triangles
    whose sides cross are named by those alone. Never raises.
    """
    dots, triangles, colors = _items(tier.dots), _items(tier.tris), _items(tier.colors)
    out = []
    if not dots or len(triangles) != len(colors):
        out.append("triangles and colors don’t match")
    if not all(isinstance(color, str) and _COLOR.fullmatch(color) for color in colors):
        out.append("a color isn’t #rrggbb")
    if not all(_is_on_board(dot, tier.w, tier.h) for dot in dots):
        out.append("a dot is off the board")
    named = [tuple(triangle) for triangle in triangles if _is_triangle(triangle, len(dots))]
    if len(named) != len(triangles) or len({dot for triangle in named for dot in triangle}) != len(dots):
        out.append("a dot is in no triangle")
    uses = Counter(side for triangle in named for side in _distinct_sides(triangle))
    lines = sorted(uses)
    crowd = (
        (dots, MOST_DOTS, "dots"),
        (lines, MOST_LINES, "lines"),
        (triangles, MOST_TRIANGLES, "triangles"),
    )
    too_many = [f"more than {most} {what}" for things, most, what in crowd if len(things) > most]
    if too_many:
        return out + too_many

    placed = [_is_point(dot) for dot in dots]
    measured = [triangle for triangle in named if all(placed[dot] for dot in triangle)]
    areas = {triangle: orient(*(dots[dot] for dot in triangle)) for triangle in measured}
    out += [f"triangle {_list(triangle)} is flat" for triangle in measured if areas[triangle] == 0]
    if any(number > 2 for number in uses.values()):
        out.append("a line has more than two triangles")

    mesh = _Mesh(
        np.array([dot if good else (0, 0) for dot, good in zip(dots, placed, strict=True)], np.int64),
        np.array(placed, bool),
        [(a, b) for a, b in lines if placed[a] and placed[b]],
        [triangle for triangle, area in areas.items() if area != 0],
    )
    out += mesh.bad_lines()
    out += mesh.pairs_of_dots(0, TOUCH, "touch")
    out += _doubled(named)
    out += mesh.sharp_triangles()
    out += mesh.overlaps()
    out += mesh.crowded_lines()
    out += mesh.pairs_of_dots(TOUCH, GAP, "are too near")
    return out


class _Mesh:
    """The part of a picture that can be measured, every line against every dot once for all rules."""

    def __init__(
        self,
        points: NDArray[np.int64],
        placed: NDArray[np.bool_],
        lines: list[Line],
        triangles: list[Triangle],
    ) -> None:
        self.points = points = points.reshape(-1, 2)
        self.placed, self.lines, self.triangles = placed, lines, triangles
        self.ends = np.array(lines, np.int64).reshape(-1, 2)
        self.corners = np.array(triangles, np.int64).reshape(-1, 3)
        a, b = self.ends.T
        x, y = points.T
        step_x, step_y = x[None, :] - x[:, None], y[None, :] - y[:, None]
        self.squares = step_x**2 + step_y**2
        """The square of the distance between each two dots: (dots, dots)."""
        line_x, line_y = step_x[a, b][:, None], step_y[a, b][:, None]
        self.areas = line_x * step_y[a] - line_y * step_x[a]
        """Twice the area of each line with each dot: (lines, dots)."""
        self.feet = line_x * step_x[a] + line_y * step_y[a]
        """How far along each line each dot is, times the line's length: (lines, dots)."""
        self.through = self._within(THROUGH)
        self.side_of = np.sign(self.areas).astype(np.int8)
        parted = self.side_of[:, a] * self.side_of[:, b] < 0
        self.crossing = parted & parted.T
        """Whether each two lines cross at a point inside both: (lines, lines)."""

    def _within(self, reach: int) -> NDArray[np.bool_]:
        """Whether each line comes nearer than `reach` to each dot that it doesn't end at: (lines, dots)."""
        a, b = self.ends.T
        length = self.squares[a, b][:, None]
        # An area past 10⁹ is past every reach, and its square would not fit.
        areas = np.minimum(np.abs(self.areas), 10**9)
        near = np.where(
            self.feet <= 0,
            self.squares[a] < reach**2,
            np.where(self.feet >= length, self.squares[b] < reach**2, areas**2 < reach**2 * length),
        )
        near &= self.placed
        rows = np.arange(len(self.ends))
        near[rows, a] = False
        near[rows, b] = False
        return near

    def bad_lines(self) -> Iterator[str]:
        later = np.triu(self.crossing, 1)
        for i in np.flatnonzero(self.through.any(axis=1) | later.any(axis=1)):
            if self.through[i].any():
                yield f"line {_line(self.lines[i])} passes through dot {self.through[i].argmax()}"
            for j in np.flatnonzero(later[i]):
                yield f"lines {_line(self.lines[i])} and {_line(self.lines[j])} cross"

    def crowded_lines(self) -> Iterator[str]:
        near = self._within(CLEAR) & ~self.through
        for i in np.flatnonzero(near.any(axis=1)):
            yield f"line {_line(self.lines[i])} is too near dot {near[i].argmax()}"

    def pairs_of_dots(self, least: int, most: int, verb: str) -> Iterator[str]:
        """A sentence for each two dots at least `least` and less than `most` apart."""
        near = (self.squares >= least**2) & (self.squares < most**2)
        near &= self.placed[:, None] & self.placed[None, :]
        for i, j in np.argwhere(np.triu(near, 1)):
            yield f"dots {i} and {j} {verb}"

    def sharp_triangles(self) -> Iterator[str]:
        number, whole = SHARP_TANGENT
        sharp = np.zeros(len(self.triangles), bool)
        corners = self.points[self.corners]
        for k in range(3):
            u = corners[:, k - 1] - corners[:, k]
            v = corners[:, k - 2] - corners[:, k]
            cross = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
            dot = (u * v).sum(axis=1)
            # Never so for a right or an obtuse corner, whose dot product isn't positive.
            sharp |= cross * whole < number * dot
        for i in np.flatnonzero(sharp):
            yield f"triangle {_list(self.triangles[i])} has a corner under {SHARP_ANGLE}°"

    def overlaps(self) -> Iterator[str]:
        """A sentence for each two triangles that share area while no side of one crosses a side of the other.

        Two triangles share no area exactly when one has a side with the whole other one beyond or on it
        (separating axes).
        """
        row_of = {line: row for row, line in enumerate(self.lines)}
        rows = np.array([[row_of[side] for side in sides(t)] for t in self.triangles], np.int64)
        rows = rows.reshape(-1, 3)
        # A side's own two ends count nothing in the sum, so it tells on which hand the third corner is.
        inner = self.side_of[rows[:, :, None], self.corners[:, None, :]].sum(axis=2)
        beyond = self.side_of[rows] * inner[:, :, None] <= 0
        parted = beyond[:, :, self.corners].all(axis=3).any(axis=1)
        pairs = np.argwhere(np.triu(~(parted | parted.T), 1))
        ahead, behind = rows[pairs[:, 0]], rows[pairs[:, 1]]
        told = self.crossing[ahead[:, :, None], behind[:, None, :]].any(axis=(1, 2))
        for i, j in pairs[~told]:
            if sorted(self.triangles[i]) != sorted(self.triangles[j]):
                yield f"triangles {_list(self.triangles[i])} and {_list(self.triangles[j])} overlap"


def _doubled(triangles: list[Triangle]) -> Iterator[str]:
    seen = set()
    for triangle in triangles:
        dots = tuple(sorted(triangle))
        if dots in seen:
            yield f"triangle {_list(dots)} twice"
        seen.add(dots)


def _distinct_sides(triangle: Triangle) -> list[Line]:
    return [(a, b) for a, b in dict.fromkeys(sides(triangle)) if a != b]


def _items(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _is_whole(value: object) -> TypeGuard[int]:
    # A bool is an int in Python, but no coordinate and no index.
    return type(value) is int


def _is_point(dot: object) -> bool:
    return (
        isinstance(dot, list | tuple)
        and len(dot) == 2
        and all(_is_whole(k) and abs(k) <= LARGEST for k in dot)
    )


def _is_on_board(dot: Any, w: object, h: object) -> bool:
    return (
        _is_point(dot)
        and _is_whole(w)
        and _is_whole(h)
        and 0 <= dot[0] <= min(w, LARGEST)
        and 0 <= dot[1] <= min(h, LARGEST)
    )


def _is_triangle(triangle: object, dots: int) -> bool:
    return (
        isinstance(triangle, list | tuple)
        and len(triangle) == 3
        and all(_is_whole(k) and 0 <= k < dots for k in triangle)
    )


def _line(line: Line) -> str:
    return f"{line[0]}–{line[1]}"


def _list(triangle: Sequence[int]) -> str:
    return ",".join(map(str, triangle))
