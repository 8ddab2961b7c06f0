"""Numberlink's contact sheet: boards of every level, at the start and solved, with what was measured of them.

It is one HTML file, and a PNG page a size for a viewer that shows nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from PIL import Image

from numberlink import drawing
from numberlink.puzzle import DIFFICULTIES, SIZES, Entry, Library
from picturekit import sheets, tiles
from picturekit.licences import Licence

TEMPLATE = Path(__file__).parent / "templates" / "numberlink.html.j2"

SHOWN = 12
"""Boards of a level on the sheet, spread evenly over the level: a reviewer decides on a level by these."""

CELLS = {8: 22, 10: 19, 12: 17, 15: 15}
"""How many pixels a cell has on a PNG page, by size."""

GAP, LINE, TYPE = 18, 18, 12


@dataclass(frozen=True)
class _Board:
    entry: Entry
    start: Markup
    solved: Markup


@dataclass(frozen=True)
class _Level:
    link: sheets.Link
    boards: Sequence[_Board]


def html(library: Library, licences: Sequence[Licence]) -> str:
    """The whole sheet of a published bank as one HTML file."""
    levels = []
    for size in SIZES:
        for difficulty in DIFFICULTIES:
            boards = [_board(entry, size, difficulty) for entry in sampled(library.entries(size, difficulty))]
            link = sheets.Link(f"{size}-{difficulty}", f"{size}×{size} {difficulty}", len(boards))
            levels.append(_Level(link, boards))
    return sheets.render(
        TEMPLATE,
        title="Numberlink",
        intro=f"{SHOWN} boards of every level, at the start and solved.",
        counts=counts(library),
        links=[level.link for level in levels],
        licences=licences,
        levels=levels,
    )


def sampled(entries: Sequence[Entry]) -> list[Entry]:
    """Up to SHOWN of a level's boards, evenly spread over it."""
    number = min(SHOWN, len(entries))
    return [entries[k * len(entries) // number] for k in range(number)]


def page_png(library: Library, size: int) -> NDArray[np.uint8]:
    """A size's boards, a row a difficulty and below it their answers: uint8 (height, width, 3)."""
    shown = []
    for difficulty in DIFFICULTIES:
        entries = sampled(library.entries(size, difficulty))
        for answered in (False, True):
            for entry in entries:
                picture = drawing.png(entry.layout, size, CELLS[size], entry.answer if answered else None)
                tile = Image.new("RGB", (picture.shape[1], picture.shape[0] + LINE), drawing.PAPER)
                tile.paste(Image.fromarray(picture), (0, 0))
                label = tiles.fitted(f"{entry.code} {difficulty}", TYPE, tile.width)
                tiles.write(tile, (0, picture.shape[0] + 3), label, TYPE, drawing.INK)
                shown.append(tile)
    columns = len(shown) // (2 * len(DIFFICULTIES))
    return np.array(tiles.arranged(shown, columns, GAP).convert("RGB"), np.uint8)


def counts(library: Library) -> sheets.Counts:
    """What every level holds: medians of its boards."""
    rows = []
    for size in SIZES:
        for difficulty in DIFFICULTIES:
            measures = [entry.measures for entry in library.entries(size, difficulty)]
            rows.append(
                (
                    f"{size}×{size} {difficulty}",
                    str(len(measures)),
                    str(median_low(one["paths"] for one in measures)),
                    str(median_low(one["longest"] for one in measures)),
                    _hundredths(median_low(100 * one["turns"] // one["paths"] for one in measures)),
                    str(median_low(100 * one["forced"] // one["cells"] for one in measures)),
                    str(median_low(one["looks"] for one in measures)),
                    str(median_low(one["reach"] for one in measures)),
                )
            )
    return sheets.Counts(
        caption="Medians of each level",
        columns=("Level", "Boards", "Paths", "Longest path", "Turns a path", "Forced, %", "Looks", "Reach"),
        rows=rows,
    )


def _hundredths(number: int) -> str:
    return f"{number // 100}.{number % 100:02d}"


def _board(entry: Entry, size: int, difficulty: str) -> _Board:
    name = f"{entry.code}, {difficulty} {size}×{size}"
    return _Board(
        entry,
        Markup(drawing.svg_start(entry.layout, size, f"{name}, at the start")),
        Markup(drawing.svg_solved(entry.layout, entry.answer, size, f"{name}, solved")),
    )
