"""The JSON Schemas that the build's files are checked against."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from picturekit import files
from picturekit.errors import KitError


@cache
def load(path: Path) -> Draft202012Validator:
    """The validator of a schema file, JSON or YAML. Raises KitError when it can't be read."""
    schema = yaml.safe_load(files.read_bytes(path).decode("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def check(value: Any, validator: Draft202012Validator, name: str) -> None:
    """Raise KitError, with every place where it doesn't, unless `value` fits the schema; `name` begins
    each line."""
    errors = sorted(validator.iter_errors(value), key=lambda error: error.json_path)
    if errors:
        raise KitError("\n".join(f"{name}: {error.json_path}: {error.message}" for error in errors))
