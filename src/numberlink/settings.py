"""Settings: the `numberlink` part of `config.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numberlink.generator import Contract
from numberlink.puzzle import DIFFICULTIES, SIZES

Level = tuple[int, str]
"""A size and a difficulty."""


@dataclass(frozen=True)
class Settings:
    """All that shapes a board of the bank, or decides whether it may be published.

    Each level has `boards` boards, of seeds in shards of `shard`, `spare` more seeds than boards at least; of
    boards with equal line shapes there are at most `alike` at a size. A board's answer is asked about with
    cells left empty for `loose` steps.
    """

    engine: int
    boards: int
    shard: int
    spare: Fraction
    alike: int
    loose: int
    contracts: Mapping[Level, Contract]

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Settings:
        """The settings of a `numberlink` object that fits `workflow/schemas/config.schema.yaml`."""
        return cls(
            engine=config["engine"],
            boards=config["boards"],
            shard=config["shard"],
            spare=Fraction(config["spare"]),
            alike=config["alike"],
            loose=config["loose"],
            contracts={
                (size, difficulty): contract_of(config["difficulties"][difficulty], size)
                for size in SIZES
                for difficulty in DIFFICULTIES
            },
        )

    @property
    def shards(self) -> int:
        """How many shards of seeds the boards need, spare ones included."""
        return -(-self.boards * (1 + self.spare) // self.shard)


def contract_of(config: Mapping[str, Any], size: int) -> Contract:
    """The contract of a difficulty at a size."""
    place = SIZES.index(size)
    least, most = config["looks"][place]
    return Contract(
        longest=config["longest"][place],
        grown=config["grown"][place],
        winding=config["winding"][place],
        straight=Fraction(config["straight"]),
        turns=Fraction(config["turns"]),
        looks=(least, most),
        open=config["open"],
        attempts=config["attempts"],
        steps=config["steps"],
    )
