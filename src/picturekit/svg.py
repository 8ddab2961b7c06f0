"""Drawings from outside: what draws is taken from them, and those that ask for more are refused.

What `check` returns is built anew from the elements and attributes that are known to draw; nothing else of
the file goes on to the renderer. The parser is expat, from Python's own library: it stops at the first thing
that is refused, so a huge file costs no more than its beginning, where defusedxml would build the whole tree
first.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.parsers import expat

from picturekit.errors import KitError

MAX_BYTES = 1_000_000
MAX_ELEMENTS = 5_000
MAX_DRAWN = 20_000
"""Elements drawn at most, each `use` and each reference counted with all that it draws."""
MAX_DEPTH = 32
MAX_VALUE = 100_000
"""Letters in one attribute at most, so in one path's data."""
MAX_NUMBER = 1_000_000
MAX_BOX = 100_000
"""The longest side of a view box."""

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ELEMENTS = _names(
    "svg g defs use path rect circle ellipse line polyline polygon "
    "clipPath linearGradient radialGradient stop"
)
_SILENT = _names("title desc metadata")
_TEXT = "text depends on the machine's fonts; turn it into paths"
_ANIMATION = "a still picture is wanted; export it without animation"
_EXPAND = "renderers don't draw it alike; expand it into plain shapes"
_REFUSED = {
    "script": "scripts have no place in a picture; take it out",
    "foreignObject": "only SVG is drawn; take it out",
    "image": "embedded pictures are not drawn; trace it into paths",
    "style": "style sheets are not read; export with presentation attributes",
    **dict.fromkeys(("text", "tspan", "textPath", "tref", "font", "altGlyph"), _TEXT),
    **dict.fromkeys(("animate", "animateColor", "animateMotion", "animateTransform", "set"), _ANIMATION),
    **dict.fromkeys(("filter", "mask", "pattern", "marker"), _EXPAND),
}

_NUMBERS = _names(
    "x y width height rx ry cx cy r x1 y1 x2 y2 fx fy d points transform transform-origin gradientTransform "
    "offset opacity fill-opacity stroke-opacity stop-opacity "
    "stroke-width stroke-miterlimit stroke-dasharray stroke-dashoffset"
)
_WORDS = _names(
    "id href fill fill-rule stroke stroke-linecap stroke-linejoin stop-color color display visibility "
    "clip-path clip-rule shape-rendering gradientUnits spreadMethod clipPathUnits"
)
_UNDRAWN = _names(
    "filter backdrop-filter mix-blend-mode mask mask-image marker marker-start marker-mid marker-end"
)
_CONDITIONAL = _names("systemLanguage requiredFeatures requiredExtensions")

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"nan|inf", re.IGNORECASE)
_URL = re.compile(r"url\s*\(", re.IGNORECASE)
_OWN_URL = re.compile(r"url\(\s*([\"']?)#([^\s\"'()]+)\1\s*\)")


def check(data: bytes, name: str) -> Element:
    """The drawing as a tree of plain elements under a root with a view box, without width and height.

    Raises KitError beginning with `name`, and the line where there is one, when the file is not an SVG that
    can be drawn: anything that reads other files, runs, moves, or depends on the machine; too large, too
    deep, or growing too much by its references; no sensible view box.
    """
    if len(data) > MAX_BYTES:
        raise KitError(f"{name} has {len(data)} bytes, over {MAX_BYTES}: simplify the drawing.")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise KitError(
            f"{name} is not UTF-8 at byte {error.start}: save it as a plain, uncompressed SVG."
        ) from None
    reader = _Reader(name)
    root = reader.read(data)
    _check_references(reader, root)
    box = _view_box(root, name)
    for key in ("width", "height"):
        root.attrib.pop(key, None)
    root.set("viewBox", box)
    return root


def square(root: Element) -> Element:
    """A root for the same drawing, whose view box is padded on both sides alike to a square (user units)."""
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    side = max(width, height)
    padded = Element(root.tag, root.attrib)
    padded.extend(root)
    padded.set("viewBox", _box_text(x - (side - width) / 2, y - (side - height) / 2, side, side))
    return padded


def to_bytes(root: Element) -> bytes:
    """The tree as an SVG file in UTF-8."""
    text: bytes = ElementTree.tostring(root, encoding="utf-8")
    return text


