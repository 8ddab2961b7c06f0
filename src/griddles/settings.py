"""Settings: the `griddles` part of `config.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from griddles import candidates, ink, touchup


@dataclass(frozen=True)
class Size:
    """A size: what it is called, the cells of a side, and the tier that its pictures need."""

    name: str
    cells: int
    tier: int


@dataclass(frozen=True)
class Settings:
    """All that shapes a picture of Griddles, or decides whether one may be published."""

    engine: int
    sizes: tuple[Size, ...]
    ink: ink.Rules
    candidates: candidates.Rules
    touchup: touchup.Rules
    budget: int
    """How many steps the count of a picture's answers may take."""

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Settings:
        """The settings of a `griddles` object that fits `workflow/schemas/config.schema.yaml`."""
        drawn = config["ink"]
        return cls(
            engine=config["engine"],
            sizes=tuple(
                Size(name, config["sizes"][name]["cells"], config["sizes"][name]["tier"])
                for name in ("easy", "medium", "hard")
            ),
            ink=ink.Rules(**{**drawn, "thresholds": tuple(drawn["thresholds"])}),
            candidates=candidates.Rules(**config["candidates"]),
            touchup=touchup.Rules(**config["touchup"]),
            budget=config["count"]["budget"],
        )

    def tier(self, cells: int) -> int:
        """The tier of a size by the cells of its side."""
        return next(size.tier for size in self.sizes if size.cells == cells)
