"""The rules: what is read, what a picture asks for, what a line is refused for, and what a board does."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lowpoly import puzzle
from lowpoly.errors import LowPolyError
from lowpoly.puzzle import Board, Library, Line, Picture, Puzzle, Tier

CASES = Path(__file__).parents[1] / "cases" / "lowpoly"


def cases(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def named(name: str) -> Any:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in cases(name)])


TIERS = {name: Tier.from_json(tier) for name, tier in cases("pictures").items()}
SQUARE = TIERS["square"]
SQUARE_LINES = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
FOX = Puzzle("76XLFK", "easy", "easy", "Fox", SQUARE)


# What a picture asks for


def test_lines_are_each_side_once_lower_dot_first_and_sorted() -> None:
    tier = Tier(600, 600, SQUARE.dots, ((3, 2, 1), (2, 1, 0)), SQUARE.colors)
    assert puzzle.lines(tier) == SQUARE_LINES


def test_a_dots_number_is_how_many_lines_meet_there() -> None:
    assert puzzle.degrees(SQUARE) == [2, 3, 3, 2]
    assert puzzle.degrees(TIERS["strip"]) == [2, 4, 2, 3, 3]


@pytest.mark.parametrize("answer", [SQUARE_LINES, tuple(SQUARE_LINES), [list(line) for line in SQUARE_LINES]])
def test_check_takes_the_lines(answer: object) -> None:
    assert puzzle.check(FOX, answer)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        {},
        5,
        [],
        SQUARE_LINES[:-1],
        [*SQUARE_LINES, (2, 3)],
        [*SQUARE_LINES[:-1], (0, 3)],
        [SQUARE_LINES[1], SQUARE_LINES[0], *SQUARE_LINES[2:]],
        [(1, 0), *SQUARE_LINES[1:]],
        [(0, 1, 2), *SQUARE_LINES[1:]],
        [(False, True), *SQUARE_LINES[1:]],
        [(0.0, 1.0), *SQUARE_LINES[1:]],
        ["01", *SQUARE_LINES[1:]],
        [None, *SQUARE_LINES[1:]],
        [[[0], [1]], *SQUARE_LINES[1:]],
        set(SQUARE_LINES),
    ],
    ids=repr,
)
def test_check_takes_nothing_else(answer: object) -> None:
    assert not puzzle.check(FOX, answer)


def test_there_is_one_answer_and_it_is_as_hard_as_its_size() -> None:
    assert puzzle.solve(FOX) == SQUARE_LINES
    assert puzzle.check(FOX, puzzle.solve(FOX))
    assert puzzle.rate(FOX) == "easy"
    assert puzzle.count(FOX) == 1


def test_a_server_needs_nothing_but_the_rules() -> None:
    """The module imports no package that only a build has."""
    listing = "import sys, lowpoly.puzzle; print(*(name.partition('.')[0] for name in sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, encoding="utf-8", check=True
    ).stdout.split()
    assert {"lowpoly", "picturekit"} <= set(loaded)
    assert not {"numpy", "numba", "cairosvg", "PIL", "yaml", "snakemake", "jinja2"} & set(loaded)


# Geometry


@named("cuts")
def test_cutting_a_triangle(case: dict[str, Any]) -> None:
    dots = tuple(map(tuple, case["triangle"] + case["line"]))
    tier = Tier(1000, 1000, dots, ((0, 1, 2),), ("#336699",))
    for corners in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        assert puzzle.cuts_triangle(tier, 3, 4, corners) is case["expected"]
        assert puzzle.cuts_triangle(tier, 4, 3, corners) is case["expected"]


def cuts_by_clipping(a: Any, b: Any, corners: list[Any]) -> bool:
    """The oracle: the part of a-b strictly inside all three sides, as an interval in fractions of it."""
    low, high = Fraction(0), Fraction(1)
    open_low = open_high = False
    turn = puzzle.orient(*corners)
    if turn == 0:
        return False
    for i in range(3):
        p, q = corners[i], corners[(i + 1) % 3]
        at_a, at_b = (puzzle.orient(p, q, end) * (1 if turn > 0 else -1) for end in (a, b))
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a == at_b:
            continue
        zero = Fraction(at_a, at_a - at_b)
        if at_a < at_b and zero >= low:
            low, open_low = zero, True
        if at_a > at_b and zero <= high:
            high, open_high = zero, True
    return low < high or (low == high and not open_low and not open_high)


small = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(small, min_size=5, max_size=5))
def test_cutting_a_triangle_agrees_with_clipping(points: list[tuple[int, int]]) -> None:
    a, b, *corners = points
    if a == b:
        return
    tier = Tier(6, 6, tuple(points), ((2, 3, 4),), ("#336699",))
    assert puzzle.cuts_triangle(tier, 0, 1, (2, 3, 4)) is cuts_by_clipping(a, b, corners)


def nearest_square(p: Any, a: Any, b: Any) -> Fraction:
    """The oracle: the square of the distance from p to the nearest point of a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, dx * dx + dy * dy)
    t = min(max(along, Fraction(0)), Fraction(1))
    return (a[0] + t * dx - p[0]) ** 2 + (a[1] + t * dy - p[1]) ** 2


