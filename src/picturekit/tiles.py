"""Pictures side by side on one page of pixels, with words in Pillow's own typeface: the same on every
machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

PAGE = "#ffffff"


def arranged(tiles: Sequence[Image.Image], columns: int, gap: int) -> Image.Image:
    """Tiles of one size and mode in reading order on a page, `gap` apart and `gap` from its edges."""
    width, height = tiles[0].size if tiles else (0, 0)
    mode = tiles[0].mode if tiles else "RGBA"
    columns = max(1, min(columns, len(tiles)))
    deep = -(-len(tiles) // columns)
    page = Image.new(mode, (columns * (width + gap) + gap, deep * (height + gap) + gap), PAGE)
    for k, tile in enumerate(tiles):
        page.paste(tile, (gap + k % columns * (width + gap), gap + k // columns * (height + gap)))
    return page


def write(
    onto: Image.Image,
    place: tuple[int, int],
    text: str,
    size: int,
    color: str | tuple[int, int, int],
    anchor: str = "la",
) -> int:
    """Write a line and return where it ends."""
    draw = ImageDraw.Draw(onto)
    draw.text(place, text, fill=color, font=_font(size), anchor=anchor)
    return int(draw.textbbox(place, text, font=_font(size), anchor=anchor)[2])


def fitted(text: str, size: int, width: int) -> str:
    """The text, cut where it would be wider than `width` pixels; a cut one ends in an ellipsis."""
    while text and ImageDraw.Draw(Image.new("1", (1, 1))).textlength(text, font=_font(size)) > width:
        text = f"{text.removesuffix('…')[:-1]}…" if len(text) > 2 else ""
    return text


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
