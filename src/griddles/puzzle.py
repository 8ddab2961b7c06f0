"""The game's rules: clues, what a code names, the pictures in their places, and when an answer is right.

Plain Python: a server imports this module alone. Source: spec `griddles`, "The rules in code" (GR-03 to
GR-12, GR-23, GR-92).
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from griddles.errors import GriddlesError
from picturekit.codes import ALPHABET, CODE_RE, LENGTH, value_of

ENGINE_VERSION = 6
SLUG = "griddles"
GAME = "griddles"
"""The game's name in the manifest and among the published folders."""

PLACES = 1024
"""How many places a size has. A code's number, modulo this, is the place it names."""

SALTS = 2**20
"""How many codes name one place."""

FILLED, EMPTY = "#", "."
"""A cell in a published row."""

REFUSAL = "Not a puzzle the game makes."

ID_RE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
"""A picture's id."""

Clue = tuple[int, ...]


@dataclass(frozen=True)
class Size:
    """A size: cells along a side, its difficulty, and the tier that each of its pictures needs."""

    n: int
    difficulty: str
    tier: int


SIZES = {10: Size(10, "easy", 1), 15: Size(15, "medium", 2), 20: Size(20, "hard", 3)}

_BITS = re.compile(r"[01]+", re.ASCII)
_HEX = re.compile(r"[0-9a-f]+", re.ASCII)


@dataclass(frozen=True)
class Entry:
    """What holds a place in a size's list: a published picture. `rows` are texts of `#` and `.`."""

    place: int
    id: str
    title: str
    rows: tuple[str, ...]
    measure: str
    source: str
    retired: bool = False

    @classmethod
    def from_json(cls, value: object, size: int) -> Entry:
        """The entry of a JSON object `{"place", "id", "title", "rows", "measure", "source", "retired"?}`.

        Raises GriddlesError for other keys and for members that no picture of the size has.
        """
        members = {**value} if isinstance(value, dict) else {}
        retired = "retired" in members
        keys = ("place", "id", "title", "rows", "measure", "source")
        if (retired and members.pop("retired") is not True) or sorted(members) != sorted(keys):
            raise GriddlesError(f"A picture has the keys {', '.join(keys)}, and a retired one retired: true.")
        texts = all(isinstance(members[key], str) and members[key] for key in ("title", "measure", "source"))
        if not texts or not isinstance(members["id"], str) or ID_RE.fullmatch(members["id"]) is None:
            raise GriddlesError("A picture's id, title, measure and source are texts.")
        rows = members.pop("rows")
        if type(members["place"]) is not int or not isinstance(rows, list) or not is_grid(rows, size):
            raise GriddlesError(
                f"A picture has a place, and as its rows {size} texts of {size} cells, each # or a dot."
            )
        return cls(**members, rows=tuple(rows), retired=retired)

    def to_json(self) -> dict[str, Any]:
        """The entry as its published file has it."""
        members: dict[str, Any] = {
            "place": self.place,
            "id": self.id,
            "title": self.title,
            "rows": list(self.rows),
            "measure": self.measure,
            "source": self.source,
        }
        return members | ({"retired": True} if self.retired else {})


