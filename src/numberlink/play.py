"""A fresh board for a seed: made and proved here and now, or else the bank's (NL-21 to NL-25, NL-32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numberlink import board, certificate
from numberlink.errors import NumberlinkError
from numberlink.generator import generate
from numberlink.puzzle import ENGINE_VERSION, Library, check_level
from numberlink.settings import Settings
from picturekit.codes import fnv1a

MADE, BANK = "made", "bank"


@dataclass(frozen=True)
class Game:
    """A board to play, stored whole, so that it comes back the same wherever it is opened.

    `origin` says whether it was MADE or is the BANK's, `code` which one of the bank, "" for a fresh board.
    """

    origin: str
    code: str
    seed: str
    size: int
    difficulty: str
    layout: str
    answer: str
    engine: int = ENGINE_VERSION

    def to_json(self) -> dict[str, Any]:
        """The game as it is stored."""
        return dict(self.__dict__)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Game:
        """The game that was stored. Raises NumberlinkError for one of another engine, or that isn't whole:
        it is given up, never forced to fit (NL-16)."""
        if not isinstance(value, Mapping) or set(value) != set(cls.__dataclass_fields__):
            raise NumberlinkError("This saved game isn't whole, and can't be gone on with: begin a new one.")
        if value["engine"] != ENGINE_VERSION:
            raise NumberlinkError(
                f"This game was saved with engine {value['engine']}, and this is {ENGINE_VERSION}: "
                "begin a new one."
            )
        return cls(**value)


def play(seed: str, size: int, difficulty: str, settings: Settings, library: Library) -> Game:
    """The board of a seed, made within the level's contract; where that comes to none, the bank's for the
    seed. Either way its one answer is proved. Raises NumberlinkError for another level."""
    check_level(size, difficulty)
    made = generate(seed, size, difficulty, settings.contracts[size, difficulty])
    if made is not None:
        layout, answer = board.to_layout(made.board), board.to_answer(made.links)
        certificate.certify(layout, answer, seed, size, difficulty)
        return Game(MADE, "", seed, size, difficulty, layout, answer)
    entries = library.entries(size, difficulty)
    entry = entries[fnv1a(f"{seed}:{size}:{difficulty}".encode()) % len(entries)]
    return Game(BANK, entry.code, seed, size, difficulty, entry.layout, entry.answer)
