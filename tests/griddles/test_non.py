"""The .non format: what is read, what is told, and that what is written comes back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles.clues import Clues
from griddles.errors import GriddlesError
from griddles.non import Non, parse, read, text_of
from griddles.puzzle import clues_of

TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"]) | st.just(" "), max_size=12)
GRIDS = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.text("#.", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
    )
)

DANCER = """\
catalogue "webpbn.com #1"
title "Demo Puzzle from Front Page"
by "Jan Wolter"
copyright "&copy; Copyright 2004 by Jan Wolter"
license CC-BY-3.0
width 5
height 10

rows
2
2,1
1,1
3
1,1
1,1
2
1,1
1,2
2

columns
2,1
2,1,3
7
1,3
2,1

goal "01100011010010101110101001010000110010100101111000"
"""


def clues(*texts: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, text.split())) for text in texts)


DANCER_CLUES = Clues(
    clues("2", "2 1", "1 1", "3", "1 1", "1 1", "2", "1 1", "1 2", "2"),
    clues("2 1", "2 1 3", "7", "1 3", "2 1"),
)


def test_reading() -> None:
    assert parse(DANCER) == Non(
        DANCER_CLUES,
        catalogue="webpbn.com #1",
        title="Demo Puzzle from Front Page",
        by="Jan Wolter",
        copyright="© Copyright 2004 by Jan Wolter",
        license="CC-BY-3.0",
        goal="01100011010010101110101001010000110010100101111000",
    )


@given(
    GRIDS,
    st.fixed_dictionaries(dict.fromkeys(("catalogue", "title", "by", "copyright", "license", "goal"), TEXTS)),
)
def test_what_is_written_reads_as_it_was(rows: list[str], texts: dict[str, str]) -> None:
    puzzle = Non(Clues(*clues_of(rows)), **texts)
    text = text_of(puzzle)
    assert parse(text) == puzzle
    assert parse(text.replace("\n", "\r\n")) == puzzle


def test_writing() -> None:
    puzzle = Non(Clues(((1,), ()), ((1,), (), ())), title='A "&amp;" B', goal="100000")
    assert text_of(puzzle) == (
        'title "A &quot;&amp;amp;&quot; B"\ngoal "100000"\nwidth 3\nheight 2\n\n'
        "rows\n1\n0\n\ncolumns\n1\n0\n0\n"
    )
    with pytest.raises(GriddlesError, match=r"The title 'A\\nB' has characters that can't be printed"):
        text_of(Non(puzzle.clues, title="A\nB"))


TEE = Clues(((3,), (1,)), ((1,), (2,), (1,)))


@pytest.mark.parametrize(
    "text",
    [
        "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n",
        "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1",
        "height 2\nwidth 3\n\ncolumns\n1\n2\n1\n\nrows\n3\n1\n",
        "columns\n1\n2\n1\nrows\n3\n1\nwidth 3\nheight 2\n",
        "rows 2\ncolumns 3\nrows\n3\n1\ncolumns\n1\n2\n1\n",
        "WIDTH 3\nHeight   2\n\n\nRows\n\n3\n\n1\n\n\ncolumns \n\n  1\n2 \n\n1\n\n\n",
        "width 3\nwidth 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n",
        "width 3\nheight 2\nmaxrule 1\ncolor a #ff0000\nlevel 5\n"
        'rows\n03\n1\nunknown word\ncolumns\n1\n2\n1\nmore "x"\n',
        "this is a puzzle\nwidth 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n====\n",
        "\ufeffwidth 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n",
    ],
)
def test_ways_to_write_the_same(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tee.non"
    path.write_text(text, encoding="utf-8")
    assert read(path).clues == TEE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\n0\n2", ((1,), (), (2,))),
        ("1\n\n2", ((1,), (), (2,))),
        ("1\n\n2\n", ((1,), (), (2,))),
        ("\n1\n\n0\n\n2\n", ((1,), (), (2,))),
        ("\n\n3\n", ((), (), (3,))),
        ("3\n\n\n", ((3,), (), ())),
        ("3\n\n\n\n", ((3,), (), ())),
        ("1 , 1\n0\n1", ((1, 1), (), (1,))),
        ("1 1\n000\n1", ((1, 1), (), (1,))),
    ],
)
def test_an_empty_line_is_a_0_or_a_blank_line(text: str, expected: tuple[tuple[int, ...], ...]) -> None:
    puzzle = parse(f"width 3\nheight 3\ncolumns\n1\n1\n1\nrows\n{text}")
    assert puzzle.clues.rows == expected


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([[1]], [[1]]),
        ([[]], [[]]),
        ([[1, 2]], [[1], [], [1], [1]]),
        ([[1], [], [1], [1]], [[1, 2]]),
        ([[]] * 5, [[]] * 5),
        ([[5]] * 5, [[5]] * 5),
        ([[99]] * 99, [[99]] * 99),
        ([[]] * 128, [[]] * 128),
        ([[128]], [[1]] * 128),
    ],
)
def test_grids_small_empty_full_and_large(rows: list[list[int]], columns: list[list[int]]) -> None:
    puzzle = Non(Clues(tuple(map(tuple, rows)), tuple(map(tuple, columns))))
    assert parse(text_of(puzzle)) == puzzle


def told(text: str) -> list[str]:
    with pytest.raises(GriddlesError) as error:
        parse(text, "a.non")
    return str(error.value).split("\n")


def tee(rows: str = "3\n1", columns: str = "1\n2\n1", width: str = "3", height: str = "2") -> str:
    return f"width {width}\nheight {height}\nrows\n{rows}\ncolumns\n{columns}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (tee(rows="4\n1"), ["a.non:4: the clue needs 4 cells and its line has 3."]),
        (tee(rows="3\n1,1,1"), ["a.non:5: the clue needs 5 cells and its line has 3."]),
        (tee(columns="1\n3\n1"), ["a.non:8: the clue needs 3 cells and its line has 2."]),
        (tee(rows="1000000000\n1"), ["a.non:4: the clue needs a billion or more cells and its line has 3."]),
        (
            tee(rows=f"{'9' * 6000},1\n1"),
            ["a.non:4: the clue needs a billion or more cells and its line has 3."],
        ),
        (
            tee(rows="3\n2"),
            ["a.non:6: the rows' clues fill 5 cells and the columns' 4; mend the one that is off."],
        ),
        (tee(rows="3\n-1"), ["a.non:5: “-1” is negative; a run has a cell at least."]),
        (tee(rows="3\n−1"), ["a.non:5: “−1” is negative; a run has a cell at least."]),
        (tee(rows="3\none"), ["a.non:5: “one” isn't a whole number; a clue is numbers split by commas."]),
        (tee(rows="3\n1.5"), ["a.non:5: “1.5” isn't a whole number; a clue is numbers split by commas."]),
        (tee(rows="3\n+1"), ["a.non:5: “+1” isn't"]),
        (tee(rows="3\n1_0"), ["a.non:5: “1_0” isn't"]),
        (tee(rows="3\n٣"), ["a.non:5: “٣” isn't"]),
        (tee(rows="3\n1e9"), ["a.non:5: “1e9” isn't"]),
        (tee(rows="3\n0x1"), ["a.non:5: “0x1” isn't"]),
        (tee(rows="3\n1;1"), ["a.non:5: “1;1” isn't"]),
        (tee(rows="3\n\x07\x1b[2J"), ["a.non:5: “??[2J” isn't"]),
        (tee(rows=f"3\n{'x' * 100}"), [f"a.non:5: “{'x' * 40}…” isn't"]),
        (tee(rows="3\n1,"), ["a.non:5: “” is no number: a comma stands too many."]),
        (tee(rows="3\n1,,1"), ["a.non:5: “” is no number: a comma stands too many."]),
        (tee(rows="3a\n1"), ["a.non:4: “3a” has a colour, and only puzzles in one colour are read."]),
        (
            tee(rows="0,1\n3"),
            ["a.non:4: a run of 0 stands among others; 0 stands alone, for an empty line."],
        ),
        (tee(rows="0,0\n3"), ["a.non:4: a run of 0 stands among others"]),
        (tee(rows="3"), ["a.non:3: 2 clues of rows belong here and there are 1; an empty line's is 0."]),
        (tee(rows=""), ["a.non:3: 2 clues of rows belong here and there are 0; an empty line's is 0."]),
        (tee(columns="1\n2"), ["a.non:6: 3 clues of columns belong here and there are 2"]),
        (tee(rows="3\n1\n0"), ["a.non:6: there are 3 clues of rows, and the size says 2."]),
        (tee(rows="\n\n\n3\n"), ["a.non:3: 2 clues of rows belong here and there are 1"]),
        (tee(width="0"), ["a.non:1: the width is “0”; it is a whole number from 1 to 128."]),
        (tee(width="129"), ["a.non:1: the width is “129”; it is a whole number from 1 to 128."]),
        (tee(height="-2"), ["a.non:2: the height is “-2”; it is"]),
        (tee(height="two"), ["a.non:2: the height is “two”; it is"]),
        (tee(height="1000000000000"), ["a.non:2: the height is “1000000000000”; it is"]),
        (tee(height="2 3"), ["a.non:2: the height is “2 3”; it is"]),
        (tee(height=""), ["a.non:2: the height has no number; it is a whole number from 1 to 128."]),
        (f"height 3\n{tee()}", ["a.non:3: the height is on line 1 already; take one of the two out."]),
        (f"{tee()}rows\n3\n1\n", ["a.non:10: the rows are on line 3 already; take one out."]),
        (f"{tee()}====\n{tee()}", ["a.non:10: another puzzle begins here; give each a file of its own."]),
        ("height 2\nrows\n3\n1\ncolumns\n1\n2\n1\n", ["a.non: there is no line “width 5”; add it."]),
        ("width 3\nrows\n3\n1\ncolumns\n1\n2\n1\n", ["a.non: there is no line “height 5”; add it."]),
        ("width 3\nheight 2\ncolumns\n1\n2\n1\n", ["a.non: there is no line “rows”; add it."]),
        (
            "",
            [
                f"a.non: there is no line “{line}”; add it."
                for line in ("width 5", "height 5", "rows", "columns")
            ],
        ),
        ("width\n", ["a.non:1: the width has no number", *["a.non: there is no line"] * 3]),
        (
            tee(rows="4\nx", columns="9\n2,\n-1"),
            [
                "a.non:4: the clue needs 4",
                "a.non:5: “x” isn't",
                "a.non:7: the clue needs 9",
                "a.non:8: “” is no number",
                "a.non:9: “-1” is negative",
            ],
        ),
    ],
)
def test_what_is_wrong(text: str, expected: list[str]) -> None:
    found = told(text)
    assert len(found) == len(expected)
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(start)


def test_not_all_of_a_long_list_is_told() -> None:
    found = told(tee(rows="x\n" * 128, height="128"))
    assert len(found) == 11
    assert found[-1] == "a.non: and 118 more."


@given(st.text(max_size=60))
def test_any_other_text_is_told_of(text: str) -> None:
    assert told(text)


WORDS = "width height rows columns goal title 0 1 2 3 4 1,1 -1 x ====".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS), max_size=20), st.sampled_from("\n "))
def test_words_in_any_order_are_read_or_told_of(words: list[str], between: str) -> None:
    try:
        puzzle = parse(between.join(words))
    except GriddlesError:
        return
    assert parse(text_of(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'width 3\ntitle "\xe9"\n', r"a\.non:2: isn't UTF-8 here; save the file as UTF-8\.$"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"a\.non:1: isn't UTF-8 here"),
        (b"\0" * 2000, r"a\.non: there is no line “width 5”; add it\."),
        (b"0\n" * (1 << 20), r"a\.non: is over 1048576 bytes, so it's no puzzle of at most 128 by 128\.$"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(data)
    with pytest.raises(GriddlesError, match=expected):
        read(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(GriddlesError, match=r"/a\.non: can't be read \(No such file or directory\)\.$"):
        read(tmp_path / "a.non")
    with pytest.raises(GriddlesError, match=r": can't be read \(Is a directory\)\.$"):
        read(tmp_path)
