"""CPU seconds a greedy mesh takes, from pinned pixels to an audited picture, over the library.

    python benchmarks/lowpoly_greedy.py [--every N] [--runs R]

A first mesh is made to load the compiled code and isn't counted. What a picture's three sizes share (light,
sums, candidates) is counted once a picture, as the build does it. Prints the mean a mesh by stage, median
of the runs.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from time import process_time

from lowpoly import insertion, project
from lowpoly.audit import audit
from lowpoly.background import paint
from lowpoly.features import prefix_table
from lowpoly.layout import Named
from lowpoly.light import lit
from lowpoly.settings import Settings
from lowpoly.single import pixels_of, tier_of
from picturekit.raster import Pixels


def time_picture(row: Named, rgba: Pixels, settings: Settings, spent: Counter[str]) -> None:
    """Make a picture at all of its sizes, adding up what each stage takes."""
    clock = process_time()

    def lap(stage: str) -> None:
        nonlocal clock
        now = process_time()
        spent[stage] += now - clock
        clock = now

    light = lit(rgba, settings.light)
    lap("light")
    prefix = prefix_table(light)
    lap("features")
    rules = settings.insert
    places = insertion.candidates(rgba, lattice=rules.lattice, flat=rules.flat, contrast=rules.contrast)
    lap("candidates")
    for size, dots in settings.plan(row.subject.easy).items():
        mesh = insertion.insert(prefix, places, settings.rules(size, dots))
        lap(f"insert {size}")
        tier = paint(
            mesh.points,
            mesh.triangles,
            prefix,
            gap=settings.size(size).gap,
            nearest=settings.board.nearest,
            opacity=settings.keep,
        )
        lap("holes")
        problems = audit(tier)
        lap("audit")
        if problems:
            raise SystemExit(f"{row.label}: {problems}")
        spent["meshes"] += 1


def main() -> None:
    """Time and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every Nth subject")
    parser.add_argument("--runs", type=int, default=3, help="go through them this often")
    args = parser.parse_args()
    here = project.read()
    rows = [(row, pixels_of(row)) for row in here.named[:: args.every]]
    tier_of(rows[0][1], here.settings, "medium", 55)
    runs = []
    for _ in range(args.runs):
        spent: Counter[str] = Counter()
        for row, rgba in rows:
            time_picture(row, rgba, here.settings, spent)
        meshes = spent.pop("meshes")
        runs.append(
            {stage: seconds / meshes for stage, seconds in spent.items()}
            | {"all": sum(spent.values()) / meshes}
        )
    print(f"{len(rows)} subjects, {meshes} meshes, median of {args.runs} runs, CPU milliseconds a mesh")
    for stage in runs[0]:
        print(f"  {stage:<14}{1000 * statistics.median(run[stage] for run in runs):8.1f}")


if __name__ == "__main__":
    main()
