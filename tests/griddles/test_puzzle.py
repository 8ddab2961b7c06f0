"""The rules: clues, codes, what is dealt, and what solves a puzzle."""

import json
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles import puzzle
from griddles.errors import GriddlesError
from griddles.puzzle import PLACES, REFUSAL, SALTS, SIZES, Entry, Library, Puzzle
from picturekit.codes import CODE_RE, value_of

from . import reference

CELLS = st.sampled_from("#.")


def grids(n: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.text(CELLS, min_size=n * n, max_size=n * n).map(
        lambda cells: tuple(cells[start : start + n] for start in range(0, n * n, n))
    )


def entry(place: int, size: int, retired: bool = False) -> Entry:
    """A picture with a row's worth of cells moved along by its place."""
    rows = tuple(
        "".join("#" if (r * r + c + place) % 5 < 3 else "." for c in range(size)) for r in range(size)
    )
    return Entry(place, f"thing-{place}", f"Thing {place}", rows, "s9", "drawn", retired)


def library(retired: dict[int, set[int]] | None = None, count: int = 5) -> Library:
    gone = retired or {}
    return Library(
        {size: [entry(place, size, place in gone.get(size, ())) for place in range(count)] for size in SIZES}
    )


FIVE = library({10: {0}, 15: {1, 4}, 20: {2}})


def published(some: Library) -> list[dict[str, Any]]:
    return [
        {"size": size, "pictures": [held.to_json() for held in entries]}
        for size, entries in some.entries.items()
    ]


# Sizes and clues


def test_a_size_is_a_difficulty_and_a_tier() -> None:
    assert [(size.n, size.difficulty, size.tier) for size in SIZES.values()] == [
        (10, "easy", 1),
        (15, "medium", 2),
        (20, "hard", 3),
    ]
    assert list(SIZES) == [10, 15, 20]
    assert (puzzle.ENGINE_VERSION, puzzle.SLUG, PLACES, SALTS) == (6, "griddles", 1024, 2**20)


@pytest.mark.parametrize(
    ("cells", "runs"),
    [
        ("", ()),
        ("...", ()),
        ("###", (3,)),
        ("#.##..#", (1, 2, 1)),
        (".#.", (1,)),
        ([0, 1, 1], (2,)),
        ("011", (2,)),
    ],
)
def test_runs(cells: Any, runs: tuple[int, ...]) -> None:
    assert puzzle.runs_of(cells) == runs


@given(grids(7))
def test_clues_are_the_lines_runs(rows: tuple[str, ...]) -> None:
    bits = [[int(cell == "#") for cell in row] for row in rows]
    across, down = puzzle.clues_of(rows)
    assert ([list(clue) for clue in across], [list(clue) for clue in down]) == reference.clues(bits)
    assert puzzle.clues_of(bits) == (across, down)


# Codes


@given(st.integers(0, PLACES - 1), st.integers(0, 3 * SALTS))
def test_a_code_names_its_place_under_every_salt(place: int, salt: int) -> None:
    code = puzzle.code_for(place, salt)
    assert CODE_RE.fullmatch(code)
    assert value_of(code) == salt % SALTS * PLACES + place
    assert puzzle.code_for(place, salt + SALTS) == code


@pytest.mark.parametrize(
    ("place", "salt", "code"),
    [
        (0, 0, "222222"),
        (1, 0, "222223"),
        (32, 0, "222232"),
        (1023, 0, "2222ZZ"),
        (0, 1, "222322"),
        (1023, SALTS - 1, "ZZZZZZ"),
    ],
)
def test_a_code_is_a_number_in_base_32(place: int, salt: int, code: str) -> None:
    assert puzzle.code_for(place, salt) == code


@pytest.mark.parametrize("place", [-1, PLACES])
def test_no_code_names_a_place_that_no_list_has(place: int) -> None:
    with pytest.raises(GriddlesError, match=f"^{REFUSAL}$"):
        puzzle.code_for(place)


@pytest.mark.parametrize(("place", "size"), list(product(range(5), SIZES)))
def test_a_place_opens_retired_or_not(place: int, size: int) -> None:
    code = puzzle.code_for(place, 77)
    assert FIVE.place_of(code, size) == place
    assert FIVE.generate(code, size).id == f"thing-{place}"
    assert FIVE.picture(code, size).rows == entry(place, size).rows


@pytest.mark.parametrize("place", [5, 6, 10, 1023])
def test_a_place_past_the_end_is_refused_and_never_wraps(place: int) -> None:
    for ask in (FIVE.place_of, FIVE.generate, FIVE.picture):
        with pytest.raises(GriddlesError, match=f"^{REFUSAL}$"):
            ask(puzzle.code_for(place, 3), 10)


def test_a_picture_at_the_end_changes_no_code() -> None:
    longer = library(count=6)
    for place, size in product(range(5), SIZES):
        code = puzzle.code_for(place, 12345)
        assert longer.picture(code, size).id == FIVE.picture(code, size).id


# Puzzles


def test_a_puzzle() -> None:
    stats: dict[str, Any] = {"other": 1}
    made = FIVE.generate("222322", 10, "easy", stats)
    rows, cols = puzzle.clues_of(entry(0, 10).rows)
    assert made == Puzzle("222322", 10, "easy", 10, "thing-0", "Thing 0", rows, cols)
    assert stats == {"attempts": 1, "rated": {"easy": 1}, "other": 1}
    assert FIVE.generate("222322", "10") == made
    assert puzzle.rate(made) == "easy"


def test_a_puzzle_as_a_page_takes_it() -> None:
    page = FIVE.generate("222222", 15).to_json()
    names = ["engine", "slug", "code", "size", "difficulty", "n", "id", "title", "rows", "cols"]
    assert list(page) == names
    assert json.loads(json.dumps(page)) == page
    assert (page["engine"], page["slug"], page["size"], page["n"]) == (6, "griddles", 15, 15)
    assert page["rows"][0] == list(puzzle.runs_of(entry(0, 15).rows[0]))


@pytest.mark.parametrize(
    ("code", "size", "difficulty"),
    [
        ("222222", 11, None),
        ("222222", "ten", None),
        ("222222", "10 ", None),
        ("222222", "010", None),
        ("222222", 10.0, None),
        ("222222", True, None),
        ("222222", None, None),
        ("222222", [10], None),
        ("222222", 10, "medium"),
        ("222222", 10, "Easy"),
        ("222222", 10, 1),
        ("222222", 10, ""),
        ("22222", 10, None),
        ("2222222", 10, None),
        ("22222O", 10, None),
        ("22222a", 10, None),
        ("222222\n", 10, None),
        ("", 10, None),
        (222222, 10, None),
        (None, 10, None),
        (["222222"], 10, None),
    ],
)
def test_what_the_game_does_not_make(code: object, size: object, difficulty: object) -> None:
    stats: dict[str, Any] = {}
    with pytest.raises(GriddlesError, match=f"^{REFUSAL}$"):
        FIVE.generate(code, size, difficulty, stats)
    assert stats == {}


@given(st.text(), st.integers() | st.text())
def test_any_other_text_is_refused(code: str, size: object) -> None:
    if CODE_RE.fullmatch(code) is None or str(size) not in map(str, SIZES):
        with pytest.raises(GriddlesError, match=f"^{REFUSAL}$"):
            FIVE.generate(code, size)


# Answers


def small(rows: tuple[str, ...]) -> Puzzle:
    across, down = puzzle.clues_of(rows)
    return Puzzle("222222", 10, "easy", len(rows), "a", "A", across, down)


def test_check_takes_any_grid_that_fits_the_clues() -> None:
    made = small(("#.", ".#"))
    assert [bits for bits in map("".join, product("01", repeat=4)) if puzzle.check(made, bits)] == [
        "0110",
        "1001",
    ]


@given(grids(4), grids(4))
def test_check_is_whether_the_clues_are_the_same(rows: tuple[str, ...], others: tuple[str, ...]) -> None:
    bits = "".join(others).replace("#", "1").replace(".", "0")
    assert puzzle.check(small(rows), bits) == (puzzle.clues_of(rows) == puzzle.clues_of(others))


@pytest.mark.parametrize(
    "answer",
    [None, 1001, "", "100", "10010", "1002", "1001\n", "1 01", "#..#", ["1", "0", "0", "1"], b"1001", "10٠1"],
)
def test_check_takes_nothing_but_bits(answer: object) -> None:
    assert not puzzle.check(small(("#.", ".#")), answer)


# What is dealt


def test_the_retired_are_not_dealt() -> None:
    assert FIVE.DEALT == {10: (1, 2, 3, 4), 15: (0, 2, 3), 20: (0, 1, 3, 4)}


class Draws:
    """Stands in for the system's random numbers, with each draw asked for in turn."""

    def __init__(self) -> None:
        self.bounds: list[int] = []
        self.at = 0

    def randbelow(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.at % bound

    def choice(self, places: list[int]) -> int:
        return places[self.randbelow(len(places))]


@pytest.mark.parametrize(("size", "places"), [*FIVE.DEALT.items(), ("15", (0, 2, 3)), (None, (3,))])
def test_each_dealt_place_is_drawn_alike(
    size: object, places: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = Draws()
    monkeypatch.setattr(puzzle, "secrets", draws)
    drawn: Counter[int] = Counter()
    for draws.at in range(6 * len(places)):
        drawn[value_of(FIVE.new_code(size)) % PLACES] += 1
    assert drawn == dict.fromkeys(places, 6)
    assert set(draws.bounds) == {len(places), SALTS}


def test_new_codes_are_random_and_open() -> None:
    codes = {FIVE.new_code() for _ in range(50)}
    assert len(codes) > 40
    for code, size in product(codes, SIZES):
        assert not FIVE.picture(code, size).retired


def test_nothing_to_deal() -> None:
    empty = library({10: set(range(5)), 15: {0}, 20: {1, 2, 3, 4}})
    with pytest.raises(GriddlesError, match="no picture to deal at size 10: add one"):
        empty.new_code(10)
    with pytest.raises(GriddlesError, match="no picture to deal at every size alike: add one"):
        empty.new_code()
    assert empty.picture(empty.new_code(20), 20).id == "thing-0"
    with pytest.raises(GriddlesError, match=f"^{REFUSAL}$"):
        empty.new_code(12)


# What is published


def test_the_library_reads_what_is_published() -> None:
    read = Library.from_json(json.loads(json.dumps(published(FIVE))))
    assert read.entries == FIVE.entries
    assert read.DEALT == FIVE.DEALT


def publish(folder: Path, manifest: object, files: list[dict[str, Any]]) -> None:
    (folder / "griddles").mkdir()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    for value in files:
        (folder / "griddles" / f"{value['size']}.json").write_text(json.dumps(value), encoding="utf-8")


MANIFEST = {"games": {"griddles": {"engine": 6}}}


def test_the_library_reads_a_folder(tmp_path: Path) -> None:
    publish(tmp_path, MANIFEST, published(FIVE))
    assert Library.read(tmp_path).entries == FIVE.entries


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        (
            {"games": {"griddles": {"engine": 5}}},
            "manifest.json is engine 5's and these rules are engine 6's",
        ),
        ({"games": {}}, "manifest.json doesn't list Griddles"),
        ([], "manifest.json doesn't list Griddles"),
    ],
)
def test_another_manifest(tmp_path: Path, manifest: object, told: str) -> None:
    publish(tmp_path, manifest, published(FIVE))
    with pytest.raises(GriddlesError, match=told):
        Library.read(tmp_path)


def test_a_folder_with_a_file_missing_or_damaged(tmp_path: Path) -> None:
    with pytest.raises(GriddlesError, match=r"manifest.json can't be read \(No such file.*build it first"):
        Library.read(tmp_path)
    publish(tmp_path, MANIFEST, published(FIVE))
    path = tmp_path / "griddles" / "15.json"
    for data, told in (
        (b"{", r"15.json is not JSON: build it again"),
        (b"\xff", r"15.json is not JSON"),
        (b"[" * 100_000, r"15.json is not JSON"),
        (b"{}", r"15.json is damaged, build it again. A size's file has the keys"),
        (json.dumps(published(FIVE)[0]).encode(), "15.json holds size 10"),
    ):
        path.write_bytes(data)
        with pytest.raises(GriddlesError, match=told):
            Library.read(tmp_path)
    path.unlink()
    with pytest.raises(GriddlesError, match=r"15.json can't be read"):
        Library.read(tmp_path)


def changed(**members: object) -> dict[str, Any]:
    return {"size": 10, "pictures": [{**entry(0, 10).to_json(), **members}]}


ROWS = list(entry(0, 10).rows)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"size": 10},
        {"size": 11, "pictures": []},
        {"size": [10], "pictures": []},
        {"size": 10, "pictures": {}},
        {"size": 10, "pictures": [], "more": 1},
        {"size": 10, "pictures": [None]},
        {"size": 10, "pictures": [{}]},
        changed(more=1),
        changed(place=1),
        changed(place=-1),
        changed(place=False),
        changed(place="0"),
        changed(id=""),
        changed(id="A"),
        changed(id=5),
        changed(title=""),
        changed(title=None),
        changed(source=[]),
        changed(measure=3),
        changed(retired=False),
        changed(retired=1),
        changed(rows="#"),
        changed(rows=ROWS[:-1]),
        changed(rows=[*ROWS[:-1], ROWS[-1] + "."]),
        changed(rows=[*ROWS[:-1], "0" * 10]),
        changed(rows=[*ROWS[:-1], 5]),
        {"size": 10, "pictures": [entry(0, 10).to_json(), {**entry(1, 10).to_json(), "id": "thing-0"}]},
        {"size": 10, "pictures": [entry(1, 10).to_json(), entry(0, 10).to_json()]},
    ],
)
def test_a_damaged_list(value: object) -> None:
    with pytest.raises(GriddlesError):
        Library.from_json([value])