near = st.tuples(st.integers(0, 120), st.integers(0, 120))


@given(st.lists(near, min_size=3, max_size=6))
@example([(0, 0), (100, 0), (50, 30)])
@example([(0, 0), (100, 0), (50, 29)])
@example([(0, 0), (80, 60), (22, 54)])
@example([(30, 0), (100, 0), (0, 0)])
@example([(29, 0), (100, 0), (0, 0)])
@example([(0, 0), (100, 0), (130, 0)])
@example([(0, 0), (100, 0), (118, 23)])
def test_the_first_dot_on_a_line_agrees_with_fractions(points: list[tuple[int, int]]) -> None:
    a, b = points[:2]
    if a == b:
        return
    tier = Tier(120, 120, tuple(points), (), ())
    through = [k for k in range(2, len(points)) if nearest_square(points[k], a, b) < puzzle.THROUGH**2]
    assert puzzle.dot_on_line(tier, 0, 1) == (through[0] if through else None)
    assert puzzle.dot_on_line(tier, 1, 0) == puzzle.dot_on_line(tier, 0, 1)


# A board


def drawn_board(tier: Tier, drawn: list[Line]) -> Board:
    board = Board(tier)
    for a, b in drawn:
        assert board.draw(a, b) is None, (a, b)
    return board


@named("refusals")
def test_refusal(case: dict[str, Any]) -> None:
    board = drawn_board(TIERS[case["picture"]], case["drawn"])
    before = set(board.drawn)
    assert board.refusal(*case["line"], touch=case["touch"]) == case["expected"]
    assert board.draw(*case["line"], touch=case["touch"]) == case["expected"]
    added = {(min(case["line"]), max(case["line"]))} if case["expected"] is None else set()
    assert board.drawn == before | added


def take(board: Board, step: list[Any]) -> None:
    verb, *dots = step
    verbs = {"draw": board.draw, "rub": board.rub, "rub dot": board.rub_dot, "undo": board.undo}
    (verbs | {"restart": board.restart})[verb](*dots)


@named("moves")
def test_moves(case: dict[str, Any]) -> None:
    board = Board(TIERS[case["picture"]])
    for step in case["steps"]:
        take(board, step)
    assert sorted(map(list, board.drawn)) == case["lines"]
    assert board.left == case["left"]
    assert board.filled == case["filled"]
    assert board.status() == case["status"]


