"""The picture at the top of README.md: a board as it looks at the start, and a few pictures at every size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from lowpoly import drawing
from lowpoly.puzzle import SIZES, Library, Tier
from picturekit import canonical, files
from picturekit.errors import KitError

SHOWN = ("Fox", "Sunflower", "Hamburger", "Rocket", "Guitar", "House")
"""The subjects, by folder; the board at the start is the first one's."""

START = "medium"
"""The size of the board at the start."""

TILE, GAP, MARGIN, CAPTION, LABEL = 164, 16, 28, 44, 128
"""Pixels: a picture's side, between pictures, around all, under the board, and the sizes' names."""

PAGE, TABLE, INK, SOFT = "#ffffff", "#f4f0e8", "#26242c", "#625f66"


def rows(publish: Path, folders: Sequence[str] = SHOWN) -> list[dict[str, Any]]:
    """The manifest's rows of these folders' pictures. Raises KitError for one that lacks a size."""
    manifest = canonical.loads(files.read_bytes(publish / "manifest.json"), "manifest.json")
    listed = manifest["games"]["lowpoly"]["pictures"]
    whole = {row["source"]: row for row in listed if len(row["sizes"]) == len(SIZES)}
    for folder in folders:
        if folder not in whole:
            raise KitError(
                f"{folder} isn't published at every size: let SHOWN in docs/gallery.py name another subject."
            )
    return [whole[folder] for folder in folders]


def told(publish: Path) -> str:
    """What is shown, a line a picture: its code and its fingerprint. The PNG keeps it as `Pictures`."""
    return "".join(f"{row['code']} {row['fingerprint']}\n" for row in rows(publish))


def save(publish: Path, path: Path) -> None:
    """Draw the picture and make `path` a PNG of it, with `told` in it."""
    notes = PngInfo()
    notes.add_text("Pictures", told(publish))
    image = draw(publish)
    files.write_with(path, lambda temporary: image.save(temporary, "PNG", optimize=True, pnginfo=notes))


def draw(publish: Path) -> Image.Image:
    """The picture, opaque RGB, from the published files in `publish`."""
    library = Library(publish)
    pictures = [library.load(row["code"]) for row in rows(publish)]
    board = len(SIZES) * TILE + (len(SIZES) - 1) * GAP
    grid = MARGIN + board + 2 * GAP + LABEL
    wide = grid + len(pictures) * (TILE + GAP) - GAP + MARGIN
    page = Image.new("RGB", (wide, MARGIN + board + CAPTION + MARGIN // 2), PAGE)
    pen = ImageDraw.Draw(page)
    pen.rounded_rectangle((MARGIN, MARGIN, MARGIN + board, MARGIN + board), 16, TABLE)
    _paste(page, pictures[0].tiers[START], "start", board, (MARGIN, MARGIN))
    middle = MARGIN + board // 2
    pen.text((middle, MARGIN + board + 12), f"{START.capitalize()}, at the start", SOFT, _font(24), "ma")
    drawn = (grid + wide - MARGIN) // 2
    pen.text((drawn, MARGIN + board + 12), "Every line drawn", SOFT, _font(24), "ma")
    for row, (size, dots) in enumerate(SIZES.items()):
        y = MARGIN + row * (TILE + GAP)
        pen.text((grid - 2 * GAP, y + TILE // 2 - 4), size.capitalize(), INK, _font(28), "rs")
        pen.text((grid - 2 * GAP, y + TILE // 2 + 6), f"{dots} dots", SOFT, _font(22), "ra")
        for column, picture in enumerate(pictures):
            _paste(page, picture.tiers[size], "solved", TILE, (grid + column * (TILE + GAP), y))
    return page


def _paste(page: Image.Image, tier: Tier, kind: drawing.Kind, side: int, place: tuple[int, int]) -> None:
    picture = Image.fromarray(drawing.png(tier, kind, side))
    page.paste(picture, place, picture)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
