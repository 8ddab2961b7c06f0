"""Publishing: each size's file and certificates, and which fingerprint tells of what."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from griddles import certificate, publishing, puzzle
from griddles.clues import Clues
from griddles.layout import Entry
from griddles.settings import Settings
from picturekit import canonical, fingerprints, schemas

ROOT = Path(__file__).parents[2]
SETTINGS = Settings.of(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["griddles"])

HOUSE = ("....##....", "...####...", "..######..", ".########.", *["..######.."] * 2, *["..##..##.."] * 4)
BAR = ("##########",) * 5 + ("..........",) * 5


def entry(identifier: str, place: int, rows: tuple[str, ...], source: str = "drawn", **more: Any) -> Entry:
    return Entry(10, place, identifier, puzzle.pack(rows), title=identifier.title(), source=source, **more)


def proof(one: Entry) -> dict[str, Any]:
    shown = puzzle.Entry(one.place, one.id, one.title, puzzle.unpack(one.cells, 10), measure(one), one.source)
    return {"measure": measure(one), "certificate": certificate.make(shown).to_json()}


def measure(one: Entry) -> str:
    from griddles import ladder

    return ladder.climb(Clues(*puzzle.clues_of(puzzle.unpack(one.cells, 10))), trials=False).measure


ENTRIES = [entry("house", 0, HOUSE, "phosphor:house"), entry("bar", 1, BAR, retired=True)]
PROOFS = {one.key: proof(one) for one in ENTRIES}


def published(
    entries: list[Entry] = ENTRIES, svgs: dict[str, str | None] | None = None
) -> publishing.Published:
    return publishing.publish(entries, {**PROOFS}, SETTINGS, svgs or {"10-house": "a" * 16})


def moved(other: publishing.Published) -> dict[str, list[str]]:
    """Which fingerprints aren't as they were, by key."""
    before = published().lock.pictures
    changed = {
        key: [name for name, value in picture.hashes.items() if before[game, key].hashes.get(name) != value]
        for (game, key), picture in other.lock.pictures.items()
    }
    return {key: names for key, names in changed.items() if names}


def test_the_files() -> None:
    made = published()
    assert list(made.files) == [
        f"{kind}{size}.json" for size in (10, 15, 20) for kind in ("griddles/", "certificates/griddles-")
    ]
    told = canonical.loads(made.files["griddles/10.json"])
    assert told["size"] == 10
    assert [row["place"] for row in told["pictures"]] == [0, 1]
    assert told["pictures"][0]["rows"] == list(HOUSE)
    assert told["pictures"][1]["retired"] is True
    proofs = canonical.loads(made.files["certificates/griddles-10.json"])
    entries = [puzzle.Entry.from_json(row, 10) for row in told["pictures"]]
    assert certificate.check_document(proofs, 10, entries) == []


@pytest.mark.parametrize("path", ["griddles/10.json", "certificates/griddles-10.json"])
def test_the_files_fit_their_schemas(path: str) -> None:
    schema = schemas.load(ROOT / "workflow/schemas" / publishing.schema_of(path))
    schemas.check(canonical.loads(published().files[path]), schema, path)


def test_the_manifest_has_where_an_icon_is_seen() -> None:
    house, bar = published().manifest["pictures"]
    assert house["source_url"].endswith("/assets/fill/house-fill.svg")
    assert bar["source_url"] is None
    assert published().manifest["daily"] == ["10-house"]


def test_every_stage_has_its_fingerprint() -> None:
    lock = published().lock
    assert lock.engines == {"griddles": puzzle.ENGINE_VERSION}
    house, bar = lock.pictures["griddles", "10-house"], lock.pictures["griddles", "10-bar"]
    assert set(house.hashes) == set(fingerprints.GAMES["griddles"].fields)
    assert set(house.hashes) - set(bar.hashes) == {"art"}
    assert house.name == "house at 10"
    assert fingerprints.parse(fingerprints.render(lock), "lock") == lock


def test_what_changes_moves_its_own_fingerprint() -> None:
    assert moved(published()) == {}
    assert moved(published(svgs={"10-house": "b" * 16})) == {"10-house": ["art"]}
    renamed = [replace(ENTRIES[0], title="Home"), ENTRIES[1]]
    assert moved(published(renamed)) == {"10-house": ["publish"]}
    swapped = [replace(ENTRIES[1], place=0), replace(ENTRIES[0], place=1)]
    assert moved(published(swapped)) == {"10-house": ["place", "publish"], "10-bar": ["place", "publish"]}
    redrawn = [replace(ENTRIES[0], cells=ENTRIES[1].cells), ENTRIES[1]]
    assert moved(published(redrawn)) == {"10-house": ["grid", "publish"]}


def test_a_picture_without_its_proofs_is_missed() -> None:
    with pytest.raises(KeyError):
        publishing.publish([entry("other", 0, BAR)], {**PROOFS}, SETTINGS, {})
