"""Gains: every one that a run of insertion works out, against all the meshes that could be made instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lowpoly import insertion
from lowpoly.delaunay import CORNERS, choose_cavity
from lowpoly.features import prefix_table
from lowpoly.gains import UNFAIR, count_uses
from lowpoly.settings import Rules

from . import reference
from .reference import Ints, Point, Triangle

SIZE = 40

WHOLE = Rules(
    dots=16,
    gap=4,
    nearest=70,
    clear=42,
    corner=Fraction(24_932_801, 10**8),
    keep=Fraction(1, 2),
    likely=Fraction(3, 10),
    attempts=40,
    rounds=30,
    retry=True,
    part=False,
)
BEST = replace(WHOLE, part=True)
SPEC = replace(WHOLE, retry=False)

MOST = 9
"""Cavities of more triangles have too many parts to try them all."""

PLACES = np.array([(x, y) for y in range(2, SIZE, 3) for x in range(2, SIZE, 3)], np.int64)


def plain(function: Any) -> Any:
    """The Python that a compiled function was made from, which calls what the module then holds."""
    return function.py_func


class Watch:
    """A run of insertion on a small picture, and what the pixels under a triangle say of it."""

    def __init__(self, seed: int) -> None:
        self.rgba = reference.scene(seed, SIZE)
        self.weighted = reference.channels(self.rgba)
        self.known: dict[tuple[Point, ...], Ints] = {}
        self.errors: dict[tuple[Point, ...], int] = {}
        self.fair: dict[tuple[Point, ...], bool] = {}

    def run(self, rules: Rules) -> insertion.Greedy:
        return insertion.insert(prefix_table(self.rgba), PLACES, rules)

    def sums(self, *corners: Point) -> Ints:
        """A triangle's count, channels and squares."""
        if corners not in self.known:
            values = self.weighted[reference.covers(SIZE, corners)]
            self.known[corners] = np.array(
                [len(values), *values.sum(axis=0), *(values**2).sum(axis=0)], np.int64
            )
        return self.known[corners]

    def error(self, *corners: Point) -> int:
        if corners not in self.errors:
            self.errors[corners] = int(reference.error(self.sums(*corners)))
        return self.errors[corners]

    def opaque(self, *corners: Point, least: Fraction) -> bool:
        return reference.opaque(self.sums(*corners), least)

    def is_fair(self, *corners: Point) -> bool:
        """Whether a triangle, if it shows, is no sliver and has its first corner far from the other side."""
        if corners not in self.fair:
            p, a, b = (reference.on_board(corner, WHOLE.gap) for corner in corners)
            unfair = reference.sharp(p, a, b) or reference.near(a, b, p)
            self.fair[corners] = not (unfair and self.opaque(*corners, least=WHOLE.likely))
        return self.fair[corners]


def points_of(mesh: Any) -> list[Point]:
    return [(x, y) for x, y in mesh.points[: mesh.used[0]].tolist()]


def triangles_of(mesh: Any) -> list[Triangle]:
    return [(a, b, c) for a, b, c in mesh.triangles[: mesh.used[1]].tolist()]


def cavity_of(mesh: Any, home: int, place: Point) -> dict[int, list[int]]:
    """The triangles that a search from home comes to, each with those reached from it."""
    points, triangles = points_of(mesh), triangles_of(mesh)
    owner = {side: t for t, triangle in enumerate(triangles) for side in reference.directed(triangle)}
    branches: dict[int, list[int]] = {home: []}
    queue = [home]
    for t in queue:
        for a, b in reference.directed(triangles[t]):
            over = owner.get((b, a))
            if over is None or over in branches:
                continue
            corners = [np.array(points[v]) for v in triangles[over]]
            if reference.in_circle(corners[0], corners[1], corners[2], np.array(place)) > 0:
                branches[t].append(over)
                branches[over] = []
                queue.append(over)
    return branches


def parts_of(branches: dict[int, list[int]], root: int) -> Iterator[frozenset[int]]:
    """Every part of the cavity in one piece with its root."""

    def choices(children: list[int]) -> Iterator[frozenset[int]]:
        if not children:
            yield frozenset()
            return
        for rest in choices(children[1:]):
            yield rest
            for part in parts_of(branches, children[0]):
                yield rest | part

    for rest in choices(branches[root]):
        yield rest | {root}


