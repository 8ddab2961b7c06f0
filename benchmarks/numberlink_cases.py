"""How long each board with a known number of answers takes to decide.

    PICTUREMILL_CASES=FOLDER python benchmarks/numberlink_cases.py [FILE ...]

Without files it takes our own cases and, where the variable is set, that folder's numberlink/*.json. Compiled
code is there. Prints how many were right, and the CPU seconds of the slowest.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numberlink import board
from numberlink.prover import prove

NAMES = ("none", "unique", "several")
OWN = Path(__file__).parents[1] / "tests" / "cases" / "numberlink.json"


def cases(path: Path) -> list[tuple[str, NDArray[np.int16], int]]:
    """Each case's name, board and answers, two standing for more."""
    found = []
    for case in json.loads(path.read_text(encoding="utf-8")):
        grid = case["grid"]
        if isinstance(grid[0], str):
            text = f"{len(grid[0].split())} {len(grid)}\n" + "\n".join(grid)
            ends, answers = board.parse(text, case["name"]), case["answers"]
        else:
            ends, answers = np.array(grid, np.int16), case["answers_capped2"]
        found.append((case["name"], ends, answers))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    folder = os.environ.get("PICTUREMILL_CASES")
    paths = args.files or [OWN, *(sorted((Path(folder) / "numberlink").glob("*.json")) if folder else ())]
    prove(board.to_board("A..AB..B", 4))
    times, right = [], 0
    for path in paths:
        for name, ends, answers in cases(path):
            began = time.process_time()
            verdict = prove(ends)
            times.append((time.process_time() - began, name))
            right += verdict.result == NAMES[answers]
            if verdict.result != NAMES[answers]:
                print(f"{name} is {NAMES[answers]}, and is said to be {verdict.result}")
    spent, name = max(times)
    print(
        f"{right} of {len(times)} right; slowest {name}: {spent:.2f} s; all {sum(t for t, _ in times):.1f} s"
    )


if __name__ == "__main__":
    main()
