"""The library: the order of the dailies, and Griddles' part of the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from griddles.puzzle import GAME
from picturekit import codes

ORDER_SALT = 7
"""The public order of the dailies goes by the code of a picture's key with this salt."""


@dataclass(frozen=True)
class Size:
    """A size as the manifest tells it: the cells of a side, what it is called, and its pictures' tier."""

    cells: int
    difficulty: str
    tier: int


@dataclass(frozen=True)
class Listed:
    """A published picture as the manifest lists it; `source_url` is None for a drawing of our own."""

    size: int
    place: int
    id: str
    title: str
    source: str
    source_url: str | None
    retired: bool
    fingerprint: str

    @property
    def key(self) -> str:
        """Its name in the lock and among the dailies: its size and its id."""
        return key_of(self.size, self.id)


def key_of(size: int, identifier: str) -> str:
    """A picture's name among those of every size, such as `10-cat`."""
    return f"{size}-{identifier}"


def file_of(size: int) -> str:
    """The file under `build/publish` that has a size's pictures."""
    return f"{GAME}/{size}.json"


def certificates_of(size: int) -> str:
    """The file under `build/publish` that has the certificates of a size's pictures."""
    return f"certificates/{GAME}-{size}.json"


def daily_order(pictures: Iterable[Listed]) -> list[str]:
    """The keys of the pictures that are dealt, in an order that a new picture doesn't change for the rest."""
    dealt = [picture.key for picture in pictures if not picture.retired]
    return sorted(dealt, key=lambda key: (codes.code_of(key, ORDER_SALT), key))


def manifest(pictures: Iterable[Listed], engine: int, sizes: Sequence[Size]) -> dict[str, Any]:
    """Griddles' part of the manifest: see `workflow/schemas/manifest.schema.json` for every word of it."""
    rows = sorted(pictures, key=lambda picture: (picture.size, picture.place))
    return {
        "engine": engine,
        "sizes": {str(size.cells): _size(size, rows) for size in sizes},
        "daily": daily_order(rows),
        "pictures": [_row(row) for row in rows],
    }


def _size(size: Size, rows: Sequence[Listed]) -> Mapping[str, Any]:
    there = [row for row in rows if row.size == size.cells]
    return {
        "difficulty": size.difficulty,
        "tier": size.tier,
        "pictures": len(there),
        "dealt": sum(not row.retired for row in there),
    }


def _row(picture: Listed) -> dict[str, Any]:
    row = {
        "id": picture.id,
        "title": picture.title,
        "source": picture.source,
        "source_url": picture.source_url,
        "sizes": [picture.size],
        "place": picture.place,
        "file": file_of(picture.size),
        "fingerprint": picture.fingerprint,
    }
    return {**row, "retired": True} if picture.retired else row
