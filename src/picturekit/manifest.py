"""The manifest of everything published, put together from each game's part, and the build's fingerprints.

A game publishes its own files, and leaves beside its stages what the manifest says of it. What is listed goes
in last of all, so that a reader finds everything that it names, and what nothing lists goes after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from picturekit import art, canonical, files, fingerprints, licences, schemas
from picturekit.errors import KitError
from picturekit.fingerprints import Lock
from picturekit.licences import Licence

FORMAT = 1


def part_of(build: Path, game: str) -> Path:
    """Where a game leaves its part of the manifest and the files that it published."""
    return build / game / "published.json"


def fingerprints_of(build: Path, game: str) -> Path:
    """Where a game leaves its part of the fingerprints."""
    return build / game / "fingerprints.txt"


def put(path: Path, data: bytes, schema: Path) -> None:
    """Make a published file hold `data`, if it doesn't: checked against its schema first, and renamed into
    its place, so that a reader finds it whole.

    Raises KitError for what doesn't keep to the schema, and as `files.write_with` does.
    """
    if not path.exists() or path.read_bytes() != data:
        schemas.check(canonical.loads(data), schemas.load(schema), path.as_posix())
        files.write_bytes(path, data)


def leave(build: Path, game: str, part: Mapping[str, Any], listed: Iterable[str], lock: Lock) -> None:
    """Leave a game's part of the manifest, the paths under `build/publish` that it published, and its
    fingerprints, for `write`."""
    files.write_text(fingerprints_of(build, game), fingerprints.render(lock))
    left = {"files": sorted(listed), "manifest": dict(part)}
    files.write_bytes(part_of(build, game), canonical.dumps(left))


def join(parts: Mapping[str, Mapping[str, Any]], notices: Sequence[Licence]) -> dict[str, Any]:
    """The manifest as JSON has it: see `workflow/schemas/manifest.schema.json` for every word of it."""
    return {
        "format": FORMAT,
        "games": {game: dict(part) for game, part in parts.items()},
        "licences": [asdict(licence) for licence in notices],
    }


def write(games: Sequence[str], *, build: Path, sources: Path, schema: Path) -> None:
    """Write the manifest, take away what it doesn't list, and write the fingerprints.

    Raises KitError for a game that left nothing, for a file that is listed and not there, and for a manifest
    that doesn't keep to its schema, before anything is written.
    """
    publish = build / "publish"
    parts, wanted, locks = {}, {"manifest.json"}, []
    for game in games:
        left = canonical.loads(files.read_bytes(part_of(build, game)), part_of(build, game).as_posix())
        parts[game] = left["manifest"]
        wanted.update(left["files"])
        locks.append(fingerprints.read(fingerprints_of(build, game)))
    for name in sorted(wanted - {"manifest.json"}):
        if not (publish / name).is_file():
            raise KitError(
                f"{(publish / name).as_posix()} isn't there, though it was published: "
                "delete the build folder's `publish.done` and each game's `published.json`, and run make."
            )
    manifest = join(parts, licences.read(art.read_pins(sources / "art.yaml")))
    schemas.check(manifest, schemas.load(schema), "manifest.json")
    files.write_bytes(publish / "manifest.json", canonical.dumps(manifest))
    for path in sorted(publish.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(publish).as_posix() not in wanted:
            path.unlink()
    files.write_text(build / "fingerprints.txt", fingerprints.render(_together(locks)))


def _together(locks: Iterable[Lock]) -> Lock:
    engines: dict[str, int] = {}
    pictures: dict[tuple[str, str], fingerprints.Picture] = {}
    for lock in locks:
        engines |= lock.engines
        pictures |= lock.pictures
    return Lock(dict(sorted(engines.items())), dict(sorted(pictures.items())))