@dataclass(frozen=True)
class Puzzle:
    """What a code names at a size (GR-03). An empty line's clue is empty, and drawn as 0."""

    code: str
    size: int
    difficulty: str
    n: int
    id: str
    title: str
    rows: tuple[Clue, ...]
    cols: tuple[Clue, ...]
    engine: int = ENGINE_VERSION
    slug: str = SLUG

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a page takes it."""
        names = ("engine", "slug", "code", "size", "difficulty", "n", "id", "title")
        members: dict[str, Any] = {name: getattr(self, name) for name in names}
        return members | {"rows": list(map(list, self.rows)), "cols": list(map(list, self.cols))}


class Library:
    """Every size's published pictures in their places, and the codes that name them."""

    def __init__(self, entries: Mapping[int, Sequence[Entry]]) -> None:
        """The library of the sizes' lists. Raises GriddlesError unless each holds places 0, 1, 2 … in order,
        no id twice, and at most 1,024 of them."""
        self.entries = {size: tuple(entries.get(size, ())) for size in SIZES}
        """Each size's pictures by place, the retired too."""
        for size, held in self.entries.items():
            _check_places(held, size)
        self.DEALT = {
            size: tuple(entry.place for entry in held if not entry.retired)
            for size, held in self.entries.items()
        }
        """Each size's places that are dealt: all but the retired, whose codes still open them (GR-12)."""

    @classmethod
    def from_json(cls, values: Iterable[object]) -> Library:
        """The library of published size files' JSON objects, `{"size", "pictures"}` each.

        Raises GriddlesError if one isn't such an object, or a size comes twice.
        """
        entries: dict[int, list[Entry]] = {}
        for value in values:
            size, held = _read_list(value)
            if size in entries:
                raise GriddlesError(f"Size {size} is there twice: take one of the two out.")
            entries[size] = held
        return cls(entries)

    @classmethod
    def read(cls, publish_dir: Path) -> Library:
        """The library in a folder that the build published.

        Raises GriddlesError if a file can't be read or is damaged, or another engine made it.
        """
        path = publish_dir / "manifest.json"
        manifest = _read_json(path)
        try:
            engine = manifest["games"][GAME]["engine"]
        except (TypeError, KeyError):
            raise GriddlesError(f"{path.as_posix()} doesn't list Griddles: build it again.") from None
        if engine != ENGINE_VERSION:
            raise GriddlesError(
                f"{path.as_posix()} is engine {engine}'s and these rules are engine {ENGINE_VERSION}'s: "
                "build it again."
            )
        entries = {}
        for size in SIZES:
            path = publish_dir / GAME / f"{size}.json"
            value = _read_json(path)
            try:
                named, entries[size] = _read_list(value)
                _check_places(entries[size], size)
            except GriddlesError as error:
                raise GriddlesError(f"{path.as_posix()} is damaged, build it again. {error}") from None
            if named != size:
                raise GriddlesError(f"{path.as_posix()} holds size {named}: build it again.")
        return cls(entries)

    def generate(
        self, code: object, size: object, difficulty: object = None, stats: dict[str, Any] | None = None
    ) -> Puzzle:
        """The puzzle that a code names at a size, in whole numbers or their digits.

        `stats`, if given, is told how it was built: `{"attempts": 1, "rated": {difficulty: 1}}`.
        Raises GriddlesError, `Not a puzzle the game makes.`, for any other size, difficulty or code.
        """
        entry = self.picture(code, size)
        made = _made(size)
        if difficulty is not None and difficulty != made.difficulty:
            raise GriddlesError(REFUSAL)
        if stats is not None:
            stats.update(attempts=1, rated={made.difficulty: 1})
        rows, cols = clues_of(entry.rows)
        return Puzzle(str(code), made.n, made.difficulty, made.n, entry.id, entry.title, rows, cols)

    def place_of(self, code: object, size: object) -> int:
        """The place in its size's list that a code names, retired or not (GR-08).

        A place past the end of the list is refused and never wraps, so that a code's picture stays the same
        however the list grows (GR-92). Raises GriddlesError as `generate` does.
        """
        made = _made(size)
        if not isinstance(code, str) or CODE_RE.fullmatch(code) is None:
            raise GriddlesError(REFUSAL)
        place = value_of(code) % PLACES
        if place >= len(self.entries[made.n]):
            raise GriddlesError(REFUSAL)
        return place

    def picture(self, code: object, size: object) -> Entry:
        """The picture that a code names at a size: the answer to its puzzle. Raises as `generate` does."""
        place = self.place_of(code, size)
        return self.entries[_made(size).n][place]

    def new_code(self, size: object = None) -> str:
        """A fresh code: a dealt place, each exactly as likely, under a salt of 2**20 alike (GR-11).

        Without a size, a place that is dealt at every size. Raises GriddlesError for a size that the game
        doesn't make, and when there is nothing to deal.
        """
        if size is None:
            places = sorted(set.intersection(*map(set, self.DEALT.values())))
            where = "every size alike"
        else:
            places = list(self.DEALT[_made(size).n])
            where = f"size {size}"
        if not places:
            raise GriddlesError(f"The library has no picture to deal at {where}: add one.")
        return code_for(secrets.choice(places), secrets.randbelow(SALTS))


def code_for(place: int, salt: int = 0) -> str:
    """A code that names exactly `place`, one of the 2**20 that do (GR-09).

    Raises GriddlesError, `Not a puzzle the game makes.`, for a place that no list has.
    """
    if not 0 <= place < PLACES:
        raise GriddlesError(REFUSAL)
    value = salt % SALTS * PLACES + place
    return "".join(ALPHABET[value >> 5 * shift & 31] for shift in reversed(range(LENGTH)))


