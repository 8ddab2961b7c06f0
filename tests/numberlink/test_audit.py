"""The audit: what it counts, the poor generator, and its text, JSON and page."""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from numberlink import audit, plots, prover
from numberlink.audit import MEASURES, Board, Report, measure_all, poor
from numberlink.errors import NumberlinkError
from numberlink.puzzle import DIFFICULTIES, SIZES, file_of, turned, why_wrong

from .test_bank import SETTINGS

ROWS = Board("".join(f"{x}......{x}" for x in "ABCDEFGH"), "".join(x * 8 for x in "ABCDEFGH"), 8)


def test_the_poor_generator_makes_sixteen_topologies_and_no_more() -> None:
    boards = [
        poor(size, difficulty, str(k)) for size in SIZES for difficulty in DIFFICULTIES for k in range(9)
    ]
    for one in boards:
        assert why_wrong(one.layout, one.answer, one.size) is None
    assert len({one.layout for one in boards}) > 100
    report = measure_all("poor", boards)
    assert (report.whole.boards, report.whole.topologies, report.whole.alike) == (144, 16, 144)
    assert len(report.levels) == 16
    assert all(part.topologies == 1 for part in report.levels.values())
    assert report.whole.spread("turns")[4] == Fraction(3, 8)
    assert poor(8, "hard", "7") == poor(8, "hard", "7")


def test_every_poor_board_has_one_answer() -> None:
    boards = [poor(size, difficulty, "") for size in SIZES for difficulty in DIFFICULTIES]
    proved = measure_all("poor", boards, certify=True).whole.proved
    assert proved == {"unique": 16, "several": 0, "none": 0, "undecided": 0}


def test_turns_and_names_make_no_other_board() -> None:
    other = Board(turned(ROWS.layout, 8, 3), turned(ROWS.answer, 8, 3), 8)
    renamed = Board(ROWS.layout.replace("A", "Z"), ROWS.answer.replace("A", "Z"), 8)
    part = measure_all("rows", [ROWS, other, renamed]).whole
    assert (part.boards, part.topologies, part.alike) == (3, 1, 3)
    found = {
        "paths": 8,
        "longest": 8,
        "mean": 8,
        "straight": 1,
        "turns": 0,
        "touching": 0,
        "pairs": 0,
        "beside": 0,
        "border": Fraction(16, 28),
        "forced": 1,
        "looks": 0,
        "reach": 0,
        "open": 0,
    }
    assert {name: part.spread(name) for name in MEASURES} == {
        name: (number,) * 5 for name, number in found.items()
    }


def test_touching_ends_and_paths_beside_themselves_are_counted() -> None:
    answer = "A" * 16 + "BB" + "C" * 6 + ROWS.answer[24:]
    ends = {0: "A", 8: "A", 16: "B", 17: "B", 18: "C", 23: "C"}
    layout = "".join(ends.get(cell, ".") for cell in range(24)) + ROWS.layout[24:]
    part = measure_all("touching", [Board(layout, answer, 8)]).whole
    told = [part.spread(name)[0] for name in ("touching", "pairs", "beside", "longest", "turns")]
    assert told == [2, 1, 7, 16, Fraction(2, 8)]


def test_levels_come_in_order_and_hold_their_own_boards() -> None:
    boards = [poor(10, "expert", "a"), poor(8, "hard", "a"), ROWS, poor(8, "easy", "a"), poor(8, "hard", "b")]
    report = measure_all("some", boards)
    assert [(level, part.boards) for level, part in report.levels.items()] == [
        ((8, ""), 1),
        ((8, "easy"), 1),
        ((8, "hard"), 2),
        ((10, "expert"), 1),
    ]
    assert report.whole.topologies == 3


def test_the_spread_is_of_numbers_that_boards_have() -> None:
    values = [Fraction(k, 7) for k in range(6)]
    part = audit.Part(6, 6, 0, {"turns": values})
    assert part.spread("turns") == tuple(Fraction(k, 7) for k in (0, 1, 2, 3, 5))


