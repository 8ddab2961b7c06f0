"""The game's rules: published pictures, a picture's lines and numbers, and a board to draw on.

Everything here is whole numbers in hundredths of a board unit, so every machine and every page agrees on it.
Plain Python: a server imports this module alone. Source: spec `low-poly`, "The rules in code" (LP-04 to
LP-25, LP-97).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lowpoly.errors import LowPolyError
from picturekit.codes import CODE_RE

ENGINE_VERSION = 3
SLUG = "low-poly"
GAME = "lowpoly"
"""The game's name in the manifest and among the published folders."""

SIZES = {"easy": 25, "medium": 55, "hard": 100}
"""How many dots a size is drawn with. A size is its own difficulty."""

THROUGH = 30
"""A line nearer than this to a dot that it doesn't end at passes through the dot."""

Point = tuple[int, int]
Line = tuple[int, int]
Triangle = tuple[int, int, int]

_SAVED_LINE = re.compile(r"(0|[1-9][0-9]{0,5})-(0|[1-9][0-9]{0,5})", re.ASCII)


@dataclass(frozen=True)
class Tier:
    """A picture at one size, in whole hundredths of a board unit.

    `tris` name their dots by index and have the colour `#rrggbb` at the same place in `colors`. The class
    promises nothing about its contents: `lowpoly.audit` tells whether they are a fair picture.
    """

    w: int
    h: int
    dots: tuple[Point, ...]
    tris: tuple[Triangle, ...]
    colors: tuple[str, ...]

    @classmethod
    def from_json(cls, value: object) -> Tier:
        """The tier of a JSON object `{"w", "h", "dots", "tris", "colors"}`.

        Raises LowPolyError if it has other keys, or no lists where lists belong. What the lists hold is for
        the audit to judge.
        """
        members = _members(value, ("w", "h", "dots", "tris", "colors"), "a picture's size")
        lists = {key: _items(members[key], key) for key in ("dots", "tris", "colors")}
        return cls(
            w=members["w"],
            h=members["h"],
            dots=tuple(tuple(_items(dot, "dots")) for dot in lists["dots"]),
            tris=tuple(tuple(_items(triangle, "tris")) for triangle in lists["tris"]),
            colors=tuple(lists["colors"]),
        )

    def to_json(self) -> dict[str, Any]:
        """The tier as JSON has it, lists for tuples."""
        return {
            "w": self.w,
            "h": self.h,
            "dots": [list(dot) for dot in self.dots],
            "tris": [list(triangle) for triangle in self.tris],
            "colors": list(self.colors),
        }


@dataclass(frozen=True)
class Picture:
    """A published picture: `tiers` holds the sizes it is made at, by name."""

    code: str
    title: str
    kind: str
    tiers: Mapping[str, Tier]

    @classmethod
    def from_json(cls, value: object) -> Picture:
        """The picture of a published file's JSON object. Raises LowPolyError if it isn't one."""
        members = _members(value, ("code", "title", "kind", "tiers"), "a picture")
        if not isinstance(members["tiers"], dict):
            raise LowPolyError("A picture's tiers are an object, a size to each key.")
        tiers = {size: Tier.from_json(tier) for size, tier in members["tiers"].items()}
        return cls(members["code"], members["title"], members["kind"], tiers)

    def to_json(self) -> dict[str, Any]:
        """The picture as its published file has it."""
        return {
            "code": self.code,
            "title": self.title,
            "kind": self.kind,
            "tiers": {size: tier.to_json() for size, tier in self.tiers.items()},
        }


