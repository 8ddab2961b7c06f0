"""Griddles' contact sheet: every picture as it looks solved and at the start, with what was measured of it.

It is one HTML file, and a PNG page a size for a viewer that shows nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from PIL import Image

from griddles import drawing
from griddles.puzzle import FILLED, SIZES
from picturekit import sheets, tiles
from picturekit.licences import Licence

TEMPLATE = Path(__file__).parent / "templates" / "griddles.html.j2"

CELLS = {10: 14, 15: 10, 20: 8}
"""How many pixels a cell has on a PNG page, by size."""

GAP, LINE, TYPE = 24, 18, 12
"""Pixels between the pictures of a PNG page, for the label under each, and its type size."""


@dataclass(frozen=True)
class Row:
    """A picture on the sheet.

    `measure` is its line steps by technique and `counted` the steps of the count. `distance` is how far it is
    from its icon's ink (see `likeness`), None where that isn't known, and `differs` the cells, (row, column),
    that no raster near it has.
    """

    size: int
    place: int
    id: str
    title: str
    source: str
    retired: bool
    cells: Sequence[str]
    measure: str
    counted: int
    distance: int | None
    differs: Sequence[tuple[int, int]]

    @property
    def filled(self) -> int:
        """How much of it is filled, in per cent."""
        return 100 * sum(row.count(FILLED) for row in self.cells) // self.size**2

    @property
    def apart(self) -> str:
        """How far it is from its icon's ink, in thousandths of all cells, in words."""
        if self.distance is None:
            return "not compared with an icon" if self.source != "drawn" else ""
        return f"{self.distance // (10 * self.size**2)} ‰ from its ink, {len(self.differs)} cells flipped"


@dataclass(frozen=True)
class _Picture:
    row: Row
    solved: Markup
    start: Markup


@dataclass(frozen=True)
class _Group:
    link: sheets.Link
    pictures: Sequence[_Picture]


def html(rows: Sequence[Row], licences: Sequence[Licence]) -> str:
    """The whole sheet as one HTML file, by size and place; the order of `rows` doesn't matter."""
    groups = []
    for size, members in groupby(ordered(rows), key=lambda row: row.size):
        pictures = [_picture(row) for row in members]
        link = sheets.Link(f"size-{size}", f"{size}×{size}", len(pictures))
        groups.append(_Group(link, pictures))
    return sheets.render(
        TEMPLATE,
        title="Griddles",
        intro="Every picture: solved, with a frame around cells that its icon hasn't, and at the start.",
        counts=_counts(rows),
        links=[group.link for group in groups],
        licences=licences,
        groups=groups,
    )


def ordered(rows: Sequence[Row]) -> list[Row]:
    """The rows by size and place."""
    return sorted(rows, key=lambda row: (row.size, row.place))


def page_png(rows: Sequence[Row], columns: int = 8) -> NDArray[np.uint8]:
    """The pictures, solved, with place and title, as one picture: uint8 (height, width, 3)."""
    labels = [f"{row.place} {row.title}{' (retired)' if row.retired else ''}" for row in ordered(rows)]
    pictures = [drawing.png(row.cells, CELLS[row.size], row.differs) for row in ordered(rows)]
    return montage(pictures, labels, columns)


def montage(pictures: Sequence[NDArray[np.uint8]], labels: Sequence[str], columns: int) -> NDArray[np.uint8]:
    """Pictures of one size side by side in reading order, each with its label under it: uint8 (H, W, 3).

    With numbers for labels it tests whether a picture is known without its name.
    """
    shown = []
    for picture, label in zip(pictures, labels, strict=True):
        side = picture.shape[0]
        tile = Image.new("RGB", (side, side + LINE), drawing.PAPER)
        tile.paste(Image.fromarray(picture), (0, 0))
        tiles.write(tile, (0, side + 4), tiles.fitted(label, TYPE, side), TYPE, drawing.INK)
        shown.append(tile)
    return np.array(tiles.arranged(shown, columns, GAP).convert("RGB"), np.uint8)


def _counts(rows: Sequence[Row]) -> sheets.Counts:
    table = []
    for size in SIZES:
        there = [row for row in rows if row.size == size]
        drawn = sum(row.source == "drawn" for row in there)
        dealt = sum(not row.retired for row in there)
        table.append(
            (
                f"{size}×{size}",
                str(len(there)),
                str(dealt),
                str(drawn),
                str(_median([row.filled for row in there])),
                str(_median([row.counted for row in there])),
            )
        )
    return sheets.Counts(
        caption=f"{len(rows)} pictures",
        columns=("Size", "Pictures", "Dealt", "Drawn by hand", "Median filled, %", "Median count steps"),
        rows=table,
    )


def _median(numbers: Sequence[int]) -> int:
    """The middle number, the upper of two; 0 of none."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0


def _picture(row: Row) -> _Picture:
    name = f"{row.title}, {row.size}×{row.size}"
    return _Picture(
        row,
        Markup(drawing.svg_solved(row.cells, f"{name}, solved", row.differs)),
        Markup(drawing.svg_start(row.cells, f"{name}, at the start")),
    )
