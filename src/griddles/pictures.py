"""`pictures.txt`: the library's source, read with its line numbers and written back as it was.

Source: spec `griddles`, "The source: pictures.txt" and "Build and prove" (GR-25, GR-38, GR-39).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

from griddles import icons
from griddles.errors import GriddlesError
from griddles.puzzle import EMPTY, FILLED, ID_RE, PLACES, SIZES
from picturekit import files

LEAST, MOST = 15, 85
"""How many of a picture's cells, in per cent, are filled at least and at most."""

RETIRED = "retired"

_HEADER = "=="
_SHAPE = "== <size> <id> <Title> | <source>"
_SHOWN = 12


@dataclass(frozen=True)
class Picture:
    """A picture of `pictures.txt`: `rows` are `size` texts of `size` cells, `#` filled and `.` empty.

    `line` is its header's line in the file, which isn't part of what it is.
    """

    size: int
    id: str
    title: str
    source: str
    retired: bool
    rows: tuple[str, ...]
    line: int = field(default=0, compare=False)

    @property
    def label(self) -> str:
        """The picture as a message names it, such as `10 cat (Cat)`."""
        return f"{self.size} {self.id} ({self.title})"


@dataclass(frozen=True)
class Source:
    """The file: its head, the comment lines as they stand, and its pictures in order.

    A picture's place among those of its size is the place that codes name.
    """

    head: tuple[str, ...]
    pictures: tuple[Picture, ...]

    def at(self, size: int) -> list[Picture]:
        """The pictures of a size, by place."""
        return [picture for picture in self.pictures if picture.size == size]