@dataclass(frozen=True)
class Puzzle:
    """What a code names at a size (LP-04)."""

    code: str
    size: str
    difficulty: str
    title: str
    tier: Tier
    engine: int = ENGINE_VERSION
    slug: str = SLUG

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a page takes it, with the tier's members beside the puzzle's own."""
        names = ("engine", "slug", "code", "size", "difficulty", "title")
        return {name: getattr(self, name) for name in names} | self.tier.to_json()


class Library:
    """The pictures in a folder that the build published, each read when first asked for and then kept."""

    def __init__(self, publish_dir: Path) -> None:
        """Read the folder's manifest. Raises LowPolyError if it can't be read or another engine made it."""
        path = publish_dir / "manifest.json"
        manifest = _read_json(path)
        try:
            game = manifest["games"][GAME]
            engine = game["engine"]
            self._files = {row["code"]: publish_dir / row["file"] for row in game["pictures"]}
            self._sizes = {row["code"]: tuple(row["sizes"]) for row in game["pictures"]}
        except (TypeError, KeyError):
            raise LowPolyError(
                f"{path.as_posix()} doesn't list Low Poly's pictures: build it again."
            ) from None
        if engine != ENGINE_VERSION:
            raise LowPolyError(
                f"{path.as_posix()} is engine {engine}'s and these rules are engine {ENGINE_VERSION}'s: "
                "build it again."
            )
        self._pictures: dict[str, Picture] = {}

    def load(self, code: str) -> Picture:
        """The picture of a code, which is taken as it is written.

        Raises LowPolyError: `No picture CODE.` for any other text, and for a file that is missing or damaged.
        """
        self._check_code(code)
        if code not in self._pictures:
            self._pictures[code] = self._read(code)
        return self._pictures[code]

    def generate(self, code: object, size: object, difficulty: object = None) -> Puzzle:
        """The puzzle that a code names at a size. Small letters will do in the code.

        Raises LowPolyError in the spec's words (LP-05 to LP-07) for what the game doesn't make.
        """
        name = str(code)
        # Outside ASCII some small letters have capitals inside it, so that other texts would pass for a code.
        name = name.upper() if name.isascii() else name
        self._check_code(name)
        wanted = size if difficulty is None else difficulty
        if not isinstance(size, str) or size not in SIZES or wanted != size:
            raise LowPolyError(f"No {wanted} {size} Low Poly.")
        if size not in self._sizes[name]:
            raise LowPolyError(f"No {size} picture {name}.")
        picture = self.load(name)
        return Puzzle(name, size, size, picture.title, picture.tiers[size])

    def _check_code(self, code: str) -> None:
        if CODE_RE.fullmatch(code) is None or code not in self._files:
            raise LowPolyError(f"No picture {code}.")

    def _read(self, code: str) -> Picture:
        path = self._files[code]
        value = _read_json(path)
        try:
            picture = Picture.from_json(value)
        except LowPolyError as error:
            raise LowPolyError(f"{path.as_posix()} is damaged, build it again. {error}") from None
        names = picture.code == code and sorted(picture.tiers) == sorted(self._sizes[code])
        if not names or not all(map(_is_whole, picture.tiers.values())):
            raise LowPolyError(
                f"{path.as_posix()} is not the picture that the manifest lists: build it again."
            )
        return picture


def sides(triangle: Triangle) -> tuple[Line, Line, Line]:
    """A triangle's three sides, each with its lower dot first."""
    a, b, c = sorted(triangle)
    return ((a, b), (a, c), (b, c))


def lines(tier: Tier) -> list[Line]:
    """The picture's lines, its answer: the triangles' sides, each once as (a, b) with a < b, sorted."""
    return sorted({side for triangle in tier.tris for side in sides(triangle)})


def degrees(tier: Tier) -> list[int]:
    """Each dot's number: how many of the picture's lines meet there."""
    return _count_ends(lines(tier), len(tier.dots))


def check(puzzle: Puzzle, answer: object) -> bool:
    """Whether an answer, a list of pairs of whole numbers, is exactly the picture's lines in their order."""
    if not isinstance(answer, list | tuple):
        return False
    true = lines(puzzle.tier)
    return len(answer) == len(true) and all(map(_is_line, answer, true))


def solve(puzzle: Puzzle) -> list[Line]:
    """The answer. There is nothing to reason out: it is the picture's lines."""
    return lines(puzzle.tier)


def rate(puzzle: Puzzle) -> str:
    """The difficulty, which is the size's."""
    return puzzle.difficulty


def count(puzzle: Puzzle) -> int:
    """How many answers there are: one, since an answer must be exactly the picture's lines."""
    return 1


