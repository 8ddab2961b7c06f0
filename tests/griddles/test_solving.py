"""Anyone's puzzle solved, as a library and as a command."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from griddles import __main__, cascade, ladder, non, solving
from griddles.cascade import Verdict
from griddles.clues import Clues
from griddles.errors import GriddlesError
from griddles.ladder import Climb
from griddles.non import Non
from griddles.puzzle import clues_of
from griddles.solving import Solution, sentences_of, solve, text_of

CASES = json.loads((Path(__file__).parents[1] / "cases/nonograms.json").read_text(encoding="utf-8"))
COUNTED = [case for case in CASES if case.get("solutions") is not None]


def clues(rows: list[list[int]], columns: list[list[int]]) -> Clues:
    return Clues(tuple(map(tuple, rows)), tuple(map(tuple, columns)))


DIAGONAL = clues([[1], [1]], [[1], [1]])
"""Two answers."""
SMILE = clues([[1, 1], [3]], [[1]] * 5)
"""One answer, which takes a trial."""
NOTHING = clues([[2], [2], [1]], [[2], [1], [2]])
"""No answer, though all fits and adds up."""


def drawn(*rows: str) -> Clues:
    return Clues(*clues_of(rows))


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (
            DIAGONAL,
            Solution(2, True, None, None, ("#.", ".#"), (".#", "#."), ((0, 0), (0, 1), (1, 0), (1, 1))),
        ),
        (SMILE, Solution(1, True, 4, "s9 t1", ("#...#", ".###."))),
        (NOTHING, Solution(0, True)),
        (drawn("#"), Solution(1, True, 1, "s1", ("#",))),
        (drawn("."), Solution(1, True, 1, "s1", (".",))),
        (drawn("#.##"), Solution(1, True, 1, "s1", ("#.##",))),
        (drawn("#", ".", "#"), Solution(1, True, 1, "s3", ("#", ".", "#"))),
        (drawn(*["...."] * 4), Solution(1, True, 1, "s4", ("....",) * 4)),
        (drawn(*["####"] * 4), Solution(1, True, 1, "s4", ("####",) * 4)),
        (drawn(*["#" * 99] * 99), Solution(1, True, 1, "s99", ("#" * 99,) * 99)),
    ],
)
def test_solving(puzzle: Clues, expected: Solution) -> None:
    found = solve(puzzle)
    if expected.other is not None:
        assert {found.answer, found.other} == {expected.answer, expected.other}
        found = Solution(**{**vars(found), "answer": expected.answer, "other": expected.other})
    assert found == expected


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in COUNTED])
def test_cases_have_their_known_count(case: dict[str, Any]) -> None:
    puzzle = clues(case["rows"], case["cols"])
    try:
        puzzle.check()
    except GriddlesError:
        assert case["solutions"] == 0
        return
    found = solve(puzzle)
    assert (found.answers, found.exact) == (case["solutions"], True)
    assert (found.tier in (1, 2, 3)) == bool(case["line_solvable"])
    assert (found.measure is None) == (found.tier is None)
    for grid in filter(None, (found.answer, found.other)):
        assert clues_of(grid) == (puzzle.rows, puzzle.columns)
    assert (found.answer is None, found.other is None) == (found.answers < 1, found.answers < 2)


@settings(max_examples=60)
@given(
    st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
        lambda size: st.lists(
            st.text("#.", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
        )
    )
)
def test_a_grids_own_clues(rows: list[str]) -> None:
    """The grid is among the answers; one that is alone is it; two differ where they are said to."""
    puzzle = drawn(*rows)
    found = solve(puzzle)
    assert found.exact
    assert found.answers >= 1
    assert found.answer is not None
    if found.answers == 1:
        assert found.answer == tuple(rows)
    else:
        assert found.other is not None
        assert clues_of(found.answer) == clues_of(found.other) == clues_of(rows)
        differing = [
            (r, c)
            for r, (one, two) in enumerate(zip(found.answer, found.other, strict=True))
            for c in range(len(one))
            if one[c] != two[c]
        ]
        assert differing
        assert list(found.differs) == differing
        assert found.tier is None


def test_what_cannot_be_clues_is_told() -> None:
    with pytest.raises(GriddlesError, match="needs 4 cells"):
        solve(clues([[4]], [[1], [1], [1]]))


def stopped(answers: int, exact: bool) -> Verdict:
    return Verdict(answers, exact, None, None, (), "")


def test_the_search_gets_the_limit_and_what_is_left_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def count_answers(puzzle: Clues, limit: int, seconds: float) -> Verdict:
        asked.extend((puzzle, limit, seconds))
        return stopped(7, False)

    monkeypatch.setattr(cascade, "count_answers", count_answers)
    assert solve(DIAGONAL, 7, 50) == Solution(7, False)
    assert asked[:2] == [DIAGONAL, 7]
    assert 0 < asked[2] <= 50


def endless(puzzle: Clues, trials: bool = True) -> Climb:
    """A ladder on which trials take for ever."""
    if trials and puzzle == SMILE:
        time.sleep(3600)
    return Climb(np.zeros((puzzle.height, puzzle.width), np.int8), {"simple": 3}, False, False)


def test_trials_that_take_for_ever_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "climb", endless)
    found = solve(SMILE, seconds=0.3)
    assert (found.answers, found.exact, found.tier, found.measure) == (1, True, None, None)


def test_a_fault_in_line_logic_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Climb(np.ones((2, 2), np.int8), {"simple": 1}, True, False)
    monkeypatch.setattr(ladder, "climb", lambda puzzle, trials=True: full)
    with pytest.raises(GriddlesError, match="Line logic comes to a grid with other clues"):
        solve(DIAGONAL)


# What is printed


@pytest.mark.parametrize(
    ("solution", "told"),
    [
        (
            Solution(1, True, 2, "s3 e1", ("#.", "##")),
            ["#.", "##", "", "1 answer.", "Tier 2 (edges), measure s3 e1."],
        ),
        (
            Solution(2, True, None, None, ("#.", ".#"), (".#", "##"), ((0, 0), (1, 1))),
            [
                "#.",
                ".#",
                "",
                "2 answers.",
                "No tier: lines and trials didn't finish it.",
                "",
                "Another answer:",
                "",
                ".#",
                "##",
                "",
                "They differ in row 1, column 1; row 2, column 2.",
            ],
        ),
        (Solution(0, True), ["No answer: no grid fits these clues."]),
        (
            Solution(0, False),
            ["No answer found, and none ruled out, before the search stopped: give it more --seconds."],
        ),
        (
            Solution(1, False, None, None, ("#",)),
            [
                "#",
                "",
                "At least 1 answer: the search stopped there.",
                "No tier: lines and trials didn't finish it.",
            ],
        ),
    ],
)
def test_text(solution: Solution, told: list[str]) -> None:
    assert text_of(solution).split("\n") == told


def test_text_names_twenty_cells_at_most() -> None:
    cells = tuple((0, c) for c in range(23))
    text = text_of(Solution(10**30, True, None, None, ("#" * 23,), ("." * 23,), cells))
    assert f"\n{10**30} answers.\n" in text
    assert text.endswith("row 1, column 19; row 1, column 20; and 3 more.")


def test_json() -> None:
    solution = Solution(2, True, None, None, ("#.", ".#"), (".#", "##"), ((0, 0), (1, 1)))
    assert solution.to_json() == {
        "answers": 2,
        "exact": True,
        "tier": None,
        "measure": None,
        "answer": ["#.", ".#"],
        "other": [".#", "##"],
        "differs": [[0, 0], [1, 1]],
    }
    assert Solution(0, True).to_json()["answer"] is None


def test_sentences() -> None:
    cup = drawn(".#.", "###")
    told = sentences_of(cup, solve(cup))
    assert [line.split()[0] for line in told] == [f"{n}." for n in range(1, len(told) + 1)]
    assert told[0].startswith("1. Row ")
    trial = sentences_of(SMILE, solve(SMILE))
    assert any("If the cell in row" in line for line in trial)
    assert "No line has" not in trial[-1]
    assert sentences_of(DIAGONAL, solve(DIAGONAL)) == ["No line has anything more to give."]
    assert sentences_of(NOTHING, solve(NOTHING))[-1] == "Here the clues contradict each other."


# The command


def write(folder: Path, puzzle: Clues) -> str:
    path = folder / "a.non"
    path.write_text(non.text_of(Non(puzzle)), encoding="utf-8")
    return str(path)


def test_the_command_prints_one_json_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["solve", write(tmp_path, SMILE), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == solve(SMILE).to_json()
    assert (out.count("\n"), err) == (1, "")


def test_the_command_prints_and_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, SMILE)
    assert __main__.main(["solve", path]) == 0
    plain = capsys.readouterr().out
    assert plain == text_of(solve(SMILE)) + "\n"
    assert __main__.main(["solve", path, "--explain", "--limit", "3", "--seconds", "20"]) == 0
    told = "\n".join(sentences_of(SMILE, solve(SMILE)))
    assert capsys.readouterr().out == f"{plain}\n{told}\n"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--json", "--explain"], "ask for one of the two"),
        (["--limit", "0"], "--limit 0: look for 1 answer at least"),
        (["--limit", "-5"], "--limit -5"),
        (["--seconds", "0"], "give the search some time"),
        (["--seconds", "-1"], "give the search some time"),
    ],
)
def test_options_that_ask_for_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert __main__.main(["solve", write(tmp_path, SMILE), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err


def test_a_file_that_holds_no_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.non"
    none = Solution(0, True).to_json()
    for text, told in (
        ("", None),
        ("width 2\nheight 1\nrows\nx\ncolumns\n1\n1\n", None),
        # Of clues that no grid can fit it is known how many answers they have.
        ("width 2\nheight 1\nrows\n3\ncolumns\n1\n1\n", none),
        ("width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n", none),
    ):
        path.write_text(text, encoding="utf-8")
        assert __main__.main(["solve", str(path), "--json"]) == 2
        out, err = capsys.readouterr()
        assert (json.loads(out) if out else None) == told
        assert err.startswith(f"{path.as_posix()}:")
    assert __main__.main(["solve", str(tmp_path / "none.non")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_defaults_bound_every_search() -> None:
    assert solving.LIMIT == 1000
    assert solving.SECONDS == 60
