"""Publishing: a picture's file, what the manifest says of it, and which fingerprint tells of what."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from lowpoly import publishing, puzzle
from lowpoly.layout import Named
from lowpoly.puzzle import Picture, Tier
from lowpoly.settings import Settings
from lowpoly.subjects import Subject
from picturekit import canonical, fingerprints, schemas

ROOT = Path(__file__).parents[2]
SETTINGS = Settings.of(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["lowpoly"])

FOX = Named("76XLFK", Subject("Fox", "Red fox", "creature", 25, 1))
FACE = Named("CCCCCC", Subject("Cat face", "Piñata cat", "creature", 0, 2))


def tier(w: int, *colors: str) -> Tier:
    return Tier(
        w,
        w,
        ((100, 100), (700, 100), (100, 700), (700, 700)),
        ((0, 1, 2), (1, 2, 3)),
        colors or ("#112233", "#445566"),
    )


TIERS = {
    ("76XLFK", "easy"): tier(815),
    ("76XLFK", "medium"): tier(1280),
    ("76XLFK", "hard"): tier(1792),
    ("CCCCCC", "medium"): tier(1280),
    ("CCCCCC", "hard"): tier(1792),
}

MESHES: dict[tuple[str, str], dict[str, Any]] = {
    key: {"code": key[0], "size": key[1], "points": [[0, 0], [1, 2]], "tris": [[0, 1, 2]]} for key in TIERS
}

SVGS: dict[str, str | None] = {"76XLFK": "a" * 16, "CCCCCC": None}
PIXELS = {"76XLFK": "b" * 16, "CCCCCC": "c" * 16}

PICTURES = [publishing.published(row, SETTINGS, TIERS) for row in (FOX, FACE)]


def locked(**changes: Any) -> fingerprints.Lock:
    given = {"pictures": PICTURES, "svgs": SVGS, "pixels": PIXELS, "meshes": MESHES, **changes}
    return publishing.lock(given["pictures"], SETTINGS, given["svgs"], given["pixels"], given["meshes"])


def moved(lock: fingerprints.Lock) -> dict[str, list[str]]:
    """Which fingerprints aren't as in the lock above, by code."""
    before = locked().pictures
    changed = {
        code: [
            key for key in sorted(picture.hashes) if picture.hashes[key] != before[game, code].hashes.get(key)
        ]
        for (game, code), picture in lock.pictures.items()
    }
    return {code: keys for code, keys in changed.items() if keys}


def test_a_picture_s_file() -> None:
    fox, face = PICTURES
    assert fox.path == "lowpoly/76XLFK.json"
    assert fox.data == canonical.dumps(
        {
            "code": "76XLFK",
            "title": "Red fox",
            "kind": "creature",
            "tiers": {size: TIERS["76XLFK", size].to_json() for size in ("easy", "medium", "hard")},
        }
    )
    assert list(fox.picture.tiers) == ["easy", "medium", "hard"]
    assert list(face.picture.tiers) == ["medium", "hard"]
    assert "Piñata cat".encode() in face.data
    assert Picture.from_json(canonical.loads(fox.data)) == fox.picture


@pytest.mark.parametrize("one", PICTURES, ids=lambda one: one.row.subject.folder)
def test_a_picture_s_file_fits_its_schema(one: publishing.Published) -> None:
    schema = schemas.load(ROOT / "workflow/schemas/picture.schema.json")
    schemas.check(canonical.loads(one.data), schema, one.path)


def test_a_size_that_was_not_made_is_missed() -> None:
    with pytest.raises(KeyError):
        publishing.published(FACE, SETTINGS, {("CCCCCC", "medium"): tier(1280)})


def test_the_manifest() -> None:
    game = publishing.manifest(PICTURES, SETTINGS)
    assert game["engine"] == puzzle.ENGINE_VERSION
    assert game["sizes"] == {
        "easy": {"dots": 25, "gap": 22, "w": 815, "h": 815, "pictures": 1},
        "medium": {"dots": 55, "gap": 14, "w": 1280, "h": 1280, "pictures": 2},
        "hard": {"dots": 100, "gap": 10, "w": 1792, "h": 1792, "pictures": 2},
    }
    assert game["daily"] == ["76XLFK"]
    fox, face = game["pictures"]
    assert fox == {
        "code": "76XLFK",
        "title": "Red fox",
        "kind": "creature",
        "source": "Fox",
        "source_url": "https://github.com/microsoft/fluentui-emoji/tree/main/assets/Fox",
        "sizes": ["easy", "medium", "hard"],
        "file": "lowpoly/76XLFK.json",
        "fingerprint": fingerprints.fingerprint(PICTURES[0].data),
    }
    assert face["sizes"] == ["medium", "hard"]
    assert face["source_url"].endswith("/assets/Cat%20face")


