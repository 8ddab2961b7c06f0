"""A picture at one size, drawn as SVG and as pixels: solved, and as the board looks at the start.

Two facets that share a side each cover a part of the pixels along it, and what is behind shows through as
a hairline. So in an SVG a facet reaches, as a wedge, under its neighbours that are drawn later, and under
all of them lies a core in the picture's mean colour. Both keep off the outline, where a facet is alone: its
edge is smooth there and nothing sticks out. With no strokes or clips, every renderer and every zoom shows
the same. Coordinates are whole numbers, so the same picture gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from html import escape
from math import gcd
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw, ImageFont

from lowpoly.puzzle import Line, Point, Tier, Triangle, degrees, orient

Kind = Literal["solved", "start"]

DISC = 30
"""A dot's radius in hundredths of a board unit: the board of the `low-poly` spec."""

TYPE = 48
"""The type size of a dot's number, in hundredths, if it is one digit: what fits in the disc."""

TYPE_WIDTH = 80
"""What the type sizes of a longer number's digits come to, in hundredths."""

DROP = 36
"""How far below a dot its number stands, in hundredths of the type size: half a digit's height."""

LEAST_TYPE = 6
"""The least size of `TYPE`, in pixels, at which numbers can be read; under it discs in pixels are bare."""

FINE = 256
"""A solved picture's view box is at least this wide: as wide as the pixels that pictures are made from."""

INK = "#26242c"
PAPER = "#ffffff"

SUPERSAMPLED = 4
"""A drawing in pixels is made this many times as large each way, then averaged."""

LARGEST = 8192
"""What a drawing in pixels is made on is no wider than this, so a large one is averaged from less."""


def svg_solved(tier: Tier, title: str | None = None) -> str:
    """The whole picture as SVG, transparent around it. `title` is its accessible name.

    It is a file of its own as well as an element of a page: nothing in it has an id that could meet another.
    """
    tier = _coarsest(tier)
    owner = {side: k for k, tri in enumerate(tier.tris) for side in _turned(tier, tri)}
    middle = [_middle(tier, tri) for tri in tier.tris]
    marks = [f'<path fill="{_mean(tier.colors)}" d="{_core(tier, owner, middle)}"/>']
    for k, (tri, color) in enumerate(zip(tier.tris, tier.colors, strict=True)):
        corners = []
        for a, b in _turned(tier, tri):
            corners.append(tier.dots[a])
            neighbour = owner.get((b, a), k)
            if neighbour > k:
                corners.append(middle[neighbour])
        marks.append(f'<path fill="{color}" d="{_loop(corners)}"/>')
    return _svg(tier, title, "".join(marks))


def svg_start(
    tier: Tier, title: str | None = None, paper: str | None = None, *, together: bool = False
) -> str:
    """The board before the first line as SVG: a disc at each dot, with the number of lines that it needs.

    `paper` is the colour behind the dots; without one it is transparent. The numbers are in the reader's own
    sans-serif. A page's style may give the `path` of discs and the `g` of numbers other colours. `together`
    puts numbers of one digit into one text that places each: half as long, but only browsers centre them.
    """
    ground = f'<path fill="{paper}" d="M0 0h{tier.w}v{tier.h}H0z"/>' if paper else ""
    texts = []
    alike: list[tuple[int, int, str]] = []
    for (x, y), number, size in _numbers(tier):
        base = y + DROP * size // 100
        if size < TYPE:
            texts.append(f'<text x="{x}" y="{base}" font-size="{size}">{number}</text>')
        elif together:
            alike.append((x, base, number))
        else:
            texts.append(f'<text x="{x}" y="{base}">{number}</text>')
    if alike:
        xs, ys, digits = zip(*alike, strict=True)
        texts.append(
            f'<text x="{" ".join(map(str, xs))}" y="{" ".join(map(str, ys))}">{"".join(digits)}</text>'
        )
    return _svg(
        tier,
        title,
        f'{ground}<path stroke="{INK}" stroke-width="{2 * DISC}" stroke-linecap="round" d="{_discs(tier)}"/>'
        f'<g fill="{PAPER}" font-family="sans-serif" font-size="{TYPE}" text-anchor="middle">'
        f"{''.join(texts)}</g>",
    )


