"""The rules: what is a board, what is an answer, why one isn't, and the bank as a reader opens it."""

import datetime
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberlink import board, puzzle
from numberlink.errors import NumberlinkError
from numberlink.generator import ANY, Contract, generate_all
from numberlink.puzzle import ENGINE_VERSION, LETTERS, Entry, Library, Puzzle, why_layout_wrong, why_wrong
from numberlink.topology import board_key
from picturekit.codes import code_of

from . import reference

STRAIGHT = "".join(letter + "......" + letter for letter in "ABCDEFGH")
FULL = "".join(letter * 8 for letter in "ABCDEFGH")


def test_the_rules_numbers_and_names() -> None:
    assert (puzzle.SLUG, puzzle.RULE, ENGINE_VERSION) == ("numberlink", "plain", 3)
    assert puzzle.SIZES == (8, 10, 12, 15)
    assert puzzle.DIFFICULTIES == ("easy", "medium", "hard", "expert")
    assert len(set(LETTERS)) == len(LETTERS) == 62
    assert puzzle.file_of(8, "easy") == "numberlink/8-easy.json"


def test_a_server_needs_plain_python_alone() -> None:
    code = "import sys, numberlink.puzzle; print('numpy' in sys.modules or 'numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


# Layouts


@pytest.mark.parametrize(
    ("layout", "width", "why"),
    [
        ("A..", 3, "A stands 1 times: each path has two ends."),
        ("AAA", 3, "A stands 3 times: each path has two ends."),
        ("AABBA.A", 7, "A stands 4 times: each path has two ends."),
        ("AAB", 3, "B stands 1 times: each path has two ends."),
        ("...", 3, "The layout has no ends of paths."),
        ("A*A*", 2, "The layout has '*', and paths are called A to Z, a to z and 0 to 9."),
        ("ÄÄ", 2, "The layout has 'Ä', and paths are called A to Z, a to z and 0 to 9."),
        ("A A ", 2, "The layout has ' ', and paths are called A to Z, a to z and 0 to 9."),
        ("AA.", 2, "The layout isn't a text of rows of 2 cells."),
        ("", 2, "The layout isn't a text of rows of 2 cells."),
        (None, 2, "The layout isn't a text of rows of 2 cells."),
        (["A", "A"], 2, "The layout isn't a text of rows of 2 cells."),
        ("AA", 0, "The layout isn't a text of rows of 0 cells."),
        ("AA", -2, "The layout isn't a text of rows of -2 cells."),
        ("AA", 2, None),
        ("aA0aA0", 1, None),
    ],
)
def test_what_is_a_board(layout: object, width: int, why: str | None) -> None:
    assert why_layout_wrong(layout, width) == why
    if why is not None:
        assert why_wrong(layout, "AA", width) == why


# Answers


@pytest.mark.parametrize(
    ("layout", "answer", "width", "why"),
    [
        ("AA..BB", "AAAABB", 2, None),
        ("AA..BB", "AABBBB", 2, None),
        ("A..ABB", "AAAABB", 2, "The cells of A are no path from one of its ends to the other."),
        ("AA..BB", "AABABB", 2, "The cells of A are no path from one of its ends to the other."),
        ("A..ABB", "AABABB", 2, "The cells of B are no path from one of its ends to the other."),
        ("A..ABB", "AA.ABB", 2, "No path fills row 2, column 1."),
        ("A..ABB", "A.AABB", 2, "No path fills row 1, column 2."),
        ("A..ABB", "AACABB", 2, "No path fills row 2, column 1."),
        ("A..ABB", "aaaabb", 2, "No path fills row 1, column 1."),
        ("A..ABB", "AAABBB", 2, "Row 2, column 2 is A's end, and B fills it."),
        ("A..ABB", "BAAABB", 2, "Row 1, column 1 is A's end, and B fills it."),
        ("A..ABB", "AAAAB", 2, "An answer is a text of 6 letters, one a cell."),
        ("A..ABB", "AAAABBB", 2, "An answer is a text of 6 letters, one a cell."),
        ("A..ABB", "", 2, "An answer is a text of 6 letters, one a cell."),
        ("A..ABB", None, 2, "An answer is a text of 6 letters, one a cell."),
        ("A..ABB", ["A"] * 6, 2, "An answer is a text of 6 letters, one a cell."),
        ("A..ABB", b"AAAABB", 2, "An answer is a text of 6 letters, one a cell."),
    ],
)
def test_answers_and_what_is_wrong_with_them(
    layout: str, answer: object, width: int, why: str | None
) -> None:
    assert why_wrong(layout, answer, width) == why