def read(path: Path) -> Source:
    """The file at a path. Raises GriddlesError as `parse` does, and when it can't be read or isn't UTF-8."""
    name = path.as_posix()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise GriddlesError(f"{name}: can't be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise GriddlesError(f"{name}:{line}: isn't UTF-8 here; save the file as UTF-8.") from None
    return parse(text, name)


def parse(text: str, name: str = "pictures.txt") -> Source:
    """The pictures in a text.

    Raises GriddlesError with every problem found, a line each, beginning with `name` and the line in it.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith(_HEADER)]
    head = lines[: starts[0]] if starts else lines
    blocks = [
        _Block(start + 1, lines[start], lines[start + 1 : end])
        for start, end in pairwise([*starts, len(lines)])
    ]
    problems = [*_stray(head), *(problem for block in blocks for problem in block.problems)]
    problems += _doubled(blocks)
    problems += _overfull(blocks)
    told = [f"{name}:{line}: {sentence}" for line, sentence in sorted(problems, key=itemgetter(0))]
    told += [f"{name}: {sentence}" for sentence in _undealt(blocks)]
    if told:
        raise GriddlesError("\n".join(told))
    kept = "\n".join(line.strip() and line for line in head).strip("\n")
    return Source(tuple(kept.split("\n")) if kept else (), tuple(block.picture() for block in blocks))


def text_of(source: Source) -> str:
    """The text that `parse` reads as `source`: the head, then the pictures, a blank line before each."""
    parts = ["".join(f"{line}\n" for line in source.head)] if source.head else []
    parts += [_text_of(picture) for picture in source.pictures]
    return "\n".join(parts)


def write(path: Path, source: Source) -> None:
    """Write the file. Raises GriddlesError, and writes nothing, if it couldn't be read back as `source`."""
    text = text_of(source)
    if parse(text, path.as_posix()) != source:
        raise GriddlesError(
            f"{path.as_posix()}: what would be written reads as something else; "
            "look for spaces and bars in titles."
        )
    files.write_text(path, text)


def _text_of(picture: Picture) -> str:
    fields = [f"{_HEADER} {picture.size} {picture.id} {picture.title}", picture.source]
    fields += [RETIRED] if picture.retired else []
    return "".join(f"{line}\n" for line in (" | ".join(fields), *picture.rows))


class _Block:
    """A header and the lines under it, as far as they can be read, and what is wrong as (line, sentence)."""

    def __init__(self, line: int, header: str, body: Sequence[str]) -> None:
        self.line = line
        self.problems: list[tuple[int, str]] = []
        self.size: int | None = None
        self.id = self.title = self.source = ""
        self.retired = False
        self._read_header(header)
        self.rows = [(at, row) for at, row in enumerate(body, line + 1) if row.strip()]
        if self.size is not None:
            self._check_rows(self.size)

    def picture(self) -> Picture:
        assert self.size is not None
        rows = tuple(row for _, row in self.rows)
        return Picture(self.size, self.id, self.title, self.source, self.retired, rows, self.line)

    def _tell(self, sentence: str, line: int | None = None) -> None:
        self.problems.append((line or self.line, sentence))

    def _read_header(self, header: str) -> None:
        name, *fields = (part.strip() for part in header.removeprefix(_HEADER).split("|"))
        if not name:
            self._tell(f"the header is empty; write “{_SHAPE}”.")
            return
        size, identifier, title = (*name.split(maxsplit=2), "", "")[:3]
        self._read_size(size)
        self.id, self.title = identifier, title
        if not identifier or not title:
            self._tell(f"the header lacks {'a title' if identifier else 'an id'}; write “{_SHAPE}”.")
        if identifier and ID_RE.fullmatch(identifier) is None:
            self._tell(f"the id “{identifier}” isn't small letters and digits with single hyphens between.")
        if not title.isprintable():
            points = ", ".join(f"U+{ord(letter):04X}" for letter in title if not letter.isprintable())
            self._tell(f"the title has characters that can't be printed ({points}); take them out.")
        if not fields or not fields[0]:
            self._tell(f"the header has no source; write “{_SHAPE}”.")
            return
        self.source = fields[0]
        try:
            icons.parse(self.source)
        except GriddlesError as error:
            self._tell(str(error))
        self.retired = fields[1:] == [RETIRED]
        if fields[1:] and not self.retired:
            self._tell(
                f"after the source comes nothing, or “ | {RETIRED}”; this has “{' | '.join(fields[1:])}”."
            )

    def _read_size(self, text: str) -> None:
        sizes = {str(size): size for size in SIZES}
        self.size = sizes.get(text)
        if self.size is None:
            self._tell(f"no size “{text}”; the sizes are {', '.join(sizes)}.")

    def _check_rows(self, size: int) -> None:
        whole = len(self.rows) == size
        if not whole:
            self._tell(f"the picture has {len(self.rows)} rows and its size has {size}; draw {size}.")
        for line, row in self.rows:
            strange = sorted({letter for letter in row if letter not in (FILLED, EMPTY)})
            if strange:
                named = " ".join(map(ascii, strange[:_SHOWN]))
                self._tell(f"a row is {FILLED} and {EMPTY} alone, and this has {named}.", line)
            elif len(row) != size:
                self._tell(f"the row has {len(row)} cells and its size has {size}; draw {size}.", line)
            whole = whole and not strange and len(row) == size
        if whole:
            self._check_fill(size * size)

    def _check_fill(self, cells: int) -> None:
        filled = sum(row.count(FILLED) for _, row in self.rows)
        if not LEAST * cells <= 100 * filled <= MOST * cells:
            self._tell(
                f"{filled} of {cells} cells are filled, and a picture fills {LEAST} to {MOST} per cent; "
                f"fill {-(-LEAST * cells // 100)} to {MOST * cells // 100}."
            )


def _stray(head: Iterable[str]) -> Iterator[tuple[int, str]]:
    for line, text in enumerate(head, 1):
        if text.strip() and text != "#" and not text.startswith("# "):
            yield (
                line,
                f"before the first header come comments, each a # and a space; write “{_SHAPE}” first.",
            )


def _doubled(blocks: Iterable[_Block]) -> Iterator[tuple[int, str]]:
    first: dict[tuple[int | None, str], int] = {}
    for block in blocks:
        key = (block.size, block.id)
        if key in first and block.size is not None and block.id:
            yield (
                block.line,
                f"the id “{block.id}” at size {block.size} is on line {first[key]} already; change one.",
            )
        first.setdefault(key, block.line)


def _overfull(blocks: Iterable[_Block]) -> Iterator[tuple[int, str]]:
    counts: Counter[int | None] = Counter()
    for block in blocks:
        counts[block.size] += 1
        if block.size is not None and counts[block.size] == PLACES + 1:
            yield block.line, f"size {block.size} holds {PLACES} pictures and is full; take this one out."


def _undealt(blocks: Sequence[_Block]) -> Iterator[str]:
    if not blocks:
        yield f"there is no picture; add one, beginning with “{_SHAPE}”."
        return
    dealt = {block.size for block in blocks if not block.retired}
    for size in SIZES:
        if size not in dealt:
            yield f"no picture of size {size} is dealt; add one, or take “ | {RETIRED}” off one."