def test_boards_of_one_idea_are_counted() -> None:
    """Long rows and short ones in two orders: other boards, the same line shapes."""
    first = ["A" * 8, "B" * 4 + "C" * 4, "D" * 8, "E" * 4 + "F" * 4, *(x * 8 for x in "GHIJ")]
    second = [first[1], first[0], first[3], first[2], *first[4:]]
    boards = [board_of(rows) for rows in (first, second, ["Z" * 8, *first[1:]])]
    part = measure_all("rows", boards).whole
    assert (part.boards, part.topologies, part.alike) == (3, 2, 3)
    assert measure_all("rows", [boards[0], ROWS]).whole.alike == 0


def board_of(rows: list[str]) -> Board:
    """The board of an answer of straight rows: ends are where letters first and last stand."""
    answer = "".join(rows)
    places = [(answer.index(letter), answer.rindex(letter)) for letter in answer]
    ends = [
        letter if cell in place else "."
        for cell, (letter, place) in enumerate(zip(answer, places, strict=True))
    ]
    return Board("".join(ends), answer, 8)


def test_proofs_are_counted_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure_all("rows", [ROWS]).whole.proved is None
    several = Board("A" + "." * 22 + "A" + ROWS.layout[24:].replace("A", "Z"), "A" * 24 + ROWS.answer[24:], 8)
    proved = measure_all("rows", [ROWS, several], certify=True).whole.proved
    assert proved == {"unique": 1, "several": 1, "none": 0, "undecided": 0}
    monkeypatch.setattr(audit, "PROOF_STEPS", 0)
    monkeypatch.setattr(prover, "SHARE", 1)
    assert measure_all("rows", [ROWS], certify=True).whole.proved == {
        "unique": 0,
        "several": 0,
        "none": 0,
        "undecided": 1,
    }


def of(target: str, samples: int = 1, publish: Path = Path("nowhere")) -> Report:
    boards, refused = audit.boards_of(target, samples, publish, SETTINGS.contracts)
    return measure_all(target, boards, certify=True, refused=refused)


def test_the_generator_beats_the_poor_one() -> None:
    good, bad = of("generator").whole, of("poor", 2).whole
    assert good.topologies == good.boards == 16
    assert bad.topologies == 16
    assert bad.boards == 32
    assert good.proved is not None
    assert good.proved["unique"] == 16
    assert good.spread("turns")[2] > 10 * bad.spread("turns")[2]
    assert good.spread("touching") == (0,) * 5


def test_the_bank_is_read_as_it_is_published(tmp_path: Path) -> None:
    with pytest.raises(NumberlinkError, match="can't be read as a level"):
        of("bank", 1, tmp_path)
    (tmp_path / "numberlink").mkdir()
    for size in SIZES:
        for difficulty in DIFFICULTIES:
            boards = [entry(poor(size, difficulty, str(index)), index) for index in range(3)]
            (tmp_path / file_of(size, difficulty)).write_text(json.dumps({"boards": boards}))
    assert of("bank", 2, tmp_path).whole.boards == 32
    report = of("bank", 0, tmp_path)
    assert report.whole.boards == 48
    assert {part.boards for part in report.levels.values()} == {3}


def entry(one: Board, index: int) -> dict[str, Any]:
    """A board as the bank publishes it."""
    flags = {"beside": False, "loose": "unknown"}
    texts = {"layout": one.layout, "answer": one.answer, "code": "ABCDEF", "key": "", "source": "mill"}
    return {**texts, "index": index, "seed": "", "flags": flags, "measures": {}}


