"""The summary that ends a build: what was made, how hard it is, where to look."""

from __future__ import annotations

from griddles import icons, project
from griddles.puzzle import SIZES
from picturekit import files


def text() -> str:
    """The summary of the build in the present folder. Raises KitError as reading it does."""
    layout = project.LAYOUT
    entries = project.entries()
    proved = {
        row["key"]: row
        for path in sorted((layout.build / "griddles" / "prove").glob("[!.]*.jsonl"))
        for row in files.read_jsonl(path)
    }
    retired = sum(entry.retired for entry in entries)
    lines = [f"Griddles: {len(entries)} pictures, {retired} retired, each proved twice to have one answer:"]
    for size in SIZES.values():
        there = [entry for entry in entries if entry.size == size.n]
        drawn = sum(entry.source == icons.DRAWN for entry in there)
        steps = sorted(sum(proved[entry.key]["steps"].values()) for entry in there)
        lines.append(
            f"  {size.n}×{size.n}, {size.difficulty}: {len(there)} pictures, {drawn} drawn by hand; "
            f"{steps[0]}-{steps[len(steps) // 2]}-{steps[-1]} steps"
        )
    lines.append("Published: build/publish/griddles/. Sheets: sheets/griddles.html, sheets/griddles/*.png.")
    return "\n".join(lines) + "\n"
