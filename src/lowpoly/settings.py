"""Settings: the `lowpoly` part of `config.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Rules:
    """What shapes a mesh at one size; the numbers come from `config.yaml`."""

    dots: int
    """How many dots the kept part is to have."""
    gap: int
    """The least distance between dots, in pixels."""
    nearest: int
    """The same in hundredths of a board unit, which it sets."""
    clear: int
    """The least distance of a line from a dot that it doesn't end at, in hundredths."""
    corner: Fraction
    """The tangent of the least angle of a triangle's corner."""
    keep: Fraction
    """How opaque a triangle is at least, to be kept."""
    likely: Fraction
    """How opaque it is at least for its corners and lines to matter while inserting."""
    attempts: int
    """How many of the best candidates are tried in a round."""
    rounds: int
    """How many rounds there are at most."""
    retry: bool
    """Whether a refused candidate is tried again when its cavity has changed; without, the spec's chain."""
    part: bool
    """Whether a dot may replace a part of its cavity where that is worth more; needs `retry`."""


@dataclass(frozen=True)
class Size:
    """A size: how many dots a picture has and how far apart they are at least, in pixels."""

    name: str
    dots: int
    gap: int


@dataclass(frozen=True)
class Board:
    """The board's distances in hundredths of its unit, and the tangent of the least angle."""

    nearest: int
    clear: int
    corner: Fraction


@dataclass(frozen=True)
class Insert:
    """How dots are inserted; see `Rules` and `insertion.candidates` for the words."""

    likely: Fraction
    attempts: int
    rounds: int
    lattice: int
    flat: int
    contrast: int
    retry: bool
    cavity: str


@dataclass(frozen=True)
class Settings:
    """All that shapes a Low Poly picture beside its pixels."""

    engine: int
    light: Fraction
    keep: Fraction
    sizes: tuple[Size, ...]
    board: Board
    insert: Insert

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Settings:
        """The settings of a `lowpoly` object that fits `workflow/schemas/config.schema.yaml`."""
        board, insert = config["board"], config["insert"]
        return cls(
            engine=config["engine"],
            light=Fraction(config["light"]),
            keep=Fraction(config["keep"]),
            sizes=tuple(
                Size(name, config["sizes"][name]["dots"], config["sizes"][name]["gap"])
                for name in ("easy", "medium", "hard")
            ),
            board=Board(board["nearest"], board["clear"], Fraction(board["corner"])),
            insert=Insert(**{**insert, "likely": Fraction(insert["likely"])}),
        )

    def size(self, name: str) -> Size:
        """The size of that name."""
        return next(size for size in self.sizes if size.name == name)

    def plan(self, easy: int) -> dict[str, int]:
        """How many dots a subject has at each size that it is made at; `easy` is its own number for Easy,
        or 0."""
        dots = {size.name: size.dots for size in self.sizes}
        if easy:
            return {**dots, "easy": easy}
        return {name: number for name, number in dots.items() if name != "easy"}

    def rules(self, size: str, dots: int) -> Rules:
        """What insertion keeps to at a size, for a picture of `dots` dots."""
        return Rules(
            dots=dots,
            gap=self.size(size).gap,
            nearest=self.board.nearest,
            clear=self.board.clear,
            corner=self.board.corner,
            keep=self.keep,
            likely=self.insert.likely,
            attempts=self.insert.attempts,
            rounds=self.insert.rounds,
            retry=self.insert.retry,
            part=self.insert.cavity == "best",
        )
