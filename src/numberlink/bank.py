"""The bank: boards of seeds in order, none the same as another at its size, few of one idea.

Whether a board is taken depends on those of lower seeds alone, whatever their level has room for: a bank that
grows keeps every board it had, in its place and with its code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numberlink.errors import NumberlinkError
from numberlink.puzzle import DIFFICULTIES, SIZES
from numberlink.settings import Level
from picturekit import codes, fingerprints

Row = Mapping[str, Any]
"""A board as the build's stages tell it: `size`, `difficulty`, `index`, `key`, `shapes` and more."""


@dataclass(frozen=True)
class Bank:
    """The boards of each level by their index, and how many were passed over: `same` as another, or `alike`
    too many."""

    levels: Mapping[Level, tuple[Row, ...]]
    same: int
    alike: int


def merge(rows: Iterable[Row], boards: int, alike: int) -> Bank:
    """The bank of these rows, with so many boards a level, and at most `alike` of equal line shapes a size.

    Raises NumberlinkError, naming each level, where rows run out.
    """
    order = {difficulty: place for place, difficulty in enumerate(DIFFICULTIES)}
    levels: dict[Level, list[Row]] = {(size, difficulty): [] for size in SIZES for difficulty in DIFFICULTIES}
    seen: set[tuple[int, str]] = set()
    ideas: Counter[tuple[int, str]] = Counter()
    same = shared = 0
    for row in sorted(rows, key=lambda row: (row["size"], row["index"], order[row["difficulty"]])):
        board, idea = (row["size"], row["key"]), (row["size"], row["shapes"])
        if board in seen:
            same += 1
            continue
        seen.add(board)
        ideas[idea] += 1
        if ideas[idea] > alike:
            shared += 1
            continue
        levels[row["size"], row["difficulty"]].append(row)
    short = [
        f"{difficulty} at {size} has {len(found)} of {boards} boards"
        for (size, difficulty), found in levels.items()
        if len(found) < boards
    ]
    if short:
        raise NumberlinkError(f"{'; '.join(short)}: raise numberlink.spare, or ease the contract.")
    return Bank({level: tuple(found[:boards]) for level, found in levels.items()}, same, shared)


def assign_codes(keys: Sequence[str], locked: Mapping[str, str]) -> dict[str, str]:
    """A code for each board by its canonical key: the locked one, else the first that is free, in order.

    `locked` has codes by the fingerprint of a key, which is what the lock holds.
    """
    known = {fingerprint_of(key): key for key in keys}
    names = {known.get(board, board): code for board, code in locked.items()}
    return codes.assign(keys, names)


def fingerprint_of(key: str) -> str:
    """The fingerprint of a board: of its canonical key."""
    return fingerprints.fingerprint(key.encode())
