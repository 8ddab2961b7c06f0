"""The base of every sheet: whole in one file, escaped, and with all that its game gives it."""

import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from picturekit import sheets
from picturekit.licences import Licence


def rendered(folder: Path, body: str = "{% block body %}{% endblock %}", **given: Any) -> str:
    template = folder / "game.html.j2"
    template.write_text('{% extends "sheet_base.html.j2" %}' + body, encoding="utf-8")
    parts: dict[str, Any] = {
        "title": "Low & Poly",
        "intro": "Every <subject>.",
        "counts": sheets.Counts("2 subjects", ("Size", "Pictures"), (("Easy", "1"), ("Hard", "2"))),
        "links": [sheets.Link("kind-food", "Food", 17)],
        "licences": [Licence("emoji", "fluent", "1.3.0", "MIT", "Copyright (c) <Somebody>")],
    }
    return sheets.render(template, **(parts | given))


def test_a_page_has_all_its_parts(tmp_path: Path) -> None:
    page = rendered(tmp_path)
    for part in (
        "<title>Low &amp; Poly</title>",
        "<h1>Low &amp; Poly</h1>",
        "Every &lt;subject&gt;.",
        "<caption>2 subjects</caption>",
        '<th scope="col">Size</th><th scope="col">Pictures</th>',
        '<tr><th scope="row">Hard</th><td>2</td></tr>',
        '<a href="#kind-food">Food</a> <span class="number">17</span>',
        "emoji: MIT",
        "Copyright (c) &lt;Somebody&gt;",
    ):
        assert part in page


def test_a_game_fills_its_blocks_and_gets_its_values(tmp_path: Path) -> None:
    page = rendered(
        tmp_path,
        "{% block style %}.a { b: c }{% endblock %}"
        "{% block tools %}<p>tools</p>{% endblock %}"
        "{% block body %}{{ text }} {{ drawing }}{% endblock %}",
        text="1 < 2",
        drawing=Markup("<svg></svg>"),
    )
    assert re.search(r"\.a \{ b: c \}\s*</style>", page)
    assert page.index("<p>tools</p>") < page.index("<main") < page.index("1 &lt; 2 <svg></svg>")
    assert page.index("<svg></svg>") < page.index("</main>")


def test_a_page_may_load_nothing_but_what_it_holds(tmp_path: Path) -> None:
    page = rendered(tmp_path)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert policy.group(1) == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    assert not re.search(r"https?:|url\(|@import|<link|<script|src=", page)


def test_a_page_can_be_read_in_the_dark_and_on_paper_and_from_the_keyboard(tmp_path: Path) -> None:
    page = rendered(tmp_path)
    assert "@media (prefers-color-scheme: dark)" in page
    assert "@media print" in page
    assert page.index('class="skip" href="#pictures"') < page.index("<h1>") < page.index('id="pictures"')


def luminance(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * c for c in color[1:])
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("scheme", "place"), [("light", 0), ("dark", 1), ("print", 2)])
@pytest.mark.parametrize(
    ("front", "back"),
    [("ink", "page"), ("soft", "page"), ("accent", "page"), ("ink", "card"), ("warn", "warn-page")],
)
def test_words_stand_out_from_what_is_behind_them(
    tmp_path: Path, scheme: str, place: int, front: str, back: str
) -> None:
    root = re.findall(r":root \{([^}]*)\}", rendered(tmp_path))[place]
    colors = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", root))
    one, other = sorted((luminance(colors[front]), luminance(colors[back])))
    assert (other + 0.05) / (one + 0.05) >= 4.5, scheme


def test_the_same_arguments_give_the_same_page(tmp_path: Path) -> None:
    assert rendered(tmp_path) == rendered(tmp_path)


def test_a_name_that_nobody_gave_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError, match="missing"):
        rendered(tmp_path, "{% block body %}{{ missing }}{% endblock %}")


def test_a_data_uri_holds_the_very_bytes() -> None:
    head, _, data = sheets.data_uri(b"\x89PNG\r\n\x1a\n\x00\xff").partition(",")
    assert head == "data:image/png;base64"
    assert b64decode(data, validate=True) == b"\x89PNG\r\n\x1a\n\x00\xff"
