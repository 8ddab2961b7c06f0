"""The library: every picture's code, the order of the dailies, and Low Poly's part of the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from lowpoly.errors import LowPolyError
from lowpoly.puzzle import GAME, SIZES
from lowpoly.subjects import KINDS, Subject
from picturekit import codes

ORDER_SALT = 7
"""A kind's own order is by the code of the code with this salt (LP-62)."""


@dataclass(frozen=True)
class Size:
    """A size as the manifest tells it: its dots, the least gap in source pixels, the board in hundredths."""

    name: str
    dots: int
    gap: int
    w: int
    h: int


@dataclass(frozen=True)
class Listed:
    """A published picture as the manifest lists it; `sizes` are the names of those it is made at."""

    code: str
    title: str
    kind: str
    folder: str
    sizes: tuple[str, ...]
    fingerprint: str


def assign_codes(subjects: Iterable[Subject], locked: Mapping[str, str]) -> dict[str, str]:
    """A code for each subject's folder: the locked one, else the first that is free, in order (LP-60)."""
    return codes.assign((subject.folder for subject in subjects), locked)


def daily_order(pictures: Iterable[Listed]) -> list[str]:
    """The codes of the pictures that have every size, their kinds spread evenly (LP-62, LP-63).

    The k-th of a kind's n pictures, counted from 0, lands (k + ½)/n of the way. Where two land together the
    bigger kind goes first, or of equal ones the one named first in KINDS. Raises LowPolyError, `daily order
    lost a picture`, for a picture of no such kind.
    """
    dealt = [picture for picture in pictures if set(SIZES) <= set(picture.sizes)]
    by_kind = [sorted(_own_order(p.code) for p in dealt if p.kind == kind) for kind in KINDS]
    by_kind.sort(key=len, reverse=True)
    slots = [
        (Fraction(2 * k + 1, 2 * len(kind)), place, code)
        for place, kind in enumerate(by_kind)
        for k, (_, code) in enumerate(kind)
    ]
    if len(slots) != len(dealt):
        raise LowPolyError("daily order lost a picture")
    return [code for _, _, code in sorted(slots)]


def manifest(
    pictures: Iterable[Listed],
    engine: int,
    sizes: Sequence[Size],
    source_url: str,
) -> dict[str, Any]:
    """Low Poly's part of the manifest: see `workflow/schemas/manifest.schema.json` for every word of it.

    `source_url` is the address of a picture's art with `{folder}` where the folder's name goes.
    Raises LowPolyError if that is missing from it, for a code that comes twice, and as `daily_order` does.
    """
    if "{folder}" not in source_url:
        raise LowPolyError(
            f"The source address {source_url} has no {{folder}} in it: say where the folder's name goes."
        )
    rows = sorted(pictures, key=lambda picture: picture.code)
    for one, other in pairwise(rows):
        if one.code == other.code:
            raise LowPolyError(
                f"{one.folder} and {other.folder} both have the code {one.code}: assign codes again."
            )
    return {
        "engine": engine,
        "sizes": {
            size.name: {
                "dots": size.dots,
                "gap": size.gap,
                "w": size.w,
                "h": size.h,
                "pictures": sum(size.name in row.sizes for row in rows),
            }
            for size in sizes
        },
        "daily": daily_order(rows),
        "pictures": [_row(row, source_url) for row in rows],
    }


def _own_order(code: str) -> tuple[str, str]:
    return (codes.code_of(code, ORDER_SALT), code)


def _row(picture: Listed, source_url: str) -> dict[str, Any]:
    return {
        "code": picture.code,
        "title": picture.title,
        "kind": picture.kind,
        "source": picture.folder,
        "source_url": source_url.replace("{folder}", quote(picture.folder)),
        "sizes": [size for size in SIZES if size in picture.sizes],
        "file": f"{GAME}/{picture.code}.json",
        "fingerprint": picture.fingerprint,
    }
