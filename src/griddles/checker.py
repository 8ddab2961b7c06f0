"""Checks a proof by what a clue means, and by nothing else: a mark is forced when no placement of the line's
runs has the other one. Needs no other file: `python checker.py build/publish/certificates/griddles-10.json`.

A mark is `#` filled, `.` empty or `?` unknown. A step is ["row" or "column", index, technique, the line's new
marks], with `?` for each cell that it leaves alone.
"""

import json
import sys
from pathlib import Path
from typing import Any

OTHER = {"#": ".", ".": "#"}


def fits(clue: list[int], marks: str) -> bool:
    """Whether a placement of the runs keeps to the marks: each run in turn, at every start it can have."""
    ends = {0}
    for run in clue:
        starts, ends, near = ends, set(), False
        for at in range(len(marks) - run + 1):
            near = at in starts or (near and marks[at - 1] != "#")
            if near and "." not in marks[at : at + run] and marks[at + run : at + run + 1] != "#":
                ends.add(at + run + 1)
    return any("#" not in marks[end:] for end in ends)


def is_forced(clue: list[int], marks: str, new: str) -> bool:
    """Whether a step settles something, nothing that is settled already, and only what has to be so."""
    cells = [cell for cell, mark in enumerate(new) if mark != "?"]
    others = [marks[:cell] + OTHER[new[cell]] + marks[cell + 1 :] for cell in cells]
    return (
        others != [] and {marks[cell] for cell in cells} == {"?"} and not any(fits(clue, o) for o in others)
    )


def check(clues: dict[str, list[list[int]]], steps: list[Any], answer: list[str]) -> list[str]:
    """What is wrong with a proof that `answer` is the clues' one grid, in sentences: none if it holds."""
    wrong = []
    grid = [["?"] * len(clues["columns"]) for _ in clues["rows"]]
    for number, (kind, index, _, new) in enumerate(steps, 1):
        marks = grid[index] if kind == "row" else [row[index] for row in grid]
        if len(new) != len(marks) or not is_forced(clues[f"{kind}s"][index], "".join(marks), new):
            wrong.append(f"Step {number} doesn't follow.")
        for k, mark in enumerate(new[: len(marks)]):
            r, c = (index, k) if kind == "row" else (k, index)
            grid[r][c] = grid[r][c] if mark == "?" else mark
    rows, columns = list(map("".join, grid)), list(map("".join, zip(*grid, strict=True)))
    for kind, lines in (("rows", rows), ("columns", columns)):
        found = [list(map(len, marks.replace(".", " ").split())) for marks in lines]
        wrong += [] if found == clues[kind] else [f"The steps don't come to the clues of the {kind}."]
    wrong += [] if "?" not in "".join(rows) else ["The steps leave cells unknown."]
    return wrong + ([] if rows == answer else ["The steps don't come to the answer."])


if __name__ == "__main__":
    proofs = [proof for path in sys.argv[1:] for proof in json.loads(Path(path).read_bytes())["certificates"]]
    told = [f"{p['id']}: {t}" for p in proofs for t in check(p["clues"], p["steps"], p["answer"])]
    sys.exit("\n".join(told) or None)
