"""The board's unit and the three distances that keep a picture fair, judged on whole hundredths of a unit.

They are judged on the numbers that are published, without slack and without a root or an arc: what the maker
lets through is what the audit measures.
"""

from __future__ import annotations

from typing import NamedTuple

from lowpoly.settings import Rules
from picturekit.jit import jit


class Limits(NamedTuple):
    """`Rules` as the compiled code takes them: whole numbers alone."""

    dots: int
    gap: int
    nearest: int
    clear: int
    tan_num: int
    tan_den: int
    keep_num: int
    keep_den: int
    likely_num: int
    likely_den: int
    attempts: int
    rounds: int
    retry: int
    part: int
    cached: int


def limits(rules: Rules, *, cached: bool) -> Limits:
    """`rules` for compiled code; without `cached`, gains are not kept between rounds."""
    return Limits(
        dots=rules.dots,
        gap=rules.gap,
        nearest=rules.nearest,
        clear=rules.clear,
        tan_num=rules.corner.numerator,
        tan_den=rules.corner.denominator,
        keep_num=rules.keep.numerator,
        keep_den=rules.keep.denominator,
        likely_num=rules.likely.numerator,
        likely_den=rules.likely.denominator,
        attempts=rules.attempts,
        rounds=rules.rounds,
        retry=int(rules.retry),
        part=int(rules.retry and rules.part),
        cached=int(cached),
    )


@jit
def to_board(pixel, gap, nearest):
    """A pixel coordinate in hundredths of a board unit, halves up: `gap` pixels are `nearest` hundredths."""
    return (2 * nearest * pixel + gap) // (2 * gap)


@jit
def too_near(ax, ay, bx, by, nearest):
    """Whether two dots are less than `nearest` apart."""
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay) < nearest * nearest


@jit
def line_too_near(ax, ay, bx, by, px, py, clear):
    """Whether the line a-b comes within less than `clear` of the dot p, which is not one of its ends."""
    if (
        px < min(ax, bx) - clear
        or px > max(ax, bx) + clear
        or py < min(ay, by) - clear
        or py > max(ay, by) + clear
    ):
        return False
    dx = bx - ax
    dy = by - ay
    length = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if along <= 0:
        return too_near(ax, ay, px, py, clear)
    if along >= length:
        return too_near(bx, by, px, py, clear)
    cross = dx * (py - ay) - dy * (px - ax)
    return cross * cross < clear * clear * length


@jit
def corner_too_sharp(ax, ay, bx, by, cx, cy, tan_num, tan_den):
    """Whether the corner at a of a-b-c is under the acute angle of tangent `tan_num / tan_den`."""
    ux = bx - ax
    uy = by - ay
    vx = cx - ax
    vy = cy - ay
    dot = ux * vx + uy * vy
    return dot > 0 and abs(ux * vy - uy * vx) * tan_den < tan_num * dot


@jit
def sliver(ax, ay, bx, by, cx, cy, tan_num, tan_den):
    """Whether any corner of a-b-c is too sharp."""
    return (
        corner_too_sharp(ax, ay, bx, by, cx, cy, tan_num, tan_den)
        or corner_too_sharp(bx, by, cx, cy, ax, ay, tan_num, tan_den)
        or corner_too_sharp(cx, cy, ax, ay, bx, by, tan_num, tan_den)
    )
