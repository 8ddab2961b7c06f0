"""JSON with one spelling only: sorted keys, no spaces, whole numbers, UTF-8, a newline at the end.

Equal values give equal bytes on every machine, so a file can be fingerprinted by its bytes.
"""

import json
from typing import Any, NoReturn

from picturekit.errors import KitError


def dumps(value: object) -> bytes:
    """`value` as canonical JSON in UTF-8 with a newline at the end. A tuple is written as an array.

    Raises KitError naming the place, such as `$.tiers.easy.w`, for a float, a key that is not text, text that
    UTF-8 can't hold, or a type that JSON doesn't have.
    """
    try:
        _check(value, "$")
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise KitError("$ is nested too deeply for JSON, or holds itself: flatten it.") from None
    return f"{text}\n".encode()


def loads(data: bytes, name: str = "the JSON text") -> Any:
    """The value that `data` spells; it need not be canonical, but it must hold what `dumps` could write.

    Raises KitError, beginning with `name`, for bytes that are not UTF-8 or not JSON, for a number with a
    fraction or exponent, for NaN and Infinity, and for a key that comes twice in one object.
    """

    def refuse_number(literal: str) -> NoReturn:
        raise KitError(
            f"{name} has the number {literal}: only whole numbers are allowed, so write it as one."
        )

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for key, member in pairs:
            if key in members:
                raise KitError(f"{name} has the key {key!r} twice in one object: take one of the two out.")
            members[key] = member
        return members

    try:
        return json.loads(
            data.decode("utf-8"),
            parse_float=refuse_number,
            parse_constant=refuse_number,
            object_pairs_hook=unique,
        )
    except UnicodeDecodeError as error:
        raise KitError(f"{name} is not UTF-8 at byte {error.start}: save it as UTF-8.") from None
    except RecursionError:
        raise KitError(f"{name} is nested too deeply: flatten it.") from None
    except ValueError as error:
        raise KitError(f"{name} is not JSON ({error}): mend it there.") from None


def _check(value: object, path: str) -> None:
    if value is None or isinstance(value, int):
        return
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, list | tuple):
        for index, member in enumerate(value):
            _check(member, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, member in value.items():
            if not isinstance(key, str):
                raise KitError(f"{path} has the key {key!r}, which is not text: make it text.")
            _check_text(key, path)
            _check(member, f"{path}.{key}")
    elif isinstance(value, float):
        raise KitError(f"{path} is {value!r}, a float: write a whole number, or a fraction as two of them.")
    else:
        raise KitError(
            f"{path} is of type {type(value).__name__}, which JSON doesn't have: convert it first."
        )


def _check_text(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise KitError(
            f"{path} has text that UTF-8 can't hold, {text!r}: take the lone surrogate out."
        ) from None
