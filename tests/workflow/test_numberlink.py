"""Numberlink in a build: what is published, what stops it, growth, and seed ranges split in other ways."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from numberlink import certificate, stages, verifying
from numberlink.errors import NumberlinkError
from numberlink.layout import Layout
from numberlink.puzzle import DIFFICULTIES, SIZES, Library, file_of
from numberlink.settings import Settings
from picturekit import buckets, files

from .harness import ROOT, Project


def settings_of(project: Project, **changes: Any) -> Settings:
    config = yaml.safe_load(project.read("config.yaml"))["numberlink"]
    return Settings.of({**config, **changes})


def layout_of(project: Project, build: Path | None = None) -> Layout:
    folder = project.folder
    return Layout(folder / "sources", build or folder / "build", folder / "sheets", ROOT / "workflow/schemas")


def files_of(publish: Path) -> dict[str, bytes]:
    paths = [*sorted(publish.glob("numberlink/*")), *sorted(publish.glob("certificates/numberlink-*"))]
    return {path.relative_to(publish).as_posix(): path.read_bytes() for path in paths}


def test_a_bank_is_published_and_its_rules_read_it(built: Project) -> None:
    library = Library(built.path("build/publish"))
    manifest = json.loads(built.read("build/publish/manifest.json"))["games"]["numberlink"]
    for size in SIZES:
        keys = set()
        for difficulty in DIFFICULTIES:
            entries = library.entries(size, difficulty)
            keys |= {entry.key for entry in entries}
            assert manifest["sizes"][str(size)][difficulty]["boards"] == len(entries) == 2
            assert manifest["sizes"][str(size)][difficulty]["file"] == file_of(size, difficulty)
        assert len(keys) == 8


def test_every_certificate_holds(built: Project) -> None:
    said = verifying.verify_bank(built.path("build/publish"), settings_of(built))
    assert said.startswith("Verified: 32 boards")


def test_a_board_that_was_changed_by_hand_is_found(copied: Project) -> None:
    path = copied.path("build/publish/certificates/numberlink-8-easy.json")
    document = json.loads(path.read_bytes())
    document["certificates"][1]["seed"] = "77"
    path.write_text(json.dumps(document))
    with pytest.raises(NumberlinkError, match=r"numberlink-8-easy\.json: \w{6}: Seed 77 makes another board"):
        verifying.verify_bank(copied.path("build/publish"), settings_of(copied))
    del document["certificates"][0]
    path.write_text(json.dumps(document))
    with pytest.raises(NumberlinkError, match="has 1 certificates for 2 boards"):
        verifying.verify_bank(copied.path("build/publish"), settings_of(copied))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(NumberlinkError, match="can't be read"):
        verifying.verify_bank(copied.path("build/publish"), settings_of(copied))


def test_the_sheets_show_every_level(built: Project) -> None:
    page = built.read("sheets/numberlink.html")
    library = Library(built.path("build/publish"))
    for size in SIZES:
        for difficulty in DIFFICULTIES:
            assert f"{size}×{size} {difficulty}" in page
            assert all(entry.code in page for entry in library.entries(size, difficulty))
        assert built.path(f"sheets/numberlink/{size}.png").stat().st_size > 1000
    audit = built.read("sheets/numberlink-audit.html")
    for words in ("bank", "generator", "poor", "32 unique"):
        assert words in audit


def test_the_readers_code_of_the_docs_prints_a_board(built: Project) -> None:
    text = (ROOT / "docs/numberlink.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    run = built.python("-c", code)
    assert run.code == 0, run.printed
    printed_code, layout = run.printed.split()
    assert Library(built.path("build/publish")).find(printed_code, 8, "easy").layout == layout


def test_the_summary(built: Project) -> None:
    run = built.python("-m", "numberlink", "summary")
    assert run.code == 0, run.printed
    assert run.printed.startswith("Numberlink: 32 boards")


@pytest.fixture
def stopped(copied: Project) -> Iterator[tuple[Project, Layout, Settings]]:
    return copied, layout_of(copied), settings_of(copied)


def test_a_board_with_another_answer_stops_the_build(stopped: tuple[Project, Layout, Settings]) -> None:
    _, layout, settings = stopped
    path = layout.stage("fill", "00")
    rows = files.read_jsonl(path)
    rows[0]["answer"] = rows[0]["answer"].translate(str.maketrans("AB", "BA"))
    files.write_jsonl(path, rows)
    with pytest.raises(NumberlinkError, match=rf"The easy 8×8 of seed {rows[0]['index']} is proved unique"):
        stages.prove(layout, "00", settings)


def test_a_board_that_breaks_its_contract_stops_the_build(stopped: tuple[Project, Layout, Settings]) -> None:
    _, layout, settings = stopped
    path = layout.stage("prove", "00")
    rows = files.read_jsonl(path)
    at = next(k for k, row in enumerate(rows) if row["size"] == 15 and row["difficulty"] == "expert")
    rows[at]["certificate"]["difficulty"] = "easy"
    files.write_jsonl(path, rows)
    with pytest.raises(NumberlinkError, match=r"The easy 15×15 of seed \d+ can't be published\. "):
        stages.measure(layout, "00", settings)


def test_a_level_that_is_short_stops_the_build(stopped: tuple[Project, Layout, Settings]) -> None:
    _, layout, settings = stopped
    for shard in buckets.labels(settings.shards):
        path = layout.stage("measure", shard)
        files.write_jsonl(path, [row for row in files.read_jsonl(path) if row["size"] != 12])
    with pytest.raises(NumberlinkError, match="easy at 12 has"):
        stages.publish(layout, settings, buckets.labels(settings.shards))


def test_growth_keeps_every_board_and_code(copied: Project, tmp_path: Path) -> None:
    """The stages again with more boards, on the same seeds and one more shard."""
    small = Library(copied.path("build/publish"))
    kept = {level: small.entries(*level) for level in settings_of(copied).contracts}
    larger = settings_of(copied, boards=4)
    build(layout_of(copied), larger)
    grown = Library(copied.path("build/publish"))
    for level, entries in kept.items():
        assert grown.entries(*level)[:2] == entries
        assert len(grown.entries(*level)) == 4


def build(layout: Layout, settings: Settings, order: list[str] | None = None) -> None:
    for shard in order or buckets.labels(settings.shards):
        stages.fill(layout, shard, settings)
        stages.prove(layout, shard, settings)
        stages.measure(layout, shard, settings)
    stages.publish(layout, settings, buckets.labels(settings.shards))


@pytest.mark.parametrize("shard", [1, 3, 4])
def test_seed_ranges_split_otherwise_make_the_same_bytes(built: Project, tmp_path: Path, shard: int) -> None:
    settings = settings_of(built, shard=shard)
    layout = layout_of(built, tmp_path / "build")
    build(layout, settings, buckets.labels(settings.shards)[::-1])
    assert files_of(layout.publish) == files_of(built.path("build/publish"))


def test_a_certificate_of_the_file_is_one_of_the_game(built: Project) -> None:
    document = json.loads(built.read("build/publish/certificates/numberlink-10-hard.json"))
    row = document["certificates"][0]
    row.pop("code")
    assert certificate.problems(certificate.Certificate.from_json(row)) == []