def test_rubbing_and_undo_tell_whether_they_did_something() -> None:
    board = drawn_board(SQUARE, [(0, 1), (0, 2), (1, 2), (2, 3)])
    assert board.rub(3, 2)
    assert not board.rub(3, 2)
    assert not board.rub(0, 1)
    assert not board.rub_dot(0)
    assert board.undo()
    assert board.rub_dot(3)
    assert board.restart()
    assert not board.restart()
    assert not Board(SQUARE).undo()


def test_the_answer_is_the_lines_once_exactly_they_are_drawn() -> None:
    board = drawn_board(SQUARE, SQUARE_LINES[::-1][:-1])
    assert board.answer() is None
    board.draw(0, 1)
    assert board.answer() == SQUARE_LINES
    board.undo()
    assert board.answer() is None


def test_full_dots_are_no_answer_while_a_line_is_wrong() -> None:
    case = next(case for case in cases("moves") if case["name"] == "every dot full and lines wrong")
    board = drawn_board(TIERS[case["picture"]], case["lines"])
    assert not any(board.left)
    assert board.answer() is None


@pytest.mark.parametrize("line", [(1, 1), (0, 4), (-1, 2), (4, 0)])
def test_a_line_joins_two_of_the_dots(line: Line) -> None:
    board = Board(SQUARE)
    for act in (board.refusal, board.draw, board.rub):
        with pytest.raises(LowPolyError, match="name two of the dots 0 to 3"):
            act(*line)


@named("saves")
def test_saved_lines(case: dict[str, Any]) -> None:
    board = Board.load(TIERS[case["picture"]], case["saved"])
    assert sorted(map(list, board.drawn)) == case["lines"]
    assert min(board.left) >= 0
    assert not board.undo()


steps = st.one_of(
    st.tuples(st.sampled_from(["draw", "rub"]), st.permutations(range(5)).map(lambda dots: dots[:2])).map(
        lambda step: [step[0], *step[1]]
    ),
    st.integers(0, 4).map(lambda dot: ["rub dot", dot]),
    st.sampled_from([["undo"], ["restart"]]),
)


@given(st.sampled_from(["strip", "fan"]), st.lists(steps, max_size=40))
def test_any_board_can_be_saved_and_loaded(picture: str, some: list[list[Any]]) -> None:
    board = Board(TIERS[picture])
    for step in some:
        take(board, step)
    loaded = Board.load(board.tier, json.loads(json.dumps(board.save())))
    assert loaded.drawn == board.drawn
    assert (loaded.left, loaded.filled, loaded.status()) == (board.left, board.filled, board.status())


@given(st.sampled_from(["strip", "fan"]), st.lists(steps, max_size=40))
def test_undo_goes_back_through_every_board(picture: str, some: list[list[Any]]) -> None:
    board = Board(TIERS[picture])
    seen = [set(board.drawn)]
    for step in some:
        take(board, step)
        if step == ["undo"]:
            seen = seen[:-1] or seen
        elif board.drawn != seen[-1]:
            seen.append(set(board.drawn))
        assert board.drawn == seen[-1]
        assert min(board.left) >= 0
    while board.undo():
        seen.pop()
        assert board.drawn == seen[-1]
    assert seen == [set()]


# What is published


def published(folder: Path) -> Path:
    """A folder with the fox at every size and a seal without Easy."""
    fox = Picture("76XLFK", "Fox", "creature", dict.fromkeys(puzzle.SIZES, SQUARE))
    seal = Picture("SEAL22", "Seal", "creature", {"medium": TIERS["strip"], "hard": TIERS["fan"]})
    rows = []
    (folder / "lowpoly").mkdir(parents=True)
    for picture in (fox, seal):
        file = f"lowpoly/{picture.code}.json"
        rows.append({"code": picture.code, "sizes": list(picture.tiers), "file": file})
        (folder / file).write_text(json.dumps(picture.to_json()), encoding="utf-8")
    write_manifest(folder, {"engine": puzzle.ENGINE_VERSION, "pictures": rows})
    return folder


