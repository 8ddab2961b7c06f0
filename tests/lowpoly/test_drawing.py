"""Drawings: no hairlines between facets, nothing past the outline, numbers where they can be read."""

import random
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

import cairosvg
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from lowpoly import drawing
from lowpoly.puzzle import Point, Tier, degrees, orient, sides

SVG = "{http://www.w3.org/2000/svg}"
INK = (0x26, 0x24, 0x2C, 255)


def patchwork(across: int, w: int, h: int, seed: int = 1, holes: tuple[int, ...] = ()) -> Tier:
    """A grid of jittered dots, each square cut in two, less those in `holes`; some colours are far apart."""
    chance = random.Random(seed)
    step_x, step_y = w // (across + 1), h // (across + 1)
    dots = [
        (
            step_x * (x + 1) + chance.randint(-step_x // 5, step_x // 5),
            step_y * (y + 1) + chance.randint(-step_y // 5, step_y // 5),
        )
        for y in range(across)
        for x in range(across)
    ]
    tris = []
    for square in range((across - 1) ** 2):
        a = square // (across - 1) * across + square % (across - 1)
        if square not in holes:
            tris += [(a, a + 1, a + across), (a + 1, a + across, a + across + 1)]
    chance.shuffle(tris)
    kept = sorted({k for tri in tris for k in tri})
    place = {old: new for new, old in enumerate(kept)}
    colors = [f"#00{chance.choice((30, 128, 250)):02x}{chance.randint(0, 99):02x}" for _ in tris]
    return Tier(
        w,
        h,
        tuple(dots[k] for k in kept),
        tuple((place[a], place[b], place[c]) for a, b, c in tris),
        tuple(colors),
    )


RING = patchwork(4, 815, 815, holes=(4,))
PINCHED = patchwork(5, 1280, 1280, seed=2, holes=(5, 10))
DENSE = patchwork(10, 1792, 1792, seed=3, holes=(40, 41, 42, 51))
FLAT = patchwork(4, 900, 600, seed=4)
TIERS = {"ring": RING, "pinched": PINCHED, "dense": DENSE, "flat": FLAT}
every_tier = pytest.mark.parametrize("tier", TIERS.values(), ids=TIERS)


HALF_A_PIXEL_IN = Tier(
    640, 640, ((45, 45), (595, 45), (45, 595), (595, 595)), ((0, 1, 2), (1, 2, 3)), ("#20c080", "#20c080")
)
"""A square whose left side, drawn 64 pixels wide, runs down the middle of the fifth column."""


def wheel(spokes: int) -> Tier:
    """A dot in the middle of a ring of dots."""
    turn = [np.exp(2j * np.pi * k / spokes) for k in range(spokes)]
    rim = tuple((500 + round(400 * p.real), 500 + round(400 * p.imag)) for p in turn)
    tris = (*((0, k, k + 1) for k in range(1, spokes)), (0, 1, spokes))
    return Tier(1000, 1000, ((500, 500), *rim), tris, ("#808080",) * spokes)


def drawn(svg: str, px: int) -> NDArray[np.int64]:
    data = cairosvg.svg2png(bytestring=svg.encode(), output_width=px)
    return np.asarray(Image.open(BytesIO(data)).convert("RGBA")).astype(np.int64)


@cache
def depths(tier: Tier, px: int) -> NDArray[np.float64]:
    """How many pixels deep in each triangle the middle of each pixel is, negative outside: (T, H, px)."""
    scale = px / tier.w
    y, x = np.mgrid[0 : round(px * tier.h / tier.w), 0:px] + 0.5
    deep = []
    for tri in tier.tris:
        corners = [tier.dots[k] for k in tri]
        turn = 1 if orient(*corners) > 0 else -1
        from_sides = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            cross = (bx - ax) * (y / scale - ay) - (by - ay) * (x / scale - ax)
            from_sides.append(turn * cross * scale / np.hypot(bx - ax, by - ay))
        deep.append(np.minimum.reduce(from_sides))
    return np.array(deep)


@cache
def from_outline(tier: Tier, px: int) -> NDArray[np.float64]:
    """How many pixels the middle of each pixel is from the picture's outline."""
    scale = px / tier.w
    y, x = np.mgrid[0 : round(px * tier.h / tier.w), 0:px] + 0.5
    every = [side for tri in tier.tris for side in sides(tri)]
    apart = np.full(x.shape, np.inf)
    for side in every:
        if every.count(side) == 1:
            (ax, ay), (bx, by) = ((scale * u, scale * v) for u, v in (tier.dots[k] for k in side))
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
            along = along.clip(0, 1)
            apart = np.minimum(apart, np.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
    return apart


def plain(tier: Tier) -> str:
    """The facets drawn side by side and no more, as a drawing with hairlines."""
    facets = ""
    for tri, color in zip(tier.tris, tier.colors, strict=True):
        points = " ".join(f"{x},{y}" for x, y in (tier.dots[k] for k in tri))
        facets += f'<polygon fill="{color}" points="{points}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {tier.w} {tier.h}">{facets}</svg>'


def points_of(path: str) -> list[Point]:
    """The corners of a path of one closed loop."""
    whole = re.fullmatch(r"M(-?\d+ ?-?\d+)l([-\d ]+)", path)
    assert whole
    start, *steps = ([int(n) for n in re.findall(r"-?\d+", part)] for part in whole.groups())
    x, y = start
    points = [(x, y)]
    for dx, dy in zip(steps[0][::2], steps[0][1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


# Solved, as SVG


@every_tier
@pytest.mark.parametrize("px", [64, 180, 320])
def test_nothing_behind_shows_between_facets(tier: Tier, px: int) -> None:
    inside = (depths(tier, px).max(axis=0) > 0) & (from_outline(tier, px) > 1.5)
    assert inside.any()
    assert drawn(drawing.svg_solved(tier), px)[inside, 3].min() >= 253
    assert drawn(plain(tier), px)[inside, 3].min() < 230


@every_tier
@pytest.mark.parametrize("px", [64, 180, 320])
def test_nothing_sticks_out_of_the_outline_or_into_a_hole(tier: Tier, px: int) -> None:
    outside = (depths(tier, px).max(axis=0) < 0) & (from_outline(tier, px) > 1)
    assert not drawn(drawing.svg_solved(tier), px)[outside].any()


@every_tier
@pytest.mark.parametrize("px", [180, 320])
def test_a_facet_has_its_own_colour_up_to_its_sides(tier: Tier, px: int) -> None:
    picture = drawn(drawing.svg_solved(tier), px)
    for color, deep in zip(tier.colors, depths(tier, px), strict=True):
        expected = [int(color[k : k + 2], 16) for k in (1, 3, 5)] + [255]
        assert (picture[deep > 1] == expected).all()


def test_the_outline_is_as_smooth_as_one_shape() -> None:
    left = drawn(drawing.svg_solved(HALF_A_PIXEL_IN), 64)[8:-8, 4]
    assert abs(left - [0x20, 0xC0, 0x80, 128]).max() <= 3


@given(st.integers(2, 5), st.integers(0, 99), st.lists(st.integers(1, 15), max_size=4))
def test_every_facet_passes_its_three_dots_in_order(across: int, seed: int, holes: list[int]) -> None:
    tier = patchwork(across, 1280, 1280, seed, tuple(holes))
    root = fromstring(drawing.svg_solved(tier))
    core, *facets = root.findall(f"{SVG}path")
    unit = tier.w // int(root.get("viewBox", "").split()[2])
    places = [(x // unit, y // unit) for x, y in tier.dots]
    assert core.get("fill") not in tier.colors or len(set(tier.colors)) == 1
    for tri, color, facet in zip(tier.tris, tier.colors, facets, strict=True):
        assert facet.get("fill") == color
        corners = points_of(facet.get("d", ""))
        assert sorted(p for p in corners if p in places) == sorted(places[k] for k in tri)


def test_a_side_is_lapped_once_and_only_under_a_later_facet() -> None:
    _, *facets = fromstring(drawing.svg_solved(DENSE)).findall(f"{SVG}path")
    corners = [points_of(facet.get("d", "")) for facet in facets]
    every = [side for tri in DENSE.tris for side in sides(tri)]
    assert sum(len(loop) - 3 for loop in corners) == len(every) - len(set(every))
    assert len(corners[-1]) == 3


@every_tier
def test_svg_is_the_same_every_time_and_has_whole_numbers_and_no_ids(tier: Tier) -> None:
    for draw in (drawing.svg_solved, drawing.svg_start):
        svg = draw(tier)
        assert svg == draw(tier)
        assert not re.search(r"\d\.\d|\bid=|href", svg)
        assert fromstring(svg).get("viewBox") == f"0 0 {tier.w} {tier.h}"


@pytest.mark.parametrize(
    ("unit", "w", "box"), [(7, 1792, 256), (5, 1280, 256), (3, 815, 815), (4, 1000, 500)]
)
def test_a_solved_picture_is_written_in_the_largest_unit_that_is_whole_and_fine(
    unit: int, w: int, box: int
) -> None:
    dots = tuple((unit * x, unit * y) for x, y in ((10, 10), (60, 10), (10, 70), (60, 60)))
    tier = Tier(w, w, dots, ((0, 1, 2), (1, 2, 3)), ("#102030", "#405060"))
    assert fromstring(drawing.svg_solved(tier)).get("viewBox") == f"0 0 {box} {box}"
    same = Tier(7 * w, 7 * w, tuple((7 * x, 7 * y) for x, y in dots), tier.tris, tier.colors)
    assert abs(drawn(drawing.svg_solved(tier), 200) - drawn(drawing.svg_solved(same), 200)).max() <= 8


@pytest.mark.parametrize("draw", [drawing.svg_solved, drawing.svg_start])
def test_a_title_is_the_accessible_name_whatever_is_in_it(draw: Callable[..., str]) -> None:
    title = 'Salt & <b>"pepper"</b>'
    root = fromstring(draw(RING, title))
    assert root.findtext(f"{SVG}title") == title
    assert fromstring(draw(RING)).find(f"{SVG}title") is None


# At the start, as SVG


def texts(svg: str) -> list[Element]:
    return fromstring(svg).findall(f"{SVG}g/{SVG}text")


@every_tier
def test_the_start_has_every_dots_number_in_its_disc(tier: Tier) -> None:
    svg = drawing.svg_start(tier)
    assert [text.text for text in texts(svg)] == [str(degree) for degree in degrees(tier)]
    assert [int(text.get("x", "")) for text in texts(svg)] == [x for x, _ in tier.dots]
    bare = drawn(re.sub("<g.*</g>", "", svg), tier.w // 5)
    y, x = (np.mgrid[0 : bare.shape[0], 0 : bare.shape[1]] + 0.5) * tier.w / bare.shape[1]
    apart = np.minimum.reduce([np.hypot(x - u, y - v) for u, v in tier.dots])
    assert (bare[apart < 25] == INK).all()
    assert not bare[apart > 35].any()


@every_tier
def test_a_number_stands_in_the_middle_of_its_disc(tier: Tier) -> None:
    picture = drawn(drawing.svg_start(tier), tier.w)
    for x, y in tier.dots:
        disc = picture[y - 20 : y + 20, x - 20 : x + 20, :3]
        rows, columns = np.nonzero((disc > 128).all(axis=2))
        assert abs(rows.min() + rows.max() - 39) <= 8
        assert abs(columns.min() + columns.max() - 39) <= 8


def test_a_page_of_many_places_the_same_numbers_in_fewer_texts() -> None:
    tier = wheel(12)
    apart = {(t.get("x"), t.get("y"), t.text, t.get("font-size")) for t in texts(drawing.svg_start(tier))}
    hub, rim = texts(drawing.svg_start(tier, together=True))
    placed = zip(rim.get("x", "").split(), rim.get("y", "").split(), rim.text or "", strict=True)
    together = {(x, y, digit, None) for x, y, digit in placed}
    assert together | {(hub.get("x"), hub.get("y"), hub.text, "40")} == apart


def test_a_number_of_two_digits_is_set_smaller() -> None:
    hub, *rim = texts(drawing.svg_start(wheel(12)))
    assert (hub.text, hub.get("font-size")) == ("12", "40")
    assert {(text.text, text.get("font-size")) for text in rim} == {("3", None)}


def test_the_start_has_paper_only_if_asked() -> None:
    assert drawn(drawing.svg_start(RING), 100)[0, 0].tolist() == [0, 0, 0, 0]
    assert drawn(drawing.svg_start(RING, paper="#f6f4ef"), 100)[0, 0].tolist() == [0xF6, 0xF4, 0xEF, 255]


# In pixels


@pytest.mark.parametrize("kind", ["solved", "start"])
def test_pixels_keep_the_boards_proportions(kind: drawing.Kind) -> None:
    picture = drawing.png(FLAT, kind, 150)
    assert picture.shape == (100, 150, 4)
    assert picture.dtype == np.uint8


@every_tier
@pytest.mark.parametrize("px", [64, 180])
def test_pixels_are_solid_inside_clear_outside_and_of_the_facets_colours(tier: Tier, px: int) -> None:
    picture = drawing.png(tier, "solved", px)
    deep = depths(tier, px)
    apart = from_outline(tier, px)
    assert (picture[(deep.max(axis=0) > 0) & (apart > 1), 3] == 255).all()
    assert not picture[(deep.max(axis=0) < 0) & (apart > 1)].any()
    assert not picture[picture[:, :, 3] == 0].any()
    for color, inside in zip(tier.colors, deep > 1, strict=True):
        assert (picture[inside, :3] == [int(color[k : k + 2], 16) for k in (1, 3, 5)]).all()


def test_a_pixel_half_covered_is_half_clear_and_keeps_the_colour() -> None:
    left = drawing.png(HALF_A_PIXEL_IN, "solved", 64)[8:-8, 4].astype(int)
    assert (left == left[0]).all()
    assert abs(left[0, 3] - 128) <= 64
    assert abs(left[0, :3] - [0x20, 0xC0, 0x80]).max() <= 2


@pytest.mark.parametrize(("w", "px"), [(815, 102), (1280, 160), (1792, 224)])
def test_numbers_are_left_out_where_nobody_could_read_them(w: int, px: int) -> None:
    tier = patchwork(4, w, w)
    for width, numbered in ((px - 1, False), (px, True)):
        picture = drawing.png(tier, "start", width)
        solid = picture[picture[:, :, 3] == 255]
        assert (solid != INK).any() == numbered


@pytest.mark.parametrize(("px", "times"), [(2048, 4), (2049, 3), (4096, 2), (8192, 1), (9000, 1)])
def test_a_large_picture_is_averaged_from_less(px: int, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Tall enough to count and no taller: a square of this width would be hundreds of megabytes.
    low = Tier(9000, 1, ((0, 0), (9000, 0), (4500, 1)), ((0, 1, 2),), ("#20c080",))
    widths = []
    new = Image.new

    def record(mode: str, size: tuple[int, int], color: tuple[int, ...]) -> Image.Image:
        widths.append(size[0])
        return new(mode, size, color)

    monkeypatch.setattr(Image, "new", record)
    assert drawing.png(low, "solved", px).shape[:2] == (max(1, round(px / 9000)), px)
    assert widths[0] == px * times


def test_paper_lies_behind_all_of_a_picture_in_pixels() -> None:
    for kind in ("solved", "start"):
        picture = drawing.png(RING, kind, 90, "#f6f4ef")
        assert (picture[:, :, 3] == 255).all()
        assert picture[0, 0].tolist() == [0xF6, 0xF4, 0xEF, 255]
