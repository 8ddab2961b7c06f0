"""The game's rules: what a board is, when an answer is right and why one isn't, and what a code names.

Plain Python: a server imports this module alone. Source: spec `numberlink` (NL-01 to NL-18).

Paths join equal letters through cells side by side and fill every cell; they neither cross nor overlap. A
path may run beside itself. This is the `plain` rule, which every certificate names.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numberlink.errors import NumberlinkError
from picturekit.codes import CODE_RE
from picturekit.random import Random32

ENGINE_VERSION = 3
"""Of the bank and what makes it: a bank of another version has other boards (NL-15)."""

SLUG = GAME = "numberlink"
"""The game's name in addresses, in the manifest and among the published folders."""

RULE = "plain"

SIZES = (8, 10, 12, 15)
DIFFICULTIES = ("easy", "medium", "hard", "expert")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""The names of paths, in the order in which their first ends stand on the board."""

EMPTY = "."

SYMMETRIES = 8

REFUSAL = "Not a board the game makes."

FLAGS = ("yes", "no", "unknown")
"""Whether a board's answer stays the only one when cells may be left empty."""

SEARCHED = 200_000
"""How many steps a path is looked for among the cells that bear its letter."""


@dataclass(frozen=True)
class Entry:
    """A board of the bank, as it is published.

    `layout` and `answer` have a letter a cell in reading order, `.` where a layout is empty. `key` is the
    layout's canonical key (see `topology`). `flags` are `beside`, whether a path of the answer runs beside
    itself, and `loose`, one of FLAGS; `measures` are whole numbers by name.
    """

    code: str
    key: str
    source: str
    index: int
    seed: str
    layout: str
    answer: str
    flags: Mapping[str, Any]
    measures: Mapping[str, int]

    @classmethod
    def from_json(cls, value: object, size: int) -> Entry:
        """The entry of a JSON object of these members. Raises NumberlinkError for other ones, and for members
        that no board of the size has."""
        names = ("answer", "code", "flags", "index", "key", "layout", "measures", "seed", "source")
        if not isinstance(value, dict) or tuple(sorted(value)) != names:
            raise NumberlinkError(f"A board has the members {', '.join(names)}.")
        texts = all(
            isinstance(value[name], str) for name in names if name not in ("flags", "index", "measures")
        )
        if not texts or type(value["index"]) is not int or not CODE_RE.fullmatch(value["code"]):
            raise NumberlinkError("A board's code, key, seed, source, layout and answer are texts.")
        flags, measures = value["flags"], value["measures"]
        if not isinstance(flags, dict) or set(flags) != {"beside", "loose"}:
            raise NumberlinkError("A board's flags are beside and loose.")
        if type(flags["beside"]) is not bool or flags["loose"] not in FLAGS:
            raise NumberlinkError(
                f"A board's flags are beside, true or false, and loose, {' or '.join(FLAGS)}."
            )
        if not isinstance(measures, dict) or any(type(number) is not int for number in measures.values()):
            raise NumberlinkError("A board's measures are whole numbers.")
        if len(value["layout"]) != size * size:
            raise NumberlinkError(
                f"Board {value['code']} has {len(value['layout'])} cells, not {size}×{size}."
            )
        if why := why_wrong(value["layout"], value["answer"], size):
            raise NumberlinkError(f"Board {value['code']}: {why}")
        return cls(**value)

    def to_json(self) -> dict[str, Any]:
        """The entry as its published file has it."""
        return {**self.__dict__, "flags": dict(self.flags), "measures": dict(self.measures)}


@dataclass(frozen=True)
class Puzzle:
    """What a code names: a board to solve, under one of its symmetries (NL-15)."""

    code: str
    size: int
    difficulty: str
    layout: str
    symmetry: int = 0
    engine: int = ENGINE_VERSION
    slug: str = SLUG

    def to_json(self) -> dict[str, Any]:
        """The puzzle as a page takes it: without its answer."""
        return dict(self.__dict__)


