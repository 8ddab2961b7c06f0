"""The contact sheet: who is on it, in what order, what is told, and that it stays small and stable."""

import random
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from lowpoly import drawing, sheet
from lowpoly.puzzle import SIZES, Tier
from lowpoly.sheet import Row
from picturekit import tiles
from picturekit.licences import Licence

VOID = {"meta", "img", "input"}

LICENCES = [Licence("emoji", "fluent", "1.3.0", "MIT", "Copyright (c) Microsoft Corporation.")]


SQUARE = Tier(
    800, 800, ((100, 100), (700, 100), (100, 700), (700, 700)), ((0, 1, 2), (1, 2, 3)), ("#0000ff", "#0000ff")
)


def png_file(color: str, px: int = 8) -> bytes:
    data = BytesIO()
    Image.new("RGBA", (px, px), color).save(data, "png")
    return data.getvalue()


def row(
    code: str,
    title: str,
    kind: str,
    sizes: tuple[str, ...] = tuple(SIZES),
    short: int = 0,
    notes: tuple[str, ...] = (),
) -> Row:
    return Row(
        code=code,
        title=title,
        kind=kind,
        folder=f"{title} folder",
        source_png=png_file("#ff0000"),
        tiers=dict.fromkeys(sizes, SQUARE),
        measures={size: {"busiest": 9, "sharpest": 145, "nearest": 105, "short": short} for size in sizes},
        notes=notes,
    )


ROWS = [
    row(
        "CCCCCC",
        "Éclair",
        "food",
        ("medium", "hard"),
        short=3,
        notes=("short by 3 dots at Hard", "renderer drift"),
    ),
    row("DDDDDD", "Zebra", "creature"),
    row("BBBBBB", "Fig & <date>", "food"),
    row("AAAAAA", "fig", "food", ("medium",)),
]


class Reader(HTMLParser):
    """Every element in order, with its attributes; fails where tags don't close in turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


PAGE = sheet.html(ROWS, LICENCES)
READ = Reader(PAGE)


def article(code: str) -> str:
    found = re.search(rf'<article class="subject" id="{code}".*?</article>', PAGE, re.DOTALL)
    assert found
    return found.group()


def test_subjects_come_by_kind_and_then_by_title_by_code_point() -> None:
    assert [attributes["id"] for attributes in READ.all("article")] == [
        "DDDDDD",
        "BBBBBB",
        "AAAAAA",
        "CCCCCC",
    ]
    assert re.findall(r'<h2 id="(kind-\w+)">(\w+) <span class="number">(\d+)', PAGE) == [
        ("kind-creature", "Creature", "1"),
        ("kind-food", "Food", "3"),
    ]


def test_the_order_of_the_rows_changes_no_byte() -> None:
    for seed in range(5):
        shuffled = random.Random(seed).sample(ROWS, len(ROWS))
        assert sheet.html(shuffled, LICENCES) == PAGE
        assert (sheet.page_png(shuffled) == sheet.page_png(ROWS)).all()


def test_every_link_leads_somewhere_and_every_id_is_alone() -> None:
    ids = [attributes["id"] for _, attributes in READ.elements if "id" in attributes]
    assert max(Counter(ids).values()) == 1
    assert {attributes["href"] for attributes in READ.all("a")} <= {f"#{name}" for name in ids}
    for _, attributes in READ.elements:
        assert attributes.get("aria-labelledby", ids[0]) in ids


def test_counts_tell_of_every_size_what_is_made_and_what_is_short() -> None:
    table = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', PAGE)
    assert [(size, re.findall(r"<td>(.*?)</td>", cells)) for size, cells in table] == [
        ("Easy", ["25", "2", "2", "0", "5", "2"]),
        ("Medium", ["55", "4", "0", "1", "5", "2"]),
        ("Hard", ["100", "3", "1", "1", "5", "2"]),
    ]
    assert "4 subjects of 2 kinds" in PAGE


def test_a_subject_shows_its_source_and_each_size_it_has_twice() -> None:
    zebra, eclair = article("DDDDDD"), article("CCCCCC")
    assert re.findall(r"<title>(.*?)</title>", zebra) == [
        f"Zebra, {size}, {state}" for size in SIZES for state in ("solved", "at the start")
    ]
    assert "easy" not in eclair
    assert eclair.count("<svg") == 4
    assert drawing.svg_solved(SQUARE, "Zebra, hard, solved") in zebra
    assert drawing.svg_start(SQUARE, "Zebra, hard, at the start", together=True) in zebra
    assert 'alt="Zebra, the source picture"' in zebra
    assert "Zebra folder" in zebra


def test_a_subject_is_told_by_title_code_counts_measures_and_notes() -> None:
    eclair = article("CCCCCC")
    assert ">Éclair</a>" in eclair
    assert '<span class="code">CCCCCC</span>' in eclair
    assert eclair.count("4 dots, 5 lines, 2 triangles") == 2
    assert eclair.count("busiest 9, sharpest 14.5°, nearest 1.05") == 2
    assert re.findall(r'<span class="note">(.*?)</span>', eclair) == [
        "short by 3 dots at Hard",
        "renderer drift",
    ]
    assert 'class="note"' not in article("DDDDDD")


def test_a_title_is_text_wherever_it_stands() -> None:
    assert "<date>" not in PAGE
    assert PAGE.count("Fig &amp; &lt;date&gt;, easy, solved") == 1


def test_every_picture_has_words_for_who_cannot_see_it() -> None:
    assert all(attributes["alt"] for attributes in READ.all("img"))
    drawings = re.findall(r"<svg[^>]*role=\"img\"[^>]*>(<title>[^<]+</title>)?", PAGE)
    assert len(drawings) == len(READ.all("svg")) == 18
    assert all(drawings)


def test_the_sheet_is_whole_in_itself_and_holds_the_notices() -> None:
    addresses = set(re.findall(r"https?://[^\s\"'<]+", PAGE))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert {str(attributes["src"])[:22] for attributes in READ.all("img")} == {"data:image/png;base64,"}
    assert "Copyright (c) Microsoft Corporation." in PAGE


def test_a_sheet_of_nothing_is_still_a_page() -> None:
    empty = sheet.html([], LICENCES)
    assert Reader(empty).all("article") == []
    assert "0 subjects of 0 kinds" in empty


def mesh(across: int, w: int, unit: int) -> Tier:
    """A slanted grid on the board's own lattice, with nearly as many triangles as its dots can have."""
    step = w // unit // (across + 1)
    dots = tuple(
        (unit * (step * (x + 1) + y % 7), unit * step * (y + 1)) for y in range(across) for x in range(across)
    )
    tris = []
    for a in (y * across + x for y in range(across - 1) for x in range(across - 1)):
        tris += [(a, a + 1, a + across), (a + 1, a + across, a + across + 1)]
    colors = tuple(f"#{9973 * k % 0xFFFFFF:06x}" for k in range(len(tris)))
    return Tier(w, w, dots, tuple(tris), colors)


