"""Subjects: the rows people write, one a picture, read with their line numbers."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from lowpoly.errors import LowPolyError

KINDS = ("creature", "plant", "food", "machine", "thing", "place", "land")
"""What a subject can be. Their order settles ties in the daily order, so a new kind goes last."""

EASY_DOTS = (0, 25, 30, 35)
"""How many dots Easy can have; 0 leaves Easy out."""

_KEYS = ("folder", "title", "kind", "easy")
_NEEDED = ("folder", "title", "kind")
_TEXT, _WHOLE = "tag:yaml.org,2002:str", "tag:yaml.org,2002:int"


@dataclass(frozen=True)
class Subject:
    """One row: the art set's folder, the name a player learns, its kind, Easy's dots, and the row's line."""

    folder: str
    title: str
    kind: str
    easy: int
    line: int


def read(path: Path, table: Mapping[str, str] | None) -> list[Subject]:
    """The subjects of a file such as `sources/lowpoly/subjects.yaml`, in its order.

    `table` has the art set's folders as keys; without the art it is None, and folders aren't checked.
    Raises LowPolyError with every problem found, a line each, beginning with the file and the line.
    """
    name = path.as_posix()
    try:
        text = path.read_bytes().decode("utf-8")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except OSError as error:
        raise LowPolyError(f"{name}: can't be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise LowPolyError(f"{name}:{line}: isn't UTF-8 here; save the file as UTF-8.") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise LowPolyError(f"{name}{_why_not_yaml(error)}") from None
    if not isinstance(root, yaml.SequenceNode):
        line = root.start_mark.line + 1 if root else 1
        raise LowPolyError(f"{name}:{line}: isn't a list of rows; begin each row with “- ”.")
    rows = [_Row(node, table) for node in root.value]
    problems = [problem for row in rows for problem in row.problems]
    problems += _doubled(rows, "folder")
    problems += _doubled(rows, "title")
    if problems:
        raise LowPolyError("\n".join(f"{name}:{line}: {sentence}" for line, sentence in sorted(problems)))
    return [row.subject() for row in rows]


class _Row:
    """A row as far as it could be read, and what is wrong with it as (line, sentence)."""

    def __init__(self, node: yaml.Node, table: Mapping[str, str] | None) -> None:
        self.line = node.start_mark.line + 1
        self.problems: list[tuple[int, str]] = []
        self.texts: dict[str, str] = {}
        self.easy = 25
        self.nodes = self._members(node)
        for key in _NEEDED:
            if text := self._text(key):
                self.texts[key] = text
        self._check_folder(table)
        if "kind" in self.texts and self.texts["kind"] not in KINDS:
            self._tell("kind", f"no kind “{self.texts['kind']}”; the kinds are {', '.join(KINDS)}.")
        self._read_easy()

    def subject(self) -> Subject:
        return Subject(**self.texts, easy=self.easy, line=self.line)

    def _tell(self, key: str, sentence: str) -> None:
        self.problems.append((self.line_of(key), sentence))

    def line_of(self, key: str) -> int:
        return int(self.nodes[key].start_mark.line) + 1 if key in self.nodes else self.line

    def _members(self, node: yaml.Node) -> dict[str, yaml.Node]:
        members: dict[str, yaml.Node] = {}
        if not isinstance(node, yaml.MappingNode):
            self.problems.append((self.line, f"a row has the keys {', '.join(_NEEDED)}, and this has none."))
            return members
        for key_node, value in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "a list or mapping"
            line = key_node.start_mark.line + 1
            if key not in _KEYS:
                self.problems.append((line, f"no key “{key}” in a row; {_nearest(key, _KEYS)}."))
            elif key in members:
                self.problems.append((line, f"the key {key} comes twice in this row; take one out."))
            else:
                members[key] = value
        for key in _NEEDED:
            if key not in members:
                self.problems.append((self.line, f"the row has no {key}; add one."))
        return members

    def _text(self, key: str) -> str | None:
        """The text at a key, or None when it isn't there or has been told to be wrong."""
        if key not in self.nodes:
            return None
        node = self.nodes[key]
        if not isinstance(node, yaml.ScalarNode) or node.tag != _TEXT:
            self._tell(key, f"the {key} isn't text; put it in quotes.")
            return None
        text: str = node.value
        if not text.strip():
            self._tell(key, f"the {key} is empty; write one.")
            return None
        if not text.isprintable():
            points = ", ".join(f"U+{ord(letter):04X}" for letter in text if not letter.isprintable())
            self._tell(key, f"the {key} has characters that can't be printed ({points}); take them out.")
            return None
        if text != text.strip():
            self._tell(key, f"the {key} begins or ends with a space; take it off.")
            return None
        return text

    def _check_folder(self, table: Mapping[str, str] | None) -> None:
        folder = self.texts.get("folder")
        if table is not None and folder is not None and folder not in table:
            self._tell("folder", f"no folder “{folder}” in the art set; {_nearest(folder, sorted(table))}.")

    def _read_easy(self) -> None:
        node = self.nodes.get("easy")
        if node is None:
            return
        if isinstance(node, yaml.ScalarNode) and node.tag == _WHOLE and node.value in map(str, EASY_DOTS):
            self.easy = int(node.value)
        else:
            self._tell("easy", f"easy is one of {', '.join(map(str, EASY_DOTS))}.")


def _doubled(rows: list[_Row], key: str) -> Iterator[tuple[int, str]]:
    first: dict[str, int] = {}
    for row in rows:
        text = row.texts.get(key)
        if text in first:
            yield (
                row.line_of(key),
                f"the {key} “{text}” is on line {first[text]} already; take one of the two out.",
            )
        elif text is not None:
            first[text] = row.line_of(key)


def _nearest(word: str, words: tuple[str, ...] | list[str]) -> str:
    near = difflib.get_close_matches(word, words, n=3)
    return f"perhaps {', '.join(near)}" if near else "nothing is spelled like it"


def _why_not_yaml(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    place = f":{mark.line + 1}" if mark else ""
    what = getattr(error, "problem", None) or getattr(error, "reason", None) or "it is nested too deeply"
    return f"{place}: isn't YAML ({what})."
