"""How many grids a second of CPU line logic solves, and the ladder with its measures, clue-making included.

    python benchmarks/griddles_lines.py [--art FOLDER] [--icons N] [--runs R]

The grids are icons of Phosphor at 10×10, 15×15 and 20×20, each its plain raster at a threshold of half a
cell (drawn first, which isn't counted). A first pass loads the compiled code and isn't counted. Prints the
median of the runs.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from time import process_time

import numpy as np
import yaml
from numpy.typing import NDArray

from griddles import icons, ink, ladder
from griddles.settings import Settings
from picturekit import files
from picturekit.errors import KitError

SIZES = (10, 15, 20)


def rasters(art: Path, number: int, settings: Settings) -> dict[int, NDArray[np.uint8]]:
    """So many icons, spread over the set, at each size: uint8 (N, size, size)."""
    found = icons.list_icons("phosphor", art)
    half = settings.ink.thresholds.index(50)
    grids: dict[int, list[NDArray[np.uint8]]] = {size: [] for size in SIZES}
    for icon in found[:: max(len(found) // number, 1)][:number]:
        try:
            drawn = ink.find(icons.read(icon, art), icon.source, max(SIZES), settings.ink)
        except KitError:
            continue
        for size in SIZES:
            grids[size].append(ink.cells(drawn, size, settings.ink).grids[half])
    return {size: np.stack(there) for size, there in grids.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--art", type=Path, default=Path("build/art"), help="the unpacked art sets")
    parser.add_argument("--icons", type=int, default=1000, help="of how many icons (default: 1000)")
    parser.add_argument("--runs", type=int, default=5, help="of which the median is told (default: 5)")
    args = parser.parse_args()
    config = yaml.safe_load(files.read_bytes("config.yaml").decode("utf-8"))
    settings = Settings.of(config["griddles"])
    for size, grids in rasters(args.art, args.icons, settings).items():
        for name, solve in (("line solve", ladder.lines_finish), ("ladder", ladder.tiers)):
            solve(grids)
            spent = []
            for _ in range(args.runs):
                begun = process_time()
                solve(grids)
                spent.append(process_time() - begun)
            rate = len(grids) / statistics.median(spent)
            print(f"{size}×{size}, {name}: {rate:,.0f} grids/s ({len(grids)} icons)")
        finished = ladder.lines_finish(grids).mean()
        print(f"{size}×{size}: lines finish {100 * finished:.0f} %")


if __name__ == "__main__":
    main()