@dataclass
class Choice:
    """A mesh with a place in it, and what could be taken away for a dot there."""

    watch: Watch
    points: list[Point]
    triangles: list[Triangle]

    @classmethod
    def of(cls, watch: Watch, mesh: Any, x: int, y: int) -> Choice:
        return cls(watch, [*points_of(mesh), (int(x), int(y))], triangles_of(mesh))

    def fan(self, gone: frozenset[int]) -> list[Triangle]:
        """The triangles that the dot would make in place of those."""
        return reference.fan([self.triangles[t] for t in sorted(gone)], len(self.points) - 1)

    def gain(self, gone: frozenset[int]) -> int:
        """What replacing those triangles takes off the error."""
        before = sum(self.watch.error(*(self.points[v] for v in self.triangles[t])) for t in gone)
        return before - sum(self.watch.error(*(self.points[v] for v in t)) for t in self.fan(gone))

    def is_fair(self, gone: frozenset[int]) -> bool:
        """Whether every triangle made is; the ones at the frame's corners are background."""
        return all(
            min(t) < CORNERS or self.watch.is_fair(*(self.points[v] for v in t)) for t in self.fan(gone)
        )


def spy(monkeypatch: pytest.MonkeyPatch, **after: Callable[..., None]) -> None:
    """Run insertion in Python, and a check after each call of the functions named, with its answer first."""
    for name in ("grow", "best_candidate"):
        monkeypatch.setattr(insertion, name, plain(getattr(insertion, name)))
    for name, check in after.items():
        monkeypatch.setattr(insertion, name, checked(getattr(insertion, name), check))


