"""Fairness: what is refused while a mesh grows, by a judgement of the whole mesh that would come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from lowpoly import insertion
from lowpoly.delaunay import CORNERS
from lowpoly.features import prefix_table
from lowpoly.settings import Rules

from . import reference
from .reference import Line, Point, Triangle

SIZE = 48

BEST = Rules(
    dots=9,
    gap=4,
    nearest=70,
    clear=42,
    corner=Fraction(24_932_801, 10**8),
    keep=Fraction(1, 2),
    likely=Fraction(3, 10),
    attempts=40,
    rounds=25,
    retry=True,
    part=True,
)
WHOLE = replace(BEST, part=False)
SPEC = replace(BEST, retry=False)

PLACES = np.array([(x, y) for y in range(2, SIZE, 2) for x in range(2, SIZE, 2)], np.int64)


def scene(seed: int) -> NDArray[np.uint8]:
    """A picture by chance, cracked, so that some of the triangles amid kept ones are thin and dropped."""
    rgba = reference.scene(seed, SIZE)
    random = np.random.default_rng(seed)
    for _ in range(5):
        x, y = (int(v) for v in random.integers(8, SIZE - 8, 2))
        dx, dy = (int(v) for v in random.integers(-20, 21, 2))
        end = (min(SIZE, max(0, x + dx)), min(SIZE, max(0, y + dy)))
        rgba[reference.covers(SIZE, [(x, y), (x + 4, y + 4), end])] = 0
    return rgba


def sums_of(sums: reference.Sums, points: Sequence[Point], triangle: Triangle) -> reference.Ints:
    a, b, c = (points[v] for v in triangle)
    return sums.triangle(a, b, c)


def holes(triangles: Sequence[Triangle], kept: Sequence[Triangle]) -> list[Triangle]:
    """The dropped triangles that have kept ones over all their sides."""
    lines = {line for t in kept for line in reference.undirected(t)}
    dropped = [t for t in triangles if t not in kept]
    return [t for t in dropped if all(line in lines for line in reference.undirected(t))]


def faults(
    sums: reference.Sums, points: Sequence[Point], triangles: Sequence[Triangle], rules: Rules
) -> list[str]:
    """Why a whole mesh isn't fair, by the kinds of reason."""
    board = [reference.on_board(point, rules.gap) for point in points]
    first = CORNERS if rules.retry else 0
    likely, kept = [], []
    for t in triangles:
        found = sums_of(sums, points, t)
        if min(t) >= first and reference.opaque(found, rules.likely):
            likely.append(t)
        if min(t) >= CORNERS and reference.opaque(found, rules.keep):
            kept.append(t)
    lines: set[Line] = {
        line for t in (likely if rules.retry else triangles) for line in reference.undirected(t)
    }
    found_faults = {
        "sliver": any(reference.sharp(*(board[v] for v in t)) for t in likely),
        "line": reference.crowded(lines, board, range(first, len(points))),
    }
    if rules.retry:
        found_faults |= {
            "number": len({v for t in kept for v in t}) > rules.dots,
            "hole": any(reference.sharp(*(board[v] for v in t)) for t in holes(triangles, kept)),
        }
    return [reason for reason, true in found_faults.items() if true]


def judge(
    monkeypatch: pytest.MonkeyPatch,
    rgba: NDArray[np.uint8],
    places: NDArray[np.int64],
    rules: Rules,
    order: Random | None,
) -> Counter[str]:
    """Run insertion, taking candidates in a random `order` if given, and judge every dot that it asks about.

    Returns what was told, by kind of reason; one counts under its own name where it is the only one.
    """
    told: Counter[str] = Counter()
    sums = reference.Sums(rgba)
    at = {reference.on_board((x, y), rules.gap): (x, y) for x, y in places.tolist()}
    grow, refuses = cast(Any, insertion.grow), insertion.refuses

    def any_candidate(*given: Any) -> int:
        pool, live = given[-2:]
        free = np.flatnonzero(pool[:live, insertion.BARRED] == 0).tolist()
        return order.choice(free) if order and free else -1

    def check(mesh: Any, cavity: Any, weights: Any, limits: Any, inside: int, *given: Any) -> bool:
        answer = bool(refuses(mesh, cavity, weights, limits, inside, *given))
        points, triangles = points_of(mesh), triangles_of(mesh)
        gone = set(cavity.triangles[:inside].tolist())
        after = [t for i, t in enumerate(triangles) if i not in gone]
        after += reference.fan([triangles[t] for t in sorted(gone)], len(points))
        reasons = faults(sums, [*points, at[given[1:]]], after, rules)
        assert answer == bool(reasons), reasons
        told[reasons[0] if len(reasons) == 1 else "several" if reasons else "fair"] += 1
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(insertion, "grow", grow.py_func)
        patch.setattr(insertion, "refuses", check)
        if order:
            patch.setattr(insertion, "best_candidate", any_candidate)
        mesh = insertion.insert(prefix_table(rgba), places, rules)
    points, triangles = mesh.points.tolist(), mesh.triangles.tolist()
    assert not faults(sums, [(x, y) for x, y in points], [(a, b, c) for a, b, c in triangles], rules)
    return told


def points_of(mesh: Any) -> list[Point]:
    return [(x, y) for x, y in mesh.points[: mesh.used[0]].tolist()]


def triangles_of(mesh: Any) -> list[Triangle]:
    return [(a, b, c) for a, b, c in mesh.triangles[: mesh.used[1]].tolist()]


@pytest.mark.parametrize(
    ("rules", "reasons"),
    [
        # With parts, a dot that can't help making a sliver is never asked about.
        (BEST, {"fair", "line", "number"}),
        (WHOLE, {"fair", "line", "number", "sliver", "several"}),
        (SPEC, {"fair", "line", "sliver", "several"}),
    ],
    ids=["best", "whole", "spec"],
)
def test_a_dot_is_refused_exactly_when_it_leaves_the_mesh_unfair(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, reasons: set[str]
) -> None:
    told: Counter[str] = Counter()
    for seed in range(10):
        for order in (None, Random(seed)):
            told += judge(monkeypatch, scene(seed), PLACES, rules, order)
    assert set(told) >= reasons


def cracked() -> NDArray[np.uint8]:
    """A square with a long thin crack in it, which three dots can enclose with an angle of 12°."""
    rgba = np.zeros((SIZE, SIZE, 4), np.uint8)
    rgba[4:44, 4:44] = (200, 60, 20, 255)
    rgba[reference.covers(SIZE, CRACK)] = 0
    return rgba


CRACK = [(10, 24), (34, 22), (34, 27)]
AROUND = [(22, 10), (22, 38), (44, 24), *CRACK]


@pytest.mark.parametrize("rules", [BEST, WHOLE], ids=["best", "whole"])
def test_a_sharp_hole_is_refused_whichever_dot_would_close_it(
    monkeypatch: pytest.MonkeyPatch, rules: Rules
) -> None:
    told: Counter[str] = Counter()
    for seed in range(24):
        told += judge(monkeypatch, cracked(), np.array(AROUND), rules, Random(seed))
    assert told["hole"] >= 10
