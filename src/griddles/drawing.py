"""A picture drawn as SVG and as pixels: solved, and as the puzzle looks at the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from griddles.grids import to_grid
from griddles.puzzle import FILLED, clues_of

INK = (32, 31, 36)
PAPER = (255, 255, 255)
MARK = (200, 60, 40)
"""Of cells that are unlike the icon."""

CELL = 100
"""A cell's side in the units of an SVG, which are whole."""

TYPE = 52
"""The type size of a clue (GR-73)."""

ACROSS = 62
"""How far apart the numbers of a row's clue stand (GR-73)."""

DOWN = 62
"""How far apart the numbers of a column's clue stand."""


def svg_solved(rows: Sequence[str], title: str | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
    """The picture as SVG: its filled cells as one shape, without seams, and each marked cell framed."""
    size = len(rows)
    runs = []
    for r, row in enumerate(rows):
        at = 0
        for filled, cells in groupby(row, key=lambda cell: cell == FILLED):
            length = len(list(cells))
            if filled:
                runs.append(f"M{at} {r}h{length}v1h-{length}z")
            at += length
    frames = "".join(f'<rect class="mark" x="{c}" y="{r}" width="1" height="1"/>' for r, c in marked)
    return _svg(size, size, title, f'<path class="ink" d="{"".join(runs)}"/>{frames}')


def svg_start(rows: Sequence[str], title: str | None = None) -> str:
    """The puzzle as SVG: the empty grid, a heavier line every five cells, and every clue."""
    across, down = clues_of(rows)
    size = len(rows)
    left = max(1, max(map(len, across))) * ACROSS + 40
    top = max(1, max(map(len, down))) * DOWN + 40
    thin: list[str] = []
    heavy: list[str] = []
    for k in range(size + 1):
        at = k * CELL
        lines = f"M{left + at} {top}v{size * CELL}M{left} {top + at}h{size * CELL}"
        (heavy if k % 5 == 0 or k == size else thin).append(lines)
    words = []
    for r, clue in enumerate(across):
        numbers = clue or (0,)
        for k, run in enumerate(reversed(numbers)):
            words.append(_number(left - 40 - k * ACROSS, top + r * CELL + CELL // 2, run))
    for c, clue in enumerate(down):
        numbers = clue or (0,)
        for k, run in enumerate(reversed(numbers)):
            words.append(_number(left + c * CELL + CELL // 2, top - 40 - k * DOWN, run))
    marks = f'<path class="thin" d="{"".join(thin)}"/><path class="heavy" d="{"".join(heavy)}"/>'
    return _svg(left + size * CELL + 10, top + size * CELL + 10, title, f"{marks}<g>{''.join(words)}</g>")


def png(
    rows: Sequence[str], cell: int, marked: Iterable[tuple[int, int]] = (), margin: int = 0
) -> NDArray[np.uint8]:
    """The picture as pixels, `cell` a cell: uint8 (side, side, 3). Marked cells have a frame."""
    large = np.kron(to_grid(rows), np.ones((cell, cell), np.uint8))
    pixels = np.where(large[..., None] == 1, np.array(INK, np.uint8), np.array(PAPER, np.uint8))
    for r, c in marked:
        y, x = r * cell, c * cell
        thick = max(1, cell // 6)
        frame = pixels[y : y + cell, x : x + cell]
        inside = frame[thick : cell - thick, thick : cell - thick].copy()
        frame[:] = MARK
        frame[thick : cell - thick, thick : cell - thick] = inside
    return np.pad(pixels, ((margin, margin), (margin, margin), (0, 0)), constant_values=255)


def _number(x: int, y: int, run: int) -> str:
    return f'<text x="{x}" y="{y}">{run}</text>'


def _svg(width: int, height: int, title: str | None, inside: str) -> str:
    label = f' role="img" aria-label="{escape(title)}"' if title else ' aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{label}>{inside}</svg>'
