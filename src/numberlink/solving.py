"""Anyone's board: whether it has an answer, whether that is the only one, and where two differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numberlink import board, prover
from numberlink.errors import NumberlinkError
from picturekit import canonical

SECONDS = 60
"""How long a board is searched."""

_TINY = "A..AB..B"


def run(path: Path, *, as_json: bool, seconds: float = SECONDS) -> None:
    """Decide the board in a file, and print its answer. Raises NumberlinkError for a file that holds none."""
    if not seconds > 0:
        raise NumberlinkError(f"--seconds {seconds}: give the search some time.")
    ends = board.read(path)
    # A method is compiled, or loaded, before the clock starts.
    prover.prove(board.to_board(_TINY, 4))
    verdict = prover.prove(ends, seconds=seconds)
    if as_json:
        print(canonical.dumps(to_json(verdict, ends.shape[1])).decode(), end="")
    else:
        print(text_of(verdict, ends.shape[1]))


def to_json(verdict: prover.Verdict, width: int) -> dict[str, Any]:
    """A verdict as `--json` prints it."""
    return {
        "result": verdict.result,
        "answer": _rows(verdict.answer, width),
        "other": _rows(verdict.other, width),
    }


def text_of(verdict: prover.Verdict, width: int) -> str:
    """A verdict for a person to read."""
    said = {
        prover.NONE: "No answer: no paths join these labels and fill every cell.",
        prover.UNIQUE: "One answer, and it is proved to be the only one.",
        prover.SEVERAL: "Several answers. Two of them:",
        prover.UNDECIDED: "Undecided: the search came to no end. Give it more --seconds.",
    }[verdict.result]
    answers = [_rows(one, width) for one in (verdict.answer, verdict.other)]
    blocks = [
        "\n".join(" ".join(f"{number:>{len(str(max(map(max, rows))))}}" for number in row) for row in rows)
        for rows in answers
        if rows is not None
    ]
    told = f"Steps: {verdict.steps}; conflicts: {verdict.conflicts}."
    return "\n\n".join([said, *blocks, told])


def _rows(links: NDArray[np.int64] | None, width: int) -> list[list[int]] | None:
    if links is None:
        return None
    rows: list[list[int]] = board.labels_of(links).reshape(-1, width).tolist()
    return rows
