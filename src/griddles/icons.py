"""Icons by name: which drawing of which set a picture's source is, and where that drawing is seen.

`phosphor:cat` is Phosphor's fill weight and `phosphor:cat-bold` its bold one; `tabler:cat` is Tabler's
outline and `tabler:cat-filled` its filled drawing. `drawn` is no icon: such a picture was drawn cell by cell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from griddles.errors import GriddlesError
from picturekit import files

DRAWN = "drawn"
"""The source of a picture that comes from no icon."""

_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class _Style:
    """One way in which a set draws its icons."""

    set: str
    """The set's name in `sources/art.yaml`."""
    ending: str
    """What a source's name has after the icon's."""
    path: str
    """The drawing's path within the set."""


_STYLES = {
    "phosphor": (
        _Style("phosphor-icons", "-bold", "assets/bold/{name}-bold.svg"),
        _Style("phosphor-icons", "", "assets/fill/{name}-fill.svg"),
    ),
    "tabler": (
        _Style("tabler-icons", "-filled", "icons/filled/{name}.svg"),
        _Style("tabler-icons", "", "icons/outline/{name}.svg"),
    ),
}
"""Each family's styles, those with an ending first: a name is read by the first whose ending it has."""

_ADDRESSES = {
    "phosphor": "https://github.com/phosphor-icons/core/blob/main/{path}",
    "tabler": "https://github.com/tabler/tabler-icons/blob/main/{path}",
}


@dataclass(frozen=True, order=True)
class Icon:
    """One drawing of an icon; made by `parse` and `list_icons`."""

    source: str
    """As it is written: `phosphor:cat-bold`."""
    set: str
    """The art set that it is in: `phosphor-icons`."""
    path: str
    """Its drawing within the set: `assets/bold/cat-bold.svg`."""

    @property
    def address(self) -> str:
        """Where the drawing is seen on the web."""
        return _ADDRESSES[self.source.partition(":")[0]].format(path=self.path)


def parse(source: str) -> Icon | None:
    """The icon that a source names, or None for `drawn`; whether the set has it is asked by `read`.

    Raises GriddlesError for what is no source.
    """
    if source == DRAWN:
        return None
    family, colon, name = source.partition(":")
    if not colon or family not in _STYLES:
        raise GriddlesError(
            f"{source!r} is no source: write phosphor:NAME, phosphor:NAME-bold, tabler:NAME, "
            f"tabler:NAME-filled or {DRAWN}."
        )
    if not _NAME.fullmatch(name):
        raise GriddlesError(
            f"The source {source!r} names no icon: write lower-case words with hyphens after {family}:."
        )
    style = next(
        style for style in _STYLES[family] if name.endswith(style.ending) and name != style.ending[1:]
    )
    return Icon(source, style.set, style.path.format(name=name.removesuffix(style.ending)))


def read(icon: Icon, art_dir: Path) -> bytes:
    """The icon's SVG. `art_dir` holds the unpacked sets. Raises GriddlesError when it isn't there."""
    path = art_dir / icon.set / icon.path
    if not path.is_file():
        raise GriddlesError(
            f"{icon.source}: the art set {icon.set} has no file {icon.path} ({path}): "
            "see the icon's spelling, or that the set is whole."
        )
    return files.read_bytes(path)


def list_icons(family: str, art_dir: Path) -> list[Icon]:
    """Every icon that the set of a family, `phosphor` or `tabler`, has in `art_dir`, sorted by source.

    Raises GriddlesError for another family, and when nothing of the set is there.
    """
    if family not in _STYLES:
        raise GriddlesError(f"There are no icons of {family!r}: name one of {', '.join(_STYLES)}.")
    found = []
    for style in _STYLES[family]:
        before, _, after = style.path.partition("{name}")
        for path in (art_dir / style.set).glob(f"{before}*{after}"):
            name = path.name.removesuffix(after)
            found.append(Icon(f"{family}:{name}{style.ending}", style.set, style.path.format(name=name)))
    if not found:
        raise GriddlesError(
            f"{art_dir} has no icons of {_STYLES[family][0].set}: get the set, or name its folder."
        )
    return sorted(found)
