"""pictures.txt: it comes back as it was, and every fault is told with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles import pictures
from griddles.errors import GriddlesError
from griddles.pictures import Picture, Source, parse, read, text_of, write
from griddles.puzzle import PLACES, SIZES


def rows(size: int, filled: int | None = None) -> tuple[str, ...]:
    """A grid with its first cells filled, half of them unless told."""
    count = size * size // 2 if filled is None else filled
    cells = ("#" * count).ljust(size * size, ".")
    return tuple(cells[start : start + size] for start in range(0, size * size, size))


def block(header: str, body: tuple[str, ...] | list[str]) -> str:
    return "".join(f"{line}\n" for line in (header, *body))


TEN = block("== 10 cat Cat | phosphor:cat", rows(10))
FIFTEEN = block("== 15 big-cat A big cat | tabler:cat-filled", rows(15))
TWENTY = block("== 20 b52 Ünder the sea | drawn", rows(20))
HEAD = "# Phosphor Icons, MIT\n#\n#  kept as it is\n"
WHOLE = f"{HEAD}\n{TEN}\n{FIFTEEN}\n{TWENTY}"

TITLES = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="|") | st.just(" "),
    min_size=1,
    max_size=20,
).filter(lambda title: title == title.strip() and title.isprintable())
IDS = st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
SOURCES = st.just("drawn") | st.builds("{}:{}".format, st.sampled_from(["phosphor", "tabler"]), IDS)
HEADS = st.lists(st.just("#") | TITLES.map("# {}".format) | st.just(""), max_size=4).map(
    lambda lines: tuple("\n".join(lines).strip("\n").split("\n")) if any(lines) else ()
)


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """Any file: at each size one picture that is dealt, and others, in any order."""
    made = []
    for size in SIZES:
        ids = draw(st.lists(IDS, min_size=1, max_size=3, unique=True))
        for at, identifier in enumerate(ids):
            cells = size * size
            filled = draw(st.integers(-(-15 * cells // 100), 85 * cells // 100))
            retired = at > 0 and draw(st.booleans())
            made.append(Picture(size, identifier, draw(TITLES), draw(SOURCES), retired, rows(size, filled)))
    return Source(draw(HEADS), tuple(draw(st.permutations(made))))


@given(sources())
def test_what_is_written_reads_as_it_was(source: Source) -> None:
    text = text_of(source)
    assert parse(text) == source
    assert text_of(parse(text)) == text
    assert parse(text.replace("\n", "\r\n")) == source


def test_reading() -> None:
    source = parse(WHOLE)
    assert source.head == ("# Phosphor Icons, MIT", "#", "#  kept as it is")
    assert source.pictures == (
        Picture(10, "cat", "Cat", "phosphor:cat", False, rows(10)),
        Picture(15, "big-cat", "A big cat", "tabler:cat-filled", False, rows(15)),
        Picture(20, "b52", "Ünder the sea", "drawn", False, rows(20)),
    )
    assert [picture.line for picture in source.pictures] == [5, 17, 34]
    assert text_of(source) == WHOLE


def test_places_are_by_size_and_the_retired_keep_theirs() -> None:
    gone = block("== 10 dog Dog | drawn | retired", rows(10))
    source = parse(f"{TEN}{FIFTEEN}{gone}{TWENTY}{block('== 10 owl Owl | drawn', rows(10))}")
    assert [(p.id, p.retired) for p in source.at(10)] == [("cat", False), ("dog", True), ("owl", False)]
    assert [p.id for p in source.at(15)] == ["big-cat"]
    assert "== 10 dog Dog | drawn | retired\n" in text_of(source)


def test_blank_lines_and_spaces_do_not_matter() -> None:
    loose = WHOLE.replace("\n", "\n\n").replace(
        "== 10 cat Cat | phosphor:cat", "==  10  cat  Cat|phosphor:cat "
    )
    assert parse(loose) == Source(
        ("# Phosphor Icons, MIT", "", "#", "", "#  kept as it is"), parse(WHOLE).pictures
    )


def told(text: str) -> list[str]:
    with pytest.raises(GriddlesError) as error:
        parse(text, "pictures.txt")
    return str(error.value).split("\n")


HALF = rows(10)
SHAPE = "“== <size> <id> <Title> | <source>”"


@pytest.mark.parametrize(
    ("header", "body", "expected"),
    [
        ("== 10 dog Dog | drawn", HALF[:-1], ["1: the picture has 9 rows and its size has 10; draw 10."]),
        (
            "== 10 dog Dog | drawn",
            [*HALF, HALF[0]],
            ["1: the picture has 11 rows and its size has 10; draw 10."],
        ),
        ("== 10 dog Dog | drawn", [], ["1: the picture has 0 rows and its size has 10; draw 10."]),
        (
            "== 10 dog Dog | drawn",
            [*HALF[:3], "#" * 11, *HALF[4:]],
            ["5: the row has 11 cells and its size has 10; draw 10."],
        ),
        (
            "== 10 dog Dog | drawn",
            [*HALF[:3], "####.", "", *HALF[4:]],
            ["5: the row has 5 cells and its size has 10; draw 10."],
        ),
        (
            "== 10 dog Dog | drawn",
            [*HALF[:9], "..x..é. ##"],
            ["11: a row is # and . alone, and this has ' ' 'x' '\\xe9'."],
        ),
        (
            "== 10 dog Dog | drawn",
            [*HALF[:9], "# a remark"],
            ["11: a row is # and . alone, and this has ' ' 'a' 'e' 'k' 'm' 'r'."],
        ),
        (
            "== 10 dog Dog | drawn",
            [*HALF[:9], "..........\t"],
            ["11: a row is # and . alone, and this has '\\t'."],
        ),
        ("== 11 dog Dog | drawn", rows(11), ["1: no size “11”; the sizes are 10, 15, 20."]),
        (
            "== cat Cat | drawn",
            HALF,
            ["1: no size “cat”; the sizes are 10, 15, 20.", "1: the header lacks a title", "1: the id “Cat”"],
        ),
        ("== 10 dog | drawn", HALF, [f"1: the header lacks a title; write {SHAPE}."]),
        ("== 10 | drawn", HALF, [f"1: the header lacks an id; write {SHAPE}."]),
        ("== 10 dog Dog", HALF, [f"1: the header has no source; write {SHAPE}."]),
        ("== 10 dog Dog |", HALF, [f"1: the header has no source; write {SHAPE}."]),
        ("== 10 dog Dog | ", HALF, [f"1: the header has no source; write {SHAPE}."]),
        (
            "==",
            HALF,
            [
                f"1: the header is empty; write {SHAPE}.",
            ],
        ),
        (
            "== 10 Dog Dog | drawn",
            HALF,
            ["1: the id “Dog” isn't small letters and digits with single hyphens between."],
        ),
        ("== 10 a--b Dog | drawn", HALF, ["1: the id “a--b” isn't"]),
        ("== 10 a_b Dog | drawn", HALF, ["1: the id “a_b” isn't"]),
        ("== 10 é Dog | drawn", HALF, ["1: the id “é” isn't"]),
        (
            "== 10 dog D\u200bog | drawn",
            HALF,
            ["1: the title has characters that can't be printed (U+200B); take them out."],
        ),
        ("== 10 dog Dog | emoji:dog", HALF, ["1: "]),
        ("== 10 dog Dog | phosphor:", HALF, ["1: "]),
        ("== 10 dog Dog | phosphor:../dog", HALF, ["1: "]),
        ("== 10 dog Dog | Drawn", HALF, ["1: "]),
        (
            "== 10 dog Dog | drawn | gone",
            HALF,
            ["1: after the source comes nothing, or “ | retired”; this has “gone”."],
        ),
        (
            "== 10 dog Dog | drawn | retired | retired",
            HALF,
            ["1: after the source comes nothing, or “ | retired”; this has “retired | retired”."],
        ),
        (
            "== 10 dog Dog | drawn",
            rows(10, 14),
            ["1: 14 of 100 cells are filled, and a picture fills 15 to 85 per cent; fill 15 to 85."],
        ),
        ("== 10 dog Dog | drawn", rows(10, 86), ["1: 86 of 100 cells are filled"]),
        ("== 10 dog Dog | drawn", rows(10, 0), ["1: 0 of 100 cells are filled"]),
        ("== 10 dog Dog | drawn", rows(10, 100), ["1: 100 of 100 cells are filled"]),
        ("== 15 dog Dog | drawn", rows(15, 33), ["1: 33 of 225 cells are filled"]),
        ("== 15 dog Dog | drawn", rows(15, 192), ["1: 192 of 225 cells are filled"]),
        ("== 10 dog Dog | drawn | retired", rows(10, 0), ["1: 0 of 100 cells are filled"]),
    ],
)
def test_a_fault(header: str, body: list[str], expected: list[str]) -> None:
    found = told(f"{block(header, body)}{TEN}{FIFTEEN}{TWENTY}")
    assert len(found) == len(expected)
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(f"pictures.txt:{start}")


@pytest.mark.parametrize(("size", "filled"), [(10, 15), (10, 85), (15, 34), (15, 191), (20, 60), (20, 340)])
def test_as_full_as_a_picture_may_be(size: int, filled: int) -> None:
    text = block(f"== {size} dog Dog | drawn", rows(size, filled))
    assert parse(f"{TEN}{FIFTEEN}{TWENTY}{text}").pictures[-1].rows == rows(size, filled)


def test_every_fault_is_told_in_the_order_of_lines() -> None:
    first, last = block("== 10 dog | drawn", HALF[1:]), block("== 10 cat Cat | what", [*HALF[:-1], "x"])
    lines = told(f"{first}{TEN}{FIFTEEN}{TWENTY}{last}")
    assert [line.split(":")[1] for line in lines] == ["1", "1", "59", "59", "69"]


def test_an_id_twice_at_a_size() -> None:
    assert told(f"{WHOLE}{block('== 10 cat Another | drawn', HALF)}") == [
        "pictures.txt:55: the id “cat” at size 10 is on line 5 already; change one."
    ]
    other = f"{WHOLE}{block('== 15 cat Cat | drawn', rows(15))}"
    assert len(parse(other).at(15)) == 2


def test_a_size_with_nothing_left_to_deal() -> None:
    assert told(WHOLE.replace("| drawn", "| drawn | retired")) == [
        "pictures.txt: no picture of size 20 is dealt; add one, or take “ | retired” off one."
    ]
    assert told(TEN) == [
        f"pictures.txt: no picture of size {size} is dealt; add one, or take “ | retired” off one."
        for size in (15, 20)
    ]


@pytest.mark.parametrize("text", ["", "\n\n", HEAD])
def test_no_picture_at_all(text: str) -> None:
    assert told(text) == [f"pictures.txt: there is no picture; add one, beginning with {SHAPE}."]


def test_something_before_the_first_header() -> None:
    assert told(f"# fine\n..##..##..\n#bad\n{WHOLE}") == [
        f"pictures.txt:{line}: before the first header come comments, each a # and a space; "
        f"write {SHAPE} first."
        for line in (2, 3)
    ]


def test_a_size_is_full() -> None:
    many = "".join(block(f"== 10 p{at} Picture | drawn", HALF) for at in range(PLACES))
    assert len(parse(f"{many}{FIFTEEN}{TWENTY}").at(10)) == PLACES
    line = PLACES * 11 + 16 + 21 + 1
    assert told(f"{many}{FIFTEEN}{TWENTY}{TEN}{block('== 10 one-more More | drawn', HALF)}") == [
        f"pictures.txt:{line}: size 10 holds 1024 pictures and is full; take this one out."
    ]


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pictures.txt"
    write(path, parse(WHOLE))
    assert path.read_text(encoding="utf-8") == WHOLE
    assert read(path) == parse(WHOLE)
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.encode())
    assert read(path) == parse(WHOLE)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"title": "A | drawn | retired", "source": "drawn"}, "after the source comes nothing"),
        ({"title": "A | drawn", "source": "retired"}, "reads as something else"),
        ({"title": "A\nB"}, "can't|belongs|write|row"),
        ({"title": " A"}, "reads as something else"),
        ({"rows": ("#",)}, "1 rows"),
        ({"source": "x"}, r":56: "),
    ],
)
def test_nothing_is_written_that_would_not_read_back(
    tmp_path: Path, changes: dict[str, object], problem: str
) -> None:
    path = tmp_path / "pictures.txt"
    write(path, parse(WHOLE))
    source = parse(WHOLE)
    odd = Picture(**{**vars(source.pictures[0]), "id": "odd", **changes})
    with pytest.raises(GriddlesError, match=problem):
        write(path, Source(source.head, (*source.pictures, odd)))
    assert path.read_text(encoding="utf-8") == WHOLE


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            b"# ok\n== 10 cat C\xe4t | drawn\n",
            r"pictures\.txt:2: isn't UTF-8 here; save the file as UTF-8\.$",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0", r"pictures\.txt:1: isn't UTF-8 here"),
        (b"\0\0\0\n", r"pictures\.txt:1: before the first header come comments"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "pictures.txt"
    path.write_bytes(data)
    with pytest.raises(GriddlesError, match=told):
        read(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(
        GriddlesError, match=r"/pictures\.txt: can't be read \(No such file or directory\)\.$"
    ):
        read(tmp_path / "pictures.txt")
    with pytest.raises(GriddlesError, match=r": can't be read \(Is a directory\)\.$"):
        read(tmp_path)


def test_a_picture_is_named_in_messages() -> None:
    assert pictures.parse(WHOLE).pictures[1].label == "15 big-cat (A big cat)"
