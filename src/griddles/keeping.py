"""Keeping: a candidate that a person chose goes to the end of its size in `pictures.txt`."""

from __future__ import annotations

from griddles import pictures, project, proposals
from griddles.errors import GriddlesError
from griddles.layout import WANTED, Layout
from picturekit import files


def keep(
    source: str, size: int, number: int, *, identifier: str, title: str, layout: Layout = project.LAYOUT
) -> str:
    """Take a proposal, by its number from 1, into `pictures.txt`; without an id or a title it has those of
    its icon's row in `icons.yaml`. Returns what was done, in words.

    Raises GriddlesError, and writes nothing, where there is no such proposal, or no place for it.
    """
    asked = {one.source: one for one in project.wanted(layout.icons)}
    if source not in asked:
        raise GriddlesError(f"{layout.icons.as_posix()} has no icon {source}: add a row for it first.")
    found = [
        row
        for path in sorted((layout.build / "griddles" / WANTED / "touch-up").glob("[!.]*.jsonl"))
        for row in files.read_jsonl(path)
        if (row["source"], row["size"]) == (source, size)
    ]
    if not found:
        raise GriddlesError(
            f"There are no candidates of {source} at {size}: run make griddles-candidates first."
        )
    chosen = proposals.keep(
        pictures.read(layout.pictures),
        found[0],
        number,
        identifier=identifier or asked[source].id,
        title=title or asked[source].title,
    )
    pictures.write(layout.pictures, chosen)
    last = chosen.pictures[-1]
    return f"{layout.pictures.as_posix()}: {last.label} is at place {len(chosen.at(size)) - 1} of its size."