NO_PATH = "The cells of {} are no path from one of its ends to the other."


@pytest.mark.parametrize(
    ("rows", "answer", "letter"),
    [
        # A path, and a ring apart from it.
        (["A..A", "B...", "....", "...B"], ["AAAA", "BBBB", "BAAB", "BAAB"], "A"),
        (["AA..", "B...", "...B"], ["AAAA", "BBAA", "BBBB"], "A"),
        # A branch, and a cross of two ways.
        (["A.A", "...", "B.B"], ["AAA", "BAB", "BBB"], "A"),
        ([".A.", "B.B", ".A."], ["BAB", "BAB", "BAB"], "B"),
        # Ends within the way.
        ([".AA.", "B..B"], ["AAAA", "BBBB"], "A"),
        # In two pieces.
        (["A.B", "..B", "A.C", "..C"], ["AAB", "CCB", "AAC", "CCC"], "A"),
    ],
)
def test_cells_that_are_no_path(rows: list[str], answer: list[str], letter: str) -> None:
    assert why_wrong("".join(rows), "".join(answer), len(rows[0])) == NO_PATH.format(letter)


def test_a_path_does_not_run_round_the_edge_of_the_board() -> None:
    assert why_wrong("BBA" + "A..", "BBA" + "AAA", 3) is None
    assert why_wrong("BBA" + "ACC", "BBA" + "ACC", 3) == NO_PATH.format("A")
    assert why_wrong("ACC" + "BBA", "ACC" + "BBA", 3) == NO_PATH.format("A")


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_every_answer_of_every_small_board_is_right_and_no_other(shape: tuple[int, int]) -> None:
    """All letterings of boards with few paths: right are those that some answer has."""
    tried = wrong = 0
    for names, answers in reference.all_answers(*shape).items():
        layout = "".join("." if name == 0 else LETTERS[name - 1] for name in names)
        letters = "".join(LETTERS[: max(names)])
        right = set()
        for edges in answers:
            part_of = reference.parts_of(edges, len(names))
            name_of = {part: LETTERS[name - 1] for part, name in zip(part_of, names, strict=True) if name}
            right.add("".join(name_of[part] for part in part_of))
        for lettering in letterings(layout, letters):
            assert (why_wrong(layout, lettering, shape[1]) is None) == (lettering in right)
            tried += 1
            wrong += lettering not in right
    assert tried > wrong > 0 or shape == (2, 2)


def letterings(layout: str, letters: str) -> Iterator[str]:
    """Every way to fill the empty cells, where these are few."""
    if layout.count(".") > 5:
        return
    if "." not in layout:
        yield layout
        return
    for letter in letters:
        yield from letterings(layout.replace(".", letter, 1), letters)


# Which way a path goes


def check_path(layout: str, answer: str, width: int) -> dict[str, list[int]]:
    paths = puzzle.paths_of(layout, answer, width)
    assert list(paths) == list(dict.fromkeys(letter for letter in layout if letter != "."))
    height = len(layout) // width
    for letter, path in paths.items():
        assert sorted(path) == [cell for cell, there in enumerate(answer) if there == letter]
        assert [cell for cell, there in enumerate(layout) if there == letter] == [path[0], path[-1]]
        assert all(b in reference.beside(a, height, width) for a, b in pairwise(path))
    return paths