@dataclass
class _Reader:
    """What is read so far of one file."""

    name: str
    elements: int = 0
    open: list[Element | None] = field(default_factory=list)
    by_id: dict[str, list[Element]] = field(default_factory=dict)
    references: dict[Element, list[str]] = field(default_factory=dict)

    def read(self, data: bytes) -> Element:
        self.parser = expat.ParserCreate("UTF-8", " ")
        self.parser.StartDoctypeDeclHandler = self.refuse_doctype
        self.parser.ProcessingInstructionHandler = self.refuse_instruction
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.root: Element | None = None
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            raise KitError(f"{self.name} is not XML ({error}): export it again.") from None
        assert self.root is not None
        return self.root

    def refuse(self, what: str) -> NoReturn:
        raise KitError(f"{self.name}, line {self.parser.CurrentLineNumber}: {what}.")

    def refuse_doctype(self, *_: object) -> NoReturn:
        self.refuse("has a document type, which can define entities; take the <!DOCTYPE …> out")

    def refuse_instruction(self, target: str, _: str) -> NoReturn:
        self.refuse(f"has a processing instruction, <?{target}; take it out")

    def start(self, qualified: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            self.refuse(f"has over {MAX_ELEMENTS} elements; simplify the drawing")
        if len(self.open) >= MAX_DEPTH:
            self.refuse(f"is nested over {MAX_DEPTH} deep; ungroup it")
        namespace, _, tag = qualified.rpartition(" ")
        is_silent = bool(self.open) and self.open[-1] is None
        if namespace not in ("", _SVG):
            if is_silent:
                self.open.append(None)
                return
            self.refuse(f"has <{tag}> from outside SVG ({namespace}); save it as plain SVG")
        if (tag == "svg") != (not self.open):
            self.refuse(f"has <{tag}> as its root" if not self.open else "has an <svg> within; ungroup it")
        is_silent = tag in _SILENT or (is_silent and tag not in _REFUSED)
        if not is_silent and tag not in _ELEMENTS:
            self.refuse(
                f"has <{tag}>: {_REFUSED.get(tag, 'that is not drawn here; save it as plain shapes')}"
            )
        for key, value in attributes.items():
            self.check_value(key.rpartition(" ")[2], value)
        if is_silent:
            self.open.append(None)
            return
        element = Element(tag)
        if not self.open:
            element.set("xmlns", _SVG)
            self.root = element
        elif (parent := self.open[-1]) is not None:
            parent.append(element)
        self.open.append(element)
        for key, value in self.known(tag, attributes):
            element.set(key, value)
        if "id" in element.attrib:
            self.by_id.setdefault(element.attrib["id"], []).append(element)
        self.references[element] = [
            *(value[1:] for key, value in element.items() if key == "href"),
            *(found[2] for key, value in element.items() for found in _OWN_URL.finditer(value)),
        ]

    def end(self, _: str) -> None:
        self.open.pop()

    def known(self, tag: str, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
        """The attributes that draw, `style` taken apart and after the rest, since it is the stronger."""
        styled: dict[str, str] = {}
        for qualified, value in attributes.items():
            namespace, _, key = qualified.rpartition(" ")
            if namespace not in ("", _XLINK) or (namespace == _XLINK and key != "href"):
                continue
            if key == "style":
                styled = self.declarations(value)
            elif key in _NUMBERS or key in _WORDS or (tag == "svg" and key == "viewBox"):
                yield key, _OWN_URL.sub(r"url(#\2)", value)
        yield from styled.items()

    def check_value(self, key: str, value: str) -> None:
        if len(value) > MAX_VALUE:
            self.refuse(f"has {len(value)} letters in {key}, over {MAX_VALUE}; simplify the drawing")
        if key.lower().startswith("on"):
            self.refuse(f"has the event attribute {key}; take it out")
        if key in _CONDITIONAL:
            self.refuse(f"has {key}, which draws differently on each machine; take it out")
        if key in ("href", "src") and not re.fullmatch(r"#[^\s]+", value):
            self.refuse(f"refers to {value[:60]!r}; only its own parts, such as '#shape', can be used")
        if len(_URL.findall(value)) != len(_OWN_URL.findall(value)):
            self.refuse(f"has {value[:60]!r} in {key}; only its own parts, such as url(#shape), can be used")
        if key in _UNDRAWN and value.strip() not in ("none", "normal", ""):
            self.refuse(f"has {key}: {_EXPAND}")
        if key in _NUMBERS:
            if _NOT_FINITE.search(value):
                self.refuse(f"has {value[:60]!r} in {key}, which is no number")
            for number in _NUMBER.findall(value):
                if not abs(float(number)) <= MAX_NUMBER:
                    self.refuse(
                        f"has the number {number[:60]} in {key}, over {MAX_NUMBER}; scale the drawing down"
                    )

    def declarations(self, style: str) -> dict[str, str]:
        """The properties that draw; only plain declarations, so that no other reader finds more in them."""
        if found := re.search(r"[\\@{}]|/\*", style):
            self.refuse(f"has {found[0]!r} in a style; export with presentation attributes")
        styled = {}
        for declaration in filter(str.strip, style.split(";")):
            key, colon, value = declaration.partition(":")
            key, value = key.strip(), value.partition("!")[0].strip()
            if not colon:
                self.refuse(f"has {declaration[:60]!r} in a style, which is no declaration")
            self.check_value(key, value)
            if (key in _NUMBERS or key in _WORDS) and key not in ("id", "href", "d", "points"):
                styled[key] = _OWN_URL.sub(r"url(#\2)", value)
        return styled


def _check_references(reader: _Reader, root: Element) -> None:
    """Refuse references that lead nowhere, to two places, in a circle, or to too much drawing."""
    sizes: dict[Element, tuple[int, int]] = {}
    around: set[Element] = set()

    def measure(element: Element, depth: int) -> tuple[int, int]:
        """How many elements are drawn for this one, and how deep they are nested."""
        if element in around:
            raise KitError(f"{reader.name}: <{element.tag}> refers to itself; take that reference out.")
        if element not in sizes:
            if depth > MAX_DEPTH:
                raise KitError(
                    f"{reader.name}: its references are nested over {MAX_DEPTH} deep; expand them."
                )
            around.add(element)
            parts = [*element, *(target(reference) for reference in reader.references[element])]
            measured = [measure(part, depth + 1) for part in parts]
            around.remove(element)
            count = 1 + sum(count for count, _ in measured)
            if count > MAX_DRAWN:
                raise KitError(
                    f"{reader.name}: its references draw over {MAX_DRAWN} elements; expand or simplify them."
                )
            sizes[element] = count, 1 + max((height for _, height in measured), default=0)
        if depth + sizes[element][1] > MAX_DEPTH + 1:
            raise KitError(f"{reader.name}: its references are nested over {MAX_DEPTH} deep; expand them.")
        return sizes[element]

    def target(reference: str) -> Element:
        elements = reader.by_id.get(reference, [])
        if len(elements) != 1:
            there = "isn't there" if not elements else f"is there {len(elements)} times"
            raise KitError(f"{reader.name}: it refers to #{reference[:60]}, which {there}; name one part.")
        return elements[0]

    measure(root, 1)


def _view_box(root: Element, name: str) -> str:
    if "viewBox" in root.attrib:
        what = f"the view box {root.attrib['viewBox'][:60]!r}"
        numbers = [_finite(part) for part in re.split(r"[\s,]+", root.attrib["viewBox"].strip())]
    elif "width" in root.attrib and "height" in root.attrib:
        what = f"no view box, and the size {root.attrib['width'][:30]!r} by {root.attrib['height'][:30]!r}"
        numbers = [0.0, 0.0, *(_finite(root.attrib[key].removesuffix("px")) for key in ("width", "height"))]
    else:
        raise KitError(f"{name} has neither a view box nor a width and height: give it a viewBox.")
    if len(numbers) != 4 or None in numbers:
        raise KitError(f"{name} has {what}: give it a viewBox of four plain numbers.")
    x, y, width, height = (number for number in numbers if number is not None)
    if not (0 < width <= MAX_BOX and 0 < height <= MAX_BOX and abs(x) <= MAX_NUMBER and abs(y) <= MAX_NUMBER):
        raise KitError(f"{name} has {what}: give it a viewBox of a size above 0 and up to {MAX_BOX}.")
    return _box_text(x, y, width, height)


def _finite(text: str) -> float | None:
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    return number if math.isfinite(number) else None


def _box_text(*numbers: float) -> str:
    return " ".join(str(int(number)) if number.is_integer() else repr(number) for number in numbers)
