"""Boards whose answers are known: our own, and those in the folder that PICTUREMILL_CASES names."""

import itertools
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board, frontier
from numberlink.prover import prove

NAMES = ("none", "unique", "several")
OWN = Path(__file__).parents[1] / "cases" / "numberlink.json"


def own_cases() -> list[Any]:
    found = []
    for case in json.loads(OWN.read_text(encoding="utf-8")):
        rows = case["grid"]
        text = f"{len(rows[0].split())} {len(rows)}\n" + "\n".join(rows)
        found.append(pytest.param(board.parse(text, case["name"]), case["answers"], id=case["name"]))
    return found


def folders_cases() -> list[Any]:
    folder = os.environ.get("PICTUREMILL_CASES")
    if not folder:
        reason = "PICTUREMILL_CASES is not set: the boards of its numberlink/public.json are left out"
        return [pytest.param(None, None, marks=pytest.mark.skip(reason=reason), id="public")]
    cases = json.loads((Path(folder) / "numberlink" / "public.json").read_text(encoding="utf-8"))
    return [
        pytest.param(np.array(case["grid"], np.int16), case["answers_capped2"], id=case["name"])
        for case in cases
    ]


@pytest.mark.parametrize(("ends", "answers"), own_cases() + folders_cases())
def test_none_one_or_several(ends: NDArray[np.int16], answers: int) -> None:
    verdict = prove(ends)
    assert verdict.result == NAMES[answers]
    found = [one for one in (verdict.answer, verdict.other) if one is not None]
    assert len(found) == answers
    for links in found:
        paths = board.to_paths(links)
        assert sorted(cell for path in paths for cell in path) == list(range(ends.size))
        for path in paths:
            assert ends.ravel()[path[0]] == ends.ravel()[path[-1]] > 0
            steps = {abs(a - b) for a, b in itertools.pairwise(path)}
            assert steps <= {1, ends.shape[1]}
    if min(ends.shape) <= 10:
        assert frontier.count(ends) == answers
