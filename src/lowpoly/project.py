"""The project as it stands on disk: its subjects with their codes, and the config."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from lowpoly import library, puzzle, subjects
from lowpoly.errors import LowPolyError
from lowpoly.layout import Layout, Named
from lowpoly.settings import Settings
from picturekit import buckets, files, fingerprints

LAYOUT = Layout()


@dataclass(frozen=True)
class Project:
    """The subjects in the order of their codes, and what shapes their pictures."""

    named: list[Named]
    settings: Settings
    buckets: list[str]


def read(config: Mapping[str, Any] | None = None, layout: Layout = LAYOUT) -> Project:
    """The project in the present folder, with `config` or the one in `config.yaml`.

    Raises LowPolyError for subjects that aren't right, and where the config's engine isn't that of the rules.
    """
    if config is None:
        config = yaml.safe_load(files.read_bytes("config.yaml").decode("utf-8"))
    settings = Settings.of(config["lowpoly"])
    if settings.engine != puzzle.ENGINE_VERSION:
        raise LowPolyError(
            f"config.yaml: lowpoly.engine is {settings.engine}, and the rules in src/lowpoly/puzzle.py are "
            f"engine {puzzle.ENGINE_VERSION}'s: bump both together."
        )
    return Project(name_all(layout), settings, buckets.labels(config["buckets"]))


def name_all(layout: Layout) -> list[Named]:
    """Every subject with its code, the locked ones first to keep theirs, in the order of the codes."""
    listed = subjects.read(layout.sources / "lowpoly" / "subjects.yaml", None)
    lock = layout.sources / "fingerprints.lock"
    pictures = fingerprints.read(lock).pictures.values() if lock.exists() else ()
    locked = {picture.name: picture.code for picture in pictures if picture.game == puzzle.GAME}
    codes = library.assign_codes(listed, locked)
    return sorted((Named(codes[subject.folder], subject) for subject in listed), key=lambda row: row.code)
