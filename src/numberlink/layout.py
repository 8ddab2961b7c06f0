"""Layout: where the build keeps what."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from picturekit.buckets import leftovers


@dataclass(frozen=True)
class Layout:
    """The folders of sources and of the build."""

    sources: Path = Path("sources")
    build: Path = Path("build")
    sheets: Path = Path("sheets")
    schemas: Path = Path("workflow/schemas")

    def stage(self, stage: str, shard: str) -> Path:
        """A stage's file for a shard of seeds."""
        return self.build / "numberlink" / stage / f"{shard}.jsonl"

    @property
    def publish(self) -> Path:
        """What is published."""
        return self.build / "publish"

    @property
    def lock(self) -> Path:
        """The fingerprints that were locked."""
        return self.sources / "fingerprints.lock"

    def leftovers(self, shards: Collection[str]) -> list[Path]:
        """What other shards than these left in the build, when there were more of them."""
        return leftovers((self.build / "numberlink").glob("*/"), shards)