def test_a_size_twice_and_a_list_too_long() -> None:
    with pytest.raises(GriddlesError, match="Size 10 is there twice"):
        Library.from_json([changed(), changed()])
    full = [entry(place, 10) for place in range(PLACES)]
    assert len(Library({10: full}).entries[10]) == PLACES
    with pytest.raises(GriddlesError, match="has 1025 pictures, and codes name 1024 places"):
        Library({10: [*full, entry(PLACES, 10)]})


def test_a_server_needs_nothing_but_the_rules() -> None:
    """The module imports no package that only a build has."""
    listing = "import sys, griddles.puzzle; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, encoding="utf-8", check=True
    ).stdout.split()
    ours = {name for name in loaded if name.partition(".")[0] in ("griddles", "picturekit")}
    assert ours == {
        "griddles",
        "griddles.puzzle",
        "griddles.errors",
        "picturekit",
        "picturekit.codes",
        "picturekit.errors",
    }
    assert not {"numpy", "numba", "cairosvg", "PIL", "yaml", "snakemake", "jinja2"} & set(loaded)


# Hex


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (("#",), "8"),
        ((".",), "0"),
        (("#.", ".#"), "9"),
        (("#..", ".#.", "..#"), "888"),
        (("###",) * 3, "ff8"),
    ],
)
def test_hex(rows: tuple[str, ...], text: str) -> None:
    assert puzzle.pack(rows) == text
    assert puzzle.unpack(text, len(rows)) == rows


@given(st.sampled_from([*SIZES, 1, 2, 3]).flatmap(grids))
def test_hex_comes_back(rows: tuple[str, ...]) -> None:
    text = puzzle.pack(rows)
    assert len(text) == -(-(len(rows) ** 2) // 4)
    assert puzzle.unpack(text, len(rows)) == rows


@pytest.mark.parametrize("text", ["", "88", "8888", "FF8", "ff9", "ff4", "0x8", " 88", "٨88", "88\n"])
def test_hex_of_no_picture(text: str) -> None:
    with pytest.raises(GriddlesError, match="is no picture of 3 by 3 cells in hex"):
        puzzle.unpack(text, 3)
