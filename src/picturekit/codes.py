"""A picture's code: six letters from a hash of its name, the same on every machine (spec: Codes and the
manifest)."""

import re
from collections.abc import Iterable, Mapping

from picturekit.errors import KitError

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_RE = re.compile(rf"[{ALPHABET}]{{6}}", re.ASCII)
LENGTH = 6

FNV_OFFSET = 0x811C9DC5
FNV_PRIME = 0x01000193

_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}


def fnv1a(units: Iterable[int], start: int = FNV_OFFSET) -> int:
    """The 32-bit FNV-1a hash of `units`, going on from `start` (Fowler, Noll, Vo).

    With bytes and the default start it is the published function; a longer text can be hashed in pieces by
    handing the last value on.
    """
    value = start
    for unit in units:
        value = (value ^ unit) * FNV_PRIME & 0xFFFFFFFF
    return value


def code_of(name: str, salt: int = 0) -> str:
    """The code of `name`: three letters a round, until there are six. The hash runs on from round to round.

    A character outside the basic plane counts as its first UTF-16 unit, as in the game that first made these
    codes.
    """
    value = FNV_OFFSET ^ salt
    letters = ""
    while len(letters) < LENGTH:
        value = fnv1a(map(_first_utf16_unit, f"{name}#{len(letters) // 3}"), value)
        letters += "".join(ALPHABET[value >> shift & 31] for shift in (0, 5, 10))
    return letters


def value_of(code: str) -> int:
    """The code read as a number in base 32, its first letter the most significant: 0 to 2**30 - 1.

    Raises KitError if it is not a code.
    """
    check(code)
    value = 0
    for letter in code:
        value = value * 32 + _VALUES[letter]
    return value


def check(code: str) -> str:
    """`code` itself. Raises KitError if it is not six letters of the alphabet."""
    if not CODE_RE.fullmatch(code):
        raise KitError(f"{code!r} is not a code: a code is {LENGTH} letters of {ALPHABET}.")
    return code


def assign(names: Iterable[str], locked: Mapping[str, str]) -> dict[str, str]:
    """A code for each name, in the order given: the locked one, else the first of salts 0, 1, 2 … that nobody
    has.

    A code that is locked stays taken even if its name is not among `names`, so a code never passes to another
    picture. Raises KitError for a name that comes twice, and for a lock in which two names have one code.
    """
    owners: dict[str, str] = {}
    for name, code in locked.items():
        if check(code) in owners:
            raise KitError(
                f"{owners[code]} and {name} have one code in the lock, {code}: restore the lock from git, "
                "a code belongs to one picture for good."
            )
        owners[code] = name
    codes: dict[str, str] = {}
    for name in names:
        if name in codes:
            raise KitError(f"{name} is listed twice: take one of the two out.")
        codes[name] = locked[name] if name in locked else _first_free(name, owners)
        owners[codes[name]] = name
    return codes


def _first_free(name: str, owners: Mapping[str, str]) -> str:
    salt = 0
    while (code := code_of(name, salt)) in owners:
        salt += 1
    return code


def _first_utf16_unit(character: str) -> int:
    point = ord(character)
    return point if point < 0x10000 else 0xD800 + (point - 0x10000 >> 10)
