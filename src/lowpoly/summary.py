"""The summary that ends a build: what was made, what is short, what could not be checked, where to look."""

from __future__ import annotations

from collections import defaultdict

from lowpoly import project
from lowpoly.puzzle import SIZES
from picturekit import files, fingerprints

SHOWN = 6


def text() -> str:
    """The summary of the build in the present folder. Raises LowPolyError and KitError as reading it does."""
    layout = project.LAYOUT
    this = project.read()
    named = this.named
    titles = {row.code: row.subject.title for row in named}
    made: dict[str, list[dict[str, int]]] = defaultdict(list)
    short: dict[str, list[str]] = defaultdict(list)
    for bucket in this.buckets:
        if not layout.stage("holes", bucket, "jsonl").exists():
            continue
        for row in files.read_jsonl(layout.stage("audit", bucket, "jsonl")):
            made[row["size"]].append(row)
            if row["short"]:
                short[row["size"]].append(f"{titles.get(row['code'], row['code'])} by {row['short']}")
    lines = [f"Low Poly: {len(named)} subjects, every picture audited (least-median-most):"]
    for size in SIZES:
        counts = [
            f"{_range([row[key] for row in made[size]])} {key}"
            for key in ("dots", "lines", "triangles")
            if made[size]
        ]
        lines.append(f"  {size}: {', '.join([f'{len(made[size])} pictures', *counts])}")
    lines += [f"  short of dots at {size}: {len(names)} ({_some(names)})" for size, names in short.items()]
    lines += _rasters()
    lines.append("Published: build/publish/manifest.json. Sheets: sheets/lowpoly.html, sheets/lowpoly/*.png.")
    return "\n".join(lines) + "\n"


def _range(numbers: list[int]) -> str:
    ordered = sorted(numbers)
    return f"{ordered[0]}-{ordered[len(ordered) // 2]}-{ordered[-1]}"


def _some(names: list[str]) -> str:
    return ", ".join(sorted(names)[:SHOWN]) + (", …" if len(names) > SHOWN else "")


def _rasters() -> list[str]:
    states: dict[str, list[fingerprints.Raster]] = defaultdict(list)
    for report in fingerprints.read_rasters(project.LAYOUT.build / "provenance"):
        states[report.state].append(report)
    drift, unpinned, unchecked = states["drift"], states["unpinned"], states["unchecked"]
    lines = []
    if drift:
        names = _some([report.name for report in drift])
        lines.append(
            f"  renderer drift: {len(drift)} are drawn otherwise here, pinned pixels are used ({names})"
        )
    if unpinned:
        lines.append(f"  unpinned: {len(unpinned)} have no pinned pixels; `make lock` pins them")
    if unchecked:
        lines.append(f"  not checked against the art: {len(unchecked)}; {unchecked[0].why}")
    return lines