def test_the_manifest_doesn_t_depend_on_the_order_of_the_pictures() -> None:
    one, other = (publishing.manifest(list(p), SETTINGS) for p in (PICTURES, reversed(PICTURES)))
    assert canonical.dumps(one) == canonical.dumps(other)


# Fingerprints


def test_every_stage_has_its_fingerprint() -> None:
    lock = locked()
    assert lock.engines == {"lowpoly": SETTINGS.engine}
    fox, face = lock.pictures["lowpoly", "76XLFK"], lock.pictures["lowpoly", "CCCCCC"]
    assert (fox.name, face.name) == ("Fox", "Cat face")
    assert set(fox.hashes) == set(fingerprints.GAMES["lowpoly"].fields)
    assert set(fox.hashes) - set(face.hashes) == {"art", "easy.insert", "easy.holes", "easy.publish"}
    assert (fox.hashes["art"], fox.hashes["pixels"]) == ("a" * 16, "b" * 16)
    mesh = canonical.dumps({"points": [[0, 0], [1, 2]], "tris": [[0, 1, 2]]})
    assert fox.hashes["easy.insert"] == fingerprints.fingerprint(mesh)
    written = fingerprints.fingerprint(canonical.dumps(TIERS["76XLFK", "easy"].to_json()))
    assert fox.hashes["easy.holes"] == fox.hashes["easy.publish"] == written
    assert fox.hashes["publish"] == fingerprints.fingerprint(PICTURES[0].data)


def test_the_lock_can_be_written_and_read() -> None:
    text = fingerprints.render(locked())
    assert fingerprints.parse(text, "lock") == locked()
    assert text.startswith(f"# engine lowpoly {SETTINGS.engine}\nlowpoly 76XLFK art={'a' * 16} ")


def test_the_same_again_moves_nothing() -> None:
    assert moved(locked(pictures=PICTURES[::-1])) == {}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"svgs": {**SVGS, "76XLFK": "d" * 16}}, {"76XLFK": ["art"]}),
        ({"pixels": {**PIXELS, "CCCCCC": "d" * 16}}, {"CCCCCC": ["pixels"]}),
        (
            {"meshes": {**MESHES, ("76XLFK", "hard"): {**MESHES["76XLFK", "hard"], "points": [[0, 1]]}}},
            {"76XLFK": ["hard.insert"]},
        ),
        (
            {"meshes": {**MESHES, ("76XLFK", "easy"): {**MESHES["76XLFK", "easy"], "tris": [[1, 0, 2]]}}},
            {"76XLFK": ["easy.insert"]},
        ),
        # Whatever else a stage's row holds is no mesh.
        ({"meshes": {**MESHES, ("76XLFK", "easy"): {**MESHES["76XLFK", "easy"], "note": 1}}}, {}),
    ],
)
def test_what_changes_moves_its_own_fingerprint(
    changes: dict[str, Any], expected: dict[str, list[str]]
) -> None:
    assert moved(locked(**changes)) == expected


def test_a_colour_moves_that_size_and_the_file() -> None:
    tiers = {**TIERS, ("76XLFK", "medium"): tier(1280, "#112233", "#445567")}
    pictures = [publishing.published(FOX, SETTINGS, tiers), PICTURES[1]]
    assert moved(locked(pictures=pictures)) == {"76XLFK": ["medium.holes", "medium.publish", "publish"]}


def test_a_title_moves_the_file_alone() -> None:
    row = replace(FOX, subject=replace(FOX.subject, title="Vixen"))
    pictures = [publishing.published(row, SETTINGS, TIERS), PICTURES[1]]
    assert moved(locked(pictures=pictures)) == {"76XLFK": ["publish"]}


def test_a_writer_that_writes_something_else_is_told_from_the_maker() -> None:
    """The sizes' last fingerprints are of what a reader finds in the file, not of what was meant."""
    data = PICTURES[0].data.replace(b'"w":815', b'"w":816')
    pictures = [replace(PICTURES[0], data=data), PICTURES[1]]
    assert moved(locked(pictures=pictures)) == {"76XLFK": ["easy.publish", "publish"]}
