"""A board drawn as SVG and as pixels: at the start, and with its paths."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from numberlink.puzzle import EMPTY, paths_of
from picturekit import tiles

PAPER = "#ffffff"
LINE = "#c9c5bb"
INK = "#201f24"

CELL = 20
"""A cell's side in the units of an SVG, which are whole."""

HUES = 360
GOLDEN = 137
"""Degrees from a path's hue to the next one's: neighbours in the alphabet are far apart."""


def color_of(place: int) -> str:
    """The colour of a path by its place in the alphabet: hue turns by GOLDEN, lightness in three steps."""
    return f"hsl({place * GOLDEN % HUES}, 62%, {(38, 50, 62)[place // 8 % 3]}%)"


def svg_start(layout: str, width: int, title: str) -> str:
    """The board as SVG as a player gets it: the cells, and the letters of the ends in rings."""
    height = len(layout) // width
    return _svg(width, height, title, _grid(width, height) + _ends(layout, width, "end"))


def svg_solved(layout: str, answer: str, width: int, title: str) -> str:
    """The board as SVG with its paths, each in a colour of its own, and the letters of their ends."""
    height = len(layout) // width
    drawn = []
    for place, path in enumerate(paths_of(layout, answer, width).values()):
        points = " ".join(f"{x},{y}" for x, y in (_middle(cell, width) for cell in path))
        drawn.append(f'<polyline points="{points}" style="stroke:{color_of(place)}"/>')
    return _svg(width, height, title, _grid(width, height) + "".join(drawn) + _ends(layout, width, "end"))


def png(layout: str, width: int, cell: int, answer: str | None = None) -> NDArray[np.uint8]:
    """The board as pixels, `cell` a cell, with its paths where there is an answer: uint8 (h, w, 3)."""
    height = len(layout) // width
    page = Image.new("RGB", (width * cell + 1, height * cell + 1), PAPER)
    draw = ImageDraw.Draw(page)
    for k in range(width + 1):
        draw.line([(k * cell, 0), (k * cell, height * cell)], fill=LINE)
    for k in range(height + 1):
        draw.line([(0, k * cell), (width * cell, k * cell)], fill=LINE)
    paths = paths_of(layout, answer, width) if answer else {}
    for place, path in enumerate(paths.values()):
        points = [(at % width * cell + cell // 2, at // width * cell + cell // 2) for at in path]
        draw.line(points, fill=color_of(place), width=max(2, cell // 3), joint="curve")
    for at, letter in enumerate(layout):
        if letter != EMPTY:
            x, y = at % width * cell + cell // 2, at // width * cell + cell // 2
            radius = cell * 2 // 5
            draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=PAPER, outline=INK)
            tiles.write(page, (x, y), letter, cell // 2, INK, "mm")
    return np.array(page, np.uint8)


def _middle(cell: int, width: int) -> tuple[int, int]:
    return cell % width * CELL + CELL // 2, cell // width * CELL + CELL // 2


def _grid(width: int, height: int) -> str:
    down = "".join(f"M{k * CELL} 0v{height * CELL}" for k in range(width + 1))
    across = "".join(f"M0 {k * CELL}h{width * CELL}" for k in range(height + 1))
    return f'<path class="grid" d="{down}{across}"/>'


def _ends(layout: Sequence[str], width: int, name: str) -> str:
    drawn = []
    for cell, letter in enumerate(layout):
        if letter != EMPTY:
            x, y = _middle(cell, width)
            drawn.append(f'<circle cx="{x}" cy="{y}" r="8"/><text x="{x}" y="{y}">{letter}</text>')
    return f'<g class="{name}">{"".join(drawn)}</g>'


def _svg(width: int, height: int, title: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width * CELL + 2} {height * CELL + 2}" '
        f'role="img" aria-label="{escape(title)}">{inside}</svg>'
    )
