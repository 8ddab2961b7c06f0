"""Low Poly's contact sheet: every subject's source and sizes, solved and as they look at the start.

It is one HTML file, and PNG pages for a viewer that shows nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from pathlib import Path

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from PIL import Image

from lowpoly import drawing
from lowpoly.puzzle import SIZES, Tier, lines
from picturekit import sheets, tiles
from picturekit.licences import Licence

TEMPLATE = Path(__file__).parent / "templates" / "sheet.html.j2"

TILE = "#efebe3"
"""Neither white nor black, so that a white ghost and a black spider both stand out."""

INK = "#201f24"
SOFT = "#625f66"
WARN = "#8a3b00"

GAP = 10
"""Pixels between the pictures of a PNG page."""

TITLED = 28
"""How far below its title's top a row's pictures begin, in pixels."""

START = 240
"""How wide a PNG page shows a board at the start: its numbers can be read at every size."""


@dataclass(frozen=True)
class Row:
    """A subject on the sheet.

    `source_png` is a PNG file's bytes, shown unchanged. `tiers` and `measures` are by size; a size that is
    not made is in neither. Measures are the audit's: `busiest` lines at a dot, `sharpest` corner in tenths of
    a degree, `nearest` dots in hundredths of a board unit, `short` dots missing.
    """

    code: str
    title: str
    kind: str
    folder: str
    source_png: bytes
    tiers: Mapping[str, Tier]
    measures: Mapping[str, Mapping[str, int]]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class _Board:
    name: str
    solved: Markup
    start: Markup
    counts: str
    measures: str


@dataclass(frozen=True)
class _Subject:
    row: Row
    source: str
    boards: Sequence[_Board]


@dataclass(frozen=True)
class _Group:
    link: sheets.Link
    subjects: Sequence[_Subject]


def html(rows: Sequence[Row], licences: Sequence[Licence]) -> str:
    """The whole sheet as one HTML file, by kind and then by title; the order of `rows` doesn't matter."""
    groups = []
    for kind, members in groupby(ordered(rows), key=lambda row: row.kind):
        subjects = [_subject(row) for row in members]
        groups.append(_Group(sheets.Link(f"kind-{kind}", kind.capitalize(), len(subjects)), subjects))
    return sheets.render(
        TEMPLATE,
        title="Low Poly",
        intro="Every subject: its source, then each size as it looks solved and as it looks at the start.",
        counts=_counts(rows),
        links=[group.link for group in groups],
        licences=licences,
        groups=groups,
    )


def ordered(rows: Sequence[Row]) -> list[Row]:
    """The rows by kind, title and code, each by code point."""
    return sorted(rows, key=lambda row: (row.kind, row.title, row.code))


def page_png(rows: Sequence[Row], columns: int = 1, px: int = 192) -> NDArray[np.uint8]:
    """The same rows as one picture: uint8 (height, width, 4), opaque, to be seen at its own size.

    Sources and solved pictures are `px` wide and boards at the start `START`, so one column is 1,568 wide at
    192. A size that is not made leaves its places empty.
    """
    strips = [_strip(row, px) for row in ordered(rows)]
    return np.array(tiles.arranged(strips, columns, GAP), dtype=np.uint8)


