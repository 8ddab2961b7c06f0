"""The summary that ends a build: what was made, what is short, what could not be checked, where to look."""

from __future__ import annotations

from collections import defaultdict

from lowpoly import project
from lowpoly.puzzle import SIZES
from picturekit import files, fingerprints


def text() -> str:
    """The summary of the build in the present folder. Raises LowPolyError and KitError as reading it does."""
    layout = project.LAYOUT
    here = project.read()
    labels = {row.code: row.subject.title for row in here.named}
    made: dict[str, list[dict[str, int]]] = defaultdict(list)
    short: dict[str, list[str]] = defaultdict(list)
    for bucket in layout.buckets():
        for row in files.read_jsonl(layout.stage("audit", bucket, "jsonl")):
            made[row["size"]].append(row)
            if row["short"] and row["code"] in labels:
                short[row["size"]].append(f"{labels[row['code']]} by {row['short']}")
    lines = [f"Low Poly: {len(here.named)} subjects, every picture audited"]
    for size in SIZES:
        rows = made[size]
        if not rows:
            continue
        ranges = ", ".join(f"{_range([row[key] for row in rows])} {key}" for key in ("dots", "lines", "triangles"))
        lines.append(f"  {size:<7}{len(rows):>4} pictures: {ranges}")
    for size, names in short.items():
        lines.append(f"  short of dots at {size}: {len(names)} ({', '.join(sorted(names)[:6])}{', …' * (len(names) > 6)})")
    lines += _rasters()
    lines.append("Published: build/publish/manifest.json    Sheets: sheets/lowpoly.html, sheets/lowpoly/*.png")
    return "\n".join(lines) + "\n"


def _range(numbers: list[int]) -> str:
    ordered = sorted(numbers)
    return f"{ordered[0]}-{ordered[len(ordered) // 2]}-{ordered[-1]}"


def _rasters() -> list[str]:
    states: dict[str, list[fingerprints.Raster]] = defaultdict(list)
    for report in fingerprints.read_rasters(project.LAYOUT.build / "provenance"):
        states[report.state].append(report)
    lines = []
    if states["drift"]:
        names = ", ".join(report.name for report in states["drift"][:6])
        lines.append(f"  renderer drift: {len(states['drift'])} subjects are drawn otherwise here ({names}); pinned pixels are used")
    if states["unpinned"]:
        lines.append(f"  unpinned: {len(states['unpinned'])} subjects have no pinned pixels; `make lock` pins them")
    if states["unchecked"]:
        lines.append(f"  not checked against the art: {len(states['unchecked'])} subjects; {states['unchecked'][0].why}")
    return lines
