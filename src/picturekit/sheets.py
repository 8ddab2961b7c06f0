"""Pages for reviewers: one HTML file that holds all it shows, opens from disk and asks for nothing else.

A game's own template extends `sheet_base.html.j2` from here and fills its blocks `style`, `tools` and `body`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from picturekit.licences import Licence

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Counts:
    """A table of what a sheet holds: the head of each column, and rows whose first cell is their own head."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Link:
    """A place in the sheet to jump to: the id there, what it is called and how many pictures follow."""

    anchor: str
    label: str
    count: int


def render(
    template: Path,
    *,
    title: str,
    intro: str,
    counts: Counts,
    links: Sequence[Link],
    licences: Sequence[Licence],
    **values: object,
) -> str:
    """The page that a game's template makes of the base's parts and its own `values`.

    Text is escaped, so a mark in it shows as itself; SVG goes in as `markupsafe.Markup`. The same arguments
    give the same page. A name that a template uses and nobody gives raises jinja2.UndefinedError.
    """
    environment = Environment(
        loader=FileSystemLoader([template.parent, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template(template.name)
    return page.render(title=title, intro=intro, counts=counts, links=links, licences=licences, **values)


def data_uri(png: bytes) -> str:
    """A PNG file's bytes as an address that an `img` can show. They stay as they are."""
    return f"data:image/png;base64,{b64encode(png).decode('ascii')}"
