"""Puzzles whose number of answers is known: our own, and those in the folder that PICTUREMILL_CASES names."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from griddles import sat
from griddles.cascade import count_answers, decide
from griddles.clues import Clues, clues_of
from griddles.count import count

Case = dict[str, Any]

OWN = Path(__file__).parents[1] / "cases" / "nonograms.json"


def read(path: Path) -> list[Case]:
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def folders_cases() -> list[Any]:
    folder = os.environ.get("PICTUREMILL_CASES")
    if not folder:
        reason = "PICTUREMILL_CASES is not set: the puzzles of its nonograms/public.json are left out"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="public")]
    return [pytest.param(case, id=case["name"]) for case in read(Path(folder) / "nonograms" / "public.json")]


CASES = [pytest.param(case, id=case["name"]) for case in read(OWN)] + folders_cases()


def clues_in(case: Case) -> Clues:
    return Clues(tuple(map(tuple, case["rows"])), tuple(map(tuple, case["cols"])))


@pytest.mark.parametrize("case", CASES)
def test_none_one_or_several(case: Case) -> None:
    clues = clues_in(case)
    verdict = decide(clues, name=case["name"])
    if case["solutions"] is None:
        assert verdict.answers == case["solutions_at_least"] == 2
    else:
        assert verdict.answers == min(case["solutions"], 2)
        assert verdict.exact == (case["solutions"] < 2)
    if case["line_solvable"]:
        assert verdict.how == "line logic"
    for grid in (verdict.answer, verdict.other)[: verdict.answers]:
        assert grid is not None
        assert clues_of(grid) == clues
    assert len(verdict.differs) == np.count_nonzero(verdict.answer != verdict.other) * (verdict.answers > 1)


@pytest.mark.parametrize("case", CASES)
def test_how_many(case: Case) -> None:
    seconds = 1 if case["solutions"] is None else None
    verdict = count_answers(clues_in(case), 50, seconds, name=case["name"])
    if case["solutions"] is None:
        assert verdict.answers >= case["solutions_at_least"]
    else:
        assert verdict.exact
        assert verdict.answers == case["solutions"]


@pytest.mark.parametrize("case", CASES)
def test_the_count_and_the_clauses_alone(case: Case) -> None:
    clues = clues_in(case)
    counted = count(clues, 300_000)
    found = sat.solve(clues)
    least = case["solutions_at_least"] if case["solutions"] is None else case["solutions"]
    assert counted.answers is None or counted.answers >= least
    assert counted.answers in (None, case["solutions"]) or case["solutions"] is None
    assert len(found.grids) == min(least, 2)
    assert found.complete == (least < 2)