def write_manifest(folder: Path, game: object) -> None:
    (folder / "manifest.json").write_text(json.dumps({"games": {"lowpoly": game}}), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return published(tmp_path / "publish")


def test_a_picture_is_read_as_it_was_published(folder: Path) -> None:
    library = Library(folder)
    fox = library.load("76XLFK")
    assert fox == Picture("76XLFK", "Fox", "creature", {"easy": SQUARE, "medium": SQUARE, "hard": SQUARE})
    assert library.load("76XLFK") is fox


def test_a_code_names_a_puzzle_at_a_size(folder: Path) -> None:
    library = Library(folder)
    made = library.generate("76XLFK", "easy")
    assert made == FOX
    assert library.generate("76xlfk", "easy", "easy") == made
    assert made.to_json() == {
        "engine": 3,
        "slug": "low-poly",
        "code": "76XLFK",
        "size": "easy",
        "difficulty": "easy",
        "title": "Fox",
        "w": 600,
        "h": 600,
        "dots": [[100, 100], [300, 100], [100, 300], [300, 300]],
        "tris": [[0, 1, 2], [1, 2, 3]],
        "colors": ["#336699", "#336699"],
    }
    assert library.generate("SEAL22", "hard").tier == TIERS["fan"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("FFFFFF", "easy"), "No picture FFFFFF."),
        (("ffffff", "easy"), "No picture FFFFFF."),
        (("76XLFKX", "easy"), "No picture 76XLFKX."),
        (("76XLFK\n", "easy"), "No picture 76XLFK\n."),
        (("", "easy"), "No picture ."),
        (("\u017feal22", "hard"), "No picture \u017feal22."),
        ((123456, "easy"), "No picture 123456."),
        ((None, "easy"), "No picture NONE."),
        (("FFFFFF", "huge"), "No picture FFFFFF."),
        (("76XLFK", "huge"), "No huge huge Low Poly."),
        (("76XLFK", "Easy"), "No Easy Easy Low Poly."),
        (("76XLFK", "easy", "hard"), "No hard easy Low Poly."),
        (("76XLFK", "huge", "easy"), "No easy huge Low Poly."),
        (("76XLFK", "huge", "huge"), "No huge huge Low Poly."),
        (("76XLFK", ["easy"]), "No ['easy'] ['easy'] Low Poly."),
        (("SEAL22", "easy"), "No easy picture SEAL22."),
        (("SEAL22", "easy", "hard"), "No hard easy Low Poly."),
    ],
)
def test_what_the_game_does_not_make(folder: Path, asked: tuple[Any, ...], words: str) -> None:
    with pytest.raises(LowPolyError) as error:
        Library(folder).generate(*asked)
    assert str(error.value) == words


def test_load_takes_the_code_as_it_is_written(folder: Path) -> None:
    with pytest.raises(LowPolyError, match=r"^No picture 76xlfk\.$"):
        Library(folder).load("76xlfk")


def test_a_row_whose_code_is_no_code_is_never_served(folder: Path) -> None:
    row = {"code": "FOX", "sizes": ["easy"], "file": "lowpoly/76XLFK.json"}
    write_manifest(folder, {"engine": puzzle.ENGINE_VERSION, "pictures": [row]})
    with pytest.raises(LowPolyError, match=r"^No picture FOX\.$"):
        Library(folder).generate("FOX", "easy")


@pytest.mark.parametrize(
    "game",
    [
        None,
        [],
        {},
        {"engine": 3},
        {"engine": 3, "pictures": 5},
        {"engine": 3, "pictures": [{}]},
        {"engine": 3, "pictures": ["fox"]},
        {"engine": 3, "pictures": [{"code": "76XLFK", "sizes": 5, "file": "x"}]},
        {"engine": 3, "pictures": [{"code": "76XLFK", "sizes": [], "file": 5}]},
        {"engine": 3, "pictures": [{"code": ["76XLFK"], "sizes": [], "file": "x"}]},
    ],
    ids=repr,
)
def test_a_manifest_that_lists_no_pictures(folder: Path, game: object) -> None:
    write_manifest(folder, game)
    with pytest.raises(LowPolyError, match=r"manifest\.json doesn't list Low Poly's pictures"):
        Library(folder)


