"""Which drawing a source names, what is no source, and what a set holds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles import icons
from griddles.errors import GriddlesError
from griddles.icons import Icon

DRAWINGS = {
    "phosphor:cat": ("phosphor-icons", "assets/fill/cat-fill.svg"),
    "phosphor:cat-bold": ("phosphor-icons", "assets/bold/cat-bold.svg"),
    "phosphor:dots-3": ("phosphor-icons", "assets/fill/dots-3-fill.svg"),
    "phosphor:cat-fill": ("phosphor-icons", "assets/fill/cat-fill-fill.svg"),
    "phosphor:bold": ("phosphor-icons", "assets/fill/bold-fill.svg"),
    "phosphor:bold-bold": ("phosphor-icons", "assets/bold/bold-bold.svg"),
    "tabler:cat": ("tabler-icons", "icons/outline/cat.svg"),
    "tabler:cat-filled": ("tabler-icons", "icons/filled/cat.svg"),
    "tabler:filled": ("tabler-icons", "icons/outline/filled.svg"),
    "tabler:text-bold": ("tabler-icons", "icons/outline/text-bold.svg"),
}

NO_SOURCES = {
    "": "is no source: write phosphor:NAME",
    "cat": "is no source",
    "Drawn": "is no source",
    "lucide:cat": "is no source",
    ":cat": "is no source",
    "phosphor": "is no source",
    "phosphor:": "names no icon",
    "phosphor:Cat": "names no icon",
    "phosphor: cat": "names no icon",
    "phosphor:cat\n": "names no icon",
    "phosphor:cat-": "names no icon",
    "phosphor:-bold": "names no icon",
    "tabler:cat--filled": "names no icon",
    "tabler:../cat": "names no icon",
    "tabler:cat.svg": "names no icon",
    "tabler:tabler:cat": "names no icon",
    "tabler:kätzchen": "names no icon",
}


@pytest.fixture
def art(tmp_path):
    """Both sets, with what else is in their folders."""
    for path in (
        "phosphor-icons/assets/fill/cat-fill.svg",
        "phosphor-icons/assets/fill/ant-fill.svg",
        "phosphor-icons/assets/bold/cat-bold.svg",
        "phosphor-icons/assets/bold/cat.svg",
        "phosphor-icons/assets/duotone/cat-duotone.svg",
        "phosphor-icons/package.json",
        "tabler-icons/icons/outline/cat.svg",
        "tabler-icons/icons/filled/cat.svg",
        "tabler-icons/icons/filled/README.md",
    ):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)
    return tmp_path


@pytest.mark.parametrize("source", DRAWINGS)
def test_a_source_names_its_drawing(source):
    set_name, path = DRAWINGS[source]
    assert icons.parse(source) == Icon(source, set_name, path)


def test_drawn_is_no_icon():
    assert icons.parse("drawn") is None


@pytest.mark.parametrize("source", NO_SOURCES)
def test_what_is_no_source_is_refused(source):
    with pytest.raises(GriddlesError, match=re.escape(NO_SOURCES[source])) as refusal:
        icons.parse(source)
    assert repr(source) in str(refusal.value)


words = st.from_regex("[a-z0-9]+(-[a-z0-9]+){0,3}", fullmatch=True)


@given(st.sampled_from(["phosphor", "tabler"]), st.lists(words, min_size=2, max_size=2, unique=True))
def test_two_names_are_two_drawings(family, names):
    one, other = (icons.parse(f"{family}:{name}") for name in names)
    assert one.path != other.path


def test_every_icon_of_a_set_is_listed_as_it_is_named(art):
    listed = {family: icons.list_icons(family, art) for family in ("phosphor", "tabler")}
    assert [icon.source for icon in listed["phosphor"]] == [
        "phosphor:ant",
        "phosphor:cat",
        "phosphor:cat-bold",
    ]
    assert [icon.source for icon in listed["tabler"]] == ["tabler:cat", "tabler:cat-filled"]
    for icon in listed["phosphor"] + listed["tabler"]:
        assert icons.parse(icon.source) == icon
        assert icons.read(icon, art).decode() == f"{icon.set}/{icon.path}"


def test_an_unknown_icon_is_named_with_its_file(art):
    with pytest.raises(GriddlesError, match=r"phosphor:dog: .*no file assets/fill/dog-fill\.svg"):
        icons.read(icons.parse("phosphor:dog"), art)


def test_an_unknown_family_and_an_absent_set_are_refused(tmp_path):
    with pytest.raises(GriddlesError, match="no icons of 'lucide': name one of phosphor, tabler"):
        icons.list_icons("lucide", tmp_path)
    with pytest.raises(GriddlesError, match="has no icons of tabler-icons"):
        icons.list_icons("tabler", tmp_path)


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("phosphor:cat-bold", "https://github.com/phosphor-icons/core/blob/main/assets/bold/cat-bold.svg"),
        ("tabler:cat", "https://github.com/tabler/tabler-icons/blob/main/icons/outline/cat.svg"),
    ],
)
def test_an_icon_is_seen_on_the_web(source, address):
    assert icons.parse(source).address == address
