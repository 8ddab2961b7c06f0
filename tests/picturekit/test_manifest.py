"""The manifest: what the games left for it, all together, and nothing beside it that it doesn't list."""

import os
from pathlib import Path

import pytest

from picturekit import canonical, files, fingerprints, manifest
from picturekit.errors import KitError
from picturekit.fingerprints import Lock, Picture

SCHEMA = """{"type": "object", "properties": {"games": {"type": "object", "properties": {
    "lowpoly": {"type": "object", "required": ["engine"]}}}}}"""

ART = """
- name: icons
  package: icons
  version: 1.0.0
  sha512: "{}"
  licence: MIT
  notice: icons.txt
  files: [a.svg]
""".format("0" * 128)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project in which two games have published."""
    for path, text in {
        "sources/art.yaml": ART,
        "sources/icons.txt": "Copyright (c) Someone.\n",
        "schema.json": SCHEMA,
        "build/publish/lowpoly/76XLFK.json": "{}\n",
        "build/publish/griddles/10.json": "{}\n",
    }.items():
        files.write_text(tmp_path / path, text)
    leave(tmp_path, "lowpoly", ["lowpoly/76XLFK.json"], "76XLFK", "Fox", {"publish": "a" * 16})
    leave(tmp_path, "griddles", ["griddles/10.json"], "10-cat", "cat at 10", {"grid": "b" * 16})
    return tmp_path


def leave(
    folder: Path, game: str, listed: list[str], code: str, name: str, hashes: dict[str, str], engine: int = 3
) -> None:
    lock = Lock({game: engine}, {(game, code): Picture(game, code, name, hashes)})
    manifest.leave(folder / "build", game, {"engine": engine}, listed, lock)


def write(folder: Path, *games: str) -> None:
    manifest.write(games, build=folder / "build", sources=folder / "sources", schema=folder / "schema.json")


def published(folder: Path) -> list[str]:
    root = folder / "build/publish"
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


def test_the_games_parts_and_the_notices_together(folder: Path) -> None:
    write(folder, "lowpoly", "griddles")
    made = canonical.loads((folder / "build/publish/manifest.json").read_bytes())
    assert made == {
        "format": 1,
        "games": {"lowpoly": {"engine": 3}, "griddles": {"engine": 3}},
        "licences": [
            {
                "set": "icons",
                "package": "icons",
                "version": "1.0.0",
                "licence": "MIT",
                "notice": "Copyright (c) Someone.\n",
            }
        ],
    }
    lock = fingerprints.read(folder / "build/fingerprints.txt")
    assert lock.engines == {"griddles": 3, "lowpoly": 3}
    assert list(lock.pictures) == [("griddles", "10-cat"), ("lowpoly", "76XLFK")]


def test_the_order_of_the_games_doesn_t_matter(folder: Path) -> None:
    write(folder, "lowpoly", "griddles")
    first = (folder / "build/publish/manifest.json").read_bytes()
    write(folder, "griddles", "lowpoly")
    assert (folder / "build/publish/manifest.json").read_bytes() == first


def test_what_nothing_lists_goes_with_its_folder(folder: Path) -> None:
    for stray in ("lowpoly/ZZZZZZ.json", "chess/1.json", ".manifest.0123.json", "lowpoly/.76XLFK.0.json"):
        files.write_text(folder / "build/publish" / stray, "{}\n")
    write(folder, "lowpoly", "griddles")
    assert published(folder) == [
        "griddles",
        "griddles/10.json",
        "lowpoly",
        "lowpoly/76XLFK.json",
        "manifest.json",
    ]


def test_a_file_that_is_listed_and_gone(folder: Path) -> None:
    (folder / "build/publish/griddles/10.json").unlink()
    with pytest.raises(KitError, match=r"griddles/10\.json isn't there, though it was published"):
        write(folder, "lowpoly", "griddles")
    assert not (folder / "build/publish/manifest.json").exists()


def test_a_game_that_left_nothing(folder: Path) -> None:
    with pytest.raises(KitError, match=r"numberlink/published\.json is not there"):
        write(folder, "lowpoly", "griddles", "numberlink")
    assert not (folder / "build/publish/manifest.json").exists()


def test_a_part_that_doesn_t_keep_to_the_schema(folder: Path) -> None:
    files.write_bytes(
        manifest.part_of(folder / "build", "lowpoly"), canonical.dumps({"files": [], "manifest": {}})
    )
    with pytest.raises(KitError, match=r"manifest\.json: \$\.games\.lowpoly: 'engine' is a required"):
        write(folder, "lowpoly", "griddles")
    assert not (folder / "build/publish/manifest.json").exists()


def test_the_manifest_goes_in_after_all_that_it_lists(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is taken away before the new manifest is there, for the old one may list it."""
    files.write_text(folder / "build/publish/lowpoly/OLD222.json", "{}\n")

    def refuse(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(KitError, match=r"manifest\.json could not be written"):
        write(folder, "lowpoly", "griddles")
    assert "lowpoly/OLD222.json" in published(folder)


def test_a_published_file_is_checked_before_it_is_put(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"required": ["size"]}')
    path = tmp_path / "publish" / "10.json"
    manifest.put(path, b'{"size":10}\n', schema)
    assert path.read_bytes() == b'{"size":10}\n'
    with pytest.raises(KitError, match=r"10\.json.*'size' is a required property"):
        manifest.put(path, b'{"sizes":10}\n', schema)
    assert path.read_bytes() == b'{"size":10}\n'


def test_a_published_file_that_stays_is_not_written_again(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text("{}")
    path = tmp_path / "10.json"
    manifest.put(path, b"{}\n", schema)
    os.utime(path, (1, 1))
    manifest.put(path, b"{}\n", schema)
    assert path.stat().st_mtime == 1
    manifest.put(path, b"[]\n", schema)
    assert path.stat().st_mtime != 1