def test_another_engines_pictures_are_not_served(folder: Path) -> None:
    write_manifest(folder, {"engine": 2, "pictures": []})
    with pytest.raises(LowPolyError, match="is engine 2's and these rules are engine 3's"):
        Library(folder)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000])
def test_a_manifest_that_is_no_json(folder: Path, data: bytes) -> None:
    (folder / "manifest.json").write_bytes(data)
    with pytest.raises(LowPolyError, match=r"manifest\.json is not JSON: build it again"):
        Library(folder)


def test_a_manifest_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LowPolyError, match=r"manifest\.json can't be read \(No such file"):
        Library(tmp_path)


def test_a_picture_that_is_not_there(folder: Path) -> None:
    (folder / "lowpoly/76XLFK.json").unlink()
    with pytest.raises(LowPolyError, match=r"76XLFK\.json can't be read \(No such file"):
        Library(folder).generate("76XLFK", "easy")


def changed(path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """The fox's published object with one value changed."""
    fox = Picture("76XLFK", "Fox", "creature", dict.fromkeys(puzzle.SIZES, SQUARE)).to_json()
    place: Any = fox
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return fox


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "is damaged"),
        ([], "is damaged"),
        ({"code": "76XLFK"}, "is damaged"),
        (changed(("more",), 1), "is damaged"),
        (changed(("tiers",), []), "is damaged"),
        (changed(("tiers", "easy"), None), "is damaged"),
        (changed(("tiers", "easy", "more"), 1), "is damaged"),
        (changed(("tiers", "easy", "dots"), 5), "is damaged"),
        (changed(("tiers", "easy", "dots", 0), 5), "is damaged"),
        (changed(("tiers", "easy", "tris", 0), "012"), "is damaged"),
        (changed(("tiers", "easy", "colors"), "#336699"), "is damaged"),
        (changed(("code",), "SEAL22"), "is not the picture"),
        (changed(("tiers",), {"easy": SQUARE.to_json()}), "is not the picture"),
        (changed(("tiers", "easy", "w"), None), "is not the picture"),
        (changed(("tiers", "easy", "h"), 600.0), "is not the picture"),
        (changed(("tiers", "easy", "dots", 0), [1]), "is not the picture"),
        (changed(("tiers", "easy", "dots", 0), [1, 2.5]), "is not the picture"),
        (changed(("tiers", "easy", "tris", 0), [0, 1]), "is not the picture"),
        (changed(("tiers", "easy", "tris", 0), [0, 1, 1]), "is not the picture"),
        (changed(("tiers", "easy", "tris", 0), [0, 1, 4]), "is not the picture"),
        (changed(("tiers", "easy", "tris", 0), [0, 1, -1]), "is not the picture"),
        (changed(("tiers", "easy", "tris", 0), [0, 2, True]), "is not the picture"),
        (changed(("tiers", "easy", "colors"), ["#336699"]), "is not the picture"),
    ],
)
def test_a_damaged_picture_is_told_by_its_file(folder: Path, value: object, words: str) -> None:
    (folder / "lowpoly/76XLFK.json").write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(LowPolyError, match=rf"lowpoly/76XLFK\.json {words}.*build it again"):
        Library(folder).generate("76XLFK", "easy")


def test_a_tier_keeps_what_the_audit_has_to_judge() -> None:
    tier = Tier.from_json({"w": None, "h": 1.5, "dots": [[1], []], "tris": [[9, "a"]], "colors": [None]})
    assert tier == Tier(None, 1.5, ((1,), ()), ((9, "a"),), (None,))  # type: ignore[arg-type]
    assert Tier.from_json(SQUARE.to_json()) == SQUARE
