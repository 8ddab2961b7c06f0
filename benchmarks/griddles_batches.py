"""CPU seconds that a whole set of icons takes on its way to candidates, at every size of `config.yaml`.

    python benchmarks/griddles_batches.py [--art FOLDER] [--every N]

Phosphor's fill weight. Drawing the icons is told apart (without its renderer, another process), and compiling
is not counted. All rasters go through the ladder; the choice then solves only those that it has to, and
touch-up gets what isn't of its tier yet.
"""

from __future__ import annotations

import argparse
import resource
from collections import Counter
from pathlib import Path
from time import process_time

import yaml

from griddles import candidates, icons, ink, ladder, touchup
from griddles.settings import Settings
from picturekit.errors import KitError

STAGES = ("draw", "measure", "ladder", "choose", "touch up")


def find_inks(art: Path, every: int, settings: Settings, spent: Counter[str]) -> list[ink.Ink]:
    """The icons' ink; what can't be made a picture is left out."""
    largest = max(size.cells for size in settings.sizes)
    fill = [icon for icon in icons.list_icons("phosphor", art) if icon.path.endswith("-fill.svg")]
    inks = []
    begin = process_time()
    for icon in fill[::every]:
        try:
            inks.append(ink.find(icons.read(icon, art), icon.source, largest, settings.ink))
        except KitError as error:
            print(error)
    spent["draw"] = process_time() - begin
    return inks


def run(inks: list[ink.Ink], settings: Settings, spent: Counter[str], made: Counter[str]) -> None:
    """Take the inks through all stages at all sizes, adding up what each takes and what comes of it."""
    clock = process_time()

    def lap(stage: str) -> None:
        nonlocal clock
        now = process_time()
        spent[stage] += now - clock
        clock = now

    for one in inks:
        for size in settings.sizes:
            rasters = ink.cells(one, size.cells, settings.ink)
            lap("measure")
            tiers, _ = ladder.tiers(rasters.grids)
            lap("ladder")
            made["rasters"] += len(tiers)
            chosen = candidates.choose(rasters, size.tier, settings.candidates)
            lap("choose")
            if chosen is None:
                made[f"{size.name}: no raster is as filled as asked and in one piece"] += 1
                continue
            touched = touchup.touch_up(chosen.grid, chosen.shares, size.tier, settings.touchup)
            lap("touch up")
            flips = len(touched.proposals[0].flips) if touched.proposals else "no"
            made[f"{size.name}: {flips} flips lead to its tier"] += 1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=Path("build/art"), help="where the sets are unpacked")
    parser.add_argument("--every", type=int, default=1, help="take every Nth icon")
    args = parser.parse_args()
    settings = Settings.of(yaml.safe_load(Path("config.yaml").read_text())["griddles"])
    spent: Counter[str] = Counter()
    made: Counter[str] = Counter()
    inks = find_inks(args.art, args.every, settings, spent)
    run(inks[:40], settings, Counter(), Counter())
    run(inks, settings, spent, made)
    print(f"{len(inks)} icons, {made.pop('rasters')} rasters; CPU seconds")
    for stage in STAGES:
        print(f"{stage:>9} {spent[stage]:8.1f}")
    print(f"measure and ladder together {spent['measure'] + spent['ladder']:.1f}")
    for what, count in sorted(made.items()):
        print(f"{count:6} {what}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