def test_500_subjects_fit_in_15_megabytes() -> None:
    tiers = {"easy": mesh(5, 815, 1), "medium": mesh(7, 1280, 5), "hard": mesh(10, 1792, 7)}
    many = [
        replace(row(f"{k:06d}", f"Subject {k}", "thing"), tiers=tiers, source_png=b"x" * 6000)
        for k in range(1, 11)
    ]
    extra = len(sheet.html(many, LICENCES).encode()) - len(sheet.html(many[:5], LICENCES).encode())
    assert 500 * extra / 5 < 15_000_000


# As pixels


def colors_at(picture: np.ndarray, *places: tuple[int, int]) -> list[str]:
    return ["#" + picture[y, x, :3].tobytes().hex() for x, y in places]


def test_a_page_shows_the_source_then_three_solved_then_three_at_the_start() -> None:
    page = sheet.page_png([ROWS[1]])
    assert page.shape[1] == 1568
    assert (page[:, :, 3] == 255).all()
    middle = 10 + sheet.TITLED + 96
    solved = [10 + k * 202 + 96 for k in range(4)]
    assert colors_at(page, *((x, middle) for x in solved)) == ["#ff0000", "#0000ff", "#0000ff", "#0000ff"]
    first_dot = 10 + sheet.TITLED + 240 * 100 // 800
    starts = [10 + 4 * 202 + k * 250 + 240 * 100 // 800 for k in range(3)]
    for x in starts:
        assert colors_at(page, (x - 7, first_dot)) == [drawing.INK]


def test_a_size_that_is_not_made_leaves_its_places_empty() -> None:
    page = sheet.page_png([ROWS[3]])
    middle = 10 + sheet.TITLED + 96
    assert colors_at(page, *((10 + k * 202 + 96, middle) for k in range(4))) == [
        "#ff0000",
        tiles.PAGE,
        "#0000ff",
        tiles.PAGE,
    ]


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_page_has_its_rows_in_columns(columns: int) -> None:
    one = sheet.page_png(ROWS[:1])
    page = sheet.page_png(ROWS, columns)
    deep = -(-len(ROWS) // columns)
    assert page.shape[1] - 10 == columns * (one.shape[1] - 10)
    assert page.shape[0] - 10 == deep * (one.shape[0] - 10)


def test_notes_are_written_on_the_page() -> None:
    assert (sheet.page_png([ROWS[0]]) != sheet.page_png([replace(ROWS[0], notes=())])).any()


def flat(color: str, height: int = 40, width: int = 40) -> np.ndarray:
    return np.array(Image.new("RGBA", (width, height), color))


def test_a_montage_shows_pictures_in_reading_order() -> None:
    picture = sheet.montage([flat("#ff0000"), flat("#00ff00"), flat("#0000ff")], 2, 40, numbered=False)
    assert picture.shape == (2 * 46 + 6, 2 * 46 + 6, 4)
    assert colors_at(picture, (26, 26), (72, 26), (26, 72), (72, 72)) == [
        "#ff0000",
        "#00ff00",
        "#0000ff",
        tiles.PAGE,
    ]


def test_a_montage_fits_a_picture_of_any_size_and_keeps_its_shape() -> None:
    picture = sheet.montage([flat("#ff0000", 20, 80)], 1, 40, numbered=False)
    assert colors_at(picture, (26, 26), (7, 26), (26, 19), (26, 33)) == [
        "#ff0000",
        "#ff0000",
        sheet.TILE,
        sheet.TILE,
    ]


def test_a_montage_numbers_its_pictures_and_names_them_only_if_asked() -> None:
    pictures = [flat("#ff0000"), flat("#ff0000")]
    bare, numbered, named = (
        sheet.montage(pictures, 2, 40, numbered=False),
        sheet.montage(pictures, 2, 40),
        sheet.montage(pictures, 2, 40, titles=("Fox", "Owl")),
    )
    assert numbered.shape == named.shape == (bare.shape[0] + 20, *bare.shape[1:])
    assert (numbered[46:66, 6:46] != numbered[46:66, 52:92]).any()
    assert (numbered != named).any()
