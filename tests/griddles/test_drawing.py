"""Pictures drawn: every cell where it belongs, as SVG and as pixels."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from griddles import drawing
from picturekit import raster

ROWS = ("##..", "#.#.", "....", "####")
needs_cairo = pytest.mark.skipif(raster.available() is not None, reason="nothing can be drawn here")


def test_a_picture_as_svg_has_its_cells() -> None:
    svg = drawing.svg_solved(ROWS, "A <thing>", [(2, 3)])
    root = ET.fromstring(svg)
    assert root.get("aria-label") == "A <thing>"
    assert root.get("viewBox") == "0 0 4 4"
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg)
    cells = {(int(y), int(x) + k) for x, y, length in runs for k in range(int(length))}
    assert cells == {(r, c) for r, row in enumerate(ROWS) for c, cell in enumerate(row) if cell == "#"}
    assert 'class="mark" x="3" y="2"' in svg
    assert "aria-hidden" in drawing.svg_solved(ROWS)


def test_the_start_tells_every_clue_and_no_cell() -> None:
    root = ET.fromstring(drawing.svg_start(ROWS, "Start"))
    numbers = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(numbers) == sorted(["2", "1", "1", "0", "4", "2", "1", "1", "1", "1", "1", "1"])
    assert "ink" not in drawing.svg_start(ROWS)


def test_pixels() -> None:
    pixels = drawing.png(ROWS, 6, margin=2)
    assert pixels.shape == (28, 28, 3)
    assert tuple(pixels[2, 2]) == drawing.INK
    assert tuple(pixels[2, 2 + 12]) == drawing.PAPER
    assert tuple(pixels[0, 0]) == drawing.PAPER
    dark = (pixels == np.array(drawing.INK)).all(axis=2).sum()
    assert dark == 36 * sum(row.count("#") for row in ROWS)
    framed = drawing.png(ROWS, 6, [(2, 3)])
    assert tuple(framed[12, 18]) == drawing.MARK
    assert tuple(framed[15, 21]) == drawing.PAPER


@needs_cairo
def test_the_svg_draws_as_the_pixels_do() -> None:
    svg = drawing.svg_solved(ROWS).replace('class="ink"', 'fill="#201f24"')
    drawn = raster.draw(svg.encode(), "picture", 64)[..., 3] > 127
    assert (drawn == (drawing.png(ROWS, 16)[..., 0] < 128)).all()
