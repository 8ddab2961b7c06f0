"""CPU seconds it takes to say whether grids have one answer or several, and how long hard puzzles take.

    python benchmarks/griddles_cascade.py [--art FOLDER] [--icons N] [--runs R]

The grids: N icons of Phosphor at 20×20 (drawn first, which isn't counted); smoothed noise at 20×20 (white
noise, a Gaussian of 1.2 cells, filled over its median); random cells at 25×25, half of them filled.
Clue-making is counted. The puzzles: Josh Greifer's "Domino Logic" with 9, 10 and 12 dominoes, and every case
of tests/cases/nonograms.json and, where PICTUREMILL_CASES is set, of its nonograms/public.json. A first pass
loads the compiled code and isn't counted. Prints the median of the runs, how many grids stayed undecided, and
what the count alone, without line logic, makes of every fifth icon.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from griddles import icons
from griddles.cascade import decide, decide_batch
from griddles.clues import Clues, clues_of
from griddles.count import count
from picturekit import raster
from picturekit.errors import KitError

Grids = NDArray[np.uint8]

ROOT = Path(__file__).resolve().parents[1]
DRAWN, VISIBLE = 256, 24


def icon_grids(art: Path, number: int, cells: int = 20) -> Grids:
    """So many icons, spread over the set: ink cropped, centred on a square, filled where half covered."""
    found = icons.list_icons("phosphor", art)
    grids = []
    for icon in found[:: max(len(found) // number, 1)][:number]:
        try:
            alpha = raster.draw(icons.read(icon, art), icon.source, DRAWN)[..., 3]
        except KitError:
            continue
        rows, columns = (
            np.nonzero((alpha > VISIBLE).any(axis=1))[0],
            np.nonzero((alpha > VISIBLE).any(axis=0))[0],
        )
        ink = alpha[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        side = max(ink.shape)
        top, left = (side - ink.shape[0]) // 2, (side - ink.shape[1]) // 2
        square = np.zeros((side, side), np.uint8)
        square[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
        small = Image.fromarray(square).resize((cells, cells), Image.Resampling.BOX)
        grids.append((np.asarray(small) >= 128).astype(np.uint8))
    return np.stack(grids)


def noise_grids(number: int, cells: int = 20, sigma: float = 1.2) -> Grids:
    """Smoothed noise."""
    rng = np.random.default_rng(1)
    reach = 6
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    noise = rng.standard_normal((number, cells + 2 * reach, cells + 2 * reach))
    for axis in (1, 2):
        windows = np.lib.stride_tricks.sliding_window_view(noise, 2 * reach + 1, axis)
        noise = windows @ kernel
    return (noise > np.median(noise, axis=(1, 2), keepdims=True)).astype(np.uint8)


def random_grids(number: int, cells: int = 25) -> Grids:
    """Half of the cells filled."""
    return (np.random.default_rng(2).random((number, cells, cells)) < 0.5).astype(np.uint8)


def dominoes(number: int) -> Clues:
    """Domino Logic with so many dominoes."""
    rows = [(3,), *[run for _ in range(number - 1) for run in ((1,), (3, 1))], (1,), (1,)]
    columns = [(1,), (1,), *[run for _ in range(number - 1) for run in ((1, 3), (1,))], (3,)]
    return Clues(tuple(rows), tuple(columns))


def cases() -> Iterator[tuple[str, Clues]]:
    """The puzzles by name."""
    for number in (9, 10, 12):
        yield f"{number}-Dom", dominoes(number)
    files = [ROOT / "tests" / "cases" / "nonograms.json"]
    if folder := os.environ.get("PICTUREMILL_CASES"):
        files.append(Path(folder) / "nonograms" / "public.json")
    for file in files:
        for case in json.loads(file.read_text(encoding="utf-8")):
            yield case["name"], Clues(tuple(map(tuple, case["rows"])), tuple(map(tuple, case["cols"])))


def median_seconds(work: Callable[[], object], runs: int) -> float:
    """CPU seconds, the median of so many runs."""
    spent = []
    for _ in range(runs):
        begun = process_time()
        work()
        spent.append(process_time() - begun)
    return statistics.median(spent)


def time_batches(batches: dict[str, Grids], runs: int) -> None:
    """Print how many grids of each batch are decided in a second."""
    for name, grids in batches.items():
        answers, _ = decide_batch(grids)
        seconds = median_seconds(lambda grids=grids: decide_batch(grids), runs)
        one, several, open_ = ((answers == number).sum() for number in (1, 2, 0))
        print(
            f"{name}: {len(grids) / seconds:,.0f}/s; {one} one answer, {several} several, {open_} undecided"
        )


def time_cases(runs: int) -> None:
    """Print the puzzles that take over a tenth of a second, and the sum of them all."""
    total, number = 0.0, 0
    for name, clues in cases():
        verdict = decide(clues, name=name)
        seconds = median_seconds(lambda clues=clues: decide(clues), runs)
        total, number = total + seconds, number + 1
        if seconds > 0.1 or name.endswith("-Dom") or not verdict.decided:
            told = f"{'' if verdict.exact else 'at least '}{verdict.answers} by {verdict.how}"
            print(f"{name} ({clues.width}×{clues.height}): {seconds:.2f} s, {told}")
    print(f"all {number} puzzles: {total:.2f} s")


def count_icons(grids: Grids) -> None:
    """Print what the count alone makes of the icons."""
    count(clues_of(grids[0]))
    steps, spent = [], []
    given_up = 0
    for grid in grids:
        begun = process_time()
        counted = count(clues_of(grid))
        spent.append(process_time() - begun)
        steps.append(counted.steps)
        given_up += counted.answers is None
    print(
        f"count alone, {len(grids)} icons: {given_up} given up; "
        f"median {statistics.median(steps):,.0f} steps and {1000 * statistics.median(spent):.1f} ms, "
        f"most {max(steps):,} and {1000 * max(spent):,.0f} ms"
    )


def main() -> None:
    """Time and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=ROOT / "build" / "art", help="the unpacked art sets")
    parser.add_argument("--icons", type=int, default=1000, help="how many icons")
    parser.add_argument("--runs", type=int, default=5, help="go through them this often")
    args = parser.parse_args()
    drawn = icon_grids(args.art, args.icons)
    batches = {
        "icons 20×20": drawn,
        "smoothed noise 20×20": noise_grids(1000),
        "random 25×25": random_grids(300),
    }
    time_batches(batches, args.runs)
    time_cases(args.runs)
    count_icons(drawn[::5])


if __name__ == "__main__":
    main()
