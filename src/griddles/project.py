"""The project as it stands on disk: its pictures with their places, the icons asked for, and the config."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from griddles import icons, pictures, puzzle
from griddles.errors import GriddlesError
from griddles.layout import Entry, Layout, Pair
from picturekit import files

LAYOUT = Layout()


@dataclass(frozen=True)
class Wanted:
    """An icon that candidates are made of, and what a picture of it would be called."""

    source: str
    title: str
    id: str


def entries(layout: Layout = LAYOUT) -> list[Entry]:
    """Every picture with its place. Raises GriddlesError, with its line, for each that isn't right."""
    counters = {size: count() for size in puzzle.SIZES}
    return [
        Entry(
            size=picture.size,
            place=next(counters[picture.size]),
            id=picture.id,
            cells=puzzle.pack(picture.rows),
            retired=picture.retired,
            title=picture.title,
            source=picture.source,
        )
        for picture in pictures.read(layout.pictures).pictures
    ]


def kept_pairs(listed: list[Entry]) -> list[Pair]:
    """The icons that pictures come from, each at the sizes of those pictures, sorted."""
    return sorted(
        {Pair(entry.source, entry.size) for entry in listed if entry.source != icons.DRAWN},
        key=lambda pair: (pair.source, pair.size),
    )


def wanted(path: Path, art_dir: Path = LAYOUT.art) -> list[Wanted]:
    """The icons of `icons.yaml`: a list of rows `{source: phosphor:cat, title: Cat, id: cat}`.

    A row `{all: phosphor}` stands for every icon of a set that no other row names; they are called what the
    set calls them. Raises GriddlesError with the file for what isn't a row, for a source that comes twice,
    and for a set that isn't in `art_dir`.
    """
    try:
        rows = yaml.safe_load(files.read_bytes(path).decode("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise GriddlesError(f"{path} isn't YAML ({' '.join(str(error).split())}): mend it there.") from None
    if not isinstance(rows, list):
        raise GriddlesError(f"{path} isn't a list: write a row {{source, title, id}} for each icon.")
    found, told, seen, families = [], [], set(), []
    for number, row in enumerate(rows, 1):
        if isinstance(row, dict) and list(row) == ["all"]:
            families.append(row["all"])
            continue
        try:
            one = Wanted(**row)
            if not all(isinstance(value, str) for value in (one.source, one.title, one.id)):
                raise TypeError
            if icons.parse(one.source) is None:
                raise GriddlesError("a drawing has no icon to make candidates of.")
        except TypeError:
            told.append(f"{path}: row {number} isn't {{source, title, id}}, three texts: {row!r}.")
            continue
        except GriddlesError as error:
            told.append(f"{path}: row {number}: {error}")
            continue
        if one.source in seen:
            told.append(f"{path}: row {number} has {one.source} again: take one of the two out.")
        seen.add(one.source)
        found.append(one)
    if told:
        raise GriddlesError("\n".join(told))
    for family in families:
        for icon in icons.list_icons(family, art_dir):
            if icon.source not in seen:
                name = icon.source.partition(":")[2]
                found.append(Wanted(icon.source, name.replace("-", " ").capitalize(), name))
    return found


def check_engine(config: Mapping[str, Any]) -> None:
    """Raise GriddlesError where the config's engine or sizes aren't those of the rules."""
    if config["engine"] != puzzle.ENGINE_VERSION:
        raise GriddlesError(
            f"config.yaml: griddles.engine is {config['engine']}, and the rules in src/griddles/puzzle.py "
            f"are engine {puzzle.ENGINE_VERSION}'s: bump both together."
        )
    for size in puzzle.SIZES.values():
        given = config["sizes"][size.difficulty]
        if (given["cells"], given["tier"]) != (size.n, size.tier):
            raise GriddlesError(
                f"config.yaml: griddles.sizes.{size.difficulty} is {given['cells']} cells at tier "
                f"{given['tier']}, and the rules in src/griddles/puzzle.py have {size.n} at {size.tier}: "
                "change both together."
            )
