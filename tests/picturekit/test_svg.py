"""Each file of cases/svg/refused is refused for its reason, none of accepted/ is; the bounds, and padding."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from picturekit import svg
from picturekit.errors import KitError

CASES = Path(__file__).parents[1] / "cases" / "svg"
ACCEPTED = sorted((CASES / "accepted").glob("*.svg"))
REFUSED = sorted((CASES / "refused").glob("*.svg"))
SAYS = yaml.safe_load((CASES / "refused.yaml").read_text(encoding="utf-8"))
OPENING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'


def drawing(body: bytes) -> bytes:
    return OPENING + body + b"</svg>"


def test_every_case_has_its_reason():
    assert sorted(path.stem for path in REFUSED) == sorted(SAYS)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_refused(path):
    with pytest.raises(KitError) as refusal:
        svg.check(path.read_bytes(), "Owl")
    assert SAYS[path.stem] in str(refusal.value)
    assert str(refusal.value).startswith("Owl")


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_and_not_changed_by_a_second_check(path):
    cleaned = svg.to_bytes(svg.check(path.read_bytes(), path.name))
    assert svg.to_bytes(svg.check(cleaned, path.name)) == cleaned


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_only_what_draws_is_handed_on(path):
    cleaned = svg.to_bytes(svg.check(path.read_bytes(), path.name))
    for element in ElementTree.fromstring(cleaned).iter():
        assert element.tag.startswith("{http://www.w3.org/2000/svg}")
        assert not {"style", "class", "filter", "onload"} & element.attrib.keys()
        assert not (element.text or "").strip()
    assert b"example.invalid" not in cleaned


CLEANED = [
    ('fill="red"', {"fill": "red"}),
    (
        'fill="red" style="; fill : #000 !important; -inkscape-stroke:none; x: 8 ;"',
        {"fill": "#000", "x": "8"},
    ),
    ('style="d:none; points:none; id:owl; fill-rule:evenodd"', {"fill-rule": "evenodd"}),
    (
        'fill="url( \'#a\' ) red" style="stroke:url(&quot;#a&quot;)"',
        {"fill": "url(#a) red", "stroke": "url(#a)"},
    ),
    ('class="owl" data-fill="red" viewBox="0 0 9 9" cursor="url(#a)"', {}),
]


@pytest.mark.parametrize(("attributes", "cleaned"), CLEANED)
def test_attributes_are_cleaned(attributes, cleaned):
    root = svg.check(drawing(f'<linearGradient id="a"/><path {attributes}/>'.encode()), "Owl")
    assert root[1].attrib == cleaned


def test_the_root_keeps_its_colours_and_a_plain_view_box():
    root = svg.check(b'<svg width="9" height="4cm" fill="red" viewBox=" 0,0 , 3.2e1\t.5"/>', "Owl")
    assert root.attrib == {"xmlns": "http://www.w3.org/2000/svg", "fill": "red", "viewBox": "0 0 32 0.5"}


def test_the_line_is_told():
    with pytest.raises(KitError, match=r"^Owl, line 3: has <text>"):
        svg.check(drawing(b"\n\n<text/>"), "Owl")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(drawing(b"<g/>" * 100_000), "has over 5000 elements", id="100,000 elements"),
        pytest.param(
            drawing(b"<desc>" + b"<g/>" * 5_000 + b"</desc>"), "has over 5000 elements", id="undrawn elements"
        ),
        pytest.param(drawing(b"<g>" * 100_000), "line 1: is nested over 32 deep", id="100,000 deep"),
        pytest.param(drawing(b"<g>" * 32 + b"</g>" * 32), "line 1: is nested over 32 deep", id="depth"),
        pytest.param(
            drawing(b"".join(b'<use id="a%d" href="#a%d"/>' % (n, n + 1) for n in range(4_000))),
            "its references are nested over 32 deep",
            id="4,000 references deep",
        ),
        pytest.param(drawing(b" " * 1_000_000), "has 1000066 bytes, over 1000000", id="bytes"),
        pytest.param(drawing(b'<path d="M' + b"0 " * 50_000 + b'"/>'), "has 100001 letters in d", id="path"),
        pytest.param(b"\x1f\x8b\x08\x00", "is not UTF-8 at byte 1", id="compressed"),
        pytest.param(drawing(b"<g/>").decode().encode("utf-16"), "is not UTF-8 at byte 0", id="UTF-16"),
        pytest.param(drawing(b"\0"), "is not XML", id="zero byte"),
    ],
)
def test_bounds(data, says):
    with pytest.raises(KitError) as refusal:
        svg.check(data, "Owl")
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(drawing(b"<g/>" * 4_999), id="elements"),
        pytest.param(drawing(b"<g>" * 31 + b"</g>" * 31), id="depth"),
        pytest.param(OPENING + b" " * (1_000_000 - len(OPENING) - 6) + b"</svg>", id="bytes"),
        pytest.param(drawing(b'<path d="M' + b"0" * 99_999 + b'"/>'), id="path"),
        pytest.param(
            drawing(b'<g id="a">' + b"<g/>" * 198 + b"</g>" + b'<use href="#a"/>' * 98), id="references"
        ),
        pytest.param(drawing(b'<circle r="1e6" cx="-1000000"/>'), id="numbers"),
    ],
)
def test_the_most_that_is_allowed(data):
    svg.check(data, "Owl")


def test_what_a_use_draws_is_counted_every_time():
    """The group is 200 elements, each of 98 uses 201, the root 1: 101 more make 20,000."""
    group = b'<g id="a">' + b"<g/>" * 199 + b"</g>"
    svg.check(drawing(group + b'<use href="#a"/>' * 98 + b"<g/>" * 101), "Owl")
    with pytest.raises(KitError, match="draw over 20000"):
        svg.check(drawing(group + b'<use href="#a"/>' * 98 + b"<g/>" * 102), "Owl")


@pytest.mark.parametrize(
    ("box", "padded"),
    [
        ("0 0 32 32", "0 0 32 32"),
        ("0 0 32 33", "-0.5 0 33 33"),
        ("0 0 33 32", "0 -0.5 33 33"),
        ("-4 10 8 2", "-4 7 8 8"),
        ("1.5 2.25 10 20", "-3.5 2.25 20 20"),
    ],
)
def test_square(box, padded):
    root = svg.check(f'<svg viewBox="{box}"><g/><g/></svg>'.encode(), "Owl")
    assert svg.square(root).get("viewBox") == padded
    assert [child.tag for child in svg.square(root)] == ["g", "g"]
    assert root.get("viewBox") == box, "the root that was given is as it was"


sizes = st.floats(1e-3, svg.MAX_BOX)
places = st.floats(-1e5, 1e5)


@settings(deadline=None)
@given(places, places, sizes, sizes)
def test_a_square_has_the_same_middle_and_holds_the_box(x, y, width, height):
    root = svg.check(f'<svg viewBox="{x!r} {y!r} {width!r} {height!r}"/>'.encode(), "Owl")
    left, top, side, other = map(float, svg.square(root).attrib["viewBox"].split())
    assert side == other == max(width, height)
    assert math.isclose(left + side / 2, x + width / 2, abs_tol=1e-9)
    assert math.isclose(top + side / 2, y + height / 2, abs_tol=1e-9)


@settings(deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_in_a_sentence_or_cleaned(data):
    path = data.draw(st.sampled_from(ACCEPTED + REFUSED))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=4))
    result = _cleaned_or_error(bytes(content))
    if isinstance(result, str):
        assert result.startswith("Owl")
    else:
        assert _cleaned_or_error(result) == result


def _cleaned_or_error(content: bytes) -> bytes | str:
    try:
        return svg.to_bytes(svg.check(content, "Owl"))
    except KitError as error:
        return str(error)
