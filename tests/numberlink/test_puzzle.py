"""The rules: what is a board, what is an answer, why one isn't, and the bank as a reader opens it."""

import json
from itertools import islice
from pathlib import Path

import pytest

from numberlink import puzzle
from numberlink.errors import NumberlinkError
from numberlink.puzzle import Entry, Library, Puzzle, why_layout_wrong, why_wrong

STRAIGHT = "".join(letter + "......" + letter for letter in "ABCDEFGH")
FULL = "".join(letter * 8 for letter in "ABCDEFGH")


@pytest.mark.parametrize(
    ("layout", "width", "words"),
    [
        ("A..", 3, "A stands 1 times"),
        ("AAA", 3, "A stands 3 times"),
        ("...", 3, "no ends"),
        ("A*A*", 2, "'\\*', and paths are called"),
        ("AA.", 2, "rows of 2 cells"),
        ("", 2, "rows of 2 cells"),
        (None, 2, "rows of 2 cells"),
        ("AA", 0, "rows of 0 cells"),
    ],
)
def test_what_is_no_board(layout: object, width: int, words: str) -> None:
    import re

    assert re.search(words, why_layout_wrong(layout, width) or "")


@pytest.mark.parametrize(
    ("layout", "answer", "words"),
    [
        ("AA..BB", "AABABB", "cells of A are no path"),
        ("AA..BB", "AAAABB", None),
        ("A..ABB", "AA.ABB", "No path fills row 2, column 1"),
        ("A..ABB", "AACABB", "No path fills row 2, column 1"),
        ("A..ABB", "AABABB", "cells of B are no path"),
        ("A..ABB", "AAABBB", "Row 2, column 2 is A's end, and B fills it"),
        ("A..ABB", "AAAAB", "text of 6 letters"),
        ("A..ABB", "AAAABBB", "text of 6 letters"),
        ("A..ABB", None, "text of 6 letters"),
        ("A..ABB", ["A"] * 6, "text of 6 letters"),
        ("A..ABB", "aaaabb", "No path fills row 1, column 1"),
        ("AABBC......C", "AABBCCCCCCCC", "cells of C are no path"),
    ],
)
def test_answers(layout: str, answer: object, words: str | None) -> None:
    width = 4 if len(layout) == 12 else 2
    why = why_wrong(layout, answer, width)
    assert (why is None) if words is None else (why is not None and words in why)


def test_all_cells_may_be_one_path() -> None:
    assert why_wrong("AA.." + "." * 8, "A" * 12, 4) is None
    assert why_wrong("A.A." + "." * 8, "A" * 12, 4) is not None


def test_a_path_may_run_beside_itself() -> None:
    assert puzzle.paths_of("A....A", "AAAAAA", 3) == {"A": [0, 3, 4, 1, 2, 5]}


def test_an_answer_that_would_be_looked_for_without_end_is_refused() -> None:
    layout = "A" + "." * 222 + "A."
    assert "no path" in (why_wrong(layout, "A" * 225, 15) or "")


def entry(number: int, size: int = 8) -> dict[str, object]:
    code = f"2345{puzzle.LETTERS[number // 8]}{puzzle.LETTERS[number % 8]}"
    return {
        "code": code,
        "key": f"{size}x{size}:{number}",
        "source": "mill",
        "index": number,
        "seed": str(number),
        "layout": STRAIGHT,
        "answer": FULL,
        "flags": {"beside": False, "loose": "yes"},
        "measures": {"paths": 8},
    }


@pytest.fixture
def publish(tmp_path: Path) -> Path:
    boards = [entry(number) for number in range(7)]
    path = tmp_path / puzzle.file_of(8, "easy")
    path.parent.mkdir()
    path.write_text(json.dumps({"size": 8, "difficulty": "easy", "boards": boards}))
    return tmp_path