class Library:
    """The bank as it is published, read file by file when it is asked for."""

    def __init__(self, publish: Path) -> None:
        self.publish = publish
        self._entries: dict[tuple[int, str], tuple[Entry, ...]] = {}

    def entries(self, size: int, difficulty: str) -> tuple[Entry, ...]:
        """The boards of a size and difficulty, in the order of their index.

        Raises NumberlinkError for another size or difficulty, and for a file that isn't there or isn't whole.
        """
        check_level(size, difficulty)
        if (size, difficulty) not in self._entries:
            self._entries[size, difficulty] = read_entries(self.publish / file_of(size, difficulty), size)
        return self._entries[size, difficulty]

    def generate(self, code: str, size: int, difficulty: str, symmetry: int = 0) -> Puzzle:
        """The board that a code names. Raises NumberlinkError where the level has none of it."""
        entry = self.find(code, size, difficulty)
        return Puzzle(entry.code, size, difficulty, turned(entry.layout, size, symmetry), symmetry)

    def find(self, code: str, size: int, difficulty: str) -> Entry:
        """The entry that a code, in letters of either case, names. Raises NumberlinkError as `generate`."""
        wanted = code.strip().upper()
        for entry in self.entries(size, difficulty):
            if entry.code == wanted:
                return entry
        raise NumberlinkError(REFUSAL)

    def new_code(self, size: int, difficulty: str) -> str:
        """The code of a board of the level, each as likely, that nobody can foretell."""
        return secrets.choice(self.entries(size, difficulty)).code

    def cycle(self, size: int, difficulty: str, seed: str) -> Iterator[Entry]:
        """The level's boards in an order that the seed gives, each once before any comes again (NL-18)."""
        entries = self.entries(size, difficulty)
        number = 0
        while True:
            order = list(range(len(entries)))
            Random32(f"{GAME}:{size}:{difficulty}:{seed}:{number}").shuffle(order)
            yield from (entries[k] for k in order)
            number += 1

    def daily(self, date: str, size: int, difficulty: str) -> Entry:
        """The board of a day, `2026-12-01`, for a site without a key: anyone can tell tomorrow's (NL-17).

        Raises NumberlinkError for a text that is no date.
        """
        import datetime

        try:
            day = datetime.date.fromisoformat(date)
        except ValueError:
            raise NumberlinkError(f"{date} is no date: write it as 2026-12-01.") from None
        entries = self.entries(size, difficulty)
        cycle, place = divmod(day.toordinal(), len(entries))
        order = list(range(len(entries)))
        Random32(f"daily:{size}:{difficulty}:{cycle}").shuffle(order)
        return entries[order[place]]


def file_of(size: int, difficulty: str) -> str:
    """The file under `build/publish` that has a level's boards."""
    return f"{GAME}/{size}-{difficulty}.json"


def check_level(size: object, difficulty: object) -> None:
    """Raise NumberlinkError unless there is such a size and difficulty."""
    if type(size) is not int or size not in SIZES:
        raise NumberlinkError(f"There is no size {size}: there are {', '.join(map(str, SIZES))}.")
    if difficulty not in DIFFICULTIES:
        raise NumberlinkError(f"There is no difficulty {difficulty}: there are {', '.join(DIFFICULTIES)}.")


def read_entries(path: Path, size: int) -> tuple[Entry, ...]:
    """The boards of a published file. Raises NumberlinkError, naming it, for one that isn't there or
    whole."""
    try:
        read = json.loads(path.read_bytes())
        entries = tuple(Entry.from_json(board, size) for board in read["boards"])
    except (OSError, ValueError, KeyError, TypeError, NumberlinkError) as error:
        raise NumberlinkError(
            f"{path} can't be read as a level of the bank ({error}): build it again."
        ) from None
    if not entries:
        raise NumberlinkError(f"{path} has no boards: build it again.")
    return entries


def entry_id(entry: Entry, symmetry: int) -> str:
    """The id of a board as it is shown: its source, index, symmetry and seed (NL-15)."""
    return f"{entry.source}-{entry.index}-{symmetry}-{entry.seed}"


def turned(cells: str, size: int, symmetry: int) -> str:
    """A square layout or answer under a symmetry, 0 to 7: so many quarter turns, from 4 on mirrored before.

    Raises NumberlinkError for another symmetry.
    """
    if symmetry not in range(SYMMETRIES):
        raise NumberlinkError(f"There is no symmetry {symmetry}: they are 0 to {SYMMETRIES - 1}.")
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    if symmetry >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(symmetry % 4):
        rows = ["".join(column) for column in zip(*rows, strict=True)][::-1]
    return "".join(rows)