def checked(function: Callable[..., Any], check: Callable[..., None]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        answer = function(*given)
        check(answer, *given)
        return answer

    return call


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_cavity_s_gain_is_what_it_takes_off_the_error(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    watch, seen = Watch(seed), []

    def check(gain: int, mesh: Any, cavity: Any, *given: Any) -> None:
        _, _, _, _, home, x, y = given
        corners = np.array([[points_of(mesh)[v] for v in t] for t in triangles_of(mesh)])
        circled = reference.in_circle(corners[:, 0], corners[:, 1], corners[:, 2], np.array((x, y))) > 0
        gone = frozenset(np.flatnonzero(circled).tolist())
        assert home in gone
        assert gain == Choice.of(watch, mesh, x, y).gain(gone)
        inside = choose_cavity(cavity)
        assert set(cavity.triangles[:inside].tolist()) == gone
        seen.append(len(gone))

    spy(monkeypatch, weigh=check)
    watch.run(WHOLE)
    assert len(seen) > 300
    assert max(seen) >= 5


@pytest.mark.parametrize("seed", range(2))
def test_a_part_s_gain_is_the_most_of_all_fair_parts(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    watch = Watch(seed)
    partial = hopeless = tried = 0

    def check(gain: int, mesh: Any, cavity: Any, *given: Any) -> None:
        nonlocal partial, hopeless, tried
        _, _, _, _, home, x, y = given
        branches = cavity_of(mesh, int(home), (int(x), int(y)))
        if len(branches) > MOST:
            return
        tried += 1
        choice = Choice.of(watch, mesh, x, y)
        gains = {part: choice.gain(part) for part in parts_of(branches, int(home)) if choice.is_fair(part)}
        if not gains:
            assert gain < UNFAIR // 2
            hopeless += 1
            return
        assert gain == max(gains.values())
        chosen = frozenset(cavity.triangles[: choose_cavity(cavity)].tolist())
        assert gains[chosen] == gain
        # Of parts that are worth the same, the one with all the others in it.
        assert all(part <= chosen for part, worth in gains.items() if worth == gain)
        partial += len(chosen) < len(branches)

    spy(monkeypatch, weigh=check)
    watch.run(BEST)
    assert tried > 300
    assert partial > 20
    assert hopeless > 0


def test_what_is_remembered_of_a_candidate_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, remembered, shared = Watch(4), 0, []
    sums = reference.Sums(watch.rgba)

    def check(_: int, mesh: Any, cavity: Any, weights: Any, *given: Any) -> None:
        nonlocal remembered
        _, memory, c, _, x, y = given
        slots = [int(v) % insertion.SLOTS for v in cavity.spokes[: cavity.found[1]]]
        shared.append(len(set(slots)) < len(slots))
        for i in range(cavity.found[1]):
            v = int(cavity.spokes[i])
            expected = sums.edge((int(x), int(y)), points_of(mesh)[v])[:5]
            assert (weights.spokes[i] == expected).all()
            remembered += int(memory[c, v % insertion.SLOTS, 5] == v + 1)

    spy(monkeypatch, weigh=check)
    watch.run(replace(BEST, dots=30))
    assert remembered > 1000
    assert any(shared)


@pytest.mark.parametrize("rules", [BEST, WHOLE, SPEC], ids=["best", "whole", "spec"])
def test_what_is_known_of_a_mesh_is_so(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """After every dot each entry is what the pixels say; and counting there and back changes nothing."""
    watch = Watch(5)
    sums = reference.Sums(watch.rgba)
    used = 0
    changes = []

    def uses_of(points: list[Point], triangles: list[Triangle]) -> list[int]:
        kept = [
            t
            for t in triangles
            if min(t) >= CORNERS and watch.opaque(*(points[v] for v in t), least=rules.keep)
        ]
        return [sum(v in t for t in kept) for v in range(len(points))]

    def count(_: bool, mesh: Any, cavity: Any, weights: Any, limits: Any, inside: int, *given: Any) -> None:
        _, x, y = given
        before = weights.uses.copy()
        there = count_uses(mesh, cavity, weights, limits, inside, 1)
        gone = set(cavity.triangles[:inside].tolist())
        left = [t for i, t in enumerate(triangles_of(mesh)) if i not in gone]
        place = next(
            (int(px), int(py)) for px, py in PLACES if reference.on_board((px, py), rules.gap) == (x, y)
        )
        choice = Choice.of(watch, mesh, *place)
        expected = uses_of(choice.points, left + choice.fan(frozenset(gone)))
        assert weights.uses[: len(expected)].tolist() == expected
        assert there == np.count_nonzero(weights.uses) - np.count_nonzero(before)
        back = count_uses(mesh, cavity, weights, limits, inside, -1)
        assert back == -there
        assert (weights.uses == before).all()

    def check(change: int, mesh: Any, cavity: Any, weights: Any, *given: Any) -> None:
        nonlocal used
        points, triangles = points_of(mesh), triangles_of(mesh)
        for t, triangle in enumerate(triangles):
            corners = [points[v] for v in triangle]
            for k, (a, b) in enumerate(reference.directed(triangle)):
                assert (weights.walks[t, k] == sums.edge(points[a], points[b])[:5]).all()
            squares = int(watch.sums(*corners)[5:].sum())
            assert weights.explained[t] == squares - watch.error(*corners)
            inner = min(triangle) >= CORNERS
            assert weights.kept[t] == (inner and watch.opaque(*corners, least=rules.keep))
            likely = watch.opaque(*corners, least=rules.likely)
            # The frame's first two triangles are never asked.
            if max(triangle) >= CORNERS:
                assert weights.likely[t] == (likely and (inner or not rules.retry))
        uses = uses_of(points, triangles)
        assert weights.uses[: len(points)].tolist() == uses
        assert change == np.count_nonzero(uses) - used
        used = int(np.count_nonzero(uses))
        board = [reference.on_board(point, rules.gap) for point in points]
        assert [(int(x), int(y)) for x, y in weights.board[: len(points)]] == board
        changes.append(change)

    spy(monkeypatch, refuses=count, put=check)
    watch.run(rules)
    assert len(changes) > 10
    assert set(changes) != {1}


def test_the_plain_sums_are_those_of_the_pixels_under_a_triangle() -> None:
    """The reference adds up along edges too: here it is held against masks, as the maker is elsewhere."""
    watch = Watch(6)
    sums = reference.Sums(watch.rgba)
    random = np.random.default_rng(6)
    for _ in range(200):
        a, b, c = [(int(x), int(y)) for x, y in random.integers(0, SIZE + 1, (3, 2))]
        sign = 1 if reference.turn(a, b, c) >= 0 else -1
        assert (sign * sums.triangle(a, b, c) == watch.sums(a, b, c)).all()
