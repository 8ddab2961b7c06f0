"""The subjects' file: every fault is told with its line, and the schema says the same of a row's shape."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from lowpoly import subjects
from lowpoly.errors import LowPolyError
from lowpoly.subjects import Subject, read

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/cases/lowpoly/subjects.json").read_text(encoding="utf-8"))
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/subjects.schema.yaml").read_text(encoding="utf-8"))
ROW = {"folder": "Fox", "title": "Fox", "kind": "creature"}

each = pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])


def table_of(case: dict[str, Any]) -> dict[str, str] | None:
    return None if case["table"] is None else dict.fromkeys(case["table"], "icon")


@each
def test_reading(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "subjects.yaml"
    path.write_text(case["text"], encoding="utf-8", newline="\n")
    if case["told"]:
        with pytest.raises(LowPolyError) as error:
            read(path, table_of(case))
        assert str(error.value).split("\n") == [f"{path.as_posix()}:{told}" for told in case["told"]]
    else:
        assert read(path, table_of(case)) == [Subject(*row) for row in case["subjects"]]


@each
def test_the_schema_refuses_the_same_shapes(case: dict[str, Any]) -> None:
    try:
        rows = yaml.safe_load(case["text"])
    except yaml.YAMLError:
        assert case["told"]
        return
    validator = jsonschema.Draft202012Validator(SCHEMA)
    if case["misshapen"]:
        assert not validator.is_valid(rows)
    elif not case["told"]:
        assert validator.is_valid(rows)


def test_the_schema_is_one_and_names_the_same_keys_and_values() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    properties = SCHEMA["items"]["properties"]
    assert tuple(properties["kind"]["enum"]) == subjects.KINDS
    assert tuple(properties["easy"]["enum"]) == subjects.EASY_DOTS
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid([{**ROW, "easy": 30}])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        LowPolyError, match=r"/subjects\.yaml: can't be read \(No such file or directory\)\.$"
    ):
        read(tmp_path / "subjects.yaml", None)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"- {folder: Fox}\n- {folder: F\xfcchse}\n", ":2: isn't UTF-8 here; save the file as UTF-8."),
        (b"- {folder: Fox\n- {folder: Seal}\n", r":2: isn't YAML \(.*\)\."),
        (b"- [a\n", r":2: isn't YAML \(.*\)\."),
        (b"- *nobody\n", r":1: isn't YAML \(found undefined alias 'nobody'\)\."),
        (b"[]\n---\n[]\n", r":2: isn't YAML \(but found another document\)\."),
        (b"- \x07\n", r": isn't YAML \(special characters are not allowed\)\."),
        (b"[" * 5000, r": isn't YAML \(it is nested too deeply\)\."),
    ],
)
def test_a_file_that_is_no_yaml(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "subjects.yaml"
    path.write_bytes(data)
    with pytest.raises(LowPolyError, match=rf"/subjects\.yaml{told}$"):
        read(path, None)


def test_nothing_in_the_file_is_run(tmp_path: Path) -> None:
    path = tmp_path / "subjects.yaml"
    made = tmp_path / "made"
    path.write_text(f"- !!python/object/apply:os.mkdir [{made.as_posix()}]\n", encoding="utf-8")
    with pytest.raises(LowPolyError, match=":1: a row has the keys"):
        read(path, None)
    assert not made.exists()
