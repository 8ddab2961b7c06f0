"""Certificates: each holds as it is made, and with anything changed in it none does."""

import copy
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from griddles import certificate
from griddles.certificate import Certificate, check_document, document, make, measure_of, problems
from griddles.errors import GriddlesError
from griddles.puzzle import Entry

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "workflow/schemas/griddles-certificate.schema.json").read_text(encoding="utf-8"))

CUP = Entry(
    3,
    "cup",
    "Cup",
    (
        "..........",
        ".######...",
        ".########.",
        ".######..#",
        ".######..#",
        ".########.",
        ".######...",
        "..####....",
        "..........",
        "##########",
    ),
    "s27",
    "drawn",
)


@pytest.fixture(scope="module")
def proof() -> Certificate:
    return make(CUP)


def reread(proof: Certificate) -> Any:
    return json.loads(json.dumps(proof.to_json()))


def test_a_certificate_holds(proof: Certificate) -> None:
    assert problems(proof, CUP) == []
    assert (proof.id, proof.place, proof.engine, proof.measure) == ("cup", 3, 6, "s27")
    assert proof.answer == CUP.rows
    assert proof.rows[2] == (8,)
    assert proof.rows[0] == ()


def test_it_comes_back(proof: Certificate) -> None:
    assert Certificate.from_json(reread(proof)) == proof
    assert reread(Certificate.from_json(reread(proof))) == reread(proof)


def test_the_measure_counts_the_steps_of_each_technique() -> None:
    steps = [("row", 0, technique, "#") for technique in ("line", "simple", "simple", "line", "line")]
    assert measure_of(steps) == "s2 l3"
    assert measure_of([*steps, ("column", 2, "edges", "?.")]) == "s2 e1 l3"


OTHERS: dict[type, tuple[object, ...]] = {str: ("", "x"), int: (-1, 10, True, None), list: ([], None)}


def changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place in a JSON value with everything else that could stand there: a path and a value each."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from changes(value[key], (*path, key))
        yield path, value[:-1] if isinstance(value, list) else {**value, "more": 1}
    if isinstance(value, list):
        yield from ((path, [*value, *value[-1:]]), (path, []), (path, None), (path, [*value, None]))
    elif isinstance(value, int):
        yield from ((path, other) for other in (*range(-1, 12), True, None, str(value)) if other is not value)
    elif isinstance(value, str):
        yield from (
            (path, other) for other in ("", None, "row", "column", "simple", "edges", "line", "trial")
        )
        yield from (
            (path, value[:at] + letter + value[at + 1 :]) for at, letter in product(range(len(value)), "#.?x")
        )


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    made = copy.copy(value)
    made[path[0]] = put(value[path[0]], path[1:], new)
    return made


def told(value: Any, entry: Entry = CUP) -> list[str]:
    try:
        return problems(Certificate.from_json(value), entry)
    except GriddlesError as error:
        return [str(error)]


def test_with_one_field_changed_it_does_not_hold(proof: Certificate) -> None:
    """Every value in it, however deep, is changed in turn to every other that could stand there."""
    value = reread(proof)
    kept = [(path, new) for path, new in changes(value) if repr(put(value, path, new)) != repr(value)]
    assert len(kept) > 2000
    holding = [(path, new) for path, new in kept if not told(put(value, path, new))]
    assert holding == []


@pytest.mark.parametrize("key", ["id", "place", "engine", "clues", "steps", "answer", "measure"])
def test_with_one_field_missing_it_does_not_hold(proof: Certificate, key: str) -> None:
    value = reread(proof)
    del value[key]
    assert told(value)[0].startswith("Where answer, clues, engine, id, measure, place, steps belong")


def flip(entry: Entry, r: int, c: int) -> Entry:
    row = entry.rows[r]
    rows = list(entry.rows)
    rows[r] = row[:c] + (".#"["#.".index(row[c])]) + row[c + 1 :]
    return Entry(**{**vars(entry), "rows": tuple(rows)})


@pytest.mark.parametrize(("r", "c"), [(0, 0), (2, 5), (9, 9)])
def test_it_is_of_one_picture_only(proof: Certificate, r: int, c: int) -> None:
    assert problems(proof, flip(CUP, r, c)) == [
        "Its answer or its clues are another picture's: certify this picture again."
    ]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"id": "mug"}, "It is cup's at place 3"),
        ({"place": 4}, "It is cup's at place 3"),
        ({"measure": "s17"}, "Its measure is s27, its steps' s27, the picture's s17"),
    ],
)
def test_a_picture_that_says_other(proof: Certificate, changed: dict[str, Any], told: str) -> None:
    found = problems(proof, Entry(**{**vars(CUP), **changed}))
    assert len(found) == 1
    assert found[0].startswith(told)


def test_a_picture_that_lines_do_not_finish_has_none() -> None:
    rows = ("##........", *CUP.rows[1:8], "#.........", ".#########")
    with pytest.raises(GriddlesError, match=r"^10 cup \(Cup\) has no certificate\. .*cells unknown"):
        make(Entry(**{**vars(CUP), "rows": rows}))


def test_a_picture_of_another_tier_has_none() -> None:
    block = Entry(0, "block", "Block", (".###########...",) * 15, "s23", "drawn")
    with pytest.raises(
        GriddlesError, match=r"certificate\. Its steps need tier 1, and the size's is 2: redraw it\.$"
    ):
        make(block)


# A size's file


def test_a_file_of_certificates(proof: Certificate) -> None:
    first = Entry(**{**vars(CUP), "place": 0, "id": "mug"})
    other = make(first)
    value = json.loads(json.dumps(document(10, [proof, other])))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(value, SCHEMA)
    assert [row["id"] for row in value["certificates"]] == ["mug", "cup"]
    assert check_document(value, 10, [first, CUP]) == []
    assert check_document(value, 10, [first]) == [
        "It holds 2 certificates of size 10: certify them all again."
    ]
    assert check_document(value, 15, [first, CUP])
    assert check_document({**value, "size": 10.0}, 10, [first, CUP])
    assert check_document({**value, "more": 1}, 10, [first, CUP])
    assert check_document(None, 10, [first, CUP])
    value["certificates"][1]["steps"].pop()
    assert check_document(value, 10, [first, CUP])[0].startswith("cup (Cup): Its measure is s27")


@pytest.mark.parametrize(
    "change",
    [
        {"id": "Cup"},
        {"engine": 5},
        {"place": 1024},
        {"measure": "t2"},
        {"answer": []},
        {"steps": []},
        {"steps": [["row", 0, "trial", ".........."]]},
        {"steps": [["row", 0, "line", "..........", 1]]},
        {"clues": {"rows": [], "columns": []}},
        {"more": 1},
    ],
)
def test_the_schema_refuses(proof: Certificate, change: dict[str, Any]) -> None:
    value = document(10, [proof])
    value["certificates"][0].update(change)
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(value)


def test_it_tells_the_techniques_by_tier() -> None:
    assert certificate.TIERS == {"simple": 1, "edges": 2, "line": 3}
