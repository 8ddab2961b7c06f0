"""Puzzles in Steve Simpson's `.non` format: a reader that tells what is wrong and where, and a writer.

A file has a `width`, a `height`, and after the words `rows` and `columns` a line of numbers for each, split
by commas. Other lines tell of a title or the like, or aren't known and don't matter. An empty line's clue is
`0`, as in the format, or a blank line, as in its extension for collections of puzzles; colours, which that
extension has too, are refused. Sources: S. Simpson, "Puzzle-file format"; nonogram-db, FORMAT.md.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from griddles.clues import Clues
from griddles.errors import GriddlesError, UnfitError

MOST = 128
"""The longest line there can be."""

TEXTS = ("catalogue", "title", "by", "copyright", "license", "goal")
"""The words whose lines hold a text that is kept."""

_BYTES = 1 << 20
_TOLD = 10
_SHOWN = 40
_DIGITS = 10
_HUGE = 10 ** (_DIGITS - 1)

_SIZES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}
_BLOCKS = ("rows", "columns")
_AFTER = {"width": " 5", "height": " 5", "rows": "", "columns": ""}
_BUNDLE = "===="
_WORDS = (*_SIZES, *TEXTS, "color", "maxrule", _BUNDLE)
_WHOLE = re.compile(r"0*([0-9]+)", re.ASCII)
_PROPERTY = re.compile(r"[^\W\d_]{2,}\s.*")

Clue = tuple[int, ...]
_Lines = Sequence[tuple[int, str]]


@dataclass(frozen=True)
class Non:
    """A `.non` file's puzzle. Its texts are as they read, without quotes and HTML's escapes, or empty.

    `goal` has a character a cell, row by row, 0 for empty. It is what the author drew; nothing checks it.
    """

    clues: Clues
    catalogue: str = ""
    title: str = ""
    by: str = ""
    copyright: str = ""
    license: str = ""
    goal: str = ""


def read(path: Path) -> Non:
    """The puzzle in a file. Raises GriddlesError as `parse` does, and when there is no UTF-8 text to read."""
    name = path.as_posix()
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES + 1)
    except OSError as error:
        raise GriddlesError(f"{name}: can't be read ({error.strerror}).") from None
    if len(data) > _BYTES:
        raise GriddlesError(f"{name}: is over {_BYTES} bytes, so it's no puzzle of at most {MOST} by {MOST}.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GriddlesError(f"{name}:{line}: isn't UTF-8 here; save the file as UTF-8.") from None
    return parse(text, name)


def parse(text: str, name: str = "the text") -> Non:
    """The puzzle in a text.

    Raises GriddlesError with what is wrong, a line each, beginning with `name` and the line in it: a size
    that isn't 1 to 128, too few or too many clues, clues that aren't whole numbers or don't fit their line,
    rows and columns that don't fill equally many cells, and several puzzles in one file.
    """
    return _Reader(text, name).puzzle()


def text_of(puzzle: Non) -> str:
    """The text that `parse` reads as `puzzle`. Raises GriddlesError for a text that doesn't print."""
    lines = []
    for key in TEXTS:
        value = getattr(puzzle, key)
        if not value.isprintable():
            raise GriddlesError(f"The {key} {value!r} has characters that can't be printed: take them out.")
        if value:
            lines.append(f'{key} "{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"')
    lines += [f"width {puzzle.clues.width}", f"height {puzzle.clues.height}"]
    for key, clues in (("rows", puzzle.clues.rows), ("columns", puzzle.clues.columns)):
        lines += ["", key, *(",".join(map(str, clue)) or "0" for clue in clues)]
    return "".join(f"{line}\n" for line in lines)


