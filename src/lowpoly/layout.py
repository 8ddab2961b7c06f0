"""Layout: where the build keeps what, and how a bucket's subjects reach a job."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from lowpoly import subjects
from lowpoly.errors import LowPolyError
from lowpoly.subjects import Subject
from picturekit import art, canonical, jobs
from picturekit.buckets import leftovers


@dataclass(frozen=True)
class Named:
    """A subject and its code."""

    code: str
    subject: Subject

    @property
    def label(self) -> str:
        """How a message names it."""
        return f"{self.subject.folder} ({self.code})"


@dataclass(frozen=True)
class Layout:
    """The folders of sources and of the build."""

    sources: Path = Path("sources")
    build: Path = Path("build")
    sheets: Path = Path("sheets")
    schemas: Path = Path("workflow/schemas")

    def stage(self, stage: str, bucket: str, suffix: str) -> Path:
        """A stage's file for a bucket."""
        return self.build / "lowpoly" / stage / f"{bucket}.{suffix}"

    def leftovers(self, buckets: Collection[str]) -> list[Path]:
        """What other buckets than these left in the build and on the sheets, when there were more of them."""
        folders = [
            *(self.build / "lowpoly").glob("*/"),
            self.build / "provenance" / "lowpoly" / "raster",
            self.sheets / "lowpoly",
        ]
        return leftovers(folders, buckets)

    def rasters(self, bucket: str) -> Path:
        """How the pixels of a bucket were come by."""
        return self.build / "provenance" / "lowpoly" / "raster" / f"{bucket}.json"

    def fresh(self, code: str) -> Path:
        """The fresh pixels of a subject whose pinned ones differ."""
        return self.build / "lowpoly" / "fresh" / f"{code}.png"

    def pinned(self, folder: str) -> Path:
        """A subject's pinned pixels."""
        return self.sources / "lowpoly" / "pixels" / f"{art.stem(folder)}.png"

    def art_set(self, name: str) -> Path:
        """An unpacked art set."""
        return self.build / "art" / name

    @property
    def publish(self) -> Path:
        """What is published."""
        return self.build / "publish"


def to_text(rows: Iterable[Named], *, shown: bool) -> str:
    """Subjects as one line of JSON for a job's command line, with title and kind only where they are `shown`.

    A row's line isn't told: a row that is put in above would make every job of the rows below run again.
    """
    given = []
    for row in rows:
        subject = row.subject
        given.append({"code": row.code, "folder": subject.folder, "easy": subject.easy})
        if shown:
            given[-1] |= {"title": subject.title, "kind": subject.kind}
    return canonical.dumps(given).decode().strip()


def from_text(text: str) -> list[Named]:
    """The subjects that `to_text` wrote; what it left out is empty."""
    return [
        Named(
            row["code"],
            Subject(row["folder"], row.get("title", ""), row.get("kind", ""), row["easy"], line=0),
        )
        for row in canonical.loads(text.encode(), "--rows")
    ]


def try_each(layout: Layout, rows: Iterable[Named], work: Callable[[Named], None]) -> None:
    """Do the work for every row, whatever happens to some; then raise LowPolyError with each that failed.

    Each problem begins with the place of its row in the file of subjects.
    """
    if problems := jobs.failures(rows, work):
        path = layout.sources / "lowpoly" / "subjects.yaml"
        lines = {subject.folder: subject.line for subject in subjects.read(path, None)}
        raise LowPolyError(
            "\n".join(
                f"{path.as_posix()}:{lines.get(row.subject.folder, 0)}: {row.label}: {error}"
                for row, error in problems
            )
        )
