"""Publishing: the bytes of each level's file and of its certificates, the manifest's part, fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numberlink import library
from numberlink.bank import Bank, assign_codes, fingerprint_of
from numberlink.certificate import Certificate
from numberlink.puzzle import GAME, Entry, file_of
from numberlink.settings import Level
from picturekit import canonical, fingerprints


@dataclass(frozen=True)
class Published:
    """What is published: each file's bytes by its path under `build/publish`, and what else is left."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]
    lock: fingerprints.Lock


def schema_of(path: str) -> str:
    """The schema, in `workflow/schemas`, of a published file."""
    return "numberlink.schema.json" if path.startswith(f"{GAME}/") else "numberlink-certificate.schema.json"


def publish(bank: Bank, engine: int, locked: Mapping[str, str]) -> Published:
    """All that is published of a bank. `locked` has the codes that the lock knows, by a key's fingerprint."""
    keys = [row["key"] for rows in bank.levels.values() for row in rows]
    codes = assign_codes(keys, locked)
    made: dict[str, bytes] = {}
    levels: dict[Level, tuple[int, str]] = {}
    lines: dict[tuple[str, str], fingerprints.Picture] = {}
    for (size, difficulty), rows in bank.levels.items():
        entries = [_entry(row, codes[row["key"]]) for row in rows]
        level = {"size": size, "difficulty": difficulty}
        boards = [entry.to_json() for entry in entries]
        path = file_of(size, difficulty)
        made[path] = canonical.dumps({**level, "boards": boards})
        levels[size, difficulty] = (len(boards), fingerprints.fingerprint(made[path]))
        certificates = [
            {"code": entry.code, **Certificate.from_json(row["certificate"]).to_json()}
            for entry, row in zip(entries, rows, strict=True)
        ]
        made[library.certificates_of(size, difficulty)] = canonical.dumps(
            {**level, "certificates": certificates}
        )
        for entry, written in zip(entries, boards, strict=True):
            hashes = {
                "board": fingerprint_of(entry.key),
                "publish": fingerprints.fingerprint(canonical.dumps(written)),
            }
            name = f"{difficulty} {size}×{size} of seed {entry.seed}"
            lines[GAME, entry.code] = fingerprints.Picture(GAME, entry.code, name, hashes)
    part = library.manifest(engine, levels)
    return Published(made, part, fingerprints.Lock({GAME: engine}, dict(sorted(lines.items()))))


def _entry(row: Mapping[str, Any], code: str) -> Entry:
    return Entry(
        code=code,
        key=row["key"],
        source=row["certificate"]["source"],
        index=row["index"],
        seed=row["certificate"]["seed"],
        layout=row["certificate"]["layout"],
        answer=row["certificate"]["answer"],
        flags=row["flags"],
        measures=row["measures"],
    )
