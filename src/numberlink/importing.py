"""Boards of another maker: read from where a maintainer has them, filtered, rebuilt, proved, and refused with
a reason (NL-09 to NL-13).

A board comes as a pair of texts, its layout and its answer, a character a cell. What is read is a file, a
folder or a tarball: JSON, lines of text, or the quoted pairs of Tsunagi's level files. A tarball may be
anyone's: nothing of it is put on the disk, and what is read of it is bounded.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isqrt
from pathlib import Path
from typing import Any

from numberlink import board, prover
from numberlink.errors import NumberlinkError
from numberlink.puzzle import EMPTY, LETTERS, SIZES, neighbours, why_wrong
from numberlink.topology import board_key
from picturekit import files

LARGEST = 20_000_000
"""Bytes of a file that is read."""

UNPACKED = 1 << 28
"""Bytes of a whole tarball, as it is once it is unpacked."""

MOST = 50_000
"""Boards that are read at once: each is proved."""

PROOF_STEPS = 1 << 24

BLANKS = ". _-"
"""What stands where a layout has no end; a `0` does too, unless it is an end."""

RULES = "|"
"""What Tsunagi writes between a layout and the rules that hold on it alone, such as `wrap`."""

TARBALLS = (".tar.gz", ".tgz", ".tar")

_LEVELS = re.compile(r"(^|/)size[0-9]+\.data\.ts$")

_TOKEN = re.compile(
    r"""(?P<aside>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<quote>['"`])(?P<text>(?:\\.|(?!(?P=quote))[^\\\n])*)(?P=quote)
    |(?P<other>.)""",
    re.S | re.X,
)

_PAIR = re.compile(r'\[",",?]')


@dataclass(frozen=True)
class Imported:
    """A board that was taken over, its paths called by our letters, with where it is from.

    `version` is a release or a commit, and `index` the board's place, from 0, among all that were read.
    """

    layout: str
    answer: str
    size: int
    source: str
    version: str
    index: int
    licence: str


@dataclass(frozen=True)
class Refused:
    """A board that wasn't, by its place, such as `size8.data.ts: board 3`, and why."""

    place: str
    reason: str


@dataclass(frozen=True)
class Found:
    """A board as it is read, not checked; `fault` tells why it can't be one, where that shows already."""

    place: str
    layout: str
    answer: str
    fault: str = ""


def take(path: Path, *, source: str, version: str, licence: str) -> tuple[list[Imported], list[Refused]]:
    """Every board at a path that may be played here, and the others with their reasons.

    Raises NumberlinkError, naming the file and the place in it, where it can't be read as boards, and where
    `source`, `version` or `licence` is missing: no board is kept without them.
    """
    if not all((source, version, licence)):
        raise NumberlinkError("An import names its source, its version or commit, and its licence.")
    taken: list[Imported] = []
    refused: list[Refused] = []
    seen: dict[str, str] = {}
    for index, found in enumerate(read(path)):
        try:
            size, layout, answer = _fitted(found)
            key = board_key(board.to_board(layout, size).ravel().tolist(), size)
            if key in seen:
                raise NumberlinkError(f"It is the same board as {seen[key]}.")
            _prove(layout, answer, size)
        except NumberlinkError as error:
            refused.append(Refused(found.place, str(error)))
            continue
        seen[key] = found.place
        taken.append(Imported(layout, answer, size, source, version, index, licence))
    return taken, refused


def read(path: Path) -> list[Found]:
    """The boards at a path, not checked. Raises NumberlinkError as `take` does."""
    found: list[Found] = []
    for name, data in _contents(path):
        found += _boards(name, data)
        if len(found) > MOST:
            raise NumberlinkError(f"{path} holds over {MOST} boards: import it in parts.")
    if not found:
        raise NumberlinkError(
            f"{path} holds no boards: name a folder or tarball with src/levels/size*.data.ts, a JSON list of "
            "[layout, answer], or a text with a layout and an answer a line."
        )
    return found


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files to read, by name: of a folder or tarball the level files, else its JSON and texts."""
    if path.is_dir():
        inside = (one.relative_to(path).as_posix() for one in path.rglob("*") if one.is_file())
        for name in _wanted(inside):
            yield name, _read_file(path / name)
    elif path.name.endswith(TARBALLS):
        members = sorted(_members(path))
        wanted = set(_wanted(name for name, _ in members))
        yield from (member for member in members if member[0] in wanted)
    else:
        yield path.name, _read_file(path)


def _read_file(path: Path) -> bytes:
    if path.is_file() and path.stat().st_size > LARGEST:
        raise _too_large(path.as_posix())
    return files.read_bytes(path)


def _wanted(names: Iterable[str]) -> list[str]:
    """The level files among these names, else the JSON and texts."""
    told = sorted(name for name in names if _may_hold(name))
    return [name for name in told if _LEVELS.search(name)] or told


def _may_hold(name: str) -> bool:
    return name.endswith((".json", ".txt")) or _LEVELS.search(name) is not None


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a tarball that may hold boards, by name."""
    try:
        with io.BufferedReader(_Bounded(path)) as packed, tarfile.open(fileobj=packed, mode="r|") as tarball:
            for member in tarball:
                name = "".join(letter if letter.isprintable() else "?" for letter in member.name)
                if not member.isfile() or not _may_hold(name):
                    continue
                if member.size > LARGEST:
                    raise _too_large(f"{path}: {name}")
                opened = tarball.extractfile(member)
                assert opened is not None
                yield name, opened.read()
    except (OSError, EOFError, ValueError, tarfile.TarError, zlib.error) as error:
        raise NumberlinkError(f"{path} is no whole tarball ({error}): get it again.") from None


class _Bounded(io.RawIOBase):
    """A tarball's own bytes, up to UNPACKED of them: a small file may unpack to a large one.

    Raises NumberlinkError where they are too many.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path.open("rb") if path.name.endswith(".tar") else gzip.GzipFile(path)
        self.left = UNPACKED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.file.read(len(buffer))
        self.left -= len(data)
        if self.left < 0:
            raise NumberlinkError(f"{self.path} unpacks to over {UNPACKED} bytes: it holds more than boards.")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self.file.close()
        super().close()


def _too_large(name: str) -> NumberlinkError:
    return NumberlinkError(f"{name} is over {LARGEST} bytes: that is no file of boards.")


def _boards(name: str, data: bytes) -> list[Found]:
    """The boards of a file. Raises NumberlinkError, naming it and the place, for what is no board."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NumberlinkError(f"{name} is not UTF-8 at byte {error.start}: save it as UTF-8.") from None
    if name.endswith(".ts"):
        return _from_levels(name, text)
    if name.endswith(".json") or text.lstrip().startswith(("[", "{")):
        return _from_json(name, text)
    boards: list[Found] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("\t") if "\t" in line else line.split()
        if words and len(words) != 2:
            raise NumberlinkError(
                f"{name}:{number}: a line has a layout and an answer, split by a space or a tab."
            )
        if words:
            boards.append(Found(_place(name, boards), *words))
    return boards


def _place(name: str, boards: list[Found]) -> str:
    return f"{name}: board {len(boards) + 1}"


@dataclass
class _List:
    """A list that is open in a TypeScript file: its line, how it is spelled so far, with `"` for a text and
    `[` for a list in it, and its texts."""

    line: int
    spelled: str = "["
    texts: list[str] = field(default_factory=list)


def _from_levels(name: str, text: str) -> list[Found]:
    """The pairs of quoted texts in the lists of a TypeScript file."""
    boards: list[Found] = []
    lists: list[_List] = []
    line = 1
    for token in _TOKEN.finditer(text):
        mark = '"' if token["quote"] else token["other"]
        if token["other"] in ("'", '"', "`"):
            raise NumberlinkError(f"{name}:{line}: a text begins here and doesn't end on its line.")
        if mark and lists:
            lists[-1].spelled += mark
            lists[-1].texts += [token["text"]] if token["quote"] else []
        if mark == "[":
            lists.append(_List(line))
        elif mark == "]" and lists:
            done = lists.pop()
            if _PAIR.fullmatch(done.spelled):
                boards.append(Found(_place(name, boards), *done.texts))
            elif done.texts:
                raise NumberlinkError(
                    f"{name}:{done.line}: a level is ['layout', 'answer'], two texts and no more."
                )
        line += token[0].count("\n")
    if lists:
        raise NumberlinkError(f"{name}:{lists[-1].line}: a list begins here and doesn't end: get it whole.")
    return boards


def _from_json(name: str, text: str) -> list[Found]:
    """A list of pairs of texts, or of objects with a grid of numbers and its solution."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NumberlinkError(f"{name} is not JSON ({error}): mend it there.") from None
    boards: list[Found] = []
    for value in values if isinstance(values, list) else [values]:
        place = _place(name, boards)
        if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value):
            boards.append(Found(place, *value))
        elif isinstance(value, dict) and _is_grid(value.get("grid")) and "solution" in value:
            boards.append(_from_grids(place, value["grid"], value["solution"]))
        else:
            raise NumberlinkError(
                f"{place}: is no [layout, answer], and has no grid and solution of numbers."
            )
    return boards


def _is_grid(value: Any) -> bool:
    """Whether a value is rows of whole numbers, all as long."""
    return (
        isinstance(value, list)
        and all(isinstance(row, list) and len(row) == len(value[0]) for row in value)
        and all(type(cell) is int and cell >= 0 for row in value for cell in row)
    )


def _from_grids(place: str, grid: list[list[int]], solution: Any) -> Found:
    """A board of rows of numbers, 0 for an empty cell; without a solution it has an empty answer."""
    height, width = len(grid), len(grid[0]) if grid else 0
    if height != width:
        return Found(place, "", "", f"It has {height} rows of {width} cells, and boards here are squares.")
    if solution is None:
        solution = []
    elif not _is_grid(solution) or [len(row) for row in solution] != [width] * height:
        return Found(place, "", "", "Its solution is no grid of numbers of its own size.")
    numbers = dict.fromkeys(cell for row in grid for cell in row if cell)
    if len(numbers) > len(LETTERS):
        return Found(place, "", "", _too_many(len(numbers)))
    names = dict(zip(numbers, LETTERS, strict=False)) | {0: EMPTY}
    layout, answer = (
        "".join(names.get(cell, "?") for row in rows for cell in row) for rows in (grid, solution)
    )
    return Found(place, layout, answer)


def _too_many(paths: int) -> str:
    return f"It has {paths} paths, and there are {len(LETTERS)} letters."


def _fitted(found: Found) -> tuple[int, str, str]:
    """A board's size, and its texts with our letters. Raises NumberlinkError with why it can't be played."""
    if found.fault:
        raise NumberlinkError(found.fault)
    layout, *rules = found.layout.split(RULES)
    answer = found.answer
    if rules:
        raise NumberlinkError(f"It has walls or rules of its own: {', '.join(map(repr, rules))}.")
    size = isqrt(len(layout))
    if size * size != len(layout) or size not in SIZES:
        sizes = ", ".join(map(str, SIZES))
        raise NumberlinkError(f"It has {len(layout)} cells, and boards here are squares of {sizes}.")
    if not answer:
        raise NumberlinkError("It has no answer to check.")
    blanks = BLANKS if layout.count("0") == 2 and "0" in answer else BLANKS + "0"
    layout = "".join(EMPTY if cell in blanks else cell for cell in layout)
    marks = [cell for cell in dict.fromkeys(layout) if cell != EMPTY and not _is_end(cell, layout, answer)]
    if marks:
        raise NumberlinkError(f"It has marks that are no ends of paths: {' '.join(map(repr, marks))}.")
    letters = dict.fromkeys(cell for cell in layout if cell != EMPTY)
    if len(letters) > len(LETTERS):
        raise NumberlinkError(_too_many(len(letters)))
    for letter in letters:
        if layout.rindex(letter) in neighbours(layout.index(letter), size):
            raise NumberlinkError(f"The ends of {letter} are side by side.")
    ours = dict(zip(letters, LETTERS, strict=False))
    layout, answer = ("".join(ours.get(cell, EMPTY) for cell in text) for text in (layout, answer))
    if why := why_wrong(layout, answer, size):
        raise NumberlinkError(f"Its answer is wrong. {why}")
    return size, layout, answer


def _is_end(cell: str, layout: str, answer: str) -> bool:
    """Whether a mark is an end: a letter or figure that stands twice, and that the answer has."""
    return cell.isalnum() and layout.count(cell) == 2 and cell in answer


def _prove(layout: str, answer: str, size: int) -> None:
    """Raise NumberlinkError unless a board's answer is proved to be its only one."""
    verdict = prover.prove(board.to_board(layout, size), steps=PROOF_STEPS)
    if verdict.result == prover.SEVERAL:
        raise NumberlinkError("It has several answers.")
    if verdict.result == prover.UNDECIDED:
        raise NumberlinkError(f"Whether it has one answer is undecided after {verdict.steps} steps.")
    if verdict.answer is None or board.to_answer(verdict.answer) != answer:
        raise NumberlinkError("The proof finds another answer alone: it is wrong, so don't use it.")
