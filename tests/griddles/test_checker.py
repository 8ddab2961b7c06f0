"""The checker against brute force over every placement."""

import ast
import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles import checker
from griddles.checker import check, fits, is_forced

from . import reference

MARKS = {"#": 1, ".": 0, "?": None}
CLUES = st.lists(st.integers(1, 4), max_size=5)


@given(CLUES, st.text("#.??", min_size=1, max_size=12))
def test_fits_is_whether_a_placement_keeps_to_the_marks(clue: list[int], marks: str) -> None:
    line = [MARKS[mark] for mark in marks]
    assert fits(clue, marks) == any(
        reference.agrees(cells, line) for cells in reference.placements(clue, len(marks))
    )


@pytest.mark.parametrize("length", range(1, 6))
def test_fits_on_every_short_line(length: int) -> None:
    clues = {tuple(reference.runs(cells)) for cells in product((0, 1), repeat=length)}
    for clue, marks in product(sorted(clues), product("#.?", repeat=length)):
        line = [MARKS[mark] for mark in marks]
        expected = any(reference.agrees(cells, line) for cells in reference.placements(clue, length))
        assert fits(list(clue), "".join(marks)) == expected


def test_fits_on_a_long_line() -> None:
    assert fits([1] * 64, "?" * 128)
    assert fits([1] * 64, "#." * 63 + "??")
    assert fits([1] * 64, "?" * 63 + ".." + "?" * 63)
    assert not fits([1] * 64, "?" * 62 + "..." + "?" * 63)
    assert not fits([1] * 65, "?" * 128)


@given(CLUES, st.text("#.??", min_size=1, max_size=10), st.data())
def test_a_step_is_forced_if_every_placement_has_it(clue: list[int], marks: str, data: Any) -> None:
    new = data.draw(st.text("#.???", min_size=len(marks), max_size=len(marks)))
    line = [MARKS[mark] for mark in marks]
    fitting = [c for c in reference.placements(clue, len(marks)) if reference.agrees(c, line)]
    cells = [(cell, MARKS[mark]) for cell, mark in enumerate(new) if mark != "?"]
    expected = (
        bool(cells)
        and all(line[cell] is None for cell, _ in cells)
        and all(placed[cell] == value for placed in fitting for cell, value in cells)
    )
    assert is_forced(clue, marks, new) == expected


# .#.  the middle column is full; the row under it is full too
# ###
CLUES_T = {"rows": [[1], [3]], "columns": [[1], [2], [1]]}
STEPS_T = [
    ["row", 1, "simple", "###"],
    ["column", 0, "simple", ".?"],
    ["column", 1, "simple", "#?"],
    ["row", 0, "line", "??."],
]
ANSWER_T = [".#.", "###"]


def test_a_proof_that_holds() -> None:
    assert check(CLUES_T, STEPS_T, ANSWER_T) == []


@pytest.mark.parametrize(
    ("clues", "steps", "answer", "told"),
    [
        (CLUES_T, STEPS_T, ["###", "###"], ["The steps don't come to the answer."]),
        (CLUES_T, STEPS_T, [".#."], ["The steps don't come to the answer."]),
        (
            CLUES_T,
            STEPS_T[:-1],
            [".#?", "###"],
            [
                "The steps don't come to the clues of the rows.",
                "The steps don't come to the clues of the columns.",
                "The steps leave cells unknown.",
            ],
        ),
        (CLUES_T, [["row", 0, "line", ".#."], *STEPS_T[:1]], ANSWER_T, ["Step 1 doesn't follow."]),
        (CLUES_T, [*STEPS_T, ["row", 0, "line", "???"]], ANSWER_T, ["Step 5 doesn't follow."]),
        (CLUES_T, [*STEPS_T, ["row", 0, "line", ".??"]], ANSWER_T, ["Step 5 doesn't follow."]),
        (CLUES_T, [*STEPS_T[:3], ["row", 0, "line", "??.?"]], ANSWER_T, ["Step 4 doesn't follow."]),
        (
            {"rows": [[1], [3]], "columns": [[1], [2], []]},
            STEPS_T,
            ANSWER_T,
            ["The steps don't come to the clues of the columns."],
        ),
        (
            {"rows": [[1, 1], [3]], "columns": [[1], [2], [1]]},
            STEPS_T,
            ANSWER_T,
            ["The steps don't come to the clues of the rows."],
        ),
    ],
)
def test_a_proof_that_does_not_hold(clues: Any, steps: Any, answer: list[str], told: list[str]) -> None:
    assert check(clues, steps, answer) == told


def test_a_contradiction_proves_nothing() -> None:
    """Where a line has no placement left, any mark is forced, so the clues are looked at again at the end."""
    clues = {"rows": [[2], [2]], "columns": [[2], [1], [1]]}
    steps = [
        ["row", 0, "line", "?#?"],
        ["row", 1, "line", "?#?"],
        ["column", 1, "line", "??"],
        ["column", 0, "line", "##"],
        ["row", 0, "line", "??."],
        ["row", 1, "line", "??."],
    ]
    assert check(clues, steps, ["##.", "##."]) == [
        "Step 3 doesn't follow.",
        "The steps don't come to the clues of the columns.",
    ]


def test_it_knows_nothing_of_the_package_and_is_short() -> None:
    path = Path(checker.__file__)
    text = path.read_text(encoding="utf-8")
    imports = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert imports == {"json", "sys", "pathlib", "typing"}
    assert len(text.splitlines()) < 60


def run(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", Path(checker.__file__), *paths]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_it_runs_alone(tmp_path: Path) -> None:
    proof = {"id": "tee", "clues": CLUES_T, "steps": STEPS_T, "answer": ANSWER_T}
    for name, proofs in (
        ("good", [proof]),
        ("bad", [proof, {**proof, "id": "tea", "answer": ["...", "..."]}]),
    ):
        (tmp_path / name).write_text(json.dumps({"size": 10, "certificates": proofs}), encoding="utf-8")
    assert run(tmp_path / "good").returncode == 0
    bad = run(tmp_path / "good", tmp_path / "bad")
    assert (bad.returncode, bad.stderr) == (1, "tea: The steps don't come to the answer.\n")