def test_a_path_may_run_beside_itself() -> None:
    assert check_path("A....A", "AAAAAA", 3) == {"A": [0, 3, 4, 1, 2, 5]}
    assert check_path("AA" + ".." * 7, "A" * 16, 2)["A"][:3] == [0, 2, 4]
    assert check_path("A..BA..B", "AAABAAAB", 4) == {"A": [0, 1, 2, 6, 5, 4], "B": [3, 7]}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_snake_over_the_whole_board(size: int) -> None:
    cells = [r * size + (c if r % 2 == 0 else size - 1 - c) for r in range(size) for c in range(size)]
    layout = ["."] * size * size
    layout[cells[0]] = layout[cells[-1]] = "Z"
    check_path("".join(layout), "Z" * size * size, size)


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 4)])
def test_the_way_of_every_path_is_found(shape: tuple[int, int]) -> None:
    """Every path of every cover, those that run beside themselves too."""
    covers = reference.edge_sets(*shape, [{1, 2}] * (shape[0] * shape[1]))
    for edges in islice(covers, 0, None, 1 if shape != (4, 4) else 101):
        names = reference.ends_of(edges, shape[0] * shape[1])
        part_of = reference.parts_of(edges, len(names))
        name_of = {part: LETTERS[name - 1] for part, name in zip(part_of, names, strict=True) if name}
        layout = "".join("." if name == 0 else LETTERS[name - 1] for name in names)
        check_path(layout, "".join(name_of[part] for part in part_of), shape[1])


def test_the_paths_of_made_boards_are_found() -> None:
    for made in generate_all([str(k) for k in range(20)], 10, "x", WIDE):
        assert made is not None
        layout, answer = board.to_layout(made.board), board.to_answer(made.links)
        links = board.answer_links(layout, answer, 10)
        assert np.array_equal(np.sort(links), np.sort(made.links))


def test_cells_without_a_way_are_told_in_time() -> None:
    """As many cells as a board has, and no path over them: it is a matter of a second, not of years."""
    layout = "A" + "." * 222 + "A."
    assert why_wrong(layout, "A" * 225, 15) == NO_PATH.format("A")


# Turns


@given(st.integers(1, 5), st.integers(0, 7), st.data())
def test_a_turned_answer_solves_the_turned_board(size: int, symmetry: int, data: st.DataObject) -> None:
    rows = "".join(LETTERS[r] * size for r in range(size))
    if size == 1:
        return
    layout = "".join(letter if cell % size in (0, size - 1) else "." for cell, letter in enumerate(rows))
    shown = Puzzle("ABCDEF", size, "easy", puzzle.turned(layout, size, symmetry), symmetry)
    assert puzzle.check(shown, puzzle.turned(rows, size, symmetry))
    other = data.draw(st.sampled_from([k for k in range(8) if k % 2 != symmetry % 2]))
    assert not puzzle.check(shown, puzzle.turned(rows, size, other))


@pytest.mark.parametrize("symmetry", [-1, 8, None, "1"])
def test_only_eight_symmetries(symmetry: Any) -> None:
    with pytest.raises(NumberlinkError, match=rf"no symmetry {symmetry}: they are 0 to 7"):
        puzzle.turned(STRAIGHT, 8, symmetry)


# The bank

WIDE = Contract(12, 12, 3, Fraction(1), Fraction(0), (0, ANY), ANY, 48, 10**7)


def made_entries(size: int, number: int) -> list[dict[str, object]]:
    """Boards as the bank publishes them."""
    entries: list[dict[str, object]] = []
    for index, made in enumerate(generate_all([str(k) for k in range(number)], size, "easy", WIDE)):
        assert made is not None
        key = board_key(made.board.ravel().tolist(), size)
        entries.append(
            {
                "code": code_of(key),
                "key": key,
                "source": "mill",
                "index": index,
                "seed": str(index),
                "layout": board.to_layout(made.board),
                "answer": board.to_answer(made.links),
                "flags": {"beside": False, "loose": "yes"},
                "measures": {"paths": int(made.board.max())},
            }
        )
    return entries


def write(folder: Path, size: int, difficulty: str, boards: object) -> Path:
    path = folder / puzzle.file_of(size, difficulty)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"size": size, "difficulty": difficulty, "boards": boards}))
    return path


