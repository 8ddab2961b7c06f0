"""The library: where boards are published, and their part of the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numberlink.puzzle import DIFFICULTIES, GAME, RULE, SIZES, file_of
from numberlink.settings import Level


def certificates_of(size: int, difficulty: str) -> str:
    """The file under `build/publish` that has the certificates of a level's boards."""
    return f"certificates/{GAME}-{size}-{difficulty}.json"


def manifest(engine: int, levels: Mapping[Level, tuple[int, str]]) -> dict[str, Any]:
    """Numberlink's part of the manifest: files and how many boards each has, not the boards.

    `levels` tells of each its boards and the fingerprint of its file.
    """
    return {
        "engine": engine,
        "rule": RULE,
        "sizes": {
            str(size): {
                difficulty: {
                    "boards": levels[size, difficulty][0],
                    "file": file_of(size, difficulty),
                    "certificates": certificates_of(size, difficulty),
                    "fingerprint": levels[size, difficulty][1],
                }
                for difficulty in DIFFICULTIES
            }
            for size in SIZES
        },
    }
