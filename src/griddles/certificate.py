"""Certificates: the line steps that finish a picture, which `griddles.checker` checks without any solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from griddles import checker, ladder
from griddles.clues import Clues
from griddles.errors import GriddlesError
from griddles.lines import FILLED
from griddles.puzzle import ENGINE_VERSION, SIZES, Clue, Entry, clues_of

TIERS = {name: tier for name, tier in ladder.TECHNIQUES.items() if name != "trial"}
"""The techniques that a published picture may need, the gentlest first, with the tier of each."""

_MARKS = frozenset("#.?")

Step = tuple[str, int, str, str]
"""A line's kind, `row` or `column`, and index; the technique; the marks it adds, `?` where it adds none."""


@dataclass(frozen=True)
class Certificate:
    """A proof that a picture is the one answer to its clues, in steps that a person can take."""

    id: str
    place: int
    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    steps: tuple[Step, ...]
    answer: tuple[str, ...]
    measure: str
    engine: int = ENGINE_VERSION

    @classmethod
    def from_json(cls, value: object) -> Certificate:
        """The certificate of a JSON object. Raises GriddlesError if it isn't of `to_json`'s shape."""
        members = _members(value, ("answer", "clues", "engine", "id", "measure", "place", "steps"))
        clues = _members(members["clues"], ("columns", "rows"))
        return cls(
            id=_text(members["id"]),
            place=_whole(members["place"]),
            rows=tuple(tuple(map(_whole, _items(clue))) for clue in _items(clues["rows"])),
            columns=tuple(tuple(map(_whole, _items(clue))) for clue in _items(clues["columns"])),
            steps=tuple(map(_step, _items(members["steps"]))),
            answer=tuple(map(_text, _items(members["answer"]))),
            measure=_text(members["measure"]),
            engine=_whole(members["engine"]),
        )

    def to_json(self) -> dict[str, Any]:
        """The certificate as its published file has it."""
        return {
            "id": self.id,
            "place": self.place,
            "engine": self.engine,
            "clues": {"rows": list(map(list, self.rows)), "columns": list(map(list, self.columns))},
            "steps": list(map(list, self.steps)),
            "answer": list(self.answer),
            "measure": self.measure,
        }


def make(entry: Entry) -> Certificate:
    """The certificate of a picture. Raises GriddlesError, naming it, unless line steps finish it and the
    certificate holds."""
    rows, columns = clues_of(entry.rows)
    steps = tuple(_written(step, len(columns), len(rows)) for step in ladder.steps(Clues(rows, columns)))
    certificate = Certificate(entry.id, entry.place, rows, columns, steps, entry.rows, entry.measure)
    wrong = problems(certificate, entry)
    if wrong:
        raise GriddlesError(f"{len(rows)} {entry.id} ({entry.title}) has no certificate. {' '.join(wrong)}")
    return certificate


def problems(certificate: Certificate, entry: Entry) -> list[str]:
    """What is wrong with a certificate of a published picture, as sentences: none if it holds.

    It is this picture's and this engine's, its techniques add up to its measure and the picture's and come to
    exactly the size's tier, and its steps follow, one by one, from the clues.
    """
    told = []
    rows, columns = clues_of(entry.rows)
    if (certificate.id, certificate.place) != (entry.id, entry.place):
        told.append(f"It is {certificate.id}'s at place {certificate.place}: certify this picture again.")
    if certificate.engine != ENGINE_VERSION:
        told.append(f"It is engine {certificate.engine}'s and this is {ENGINE_VERSION}: certify it again.")
    if certificate.answer != entry.rows or (certificate.rows, certificate.columns) != (rows, columns):
        told.append("Its answer or its clues are another picture's: certify this picture again.")
        return told
    if any(not 0 <= step[1] < len(rows) for step in certificate.steps):
        return [*told, "A step names a line that isn't there: certify this picture again."]
    if not certificate.measure == entry.measure == measure_of(certificate.steps):
        told.append(
            f"Its measure is {certificate.measure}, its steps' {measure_of(certificate.steps)}, "
            f"the picture's {entry.measure}: they must be the same."
        )
    needs = max((TIERS[step[2]] for step in certificate.steps), default=0)
    if needs != SIZES[len(rows)].tier:
        told.append(f"Its steps need tier {needs}, and the size's is {SIZES[len(rows)].tier}: redraw it.")
    clues = {"rows": list(map(list, rows)), "columns": list(map(list, columns))}
    return told + checker.check(clues, list(certificate.steps), list(entry.rows))


def measure_of(steps: Iterable[Step]) -> str:
    """The steps per technique, such as `s63 e10`, without those that take none."""
    counts = Counter(step[2] for step in steps)
    return " ".join(f"{name[0]}{counts[name]}" for name in TIERS if counts[name])


def document(size: int, certificates: Sequence[Certificate]) -> dict[str, Any]:
    """A size's certificates as their published file has them, by place."""
    ordered = sorted(certificates, key=lambda certificate: certificate.place)
    return {"size": size, "certificates": [certificate.to_json() for certificate in ordered]}


def check_document(value: object, size: int, entries: Sequence[Entry]) -> list[str]:
    """What is wrong with a size's file of certificates, beside its published pictures: none if all hold."""
    try:
        members = _members(value, ("certificates", "size"))
        certificates = list(map(Certificate.from_json, _items(members["certificates"])))
        named = _whole(members["size"])
    except GriddlesError as error:
        return [str(error)]
    if named != size or len(certificates) != len(entries):
        return [f"It holds {len(certificates)} certificates of size {named}: certify them all again."]
    return [
        f"{entry.id} ({entry.title}): {told}"
        for certificate, entry in zip(certificates, entries, strict=True)
        for told in problems(certificate, entry)
    ]


def _written(step: ladder.Step, width: int, height: int) -> Step:
    kind, index = step.line
    marks = ["?"] * (width if kind == "row" else height)
    for r, c, mark in step.cells:
        marks[c if kind == "row" else r] = "#" if mark == FILLED else "."
    return (kind, index, step.technique, "".join(marks))


def _members(value: object, keys: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict) or sorted(value) != sorted(keys):
        raise GriddlesError(f"Where {', '.join(keys)} belong, there is something else: certify it again.")
    return value


def _items(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise GriddlesError(f"Where a list belongs, there is {value!r}: certify it again.")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise GriddlesError(f"Where a text belongs, there is {value!r}: certify it again.")
    return value


def _whole(value: object) -> int:
    # True equals 1 in Python, and is no number.
    if type(value) is not int:
        raise GriddlesError(f"Where a whole number belongs, there is {value!r}: certify it again.")
    return value


def _step(value: object) -> Step:
    items = _items(value)
    if len(items) == 4:
        kind, index, technique, marks = items
        if kind in ("row", "column") and technique in TIERS and set(_text(marks)) <= _MARKS:
            return (kind, _whole(index), technique, marks)
    raise GriddlesError(f"{value!r} is no step: certify it again.")