class _Reader:
    """A text taken apart: sizes and clues with their lines, and what is wrong as (line, sentence)."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.problems: list[tuple[int, str]] = []
        self.unfit = 0
        self.sizes: dict[str, tuple[int, int]] = {}
        self.texts: dict[str, str] = {}
        self.blocks: dict[str, tuple[int, _Lines]] = {}
        self.lines = [line.strip() for line in text.removesuffix("\n").split("\n")]
        at = 0
        while at < len(self.lines):
            at = self._take(at)

    def puzzle(self) -> Non:
        missing = [word for word in ("width", "height") if word not in self.sizes]
        missing += [word for word in ("rows", "columns") if word not in self.blocks]
        if missing or self.problems:
            self._refuse([f"there is no line “{word}{_AFTER[word]}”; add it." for word in missing])
        height, width = self.sizes["height"][1], self.sizes["width"][1]
        clues = Clues(self._clues("rows", height, width), self._clues("columns", width, height))
        filled, wanted = sum(map(sum, clues.rows)), sum(map(sum, clues.columns))
        if not self.problems and filled != wanted:
            self.unfit += 1
            self._tell(
                self.blocks["columns"][0],
                f"the rows' clues fill {filled} cells and the columns' {wanted}; mend the one that is off.",
            )
        if self.problems:
            self._refuse()
        return Non(clues, **self.texts)

    def _refuse(self, more: Iterable[str] = ()) -> NoReturn:
        told = [f"{self.name}:{line}: {sentence}" for line, sentence in sorted(self.problems)]
        told += [f"{self.name}: {sentence}" for sentence in more]
        rest = [f"{self.name}: and {len(told) - _TOLD} more."] if len(told) > _TOLD else []
        only_unfit = self.unfit == len(self.problems) and not more
        raise (UnfitError if only_unfit else GriddlesError)("\n".join(told[:_TOLD] + rest))

    def _tell(self, line: int, sentence: str) -> None:
        self.problems.append((line, sentence))

    def _take(self, at: int) -> int:
        """Read the line at an index, with the clues under it if it begins some, and give the next index."""
        word, text = _split(self.lines[at])
        if word in _SIZES and (text or word not in _BLOCKS):
            self._read_size(at + 1, _SIZES[word], text)
        elif word in _BLOCKS:
            end = self._end(at + 1)
            if word in self.blocks:
                self._tell(at + 1, f"the {word} are on line {self.blocks[word][0]} already; take one out.")
            self.blocks.setdefault(word, (at + 1, list(enumerate(self.lines[at + 1 : end], at + 2))))
            return end
        elif word in TEXTS:
            quoted = len(text) > 1 and text[0] == text[-1] == '"'
            self.texts[word] = html.unescape(text[1:-1] if quoted else text)
        elif word == _BUNDLE and any(self.lines[at + 1 :]):
            self._tell(at + 1, "another puzzle begins here; give each a file of its own.")
            return len(self.lines)
        return at + 1

    def _end(self, at: int) -> int:
        """The index of the line that ends a list of clues: one with a known word in front, or a property."""
        while at < len(self.lines):
            line = self.lines[at]
            if _split(line)[0] in _WORDS or _PROPERTY.fullmatch(line):
                break
            at += 1
        return at

    def _read_size(self, line: int, key: str, text: str) -> None:
        size = _whole(text)
        if size is None or not 1 <= size <= MOST:
            told = f"is “{_shown(text)}”" if text else "has no number"
            self._tell(line, f"the {key} {told}; it is a whole number from 1 to {MOST}.")
        elif key in self.sizes and self.sizes[key][1] not in (0, size):
            self._tell(line, f"the {key} is on line {self.sizes[key][0]} already; take one of the two out.")
        self.sizes.setdefault(key, (line, size or 0))

    def _clues(self, word: str, count: int, length: int) -> tuple[Clue, ...]:
        """The clues of `count` lines of `length` cells, as far as they can be read."""
        line, block = self.blocks[word]
        given = [(at, text) for at, text in block if text]
        if len(given) < count <= len(block) and not any(text for _, text in block[count:]):
            given = list(block[:count])
        if len(given) > count:
            self._tell(given[count][0], f"there are {len(given)} clues of {word}, and the size says {count}.")
        elif len(given) < count:
            self._tell(
                line, f"{count} clues of {word} belong here and there are {len(given)}; an empty line's is 0."
            )
        return tuple(self._clue(at, text, length) for at, text in given)

    def _clue(self, line: int, text: str, length: int) -> Clue:
        runs = []
        for piece in text.split(",") if text else ():
            for token in piece.split() or [""]:
                run = _whole(token)
                if run is None:
                    self._tell(line, f"“{_shown(token)}” {_fault(token)}.")
                    return ()
                runs.append(run)
        if runs == [0]:
            return ()
        need = sum(runs) + max(len(runs) - 1, 0)
        if 0 in runs:
            self._tell(line, "a run of 0 stands among others; 0 stands alone, for an empty line.")
        elif need > length:
            room = "a billion or more" if need >= _HUGE else str(need)
            self.unfit += 1
            self._tell(line, f"the clue needs {room} cells and its line has {length}.")
        return tuple(runs)


def _split(line: str) -> tuple[str, str]:
    """A line's first word, in small letters, and the rest."""
    word, *rest = line.split(maxsplit=1)[:2] or [""]
    return word.lower(), rest[0] if rest else ""


def _whole(text: str) -> int | None:
    """The whole number that digits spell, or None; one that is too long for any line is as good as huge."""
    match = _WHOLE.fullmatch(text)
    if match is None:
        return None
    return int(match[1]) if len(match[1]) < _DIGITS else _HUGE


def _fault(token: str) -> str:
    """What is wrong with a run that isn't a whole number."""
    if not token:
        return "is no number: a comma stands too many"
    if token[0] in "-−" and _whole(token[1:]) is not None:
        return "is negative; a run has a cell at least"
    if token[:-1] and _whole(token[:-1]) is not None and token[-1].isalpha():
        return "has a colour, and only puzzles in one colour are read"
    return "isn't a whole number; a clue is numbers split by commas"


def _shown(text: str) -> str:
    """A text as a message shows it: printable, and not long."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}…"
