"""The audit: failing cases for each rule, a slow judge that agrees with it, and the promise it is for."""

import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from lowpoly import puzzle
from lowpoly.audit import audit
from lowpoly.puzzle import Board, Line, Point, Tier, Triangle

CASES = Path(__file__).parents[1] / "cases" / "lowpoly"
AUDIT = json.loads((CASES / "audit.json").read_text(encoding="utf-8"))


def tier_of(dots: Any, tris: Any, colors: Any = None, w: Any = 1000, h: Any = 1000) -> Tier:
    return Tier(w, h, dots, tris, ["#336699"] * len(tris) if colors is None else colors)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in AUDIT])
def test_rule(case: dict[str, Any]) -> None:
    assert (
        audit(Tier.from_json(case["tier"]) if is_listed(case["tier"]) else Tier(**case["tier"]))
        == (case["expected"])
    )


def is_listed(tier: dict[str, Any]) -> bool:
    return all(isinstance(item, list) for item in tier["dots"] + tier["tris"])


def test_every_rule_has_a_case_that_fails_by_it_alone() -> None:
    """But for a line with a third triangle, which has to overlap one of the others or be flat."""
    rules = [
        "triangles and colors don’t match",
        "a color isn’t #rrggbb",
        "a dot is off the board",
        "a dot is in no triangle",
        "triangle N is flat",
        "line N passes through dot N",
        "lines N and N cross",
        "dots N and N touch",
        "triangle N twice",
        "triangle N has a corner under N°",
        "triangles N and N overlap",
        "line N is too near dot N",
        "dots N and N are too near",
    ]
    alone = {
        "".join("N" if digits else "".join(text) for digits, text in itertools.groupby(told, is_number))
        for case in AUDIT
        if len(case["expected"]) == 1
        for told in case["expected"]
    }
    assert alone == set(rules)


def is_number(letter: str) -> bool:
    return letter in "0123456789,–"


# Data that could be anything


HOSTILE = [
    None,
    True,
    False,
    0,
    -1,
    10**30,
    1.5,
    math.nan,
    math.inf,
    "",
    "0",
    b"",
    (),
    [],
    {},
    [[]],
    object(),
]


@pytest.mark.parametrize("value", HOSTILE, ids=repr)
@pytest.mark.parametrize("member", ["w", "h", "dots", "tris", "colors"])
def test_a_member_that_could_be_anything(member: str, value: Any) -> None:
    members: dict[str, Any] = {"dots": [[0, 0], [200, 0], [0, 200]], "tris": [[0, 1, 2]], "w": 200, "h": 200}
    told = audit(Tier(**{"colors": ["#336699"], **members, member: value}))
    if member not in "wh":
        assert told
    elif value == 10**30:
        assert told == []
    else:
        assert told == ["a dot is off the board"]


@pytest.mark.parametrize("value", HOSTILE, ids=repr)
def test_an_entry_that_could_be_anything(value: Any) -> None:
    dots, tris = [[0, 0], [200, 0], [0, 200], [200, 200]], [[0, 1, 2], [1, 2, 3]]
    assert "a dot is off the board" in audit(tier_of([*dots[:3], value], tris))
    assert "a dot is in no triangle" in audit(tier_of(dots, [*tris, value]))
    assert audit(tier_of(dots, tris, ["#336699", value])) == ["a color isn’t #rrggbb"]
    if type(value) is not int or value > 400:
        assert audit(tier_of(dots, [*tris, [0, 1, value]])) == ["a dot is in no triangle"]
        assert audit(tier_of([*dots[:3], [200, value]], tris)) == ["a dot is off the board"]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.tuples(inner, inner, inner),
    max_leaves=6,
)
point = st.tuples(st.integers(0, 400), st.integers(0, 400))
corners = st.tuples(st.integers(-1, 6), st.integers(-1, 6), st.integers(-1, 6))


@given(
    junk | st.just(400),
    junk | st.lists(point | junk, max_size=6),
    junk | st.lists(corners | junk, max_size=5),
    junk,
)
def test_nothing_makes_it_raise(w: Any, dots: Any, tris: Any, colors: Any) -> None:
    told = audit(Tier(w, 400, dots, tris, colors))
    assert all(isinstance(sentence, str) for sentence in told)


