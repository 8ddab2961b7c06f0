"""The project as it stands on disk: the config's engine and contracts, and the codes that the lock knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from numberlink import puzzle
from numberlink.errors import NumberlinkError
from numberlink.layout import Layout
from numberlink.settings import Settings
from picturekit import files, fingerprints

LAYOUT = Layout()


def read_settings(path: Path = Path("config.yaml")) -> Settings:
    """The settings in a config. Raises NumberlinkError where it isn't one, or is another engine's."""
    try:
        config = yaml.safe_load(files.read_bytes(path).decode("utf-8"))["numberlink"]
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError):
        raise NumberlinkError(f"{path} has no numberlink part: run this in a checkout's folder.") from None
    check_engine(config)
    return Settings.of(config)


def check_engine(config: Mapping[str, Any]) -> None:
    """Raise NumberlinkError where the config's engine isn't that of the rules."""
    if config["engine"] != puzzle.ENGINE_VERSION:
        raise NumberlinkError(
            f"config.yaml: numberlink.engine is {config['engine']}, and the rules in "
            f"src/numberlink/puzzle.py are engine {puzzle.ENGINE_VERSION}'s: bump both together."
        )


def locked_codes(lock: Path) -> dict[str, str]:
    """The codes that the lock knows, by the fingerprint of their board's key."""
    pictures = fingerprints.read(lock).pictures.values() if lock.exists() else ()
    return {one.hashes["board"]: one.code for one in pictures if one.game == puzzle.GAME}
