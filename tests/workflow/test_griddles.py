"""Griddles' part of the workflow on the tiny project: what is published, what reruns, what is refused."""

import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from griddles import certificate, keeping, pictures, project, puzzle, stages
from griddles.cascade import decide
from griddles.clues import clues_of
from griddles.errors import GriddlesError
from griddles.grids import to_grid, to_rows
from griddles.layout import KEPT, Entry, Layout, Pair
from griddles.settings import Settings
from picturekit import buckets, manifest

from .harness import ROOT, Project

PICTURES = "sources/griddles/pictures.txt"
SETTINGS = Settings.of(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["griddles"])
BUCKETS = buckets.labels(2)
BOWL = """
== 10 bowl Bowl | drawn
..........
..........
..........
##########
##########
.########.
.########.
..######..
....##....
..######..
"""


def layout_of(project: Project) -> Layout:
    folder = project.folder
    return Layout(folder / "sources", folder / "build", folder / "sheets", ROOT / "workflow/schemas")


def entries_of(layout: Layout) -> list[Entry]:
    return project.entries(layout)


def ran_since(before: dict[str, int], project: Project) -> list[str]:
    return sorted(job for job, at in project.logs().items() if before.get(job) != at)


def published(project: Project, path: str) -> Any:
    return json.loads(project.path(f"build/publish/{path}").read_bytes())


def test_the_rules_read_what_is_published(built: Project) -> None:
    library = puzzle.Library.read(built.path("build/publish"))
    assert {size: len(there) for size, there in library.entries.items()} == {10: 3, 15: 1, 20: 1}
    assert library.DEALT == {10: (0, 2), 15: (0,), 20: (0,)}
    made = library.generate(puzzle.code_for(2, 77), 10)
    assert (made.id, made.title) == ("boat", "Sailing boat")
    answer = "".join("1" if cell == "#" else "0" for row in library.entries[10][2].rows for cell in row)
    assert puzzle.check(made, answer)


def test_certificates_hold_beside_what_is_published(built: Project) -> None:
    library = puzzle.Library.read(built.path("build/publish"))
    for size, there in library.entries.items():
        told = published(built, f"certificates/griddles-{size}.json")
        assert certificate.check_document(told, size, there) == []


def test_the_manifest_lists_places_and_dailies(built: Project) -> None:
    game = published(built, "manifest.json")["games"]["griddles"]
    assert game["engine"] == puzzle.ENGINE_VERSION
    assert [(row["sizes"], row["place"], row["id"]) for row in game["pictures"]] == [
        ([10], 0, "house"),
        ([10], 1, "mug"),
        ([10], 2, "boat"),
        ([15], 0, "boat"),
        ([20], 0, "fish"),
    ]
    assert [row["id"] for row in game["pictures"] if "retired" in row] == ["mug"]
    assert sorted(game["daily"]) == ["10-boat", "10-house", "15-boat", "20-fish"]
    assert game["pictures"][1]["source_url"] is None
    assert game["sizes"]["10"] == {"difficulty": "easy", "tier": 1, "pictures": 3, "dealt": 2}


def test_likeness_is_told_where_the_art_is(built: Project) -> None:
    rows = {row["key"]: row for row in stages.read_likeness(layout_of(built))}
    assert sorted(rows) == ["10-boat", "10-house", "15-boat", "20-fish"]
    assert rows["10-house"]["differs"] == []
    assert rows["10-house"]["proposal"] == 0
    # This one was touched up: two of its cells are in no raster near it.
    assert len(rows["15-boat"]["differs"]) == 2


def test_the_sheet_shows_every_picture(built: Project) -> None:
    page = built.read("sheets/griddles.html")
    for words in ("Sailing boat", "retired", "phosphor:boat-bold", "2 cells flipped", "Fish"):
        assert words in page
    for size in (10, 15, 20):
        listed = published(built, f"griddles/{size}.json")["pictures"]
        assert listed
        assert all(picture["measure"] in page for picture in listed)


