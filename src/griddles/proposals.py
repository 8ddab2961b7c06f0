"""The sheet of candidates: up to three proposals for each icon at each size, for a person to choose from.

`python -m griddles keep` takes a chosen one, by its source, size and number, into `pictures.txt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from griddles import drawing
from griddles.errors import GriddlesError
from griddles.layout import Entry
from griddles.pictures import Picture, Source
from griddles.project import Wanted
from picturekit import sheets
from picturekit.licences import Licence

TEMPLATE = Path(__file__).parent / "templates" / "candidates.html.j2"


@dataclass(frozen=True)
class Proposal:
    """One way to make a picture of an icon: its cells, and which of them were flipped."""

    cells: Sequence[str]
    flips: Sequence[tuple[int, int]]
    distance: int
    svg: Markup


@dataclass(frozen=True)
class Row:
    """An icon at a size: its proposals, the best first, and how many pictures of the library it is in."""

    wanted: Wanted
    size: int
    proposals: Sequence[Proposal]
    beyond_two: bool
    kept: bool


def rows_of(
    wanted: Iterable[Wanted], touched: Iterable[Mapping[str, Any]], kept: Iterable[Entry]
) -> list[Row]:
    """The rows of the sheet: those of `wanted` that there is a raster of, by size, in their order."""
    by_pair = {(row["source"], row["size"]): row for row in touched}
    there = {(entry.source, entry.size) for entry in kept} | {(entry.id, entry.size) for entry in kept}
    rows = []
    asked = list(wanted)
    for size in sorted({size for _, size in by_pair}):
        for one in asked:
            row = by_pair.get((one.source, size))
            if row is None:
                continue
            proposals = [_proposal(made, one.title, size) for made in row["proposals"]]
            is_kept = (one.source, size) in there or (one.id, size) in there
            rows.append(Row(one, size, proposals, row["beyond_two"], is_kept))
    return rows


def html(rows: Sequence[Row], licences: Sequence[Licence]) -> str:
    """The sheet as one HTML file."""
    groups = []
    table = []
    for size, members in groupby(rows, key=lambda row: row.size):
        there = list(members)
        groups.append((sheets.Link(f"size-{size}", f"{size}×{size}", len(there)), there))
        made = sum(bool(row.proposals) for row in there)
        table.append((f"{size}×{size}", str(len(there)), str(made), str(len(there) - made)))
    return sheets.render(
        TEMPLATE,
        title="Griddles: candidates",
        intro="Up to three proposals an icon, each at exactly its size's tier; flipped cells have a frame.",
        counts=sheets.Counts(
            caption=f"{len(rows)} icons at their sizes",
            columns=("Size", "Icons", "With a proposal", "Without"),
            rows=table,
        ),
        links=[link for link, _ in groups],
        licences=licences,
        groups=groups,
    )


def keep(
    source: Source,
    row: Mapping[str, Any],
    number: int,
    *,
    identifier: str,
    title: str,
) -> Source:
    """The library with a proposal, by its number from 1, at the end of its size.

    Raises GriddlesError when there is no such proposal or the size has the id already.
    """
    proposals = row["proposals"]
    if not 1 <= number <= len(proposals):
        raise GriddlesError(
            f"{row['source']} at {row['size']} has {len(proposals)} proposals and no number {number}: "
            "see sheets/griddles-candidates.html."
        )
    cells = tuple(proposals[number - 1]["cells"])
    picture = Picture(row["size"], identifier, title, row["source"], False, cells)
    if any((one.size, one.id) == (picture.size, picture.id) for one in source.pictures):
        raise GriddlesError(f"{picture.size} has a picture {picture.id} already: give another --id.")
    return Source(source.head, (*source.pictures, picture))


def _proposal(made: Mapping[str, Any], title: str, size: int) -> Proposal:
    flips = [(r, c) for r, c in made["flips"]]
    svg = drawing.svg_solved(made["cells"], f"{title}, {size}×{size}", flips)
    return Proposal(made["cells"], flips, made["distance"], Markup(svg))