def montage(
    pictures: Sequence[NDArray[np.uint8]],
    columns: int,
    px: int,
    numbered: bool = True,
    titles: Sequence[str] = (),
) -> NDArray[np.uint8]:
    """Pictures side by side in reading order: uint8 (height, width, 4), opaque.

    Each, uint8 (h, w, 4), is fitted into a square of `px` on paper; under it stand its number, from 1, and
    its title where there are any. Numbered and untitled it tests whether a picture is known without its name.
    """
    shown = []
    for k, picture in enumerate(pictures):
        words = [str(k + 1)] if numbered else []
        words += [titles[k]] if titles else []
        tile = Image.new("RGBA", (px, px + (20 if words else 0)), tiles.PAGE)
        _paste(tile, Image.fromarray(picture), (0, 0), px)
        tiles.write(tile, (px // 2, px + 3), " ".join(words), 13, INK, "ma")
        shown.append(tile)
    return np.array(tiles.arranged(shown, columns, 6), dtype=np.uint8)


def _counts(rows: Sequence[Row]) -> sheets.Counts:
    kinds = len({row.kind for row in rows})
    table = []
    for size, dots in SIZES.items():
        made = [row for row in rows if size in row.tiers]
        short = sum(1 for row in made if row.measures[size]["short"])
        table.append(
            (
                size.capitalize(),
                str(dots),
                str(len(made)),
                str(len(rows) - len(made)),
                str(short),
                str(_median([len(lines(row.tiers[size])) for row in made])),
                str(_median([len(row.tiers[size].tris) for row in made])),
            )
        )
    return sheets.Counts(
        caption=f"{len(rows)} subjects of {kinds} kinds",
        columns=("Size", "Dots", "Pictures", "Not made", "Short of dots", "Median lines", "Median triangles"),
        rows=table,
    )


def _median(numbers: Sequence[int]) -> int:
    """The middle number, the upper of two; 0 of none."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0


def _subject(row: Row) -> _Subject:
    boards = [
        _Board(
            name=size.capitalize(),
            solved=Markup(drawing.svg_solved(row.tiers[size], f"{row.title}, {size}, solved")),
            start=Markup(
                drawing.svg_start(row.tiers[size], f"{row.title}, {size}, at the start", together=True)
            ),
            counts=_counted(row.tiers[size]),
            measures=_measured(row.measures[size]),
        )
        for size in SIZES
        if size in row.tiers
    ]
    return _Subject(row, sheets.data_uri(row.source_png), boards)


def _counted(tier: Tier) -> str:
    return f"{len(tier.dots)} dots, {len(lines(tier))} lines, {len(tier.tris)} triangles"


def _measured(measures: Mapping[str, int]) -> str:
    sharpest, nearest = measures["sharpest"], measures["nearest"]
    return (
        f"busiest {measures['busiest']}, sharpest {sharpest // 10}.{sharpest % 10}°, "
        f"nearest {nearest // 100}.{nearest % 100:02d}"
    )


def _strip(row: Row, px: int) -> Image.Image:
    """A row of a PNG page: its title over its pictures, and each size's counts under its own two."""
    tall = max(px, START)
    width = (len(SIZES) + 1) * (px + GAP) + len(SIZES) * (START + GAP) - GAP
    strip = Image.new("RGBA", (width, TITLED + tall + 22), tiles.PAGE)
    x = tiles.write(strip, (0, 4), row.title, 18, INK)
    x = tiles.write(strip, (x + 14, 8), row.code, 13, SOFT)
    x = tiles.write(strip, (x + 14, 8), row.kind, 13, SOFT)
    for note in row.notes:
        x = tiles.write(strip, (x + 14, 8), note, 13, WARN)
    with Image.open(BytesIO(row.source_png)) as source:
        _paste(strip, source, (0, TITLED), px)
    for k, size in enumerate(SIZES):
        if size not in row.tiers:
            continue
        tier = row.tiers[size]
        solved_x = (k + 1) * (px + GAP)
        start_x = (len(SIZES) + 1) * (px + GAP) + k * (START + GAP)
        _paste(strip, Image.fromarray(drawing.png(tier, "solved", px)), (solved_x, TITLED), px)
        _paste(strip, Image.fromarray(drawing.png(tier, "start", START)), (start_x, TITLED), START)
        tiles.write(strip, (solved_x, TITLED + px + 4), size.capitalize(), 13, SOFT)
        tiles.write(strip, (start_x, TITLED + START + 4), f"{size.capitalize()}: {_counted(tier)}", 13, SOFT)
    return strip


def _paste(onto: Image.Image, picture: Image.Image, place: tuple[int, int], px: int) -> None:
    """Put a picture, fitted, into the middle of a square tile of `px`."""
    tile = Image.new("RGBA", (px, px), TILE)
    scale = px / max(picture.size)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    fitted = picture.convert("RGBA")
    if size != picture.size:
        fitted = fitted.convert("RGBa").resize(size, Image.Resampling.BOX).convert("RGBA")
    tile.alpha_composite(fitted, ((px - size[0]) // 2, (px - size[1]) // 2))
    onto.paste(tile, place)
