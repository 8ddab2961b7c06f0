"""Publishing: the bytes of each size's file and of its certificates, the manifest's part, fingerprints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from griddles import certificate, icons, library, puzzle
from griddles.certificate import Certificate
from griddles.layout import Entry
from griddles.puzzle import GAME
from griddles.settings import Settings
from picturekit import canonical, fingerprints


@dataclass(frozen=True)
class Published:
    """What is published: each file's bytes by its path under `build/publish`, and what else is left."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]
    lock: fingerprints.Lock


def schema_of(path: str) -> str:
    """The schema, in `workflow/schemas`, of a published file."""
    return "griddles.schema.json" if path.startswith(f"{GAME}/") else "griddles-certificate.schema.json"


def publish(
    entries: Sequence[Entry],
    proofs: Mapping[str, Mapping[str, Any]],
    settings: Settings,
    svgs: Mapping[str, str | None],
) -> Published:
    """All that is published of these pictures.

    `proofs` are by key: a `measure` and a `certificate`. `svgs` are the fingerprints of icons' drawings, by
    the key of the picture, where the art was there. Raises KeyError for a picture without its proofs.
    """
    made: dict[str, bytes] = {}
    listed: list[library.Listed] = []
    lines: dict[tuple[str, str], fingerprints.Picture] = {}
    for size in settings.sizes:
        there = [entry for entry in entries if entry.size == size.cells]
        shown = [_shown(entry, proofs[entry.key]["measure"]) for entry in there]
        rows = [one.to_json() for one in shown]
        made[library.file_of(size.cells)] = canonical.dumps({"size": size.cells, "pictures": rows})
        certificates = [Certificate.from_json(proofs[entry.key]["certificate"]) for entry in there]
        document = certificate.document(size.cells, certificates)
        made[library.certificates_of(size.cells)] = canonical.dumps(document)
        # The writer's part is what a reader of its bytes finds in them.
        written = canonical.loads(made[library.file_of(size.cells)])["pictures"]
        for entry, row in zip(there, written, strict=True):
            published = fingerprints.fingerprint(canonical.dumps(row))
            icon = icons.parse(entry.source)
            listed.append(
                library.Listed(
                    size=entry.size,
                    place=entry.place,
                    id=entry.id,
                    title=entry.title,
                    source=entry.source,
                    source_url=icon.address if icon else None,
                    retired=entry.retired,
                    fingerprint=published,
                )
            )
            hashes = {
                "grid": fingerprints.fingerprint(entry.cells.encode()),
                "place": fingerprints.fingerprint(str(entry.place).encode()),
                "publish": published,
            }
            if svg := svgs.get(entry.key):
                hashes["art"] = svg
            name = f"{entry.id} at {entry.size}"
            lines[GAME, entry.key] = fingerprints.Picture(GAME, entry.key, name, hashes)
    sizes = [library.Size(size.cells, size.name, size.tier) for size in settings.sizes]
    part = library.manifest(listed, settings.engine, sizes)
    return Published(made, part, fingerprints.Lock({GAME: settings.engine}, dict(sorted(lines.items()))))


def _shown(entry: Entry, measure: str) -> puzzle.Entry:
    return puzzle.Entry(
        place=entry.place,
        id=entry.id,
        title=entry.title,
        rows=puzzle.unpack(entry.cells, entry.size),
        measure=measure,
        source=entry.source,
        retired=entry.retired,
    )
