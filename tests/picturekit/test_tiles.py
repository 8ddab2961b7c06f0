"""Tiles: where each stands on its page, and labels that keep inside their width."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from picturekit import tiles


def test_tiles_stand_in_reading_order_with_gaps() -> None:
    red, green, blue = (Image.new("RGB", (4, 3), color) for color in ("#ff0000", "#00ff00", "#0000ff"))
    page = np.array(tiles.arranged([red, green, blue], 2, 5))
    assert page.shape == (2 * 3 + 3 * 5, 2 * 4 + 3 * 5, 3)
    assert page[5, 5].tolist() == [255, 0, 0]
    assert page[7, 17].tolist() == [0, 255, 0]
    assert page[13, 8].tolist() == [0, 0, 255]
    assert page[13, 14].tolist() == [255, 255, 255]


def test_a_page_is_no_wider_than_its_tiles() -> None:
    assert tiles.arranged([Image.new("RGB", (4, 3))], 9, 1).size == (6, 5)
    assert tiles.arranged([], 9, 1).size == (2, 1)


def test_a_line_tells_where_it_ends() -> None:
    tile = Image.new("RGB", (200, 30), tiles.PAGE)
    end = tiles.write(tile, (10, 4), "Owl", 13, "#000000")
    columns = np.flatnonzero((np.array(tile) < 255).any(axis=(0, 2)))
    assert columns.min() >= 10
    assert columns.max() < end <= columns.max() + 3


def test_a_label_that_is_too_wide_is_cut() -> None:
    def width(text: str) -> float:
        return ImageDraw.Draw(Image.new("1", (1, 1))).textlength(text, font=ImageFont.load_default(12))

    long = "A very long label of many words"
    assert tiles.fitted("Owl", 12, 100) == "Owl"
    cut = tiles.fitted(long, 12, 100)
    assert cut.endswith("…")
    assert cut.startswith("A very")
    assert width(cut) <= 100 < width(f"{long[: len(cut)]}…")
    assert tiles.fitted("Owl", 12, 0) == ""
