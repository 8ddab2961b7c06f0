"""The summary that ends a build: how many boards there are, and how hard they are."""

from __future__ import annotations

from statistics import median_low

from numberlink import project
from numberlink.puzzle import DIFFICULTIES, SIZES, Library


def text() -> str:
    """The summary of the build in the present folder. Raises KitError as reading it does."""
    library = Library(project.LAYOUT.publish)
    lines, boards = [], 0
    for size in SIZES:
        told = []
        for difficulty in DIFFICULTIES:
            entries = library.entries(size, difficulty)
            boards += len(entries)
            told.append(f"{difficulty} {median_low(entry.measures['looks'] for entry in entries)}")
        lines.append(f"  {size}×{size}, median looks ahead: {', '.join(told)}")
    return "\n".join(
        [
            f"Numberlink: {boards} boards, each proved to have one answer, no two the same at a size:",
            *lines,
            "Published: build/publish/numberlink/. Sheets: sheets/numberlink.html, sheets/numberlink/.\n",
        ]
    )