def png(tier: Tier, kind: Kind, px: int, paper: str | None = None) -> NDArray[np.uint8]:
    """The picture in pixels, `solved` or as at the `start`: uint8 (height, px, 4), straight alpha.

    The height is in proportion. Without `paper` what is clear is zero in every channel. Discs are bare where
    the type would be under `LEAST_TYPE` pixels: Easy has its numbers from a width of 102 on, Medium from 160
    and Hard from 224. They are in Pillow's own typeface.
    """
    height = max(1, (2 * px * tier.h + tier.w) // (2 * tier.w))
    # All that is drawn is opaque, so it is its own product with its alpha, and averages weigh colours by it.
    ground = _opaque(paper) if paper else (0, 0, 0, 0)
    times = max(1, min(SUPERSAMPLED, LARGEST // px))
    canvas = Image.new("RGBa", (px * times, height * times), ground)
    draw = ImageDraw.Draw(canvas)
    place = [(x * canvas.width // tier.w, y * canvas.width // tier.w) for x, y in tier.dots]
    if kind == "solved":
        for (a, b, c), color in zip(tier.tris, tier.colors, strict=True):
            draw.polygon([place[a], place[b], place[c]], fill=_opaque(color))
    else:
        # An ellipse includes the pixels of its box's far sides.
        radius = DISC * canvas.width / tier.w - 0.5
        for x, y in place:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_opaque(INK))
    image = canvas.reduce(times).convert("RGBA")
    if kind == "start" and TYPE * px >= LEAST_TYPE * tier.w:
        _write_numbers(image, tier)
    return np.array(image, dtype=np.uint8)


def _svg(tier: Tier, title: str | None, marks: str) -> str:
    name = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {tier.w} {tier.h}" role="img">'
        f"{name}{marks}</svg>\n"
    )


def _coarsest(tier: Tier) -> Tier:
    """The same picture in the largest unit in which all is whole and the board is `FINE` wide or more."""
    common = gcd(tier.w, tier.h, *(n for dot in tier.dots for n in dot))
    unit = max((n for n in range(1, tier.w // FINE + 1) if common % n == 0), default=1)
    dots = tuple((x // unit, y // unit) for x, y in tier.dots)
    return replace(tier, w=tier.w // unit, h=tier.h // unit, dots=dots)


def _turned(tier: Tier, tri: Triangle) -> list[Line]:
    """A triangle's sides, in the one direction that all triangles turn in."""
    a, b, c = tri
    if orient(*(tier.dots[k] for k in tri)) < 0:
        b, c = c, b
    return [(a, b), (b, c), (c, a)]


def _middle(tier: Tier, tri: Triangle) -> Point:
    """A triangle's centroid, to the nearest hundredth."""
    x, y = (sum(tier.dots[k][axis] for k in tri) for axis in (0, 1))
    return (2 * x + 3) // 6, (2 * y + 3) // 6


def _mean(colors: tuple[str, ...]) -> str:
    totals = [sum(int(color[k : k + 2], 16) for color in colors) for k in (1, 3, 5)]
    return "#" + "".join(f"{total // len(colors):02x}" for total in totals)


def _core(tier: Tier, owner: dict[Line, int], middle: list[Point]) -> str:
    """The path around all the triangles, bent inward to the middle of each that has a side on the outline.

    Holes run the other way, so that every fill rule leaves them out.
    """
    onward: dict[int, list[int]] = {}
    for a, b in sorted(owner):
        if (b, a) not in owner:
            onward.setdefault(a, []).append(b)
    loops = []
    for start in sorted(onward):
        while onward[start]:
            points: list[Point] = []
            here = start
            while not points or here != start:
                following = onward[here].pop()
                points += [tier.dots[here], middle[owner[here, following]]]
                here = following
            loops.append(_loop(points))
    return "".join(loops)


def _discs(tier: Tier) -> str:
    """A line of no length at every dot: with round ends it is a disc as wide as the stroke."""
    marks = []
    px, py = 0, 0
    for x, y in tier.dots:
        marks.append(f"m{_spaced((x - px, y - py))}h0")
        px, py = x, y
    return "".join(marks)


def _loop(points: list[Point]) -> str:
    """A path to fill, through whole points, written as short as it goes: filling closes it."""
    (x, y), *rest = points
    steps = []
    for qx, qy in rest:
        steps += [qx - x, qy - y]
        x, y = qx, qy
    return f"M{_spaced(points[0])}l{_spaced(steps)}"


def _spaced(numbers: Iterable[int]) -> str:
    """Numbers with a space before each but the first and the negative ones, whose sign parts them."""
    return "".join(f" {n}" if k and n >= 0 else str(n) for k, n in enumerate(numbers))


def _numbers(tier: Tier) -> Iterator[tuple[Point, str, int]]:
    """Every dot, its number and the number's type size in hundredths."""
    for dot, degree in zip(tier.dots, degrees(tier), strict=True):
        number = str(degree)
        yield dot, number, min(TYPE, TYPE_WIDTH // len(number))


def _opaque(color: str) -> tuple[int, ...]:
    return (*ImageColor.getrgb(color), 255)


def _write_numbers(image: Image.Image, tier: Tier) -> None:
    draw = ImageDraw.Draw(image)
    scale = image.width / tier.w
    for (x, y), number, size in _numbers(tier):
        draw.text((x * scale, y * scale), number, fill=PAPER, font=_font(size * scale), anchor="mm")


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