def grid(columns: int, rows: int) -> Tier:
    """A fair sheet of squares, each cut in two."""
    dots = [[100 * x, 100 * y] for y in range(rows) for x in range(columns)]
    tris = []
    for x, y in itertools.product(range(columns - 1), range(rows - 1)):
        a = y * columns + x
        tris += [[a, a + 1, a + columns], [a + 1, a + columns, a + columns + 1]]
    return tier_of(dots, tris, w=100 * columns, h=100 * rows)


def test_as_many_dots_as_an_answer_can_name() -> None:
    assert audit(grid(20, 20)) == []
    assert audit(grid(3, 134)) == ["more than 400 dots"]


def test_as_many_lines_and_triangles_as_an_answer_can_hold() -> None:
    dots = [[100 * (k % 20), 100 * (k // 20)] for k in range(400)]
    apart = list(itertools.islice(itertools.combinations(range(400), 3), 801))
    assert "more than 800 triangles" in audit(tier_of(dots, apart, w=2000, h=2000))
    assert not any(told.startswith("more than") for told in audit(tier_of(dots[:50], apart[:800], w=2000)))
    wide = [t for t in itertools.combinations(range(60), 3) if sum(t) % 60 == 0]
    assert len(puzzle.lines(tier_of(dots[:60], wide))) > 1200
    assert "more than 1200 lines" in audit(tier_of(dots[:60], wide, w=2000, h=2000))


def test_the_farthest_coordinates_are_exact() -> None:
    """Products of differences come near the 64 bits that they are kept in."""
    far = 10**5
    assert audit(tier_of([[0, 0], [far, 0], [0, far]], [[0, 1, 2]], w=far, h=far)) == []
    sharp = tier_of([[0, 0], [far, 0], [far, 24932]], [[0, 1, 2]], w=far, h=far)
    assert audit(sharp) == ["triangle 0,1,2 has a corner under 14°"]
    blunt = tier_of([[0, 0], [far, 0], [far, 24933]], [[0, 1, 2]], w=far, h=far)
    assert audit(blunt) == []
    # Off the board, but measured all the same.
    wide = tier_of([[-far, -far], [far, -far], [far, far]], [[0, 1, 2]], w=far, h=far)
    assert audit(wide) == ["a dot is off the board"]


# A slow judge, in fractions


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether a-b and c-d meet at one point inside both, by solving for it."""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = ux * vy - uy * vx
    if turn == 0:
        return False
    wx, wy = c[0] - a[0], c[1] - a[1]
    return 0 < Fraction(wx * vy - wy * vx, turn) < 1 and 0 < Fraction(wx * uy - wy * ux, turn) < 1


def square_to_line(p: Point, a: Point, b: Point) -> Fraction:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, length) if length else Fraction(0)
    t = min(max(along, Fraction(0)), Fraction(1))
    return (a[0] + t * dx - p[0]) ** 2 + (a[1] + t * dy - p[1]) ** 2


def shared_area(one: list[Point], other: list[Point]) -> Fraction:
    """Twice the area that two triangles share: one clipped by each side of the other (Sutherland-Hodgman)."""
    shape: list[Any] = [(Fraction(x), Fraction(y)) for x, y in one]
    sign = 1 if puzzle.orient(other[0], other[1], other[2]) > 0 else -1
    for i in range(3):
        p, q = other[i], other[(i + 1) % 3]
        kept: list[Any] = []
        for j, here in enumerate(shape):
            before = shape[j - 1]
            at_before, at_here = (sign * puzzle.orient(p, q, corner) for corner in (before, here))
            if at_before * at_here < 0:
                t = Fraction(at_before) / (at_before - at_here)
                kept.append(tuple(m + t * (n - m) for m, n in zip(before, here, strict=True)))
            if at_here >= 0:
                kept.append(here)
        shape = kept
    turns = (shape[j - 1][0] * here[1] - shape[j - 1][1] * here[0] for j, here in enumerate(shape))
    return abs(sum(turns, Fraction(0)))


def is_sharp(at: Point, one: Point, other: Point) -> bool:
    u, v = (one[0] - at[0], one[1] - at[1]), (other[0] - at[0], other[1] - at[1])
    dot, cross = u[0] * v[0] + u[1] * v[1], u[0] * v[1] - u[1] * v[0]
    return dot > 0 and Fraction(abs(cross), dot) < Fraction(24_932_801, 100_000_000)


def judge(tier: Tier) -> Iterator[str]:
    """The audit's sentences for a picture of whole coordinates and good indices, rule by rule in loops."""
    dots, n = tier.dots, len(tier.dots)
    if {k for t in tier.tris for k in t} != set(range(n)):
        yield "a dot is in no triangle"
    solid = []
    for t in tier.tris:
        if puzzle.orient(*(dots[k] for k in t)) == 0:
            yield f"triangle {t[0]},{t[1]},{t[2]} is flat"
        else:
            solid.append(t)
    sides = [{(min(p), max(p)) for p in itertools.combinations(t, 2) if p[0] != p[1]} for t in tier.tris]
    uses = Counter(side for three in sides for side in three)
    if max(uses.values(), default=0) > 2:
        yield "a line has more than two triangles"
    lines = sorted(uses)
    crossed = set()
    for i, (a, b) in enumerate(lines):
        through = [
            k for k in range(n) if k not in (a, b) and square_to_line(dots[k], dots[a], dots[b]) < 30**2
        ]
        if through:
            yield f"line {a}–{b} passes through dot {through[0]}"
        for c, d in lines[i + 1 :]:
            if crossing(dots[a], dots[b], dots[c], dots[d]):
                crossed |= {((a, b), (c, d)), ((c, d), (a, b))}
                yield f"lines {a}–{b} and {c}–{d} cross"
    pairs = [(i, j, math.dist(dots[i], dots[j])) for i, j in itertools.combinations(range(n), 2)]
    yield from (f"dots {i} and {j} touch" for i, j, apart in pairs if apart < 60)
    for i, t in enumerate(tier.tris):
        if sorted(t) in map(sorted, tier.tris[:i]):
            yield "triangle {},{},{} twice".format(*sorted(t))
    once = list(dict.fromkeys(solid))
    for t in once:
        p, q, r = (dots[k] for k in t)
        if is_sharp(p, q, r) or is_sharp(q, r, p) or is_sharp(r, p, q):
            yield f"triangle {t[0]},{t[1]},{t[2]} has a corner under 14°"
    for t, u in itertools.combinations(once, 2):
        told = any(pair in crossed for pair in itertools.product(puzzle.sides(t), puzzle.sides(u)))
        if (
            sorted(t) != sorted(u)
            and not told
            and shared_area([dots[k] for k in t], [dots[k] for k in u]) > 0
        ):
            yield f"triangles {t[0]},{t[1]},{t[2]} and {u[0]},{u[1]},{u[2]} overlap"
    for a, b in lines:
        near = [
            k
            for k in range(n)
            if k not in (a, b) and 30**2 <= square_to_line(dots[k], dots[a], dots[b]) < 42**2
        ]
        if near:
            yield f"line {a}–{b} is too near dot {near[0]}"
    yield from (f"dots {i} and {j} are too near" for i, j, apart in pairs if 60 <= apart < 70)


@st.composite
def pictures(draw: st.DrawFn) -> Tier:
    """Small pictures that break any of the rules of geometry, near their limits and far over them."""
    n = draw(st.integers(3, 8))
    most, step = draw(st.sampled_from([(4, 1), (12, 10), (60, 5), (300, 1), (400, 1)]))
    place = st.tuples(st.integers(0, most), st.integers(0, most))
    dots = [(step * x, step * y) for x, y in draw(st.lists(place, min_size=n, max_size=n))]
    dot = st.integers(0, n - 1)
    tris = draw(st.lists(st.tuples(dot, dot, dot), min_size=1, max_size=6))
    return Tier(600, 600, tuple(dots), tuple(tris), ("#336699",) * len(tris))


@settings(max_examples=300)
@given(pictures())
@example(Tier.from_json(next(case["tier"] for case in AUDIT if case["name"] == "a star")))
def test_it_agrees_with_the_slow_judge(tier: Tier) -> None:
    assert audit(tier) == list(judge(tier))


# The promise (LP-37)


def delaunay(dots: list[Point]) -> list[Triangle]:
    """Every three dots whose circle holds no other, by trying them all."""
    found = []
    for t in itertools.combinations(range(len(dots)), 3):
        a, b, c = (dots[k] for k in t)
        turn = puzzle.orient(a, b, c)
        if turn and not any(turn * circle(a, b, c, dots[k]) > 0 for k in range(len(dots)) if k not in t):
            found.append(t)
    return found


def circle(a: Point, b: Point, c: Point, p: Point) -> int:
    """Positive when p is inside the circle of a, b, c going round one way, negative when it is outside."""
    (ax, ay), (bx, by), (cx, cy) = ((k[0] - p[0], k[1] - p[1]) for k in (a, b, c))
    squares = [x * x + y * y for x, y in ((ax, ay), (bx, by), (cx, cy))]
    return (
        squares[0] * (bx * cy - by * cx) - squares[1] * (ax * cy - ay * cx) + squares[2] * (ax * by - ay * bx)
    )


def renumbered(dots: list[Point], tris: list[Triangle]) -> Tier:
    """The picture of some triangles, without the dots that none of them uses."""
    used = sorted({k for t in tris for k in t})
    place = {k: i for i, k in enumerate(used)}
    kept = sorted(tuple(sorted(place[k] for k in t)) for t in tris)
    return tier_of(tuple(dots[k] for k in used), tuple(kept))


@st.composite
def fair_pictures(draw: st.DrawFn) -> Tier:
    """Fair pictures of up to twelve dots, with holes, notches and loose parts."""
    cells = draw(st.lists(st.sampled_from(range(16)), min_size=3, max_size=12, unique=True))
    shift = st.integers(-50, 50)
    dots = [(100 + 180 * (k % 4) + draw(shift), 100 + 180 * (k // 4) + draw(shift)) for k in sorted(cells)]
    left_out = draw(st.sets(st.integers(0, 20), max_size=4))
    tris = [
        t for i, t in enumerate(delaunay(dots)) if i not in left_out and audit(renumbered(dots, [t])) == []
    ]
    tier = renumbered(dots, tris)
    assume(audit(tier) == [])
    return tier


def wrong_lines(board: Board) -> list[Line]:
    return sorted(board.drawn - set(puzzle.lines(board.tier)))


def assert_only_wrong_lines_refuse(board: Board) -> None:
    """A true line that can't be drawn ends at a dot that a wrong line, free to be rubbed out, has filled."""
    for line in puzzle.lines(board.tier):
        refusal = None if line in board.drawn else board.refusal(*line)
        if refusal is not None:
            full = [dot for dot in line if board.left[dot] == 0]
            assert refusal.startswith("That dot has all ")
            assert all(any(dot in wrong for wrong in wrong_lines(board)) for dot in full)
    assert not any(board.is_fixed(wrong) for wrong in wrong_lines(board))


def play(board: Board, chance: Random, steps: int) -> None:
    """Draw true lines and wrong ones, rub out and undo, at random."""
    dots = range(len(board.tier.dots))
    true = puzzle.lines(board.tier)
    for _ in range(steps):
        act = chance.choice(["true", "true", "true", "any", "any", "rub", "rub dot", "undo"])
        if act == "true":
            board.draw(*chance.choice(true))
        elif act == "any":
            board.draw(*chance.sample(dots, 2))
        elif act == "rub":
            board.rub(*chance.sample(dots, 2))
        elif act == "rub dot":
            board.rub_dot(chance.choice(dots))
        else:
            board.undo()
        assert_only_wrong_lines_refuse(board)


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(fair_pictures(), st.integers(0, 2**32), st.integers(0, 40))
def test_no_true_line_of_a_fair_picture_is_ever_refused(tier: Tier, seed: int, steps: int) -> None:
    chance = Random(seed)
    board = Board(tier)
    play(board, chance, steps)
    for wrong in wrong_lines(board):
        assert board.rub(*wrong)
    remaining = sorted(set(puzzle.lines(tier)) - board.drawn)
    chance.shuffle(remaining)
    for a, b in remaining:
        assert board.draw(a, b) is None
    assert board.answer() == puzzle.lines(tier)
    assert all(board.filled)
    assert not any(board.left)