def orient(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a-b-c: its sign tells which side of the line from a to b holds c, and 0 is on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_within(reach: int, p: Point, a: Point, b: Point) -> bool:
    """Whether the point p is less than `reach` from the segment a-b, which has a length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    if 0 < along < length:
        return orient(a, b, p) ** 2 < reach * reach * length
    end = a if along <= 0 else b
    return (p[0] - end[0]) ** 2 + (p[1] - end[1]) ** 2 < reach * reach


def dot_on_line(tier: Tier, a: int, b: int) -> int | None:
    """The first dot that the line between dots a and b passes through without ending there, or None."""
    first, last = tier.dots[a], tier.dots[b]
    for k, dot in enumerate(tier.dots):
        if k not in (a, b) and is_within(THROUGH, dot, first, last):
            return k
    return None


def cuts_triangle(tier: Tier, a: int, b: int, triangle: Triangle) -> bool:
    """Whether the line between dots a and b has a point strictly inside a triangle.

    Running along a side isn't cutting, nor is touching from outside; leaving a corner through the inside is.
    A segment and an open triangle miss each other exactly when a side's line, or the segment's own, parts
    them (separating axes).
    """
    ends = (tier.dots[a], tier.dots[b])
    corners = [tier.dots[k] for k in triangle]
    across = [orient(*ends, corner) for corner in corners]
    if min(across) >= 0 or max(across) <= 0:
        return False
    for i in range(3):
        p, q, inner = corners[i], corners[i - 2], corners[i - 1]
        side = orient(p, q, inner)
        if all(orient(p, q, end) * side <= 0 for end in ends):
            return False
    return True


@dataclass(frozen=True)
class Move:
    """One step that Undo takes back: the lines it added and those it rubbed out."""

    added: tuple[Line, ...] = ()
    rubbed: tuple[Line, ...] = ()


class Board:
    """A picture being drawn. Any two dots may be joined unless `refusal` says why not; no puzzle is lost."""

    def __init__(self, tier: Tier) -> None:
        """An empty board of a picture that passes the audit."""
        self.tier = tier
        self.drawn: set[Line] = set()
        self._moves: list[Move] = []
        self._lines = lines(tier)
        self._wants = degrees(tier)
        self._sides = [sides(triangle) for triangle in tier.tris]

    @classmethod
    def load(cls, tier: Tier, saved: object) -> Board:
        """A board with the lines of `saved`, `{"lines": ["a-b", …]}`, that could have been drawn (LP-97).

        A line is left out if it isn't written as `save` writes it, doesn't join two of the picture's dots,
        passes through another, or would take a dot over its number. There is nothing to undo on it yet.
        """
        board = cls(tier)
        left = board.left
        texts = saved.get("lines") if isinstance(saved, dict) else None
        for text in texts if isinstance(texts, list) else ():
            match = _SAVED_LINE.fullmatch(text) if isinstance(text, str) else None
            if match is None:
                continue
            a, b = int(match[1]), int(match[2])
            if not a < b < len(tier.dots) or (a, b) in board.drawn or 0 in (left[a], left[b]):
                continue
            if dot_on_line(tier, a, b) is None:
                board.drawn.add((a, b))
                left[a] -= 1
                left[b] -= 1
        return board

    def save(self) -> dict[str, list[str]]:
        """The lines drawn, as a browser keeps them."""
        return {"lines": [f"{a}-{b}" for a, b in sorted(self.drawn)]}

    @property
    def left(self) -> list[int]:
        """How many lines each dot still needs."""
        ends = _count_ends(self.drawn, len(self.tier.dots))
        return [want - have for want, have in zip(self._wants, ends, strict=True)]

    @property
    def filled(self) -> list[bool]:
        """Which triangles have all three sides drawn."""
        return [self.drawn.issuperset(triangle) for triangle in self._sides]

    def is_fixed(self, line: Line) -> bool:
        """Whether a line, lower dot first, belongs to a filled triangle, so that only Undo takes it back."""
        return any(full and line in triangle for full, triangle in zip(self.filled, self._sides, strict=True))

    def refusal(self, a: int, b: int, touch: bool = False) -> str | None:
        """Why the line from dot a to dot b can't be drawn, in the spec's words (LP-16 to LP-20), or None.

        `touch` words it for a device that is tapped. Raises LowPolyError unless these are two of the
        picture's dots.
        """
        press = "Tap" if touch else "Click"
        if self._line(a, b) in self.drawn:
            return f"Those two are joined already. {press} the line to rub it out."
        left = self.left
        for dot in (a, b):
            if left[dot] == 0:
                return f"That dot has all {self._wants[dot]} of its lines. {press} one of them to rub it out."
        if dot_on_line(self.tier, a, b) is not None:
            return "A line can’t pass through a dot."
        for full, triangle in zip(self.filled, self.tier.tris, strict=True):
            if full and cuts_triangle(self.tier, a, b, triangle):
                return "A line can’t cross a filled triangle."
        return None

    def draw(self, a: int, b: int, touch: bool = False) -> str | None:
        """Draw a line and give None, or give the refusal and draw nothing."""
        refusal = self.refusal(a, b, touch)
        if refusal is None:
            self._do(Move(added=(self._line(a, b),)))
        return refusal

    def rub(self, a: int, b: int) -> bool:
        """Rub out a line that is drawn and not fixed. Gives whether it did."""
        line = self._line(a, b)
        if line not in self.drawn or self.is_fixed(line):
            return False
        self._do(Move(rubbed=(line,)))
        return True

    def rub_dot(self, dot: int) -> bool:
        """Rub out a dot's lines, but for the fixed ones, as one move. Gives whether there were any."""
        free = tuple(line for line in sorted(self.drawn) if dot in line and not self.is_fixed(line))
        if free:
            self._do(Move(rubbed=free))
        return bool(free)

    def restart(self) -> bool:
        """Rub out every line, fixed ones too, as one move. Gives whether there were any."""
        everything = tuple(sorted(self.drawn))
        if everything:
            self._do(Move(rubbed=everything))
        return bool(everything)

    def undo(self) -> bool:
        """Take back the last move, fixed lines too. Gives whether there was one."""
        if not self._moves:
            return False
        move = self._moves.pop()
        self.drawn.difference_update(move.added)
        self.drawn.update(move.rubbed)
        return True

    def answer(self) -> list[Line] | None:
        """The picture's lines once exactly those are drawn, else None."""
        return list(self._lines) if self.drawn == set(self._lines) else None

    def status(self) -> str:
        """The line under the board: how many triangles are filled, and whether lines are wrong (LP-25)."""
        full, total = sum(self.filled), len(self.tier.tris)
        if self.answer() is not None:
            return f"All {total} triangles filled. The picture is whole."
        told = f"{full} of {total} triangles filled."
        if not any(self.left):
            told += " Every dot has its number of lines, but some of them aren’t in the picture."
        return told

    def _line(self, a: int, b: int) -> Line:
        if a == b or not all(0 <= dot < len(self.tier.dots) for dot in (a, b)):
            raise LowPolyError(
                f"No line joins {a} and {b}: name two of the dots 0 to {len(self.tier.dots) - 1}."
            )
        return (min(a, b), max(a, b))

    def _do(self, move: Move) -> None:
        self.drawn.difference_update(move.rubbed)
        self.drawn.update(move.added)
        self._moves.append(move)


def _count_ends(some: Iterable[Line], dots: int) -> list[int]:
    ends = [0] * dots
    for a, b in some:
        ends[a] += 1
        ends[b] += 1
    return ends


def _is_line(given: object, line: Line) -> bool:
    # True equals 1 in Python, and isn't a dot.
    return isinstance(given, list | tuple) and tuple(given) == line and all(type(dot) is int for dot in given)


def _is_whole(tier: Tier) -> bool:
    """Whether a board can be made of a tier: numbers are whole, and triangles name three of its dots."""
    return (
        all(type(side) is int for side in (tier.w, tier.h))
        and all(len(dot) == 2 and all(type(k) is int for k in dot) for dot in tier.dots)
        and all(
            len(set(triangle)) == 3 and all(type(k) is int and 0 <= k < len(tier.dots) for k in triangle)
            for triangle in tier.tris
        )
        and len(tier.tris) == len(tier.colors)
    )


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise LowPolyError(f"{path.as_posix()} can't be read ({error.strerror}): build it again.") from None
    except (ValueError, RecursionError):
        raise LowPolyError(f"{path.as_posix()} is not JSON: build it again.") from None


def _members(value: object, keys: Sequence[str], what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or sorted(value) != sorted(keys):
        raise LowPolyError(f"The object of {what} has the keys {', '.join(keys)}, and no others.")
    return value


def _items(value: object, key: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise LowPolyError(f"The key {key} holds something that isn't a list where a list belongs.")
    return value