def check(puzzle: Puzzle, answer: object) -> bool:
    """Whether an answer, a letter a cell in reading order, solves a board."""
    return why_wrong(puzzle.layout, answer, puzzle.size) is None


def why_layout_wrong(layout: object, width: int) -> str | None:
    """What is wrong with a layout, in a sentence; None for a board."""
    if not isinstance(layout, str) or width < 1 or not layout or len(layout) % width:
        return f"The layout isn't a text of rows of {width} cells."
    counts = {letter: layout.count(letter) for letter in layout if letter != EMPTY}
    for letter, count in counts.items():
        if letter not in LETTERS:
            return f"The layout has {letter!r}, and paths are called A to Z, a to z and 0 to 9."
        if count != 2:
            return f"{letter} stands {count} times: each path has two ends."
    return None if counts else "The layout has no ends of paths."


def why_wrong(layout: object, answer: object, width: int) -> str | None:
    """What is wrong with an answer, in a sentence; None where it solves the board."""
    if why := why_layout_wrong(layout, width):
        return why
    assert isinstance(layout, str)
    if not isinstance(answer, str) or len(answer) != len(layout):
        return f"An answer is a text of {len(layout)} letters, one a cell."
    for cell, (end, letter) in enumerate(zip(layout, answer, strict=True)):
        if letter == EMPTY or letter not in layout:
            return f"No path fills row {cell // width + 1}, column {cell % width + 1}."
        if end not in (EMPTY, letter):
            return (
                f"Row {cell // width + 1}, column {cell % width + 1} is {end}'s end, and {letter} fills it."
            )
    try:
        paths_of(layout, answer, width)
    except NumberlinkError as error:
        return str(error)
    return None


def paths_of(layout: str, answer: str, width: int) -> dict[str, list[int]]:
    """Each path's cells from its first end to its second, by letter in the order of first ends.

    Where a path runs beside itself its letters alone don't say which way it goes, and the way is looked for.
    Raises NumberlinkError for a letter whose cells no path takes in all of.
    """
    cells_of: dict[str, set[int]] = {letter: set() for letter in layout if letter != EMPTY}
    for cell, letter in enumerate(answer):
        cells_of[letter].add(cell)
    paths = {}
    for letter, cells in cells_of.items():
        path = _walk(layout.index(letter), layout.rindex(letter), cells, width)
        if path is None:
            raise NumberlinkError(f"The cells of {letter} are no path from one of its ends to the other.")
        paths[letter] = path
    return paths


def neighbours(cell: int, width: int) -> list[int]:
    """The cells beside a cell, also those above the first row and below the last."""
    column = cell % width
    beside = [cell - width, cell + width]
    if column:
        beside.append(cell - 1)
    if column < width - 1:
        beside.append(cell + 1)
    return beside


def _walk(first: int, last: int, cells: set[int], width: int) -> list[int] | None:
    """A path through all these cells between two of them, None where none is found."""
    beside = {cell: [other for other in neighbours(cell, width) if other in cells] for cell in cells}
    free = cells - {first}
    path, open_ways = [first], [iter(_ways(first, last, free, beside))]
    for _ in range(SEARCHED):
        if not path:
            return None
        if path[-1] == last and not free:
            return path
        step = next(open_ways[-1], None)
        if step is None:
            free.add(path.pop())
            open_ways.pop()
            continue
        path.append(step)
        free.discard(step)
        open_ways.append(iter(_ways(step, last, free, beside)))
    return None


def _ways(cell: int, last: int, free: set[int], beside: Mapping[int, Sequence[int]]) -> list[int]:
    """Where a path may go on from a cell, the cell with the fewest ways on first. A free cell that would be
    left with one neighbour is the only way on, for the path couldn't leave it any more; of two there is none.
    """
    if cell == last:
        return []
    ways = [other for other in beside[cell] if other in free and (other != last or len(free) == 1)]
    left = {other: sum(x in free for x in beside[other]) for other in ways}
    forced = [other for other in ways if other != last and left[other] < 2]
    if len(forced) > 1:
        return []
    return forced or sorted(ways, key=lambda other: left[other])