def test_the_readers_code_of_the_docs_prints_a_puzzle(built: Project) -> None:
    text = (ROOT / "docs/griddles.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    run = built.python("-c", code)
    assert run.code == 0, run.printed
    (picture,) = [one for one in published(built, "griddles/15.json")["pictures"] if "retired" not in one]
    rows, columns = puzzle.clues_of(picture["rows"])
    assert f" {rows} {columns}" in run.printed


def test_the_summary(built: Project) -> None:
    run = built.python("-m", "griddles", "summary")
    assert run.code == 0, run.printed
    assert "Griddles: 5 pictures, 1 retired" in run.printed


def test_a_picture_at_the_end_reruns_one_bucket_and_moves_nothing(copied: Project) -> None:
    before, old = copied.logs(), published(copied, "griddles/10.json")
    copied.write(PICTURES, copied.read(PICTURES) + BOWL)
    run = copied.snakemake()
    assert run.code == 0, run.printed
    bucket = buckets.label(buckets.bucket_of("10-bowl", 2))
    assert ran_since(before, copied) == sorted(
        [
            *(f"griddles/{stage}/{bucket}" for stage in ("prove", "count")),
            *("griddles/likeness", "griddles/publish", "griddles/sheet", "publish"),
            *(f"griddles/sheet-png/{size}" for size in (10, 15, 20)),
        ]
    )
    new = published(copied, "griddles/10.json")
    assert new["pictures"][:3] == old["pictures"]
    assert new["pictures"][3]["title"] == "Bowl"
    check = copied.check()
    assert check.code == 1
    assert "bowl at 10 (10-bowl) is not in the lock" in check.printed


def test_a_moved_picture_is_told(copied: Project) -> None:
    """Its place is what codes name, so another order is a change."""
    blocks = copied.read(PICTURES).split("\n\n")
    blocks[1], blocks[3] = blocks[3], blocks[1]
    copied.write(PICTURES, "\n\n".join(blocks))
    run = copied.snakemake("publish")
    assert run.code == 0, run.printed
    check = copied.check()
    assert check.code == 12
    assert "boat at 10 (10-boat): the maker changed, first at place" in check.printed


def test_without_art_the_same_is_published(built: Project, copied: Project) -> None:
    layout = layout_of(copied)
    for name in ("phosphor-icons", "tabler-icons"):
        status = json.loads(copied.read(f"build/art/{name}.json"))
        copied.write(f"build/art/{name}.json", json.dumps({**status, "present": False, "why": "no network"}))
    listed = entries_of(layout)
    for bucket in BUCKETS:
        pairs = [
            pair
            for pair in project.kept_pairs(listed)
            if buckets.label(buckets.bucket_of(pair.source, 2)) == bucket
        ]
        stages.rasterize(layout, KEPT, bucket, pairs, SETTINGS)
        stages.threshold(layout, KEPT, bucket, pairs, SETTINGS)
        stages.touch_up(layout, KEPT, bucket, SETTINGS)
    stages.likeness(layout, SETTINGS, BUCKETS)
    assert stages.read_likeness(layout) == []
    shutil.rmtree(copied.path("build/publish/griddles"))
    stages.publish(layout, SETTINGS, BUCKETS)
    assert copied.published() == built.published()
    text = manifest.fingerprints_of(layout.build, "griddles").read_text(encoding="utf-8")
    assert " art=" not in text
    assert "10-house grid=" in text


# What is refused, each by its line.


def proved(layout: Layout, entries: list[Entry]) -> None:
    """Both proofs of these pictures."""
    stages.prove(layout, "00", entries, SETTINGS)
    stages.count(layout, "00", entries, SETTINGS)


@pytest.fixture
def here(tmp_path: Path) -> Layout:
    """A layout with the tiny project's pictures, not built."""
    (tmp_path / "sources/griddles").mkdir(parents=True)
    for name in ("pictures.txt", "icons.yaml"):
        source = ROOT / "tests/workflow/tiny/sources/griddles" / name
        (tmp_path / "sources/griddles" / name).write_bytes(source.read_bytes())
    return Layout(tmp_path / "sources", tmp_path / "build", tmp_path / "sheets", ROOT / "workflow/schemas")


def redrawn(layout: Layout, change: dict[str, str]) -> list[Entry]:
    """The pictures after texts of their file were changed."""
    text = layout.pictures.read_text(encoding="utf-8")
    for old, new in change.items():
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    layout.pictures.write_text(text, encoding="utf-8")
    return entries_of(layout)


def test_a_picture_of_the_wrong_tier(here: Layout) -> None:
    """The 15×15 boat, with its two touched cells as the icon has them, is a simple one."""
    entries = redrawn(here, {".####.######...\n.###..##..###..": ".###..######...\n.####.##..###.."})
    with pytest.raises(GriddlesError) as refusal:
        proved(here, entries)
    assert "pictures.txt:39: 15 boat (Sailing boat): " in str(refusal.value)
    assert not here.stage("prove", "00").exists()


def test_a_picture_with_several_answers(here: Layout) -> None:
    two = ("#.........", ".#........", *[".........."] * 8)
    changed = Entry(10, 0, "house", puzzle.pack(two))
    with pytest.raises(
        GriddlesError, match=r"pictures\.txt:3: 10 house \(House\): lines alone don't finish it"
    ):
        stages.prove(here, "00", [changed], SETTINGS)
    with pytest.raises(GriddlesError, match=r"its clues have 2 answers, and one is allowed"):
        stages.count(here, "00", [changed], SETTINGS)


def test_a_count_that_gives_up(here: Layout) -> None:
    with pytest.raises(
        GriddlesError, match=r"the count gave up after \d+ steps: raise griddles\.count\.budget"
    ):
        stages.count(here, "00", entries_of(here), replace(SETTINGS, budget=5))


def test_all_that_fail_are_told_at_once(here: Layout) -> None:
    entries = [Entry(e.size, e.place, e.id, "0" * len(e.cells)) for e in entries_of(here)]
    with pytest.raises(GriddlesError) as refusal:
        stages.prove(here, "00", entries, SETTINGS)
    told = str(refusal.value).splitlines()
    assert [int(line.split("pictures.txt:")[1].partition(":")[0]) for line in told] == [39, 56]


@pytest.mark.parametrize(
    ("svg", "words"),
    [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"></svg>',
            "phosphor:house shows nothing",
        ),
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><path d="M0 0h256v256H0z"/></svg>',
            "phosphor:house is all ink",
        ),
        ("<svg", "phosphor:house is not XML"),
        (None, "phosphor:house: the art set phosphor-icons has no file"),
    ],
)
def test_an_icon_that_is_no_picture(copied: Project, svg: str | None, words: str) -> None:
    path = copied.path("build/art/phosphor-icons/assets/fill/house-fill.svg")
    path.unlink() if svg is None else path.write_text(svg, encoding="utf-8")
    with pytest.raises(GriddlesError) as refusal:
        stages.rasterize(layout_of(copied), KEPT, "00", [Pair("phosphor:house", 10)], SETTINGS)
    assert words in str(refusal.value)
    assert "pictures.txt:3: " in str(refusal.value)


