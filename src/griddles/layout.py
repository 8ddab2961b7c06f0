"""Layout: where the build keeps what, and how a bucket's pictures reach a job."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from griddles.errors import GriddlesError
from griddles.library import key_of
from picturekit import canonical, jobs
from picturekit.buckets import leftovers

KEPT, WANTED = "kept", "wanted"
"""The two lists of icons: those that `pictures.txt` names, and those that `icons.yaml` asks candidates of."""


@dataclass(frozen=True)
class Pair:
    """An icon at a size."""

    source: str
    size: int


@dataclass(frozen=True)
class Entry:
    """A picture as a job is told it: its cells packed; a title and a source only where they are shown."""

    size: int
    place: int
    id: str
    cells: str
    retired: bool = False
    title: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        """Its name among the pictures of every size, `10-cat`."""
        return key_of(self.size, self.id)


@dataclass(frozen=True)
class Layout:
    """The folders of sources and of the build."""

    sources: Path = Path("sources")
    build: Path = Path("build")
    sheets: Path = Path("sheets")
    schemas: Path = Path("workflow/schemas")

    def stage(self, stage: str, bucket: str, suffix: str = "jsonl") -> Path:
        """A stage's file for a bucket; the stages of icons begin with their list, `kept/ink`."""
        return self.build / "griddles" / stage / f"{bucket}.{suffix}"

    @property
    def pictures(self) -> Path:
        """The library's source."""
        return self.sources / "griddles" / "pictures.txt"

    @property
    def icons(self) -> Path:
        """The icons that candidates are made of."""
        return self.sources / "griddles" / "icons.yaml"

    @property
    def art(self) -> Path:
        """The unpacked art sets."""
        return self.build / "art"

    @property
    def likeness(self) -> Path:
        """How like its icon each picture is."""
        return self.build / "provenance" / "griddles" / "likeness.json"

    @property
    def publish(self) -> Path:
        """What is published."""
        return self.build / "publish"

    def leftovers(self, buckets: Collection[str]) -> list[Path]:
        """What other buckets than these left in the build, when there were more of them."""
        root = self.build / "griddles"
        return leftovers([*root.glob("*/"), *root.glob("*/*/")], buckets)


def pairs_to_text(pairs: Iterable[Pair]) -> str:
    """Icons with their sizes as one line of JSON for a job's command line."""
    return canonical.dumps([[pair.source, pair.size] for pair in pairs]).decode().strip()


def pairs_from_text(text: str) -> list[Pair]:
    """The icons with their sizes that `pairs_to_text` wrote."""
    return [Pair(*pair) for pair in canonical.loads(text.encode(), "--rows")]


def entries_to_text(entries: Iterable[Entry], *, shown: bool) -> str:
    """Pictures as one line of JSON for a job's command line, with what is only shown where it is `shown`.

    A picture's line in its file isn't told: a picture that grows would make every job of those below run
    again.
    """
    rows = []
    for entry in entries:
        row = {"size": entry.size, "place": entry.place, "id": entry.id, "cells": entry.cells}
        if shown:
            row |= {"title": entry.title, "source": entry.source, "retired": entry.retired}
        rows.append(row)
    return canonical.dumps(rows).decode().strip()


def entries_from_text(text: str) -> list[Entry]:
    """The pictures that `entries_to_text` wrote."""
    return [Entry(**row) for row in canonical.loads(text.encode(), "--rows")]


def try_each(layout: Layout, entries: Iterable[Entry], work: Callable[[Entry], None]) -> None:
    """Do the work for every picture, whatever happens to some; then raise GriddlesError with each that
    failed, by its line in `pictures.txt`."""
    from griddles import pictures

    if problems := jobs.failures(entries, work):
        named = {(picture.size, picture.id): picture for picture in pictures.read(layout.pictures).pictures}
        told = []
        for entry, problem in problems:
            picture = named.get((entry.size, entry.id))
            line, label = (picture.line, picture.label) if picture else (0, entry.key)
            told.append(f"{layout.pictures.as_posix()}:{line}: {label}: {problem}")
        raise GriddlesError("\n".join(told))
