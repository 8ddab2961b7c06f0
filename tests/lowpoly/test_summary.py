"""The summary: counts a size, what is short, and what could not be checked, from a build's own files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lowpoly import summary
from picturekit import canonical, files
from picturekit.errors import KitError

ROOT = Path(__file__).parents[2]

FOLDERS = ["Fox", "Owl", "Cactus", "Guitar", "Hamburger", "Penguin", "Butterfly", "Elephant"]
SUBJECTS = "".join(f"- {{folder: {folder}, title: The {folder}, kind: creature}}\n" for folder in FOLDERS)

FOX = "76XLFK"


def measured(code: str, size: str, short: int = 0, **numbers: int) -> dict[str, Any]:
    row = {"dots": 25 - short, "lines": 60, "triangles": 36, "busiest": 8, "sharpest": 150, "nearest": 71}
    return {"code": code, "size": size, "short": short, **row, **numbers}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files.write_text(tmp_path / "sources/lowpoly/subjects.yaml", SUBJECTS)
    files.write_bytes(tmp_path / "config.yaml", (ROOT / "config.yaml").read_bytes())
    return tmp_path


def build(here: Path, bucket: str, *rows: dict[str, Any]) -> None:
    files.write_jsonl(here / f"build/lowpoly/audit/{bucket}.jsonl", rows)
    files.write_jsonl(here / f"build/lowpoly/holes/{bucket}.jsonl", [])


def report(here: Path, bucket: str, *states: tuple[str, str]) -> None:
    rows = [
        {"code": f"CCCCC{i + 2}", "folder": folder, "state": state, "why": f"why {folder}."}
        for i, (folder, state) in enumerate(states)
    ]
    files.write_bytes(here / f"build/provenance/lowpoly/raster/{bucket}.json", canonical.dumps(rows))


def test_a_build_in_which_all_is_well(here: Path) -> None:
    build(here, "00", measured(FOX, "easy"), measured(FOX, "medium", dots=55, lines=140, triangles=88))
    build(
        here,
        "07",
        measured("AAAAAA", "easy", lines=48, triangles=25),
        measured("BBBBBB", "easy", lines=66),
        measured("AAAAAA", "hard", dots=100, lines=271, triangles=172),
    )
    report(here, "00", ("Fox", "same"), ("Owl", "same"))
    assert summary.text() == (
        "Low Poly: 8 subjects, every picture audited (least-median-most):\n"
        "  easy: 3 pictures, 25-25-25 dots, 48-60-66 lines, 25-36-36 triangles\n"
        "  medium: 1 pictures, 55-55-55 dots, 140-140-140 lines, 88-88-88 triangles\n"
        "  hard: 1 pictures, 100-100-100 dots, 271-271-271 lines, 172-172-172 triangles\n"
        "Published: build/publish/manifest.json. Sheets: sheets/lowpoly.html, sheets/lowpoly/*.png.\n"
    )


def test_a_build_with_nothing_in_it() -> None:
    lines = summary.text().split("\n")
    assert lines[1:4] == ["  easy: 0 pictures", "  medium: 0 pictures", "  hard: 0 pictures"]


def test_what_is_short_of_dots(here: Path) -> None:
    build(here, "00", measured(FOX, "easy", 2), measured("ZZZZZZ", "easy", 1), measured(FOX, "hard", 7))
    lines = summary.text().split("\n")
    assert "  short of dots at easy: 2 (The Fox by 2, ZZZZZZ by 1)" in lines
    assert "  short of dots at hard: 1 (The Fox by 7)" in lines
    assert not any("short of dots at medium" in line for line in lines)


def test_six_are_named(here: Path) -> None:
    build(here, "00", *(measured(f"A{i}", "easy", 1) for i in range(2, 8)))
    assert ": 6 (A2 by 1, A3 by 1, A4 by 1, A5 by 1, A6 by 1, A7 by 1)\n" in summary.text()
    build(here, "01", measured("A1", "easy", 1))
    assert ": 7 (A1 by 1, A2 by 1, A3 by 1, A4 by 1, A5 by 1, A6 by 1, …)\n" in summary.text()


def test_what_was_drawn_otherwise_or_not_checked(here: Path) -> None:
    report(here, "00", ("Fox", "drift"), ("Owl", "unpinned"), ("Cactus", "same"))
    report(here, "01", ("Guitar", "unchecked"), ("Elephant", "unchecked"), ("Butterfly", "drift"))
    text = summary.text()
    assert "  renderer drift: 2 are drawn otherwise here, pinned pixels are used (Butterfly, Fox)\n" in text
    assert "  unpinned: 1 have no pinned pixels; `make lock` pins them\n" in text
    assert "  not checked against the art: 2; why Guitar.\n" in text


def test_more_than_six_that_drift(here: Path) -> None:
    report(here, "00", *((folder, "drift") for folder in FOLDERS))
    told = "pinned pixels are used (Butterfly, Cactus, Elephant, Fox, Guitar, Hamburger, …)\n"
    assert f"  renderer drift: 8 are drawn otherwise here, {told}" in summary.text()


def test_a_bucket_without_its_audit(here: Path) -> None:
    build(here, "00", measured(FOX, "easy"))
    (here / "build/lowpoly/audit/00.jsonl").unlink()
    with pytest.raises(KitError, match=r"audit/00\.jsonl is not there: build it first\.$"):
        summary.text()