def test_a_bad_pictures_file_stops_the_build_with_its_line(copied: Project) -> None:
    before = copied.published()
    copied.replace(PICTURES, "== 10 house House | phosphor:house", "== 10 house House | emoji:house")
    run = copied.snakemake()
    assert run.code != 0
    assert "pictures.txt:3: " in run.printed
    assert copied.published() == before


def test_an_engine_or_a_size_of_its_own_is_refused() -> None:
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["griddles"]
    with pytest.raises(GriddlesError, match=r"griddles\.engine is 7"):
        project.check_engine({**config, "engine": 7})
    sizes = {**config["sizes"], "easy": {"cells": 10, "tier": 2}}
    with pytest.raises(GriddlesError, match=r"griddles\.sizes\.easy is 10 cells at tier 2"):
        project.check_engine({**config, "sizes": sizes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "isn't a list"),
        ("- [", "isn't YAML"),
        ("- {source: 'phosphor:cat', title: Cat}", "row 1 isn't {source, title, id}"),
        ("- {source: 'phosphor:cat', title: 3, id: cat}", "row 1 isn't {source, title, id}"),
        ("- {source: drawn, title: Cat, id: cat}", "row 1: a drawing has no icon"),
        ("- {source: cat, title: Cat, id: cat}", "row 1: 'cat' is no source"),
        (
            "- {source: 'tabler:x', title: X, id: x}\n- {source: 'tabler:x', title: Y, id: y}",
            "row 2 has tabler:x again",
        ),
        ("- {all: emoji}", "no icons of 'emoji'"),
    ],
)
def test_icons_that_are_no_rows(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "icons.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GriddlesError) as refusal:
        project.wanted(path, tmp_path)
    assert words in str(refusal.value)


def test_every_icon_of_a_set(built: Project, tmp_path: Path) -> None:
    path = tmp_path / "icons.yaml"
    path.write_text("- {all: tabler}\n- {source: 'tabler:fish', title: A fish, id: fish}\n", encoding="utf-8")
    found = project.wanted(path, built.path("build/art"))
    assert [(one.source, one.title) for one in found] == [
        ("tabler:fish", "A fish"),
        ("tabler:mug-filled", "Mug filled"),
    ]


def test_candidates_and_keeping_one(copied: Project) -> None:
    run = copied.snakemake("griddles_candidates")
    assert run.code == 0, run.printed
    page = copied.read("sheets/griddles-candidates.html")
    assert "tabler:mug-filled" in page
    assert "no flip of one or two cells does it" in page
    layout = layout_of(copied)
    told = keeping.keep("tabler:mug-filled", 15, 1, identifier="", title="", layout=layout)
    assert told.endswith("15 mug (Mug) is at place 1 of its size.")
    kept = pictures.read(layout.pictures).pictures[-1]
    assert (kept.size, kept.id, kept.source) == (15, "mug", "tabler:mug-filled")
    proved(layout, [entry for entry in entries_of(layout) if entry.key == "15-mug"])
    for source, size, number, words in (
        ("tabler:mug-filled", 15, 1, "has a picture mug already"),
        ("tabler:mug-filled", 15, 9, "no number 9"),
        ("tabler:mug-filled", 20, 1, "no number 1"),
        ("tabler:cup", 15, 1, "has no icon tabler:cup"),
    ):
        before = layout.pictures.read_bytes()
        with pytest.raises(GriddlesError, match=words):
            keeping.keep(source, size, number, identifier="", title="", layout=layout)
        assert layout.pictures.read_bytes() == before


LIBRARY = Layout(ROOT / "sources")


def flips() -> list[tuple[str, int]]:
    """A sample of the library's pictures, each with a cell to flip."""
    chance = random.Random(6)
    return [
        (entry.key, chance.randrange(entry.size**2)) for entry in chance.sample(project.entries(LIBRARY), 60)
    ]


def test_a_flipped_cell_is_proved_anew_or_refused_by_its_line(tmp_path: Path) -> None:
    layout = Layout(ROOT / "sources", tmp_path)
    named = {entry.key: entry for entry in entries_of(layout)}
    lines = {(one.size, one.id): one.line for one in pictures.read(layout.pictures).pictures}
    refused = 0
    for key, cell in flips():
        entry = named[key]
        grid = to_grid(puzzle.unpack(entry.cells, entry.size))
        grid.reshape(-1)[cell] ^= 1
        flipped = Entry(entry.size, entry.place, entry.id, puzzle.pack(to_rows(grid)))
        told = ""
        try:
            proved(layout, [flipped])
        except GriddlesError as error:
            told = str(error)
        if told:
            refused += 1
            assert told.startswith(f"{layout.pictures.as_posix()}:{lines[entry.size, entry.id]}: ")
        else:
            verdict = decide(clues_of(grid))
            assert verdict.answers == 1
            assert np.array_equal(verdict.answer, grid)
    assert refused