def runs_of(cells: Iterable[object]) -> Clue:
    """A line's clue: the lengths of its runs of filled cells, in order. `#`, `1` and 1 are filled."""
    line = "".join(FILLED if cell in (FILLED, "1", 1) else EMPTY for cell in cells)
    return tuple(map(len, line.replace(EMPTY, " ").split()))


def clues_of(rows: Sequence[Sequence[object]]) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """A grid's clues, its rows' and its columns' (GR-06)."""
    return tuple(map(runs_of, rows)), tuple(map(runs_of, zip(*rows, strict=True)))


def check(puzzle: Puzzle, answer: object) -> bool:
    """Whether an answer solves the puzzle: any grid, as `0110…` row by row, whose runs are the clues (GR-07).

    A crossed cell is a 0 like a blank one.
    """
    n = puzzle.n
    if not isinstance(answer, str) or len(answer) != n * n or _BITS.fullmatch(answer) is None:
        return False
    return clues_of([answer[start : start + n] for start in range(0, n * n, n)]) == (puzzle.rows, puzzle.cols)


def rate(puzzle: Puzzle) -> str:
    """The difficulty, which is the size's: each picture needs exactly its size's tier (GR-23)."""
    return puzzle.difficulty


def is_grid(rows: Sequence[object], size: int) -> bool:
    """Whether rows are `size` texts of `size` cells, each `#` or `.`."""
    return len(rows) == size and all(
        isinstance(row, str) and len(row) == size and set(row) <= {FILLED, EMPTY} for row in rows
    )


def pack(rows: Sequence[str]) -> str:
    """A picture's cells as hex: in reading order, four a digit, the first the highest; the end is padded
    with empty ones (GR-06)."""
    bits = "".join("1" if cell == FILLED else "0" for row in rows for cell in row)
    digits = -(-len(bits) // 4)
    return f"{int(bits.ljust(4 * digits, '0'), 2):0{digits}x}"


def unpack(text: str, size: int) -> tuple[str, ...]:
    """The picture of a size that `pack` made `text` of. Raises GriddlesError if it made it of none."""
    digits = -(-size * size // 4)
    if len(text) == digits and _HEX.fullmatch(text) is not None:
        bits = f"{int(text, 16):0{4 * digits}b}"
        if "1" not in bits[size * size :]:
            cells = bits.replace("1", FILLED).replace("0", EMPTY)
            return tuple(cells[start : start + size] for start in range(0, size * size, size))
    raise GriddlesError(f"{text!r} is no picture of {size} by {size} cells in hex: pack it again.")


def _made(size: object) -> Size:
    """The size that a whole number or its digits name. Raises GriddlesError if the game has none such."""
    if isinstance(size, str) and size in map(str, SIZES):
        return SIZES[int(size)]
    if isinstance(size, int) and size in SIZES:
        return SIZES[size]
    raise GriddlesError(REFUSAL)


def _read_list(value: object) -> tuple[int, list[Entry]]:
    """The size and entries of a published size file's JSON object."""
    if not isinstance(value, dict) or sorted(value) != ["pictures", "size"]:
        raise GriddlesError("A size's file has the keys size and pictures.")
    size, pictures = value["size"], value["pictures"]
    if not isinstance(size, int) or size not in SIZES or not isinstance(pictures, list):
        raise GriddlesError(
            f"A size's file names one of the sizes {', '.join(map(str, SIZES))} and lists pictures."
        )
    return size, [Entry.from_json(picture, size) for picture in pictures]


def _check_places(entries: Sequence[Entry], size: int) -> None:
    if [entry.place for entry in entries] != list(range(len(entries))):
        raise GriddlesError(f"Size {size} doesn't hold the places 0, 1, 2 and so on, in order.")
    if len(entries) > PLACES:
        raise GriddlesError(f"Size {size} has {len(entries)} pictures, and codes name {PLACES} places.")
    if len({entry.id for entry in entries}) != len(entries):
        raise GriddlesError(f"Size {size} has an id twice.")


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise GriddlesError(f"{path.as_posix()} can't be read ({error.strerror}): build it first.") from None
    except (ValueError, RecursionError):
        raise GriddlesError(f"{path.as_posix()} is not JSON: build it again.") from None
