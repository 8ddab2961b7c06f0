"""A step of the ladder in words, as a hint tells it."""

from __future__ import annotations

from griddles.clues import Clue, Clues
from griddles.ladder import Step
from griddles.lines import EMPTY, FILLED

_WHY = {
    "simple": "sliding the runs to either end, whatever is filled",
    "edges": "pushing each run against the filled and crossed-out cells on its side",
    "line": "comparing every way to place the runs",
}


def explain(step: Step, clues: Clues) -> str:
    """What a step settles and how it is seen, in one sentence. Lines and cells are counted from 1.

    `clues` are those of the puzzle that the step belongs to.
    """
    kind, index = step.line
    clue = (clues.rows if kind == "row" else clues.columns)[index]
    if step.technique == "trial":
        assert step.assumed is not None
        r, c, assumed = step.assumed
        return (
            f"If the cell in row {r + 1}, column {c + 1} were {_mark(assumed)}, {kind} {index + 1} "
            f"({_clue(clue)}) could not be finished: so it is {_mark(step.cells[0][2])}."
        )
    along = 1 if kind == "row" else 0
    told = [
        f"{_mark(mark)} {_numbers([cell[along] + 1 for cell in step.cells if cell[2] == mark])}"
        for mark in (FILLED, EMPTY)
        if any(cell[2] == mark for cell in step.cells)
    ]
    other = "column" if kind == "row" else "row"
    where = other if len(step.cells) == 1 else f"{other}s"
    return (
        f"{kind.capitalize()} {index + 1} ({_clue(clue)}): {_WHY[step.technique]} settles {where} "
        f"{' and '.join(told)}."
    )


def _mark(mark: int) -> str:
    return "filled" if mark == FILLED else "empty"


def _clue(clue: Clue) -> str:
    return " ".join(map(str, clue)) or "0"


def _numbers(numbers: list[int]) -> str:
    """Numbers in order, with three and more in a row as a range: `1–4, 7, 9`."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    parts = []
    for run in ranges:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run))
    return ", ".join(parts)