def entry(number: int, size: int = 8) -> dict[str, object]:
    code = f"2345{LETTERS[number // 8]}{LETTERS[number % 8]}"
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
    write(tmp_path, 8, "easy", [entry(number) for number in range(7)])
    return tmp_path


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A bank of two levels, as the generator makes them."""
    write(tmp_path, 8, "easy", made_entries(8, 11))
    write(tmp_path, 10, "hard", made_entries(10, 3))
    return Library(tmp_path)


def test_every_board_of_a_made_bank_opens_and_its_answer_solves_it(library: Library) -> None:
    for size, difficulty, number in ((8, "easy", 11), (10, "hard", 3)):
        entries = library.entries(size, difficulty)
        assert [one.index for one in entries] == list(range(number))
        for one in entries:
            assert Entry.from_json(one.to_json(), size) == one
            for symmetry in range(8):
                opened = library.generate(one.code, size, difficulty, symmetry)
                assert (opened.code, opened.size, opened.difficulty) == (one.code, size, difficulty)
                assert (opened.symmetry, opened.engine, opened.slug) == (symmetry, 3, "numberlink")
                assert puzzle.check(opened, puzzle.turned(one.answer, size, symmetry))
                assert not puzzle.check(opened, puzzle.turned(one.answer, size, symmetry)[::-1])
                assert board_key(board.to_board(opened.layout, size).ravel().tolist(), size) == one.key


def test_a_code_opens_its_board_in_letters_of_either_case(publish: Path) -> None:
    library = Library(publish)
    code = library.entries(8, "easy")[3].code
    opened = library.generate(f" {code.lower()} ", 8, "easy")
    assert opened == Puzzle(code, 8, "easy", STRAIGHT)
    assert "answer" not in opened.to_json()
    assert opened.to_json()["layout"] == STRAIGHT


@pytest.mark.parametrize(
    ("code", "size", "difficulty", "words"),
    [
        ("ZZZZZZ", 8, "easy", r"^Not a board the game makes\.$"),
        ("2345A", 8, "easy", "Not a board the game makes"),
        ("", 8, "easy", "Not a board the game makes"),
        ("2345AA", 9, "easy", "no size 9: there are 8, 10, 12, 15"),
        ("2345AA", True, "easy", "no size True"),
        ("2345AA", 8.0, "easy", r"no size 8\.0"),
        ("2345AA", 8, "mild", "no difficulty mild: there are easy, medium, hard, expert"),
        ("2345AA", 8, "../8-easy", "no difficulty"),
        ("2345AA", 8, "hard", r"8-hard\.json can't be read as a level"),
    ],
)
def test_what_a_library_refuses(publish: Path, code: str, size: int, difficulty: str, words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        Library(publish).generate(code, size, difficulty)


@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_a_file_that_was_cut_off_is_refused(publish: Path, part: int) -> None:
    path = publish / puzzle.file_of(8, "easy")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * part // 4])
    with pytest.raises(NumberlinkError, match=r"8-easy\.json can't be read .*: build it again"):
        Library(publish).entries(8, "easy")


@pytest.mark.parametrize(
    "text", ["[]", "{}", "null", '"boards"', '{"boards": 1}', '{"boards": {"a": 1}}', '{"boards": [[]]}']
)
def test_a_file_of_something_else_is_refused(publish: Path, text: str) -> None:
    (publish / puzzle.file_of(8, "easy")).write_text(text)
    with pytest.raises(NumberlinkError, match=r"8-easy\.json can't be read as a level"):
        Library(publish).entries(8, "easy")


def test_a_level_without_boards_is_refused(publish: Path) -> None:
    write(publish, 8, "easy", [])
    with pytest.raises(NumberlinkError, match=r"8-easy\.json has no boards: build it again"):
        Library(publish).new_code(8, "easy")


def test_a_board_of_another_size_is_refused(publish: Path) -> None:
    write(publish, 8, "easy", made_entries(10, 1))
    with pytest.raises(NumberlinkError, match=r"8-easy\.json can't be read .* has 100 cells, not 8×8"):
        Library(publish).entries(8, "easy")


@pytest.mark.parametrize(
    ("member", "value", "words"),
    [
        ("answer", FULL[::-1], "Row 1, column 1 is A's end"),
        ("answer", FULL[:-1], "text of 64 letters"),
        ("answer", None, "texts"),
        ("layout", STRAIGHT[:-1] + ".", "H stands 1 times"),
        ("layout", STRAIGHT[:-8], "has 56 cells, not 8×8"),
        ("code", "lowers", "texts"),
        ("code", "2345AA7", "texts"),
        ("key", 7, "texts"),
        ("source", None, "texts"),
        ("seed", 7, "texts"),
        ("index", True, "texts"),
        ("index", "7", "texts"),
        ("flags", {"beside": False}, "flags are"),
        ("flags", None, "flags are"),
        ("flags", {"beside": False, "loose": "perhaps"}, "flags are"),
        ("flags", {"beside": "no", "loose": "no"}, "flags are"),
        ("measures", {"paths": 1.5}, "whole numbers"),
        ("measures", {"paths": True}, "whole numbers"),
        ("measures", [8], "whole numbers"),
    ],
)
def test_every_member_of_a_board_is_checked(member: str, value: object, words: str) -> None:
    with pytest.raises(NumberlinkError, match=words):
        Entry.from_json({**entry(0), member: value}, 8)


def test_a_board_with_other_members_is_refused() -> None:
    whole = entry(0)
    assert Entry.from_json(whole, 8).to_json() == whole
    for value in ({**whole, "more": 1}, {key: whole[key] for key in whole if key != "seed"}, [], None):
        with pytest.raises(NumberlinkError, match="has the members answer, code, flags"):
            Entry.from_json(value, 8)


# Which board comes next


def test_a_cycle_brings_every_board_once_before_any_again(library: Library) -> None:
    walk = [one.index for one in islice(library.cycle(8, "easy", "a"), 55)]
    rounds = [walk[start : start + 11] for start in range(0, 55, 11)]
    assert all(sorted(one) == list(range(11)) for one in rounds)
    assert len(set(map(tuple, rounds))) == 5
    assert walk == [one.index for one in islice(library.cycle(8, "easy", "a"), 55)]
    assert walk != [one.index for one in islice(library.cycle(8, "easy", "b"), 55)]


def test_a_cycles_order_never_changes(publish: Path) -> None:
    walk = [one.index for one in islice(Library(publish).cycle(8, "easy", "a"), 14)]
    assert walk == [3, 1, 5, 4, 0, 2, 6, 6, 3, 5, 1, 2, 4, 0]


def test_levels_have_orders_of_their_own(tmp_path: Path) -> None:
    for difficulty in ("easy", "hard"):
        write(tmp_path, 8, difficulty, [entry(number) for number in range(20)])
    library = Library(tmp_path)
    orders = [[one.index for one in islice(library.cycle(8, level, "a"), 20)] for level in ("easy", "hard")]
    assert orders[0] != orders[1]
    days = [f"2026-12-{day:02}" for day in range(1, 21)]
    dailies = [[library.daily(day, 8, level).index for day in days] for level in ("easy", "hard")]
    assert dailies[0] != dailies[1]


def test_days_in_a_cycle_have_boards_of_their_own(library: Library) -> None:
    start = datetime.date(2026, 12, 1).toordinal()
    start -= start % 11
    days = [datetime.date.fromordinal(start + k).isoformat() for k in range(33)]
    shown = [library.daily(day, 8, "easy").index for day in days]
    rounds = [shown[at : at + 11] for at in (0, 11, 22)]
    assert all(sorted(one) == list(range(11)) for one in rounds)
    assert len(set(map(tuple, rounds))) == 3
    again = Library(library.publish)
    assert [again.daily(day, 8, "easy").index for day in reversed(days)] == shown[::-1]


def test_a_days_board_never_changes(publish: Path) -> None:
    days = [f"2026-12-{day:02}" for day in range(1, 8)]
    assert [Library(publish).daily(day, 8, "easy").index for day in days] == [3, 0, 1, 6, 5, 3, 2]


@pytest.mark.parametrize("date", ["2026-13-01", "2026-02-30", "today", "", "2026-12-1", "1.12.2026"])
def test_a_text_that_is_no_date_is_refused(publish: Path, date: str) -> None:
    with pytest.raises(NumberlinkError, match=rf"{date} is no date: write it as 2026-12-01\."):
        Library(publish).daily(date, 8, "easy")


def test_new_codes_are_boards_of_the_level(publish: Path) -> None:
    library = Library(publish)
    codes = [library.new_code(8, "easy") for _ in range(400)]
    assert set(codes) == {one.code for one in library.entries(8, "easy")}
    assert all(library.generate(code, 8, "easy").layout == STRAIGHT for code in set(codes))


def test_an_id_says_where_a_board_is_from_and_how_it_lies(publish: Path) -> None:
    shown = Library(publish).entries(8, "easy")[5]
    assert puzzle.entry_id(shown, 6) == "mill-5-6-5"