def test_reports_as_text_json_and_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, boards = tmp_path / "audit.html", tmp_path / "<b>oards.json"
    boards.write_text(json.dumps([[ROWS.layout, ROWS.answer], ["AB", "AB"]]))
    targets = ["poor", boards.as_posix()]
    given = {"samples": 1, "certify": True, "publish": tmp_path, "contracts": SETTINGS.contracts}
    audit.run(targets, as_json=True, page=page, **given)
    printed = capsys.readouterr().out
    first, second = json.loads(printed)
    assert (first["name"], second["name"]) == ("poor", "<b>oards.json")
    assert set(first["all"]["measures"]) == set(MEASURES)
    assert first["all"]["proved"] == {"unique": 16, "several": 0, "none": 0, "undecided": 0}
    assert first["all"]["measures"]["longest"] == [8, 15, 19, 23, 29]
    assert first["all"]["measures"]["turns"] == [[0, 1], [0, 1], [1, 8], [1, 5], [3, 8]]
    assert first["levels"][0]["size"] == 8
    assert first["levels"][0]["difficulty"] == "easy"
    assert len(first["levels"]) == 16
    assert second["refused"] == [
        "<b>oards.json: board 2: It has 2 cells, and boards here are squares of 8, 10, 12, 15."
    ]
    assert [one["difficulty"] for one in second["levels"]] == [""]
    html = page.read_text(encoding="utf-8")
    for words in ("&lt;b&gt;oards.json", "turns a path", "<rect", "16 unique", "8×8 expert", "no boards"):
        assert words in html
    assert "<b>" not in html
    assert "http://" not in html
    assert "https://" not in html
    assert str(tmp_path) not in html
    audit.run(targets, as_json=False, page=None, **given)
    text = capsys.readouterr().out
    assert text.startswith("poor: 16 boards, 16 topologies")
    assert "refused: 1" in text
    assert "12×12 medium" in text
    assert all(measure.called in text for measure in MEASURES.values())
    for number in ("0.37", "62 %"):
        assert number in text


def test_histograms_have_one_scale_and_stack_their_groups() -> None:
    shown = [{"easy": [1, 1, 2], "hard": [2, 41]}, {"": [3]}, {}]
    first, second, none = plots.histograms(shown, str, Fraction(1))
    assert [(bar.x, bar.y, bar.height, bar.group, bar.label) for bar in first.bars] == [
        (0, 25, 75, "easy", "easy from 1: 3"),
        (0, 0, 25, "hard", "hard from 1: 1"),
        (13 * 17, 75, 25, "hard", "hard from 40: 1"),
    ]
    assert (first.median, second.median) == ("2", "3")
    assert second.bars[0].height == plots.HEIGHT
    assert none == plots.Plot([], "", 0)
    for plot in (first, second):
        assert all(bar.x + bar.width <= plots.WIDTH for bar in plot.bars)


@pytest.mark.parametrize(
    ("targets", "samples", "words"),
    [
        (["bank"], 1, "can't be read as a level"),
        (["poor"], -1, "--samples -1"),
        (["nowhere.json"], 1, r"nowhere\.json"),
    ],
)
def test_what_an_audit_is_refused_for(tmp_path: Path, targets: list[str], samples: int, words: str) -> None:
    from picturekit.errors import KitError

    with pytest.raises(KitError, match=words):
        audit.run(
            targets,
            samples=samples,
            certify=False,
            as_json=False,
            page=None,
            publish=tmp_path,
            contracts=SETTINGS.contracts,
        )


@pytest.mark.skipif(not os.environ.get("PICTUREMILL_CASES"), reason="PICTUREMILL_CASES is not set")
def test_the_public_boards_of_another_maker() -> None:
    report = of(f"{os.environ['PICTUREMILL_CASES']}/numberlink/public.json", 0)
    assert report.whole.topologies == report.whole.boards == 7
    assert len(report.refused) == 11
    assert report.whole.proved is not None
    assert report.whole.proved["unique"] == 7


def test_an_answer_that_is_not_its_boards_is_told() -> None:
    wrong = Board(ROWS.layout, ROWS.answer.replace("A", "B"), 8)
    with pytest.raises(NumberlinkError, match=r"rows has a board A\.+A.* whose answer is wrong: Row 1, col"):
        measure_all("rows", [wrong])


def test_an_import_of_which_nothing_is_left_tells_why(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([["AB", "AB"]] * 12))
    with pytest.raises(NumberlinkError) as caught:
        of(path.as_posix())
    first, second, *_, last = str(caught.value).splitlines()
    assert first.endswith("a.json has no boards to audit.")
    assert second.startswith("a.json: board 1: It has 2 cells")
    assert last == "and 2 more"


def test_nothing_to_audit_is_told() -> None:
    with pytest.raises(NumberlinkError, match="none has no boards"):
        measure_all("none", [])