def test_a_code_opens_its_board_in_letters_of_either_case(publish: Path) -> None:
    library = Library(publish)
    code = library.entries(8, "easy")[3].code
    opened = library.generate(f" {code.lower()} ", 8, "easy")
    assert opened == Puzzle(code, 8, "easy", STRAIGHT)
    assert puzzle.check(opened, FULL)
    assert not puzzle.check(opened, FULL[::-1])
    assert "answer" not in opened.to_json()
    mirrored = library.generate(code, 8, "easy", 4)
    assert mirrored.layout == puzzle.turned(STRAIGHT, 8, 4)
    assert puzzle.check(mirrored, puzzle.turned(FULL, 8, 4))


@pytest.mark.parametrize(
    ("code", "size", "difficulty", "words"),
    [
        ("ZZZZZZ", 8, "easy", "Not a board the game makes"),
        ("", 8, "easy", "Not a board the game makes"),
        ("2345AA", 9, "easy", "no size 9"),
        ("2345AA", True, "easy", "no size True"),
        ("2345AA", 8, "mild", "no difficulty mild"),
        ("2345AA", 8, "hard", "can't be read as a level"),
    ],
)
def test_what_a_library_refuses(publish: Path, code: str, size: int, difficulty: str, words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        Library(publish).generate(code, size, difficulty)


def test_a_file_that_was_cut_in_half_is_refused(publish: Path) -> None:
    path = publish / puzzle.file_of(8, "easy")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(NumberlinkError, match=r"8-easy\.json can't be read"):
        Library(publish).entries(8, "easy")


@pytest.mark.parametrize(
    ("member", "value", "words"),
    [
        ("answer", FULL[::-1], "Row 1, column 1 is A's end"),
        ("layout", STRAIGHT[:-1] + ".", "H stands 1 times"),
        ("code", "lowers", "texts"),
        ("index", True, "texts"),
        ("flags", {"beside": False}, "flags are"),
        ("flags", {"beside": False, "loose": "perhaps"}, "flags are"),
        ("measures", {"paths": 1.5}, "whole numbers"),
    ],
)
def test_every_member_of_a_board_is_checked(member: str, value: object, words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        Entry.from_json({**entry(0), member: value}, 8)


def test_a_board_with_other_members_is_refused() -> None:
    with pytest.raises(NumberlinkError, match="has the members"):
        Entry.from_json({**entry(0), "more": 1}, 8)
    assert Entry.from_json(entry(0), 8).to_json() == entry(0)


def test_a_cycle_brings_every_board_once_before_any_again(publish: Path) -> None:
    library = Library(publish)
    walk = [one.index for one in islice(library.cycle(8, "easy", "a"), 21)]
    for start in (0, 7, 14):
        assert sorted(walk[start : start + 7]) == list(range(7))
    assert walk[:7] != walk[7:14]
    assert walk == [one.index for one in islice(library.cycle(8, "easy", "a"), 21)]
    assert walk != [one.index for one in islice(library.cycle(8, "easy", "b"), 21)]


def test_a_day_has_its_board_and_days_in_a_row_differ(publish: Path) -> None:
    library = Library(publish)
    first = 739_221 - 739_221 % 7
    import datetime

    days = [datetime.date.fromordinal(first + k).isoformat() for k in range(7)]
    assert sorted(library.daily(day, 8, "easy").index for day in days) == list(range(7))
    assert library.daily(days[2], 8, "easy") == Library(publish).daily(days[2], 8, "easy")
    with pytest.raises(NumberlinkError, match="2026-13-01 is no date"):
        library.daily("2026-13-01", 8, "easy")


def test_new_codes_are_boards_of_the_level(publish: Path) -> None:
    library = Library(publish)
    codes = {library.new_code(8, "easy") for _ in range(300)}
    assert codes == {one.code for one in library.entries(8, "easy")}


def test_an_id_says_where_a_board_is_from_and_how_it_lies(publish: Path) -> None:
    shown = Library(publish).entries(8, "easy")[5]
    assert puzzle.entry_id(shown, 6) == "mill-5-6-5"
    with pytest.raises(NumberlinkError, match="no symmetry 8"):
        puzzle.turned(STRAIGHT, 8, 8)
