import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from picturekit import fingerprints
from picturekit.errors import KitError
from picturekit.fingerprints import GAMES, Lock, Picture

FIELDS = GAMES["lowpoly"].fields
TEXT = (
    "# engine lowpoly 3\n"
    "lowpoly 76XLFK art=00000000000000aa pixels=00000000000000bb easy.insert=00000000000000cc "
    "easy.holes=00000000000000dd easy.publish=00000000000000ee publish=00000000000000ff # Fox\n"
    "lowpoly 8UN2PV pixels=0123456789abcdef publish=0123456789abcdef # Owl, long eared #2\n"
)


def digest(text: str) -> str:
    return fingerprints.fingerprint(text.encode())


def picture(name: str, code: str, changes: Mapping[str, str | None] | None = None) -> Picture:
    """A picture whose hashes are made from their fields' names, but for `changes`; None takes a field out."""
    texts = {**dict.fromkeys(FIELDS, "same"), **(changes or {})}
    hashes = {key: digest(f"{key} {text}") for key, text in texts.items() if text is not None}
    return Picture("lowpoly", code, name, hashes)


def lock(*pictures: Picture, engine: int = 3) -> Lock:
    return Lock({"lowpoly": engine}, {("lowpoly", p.code): p for p in pictures})


def fox(changes: Mapping[str, str | None] | None = None) -> Picture:
    return picture("Fox", "76XLFK", changes)


OWL = picture("Owl", "8UN2PV")


def test_a_fingerprint_is_the_start_of_the_sha256() -> None:
    assert fingerprints.fingerprint(b"Fox\n") == hashlib.sha256(b"Fox\n").hexdigest()[:16]


def test_pixels_are_told_apart_by_value_and_by_shape() -> None:
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    assert fingerprints.of_pixels(pixels) == fingerprints.fingerprint(b"2x3x4\n" + bytes(range(24)))
    others = [pixels.reshape(3, 2, 4), pixels.reshape(-1), pixels + np.uint8(1), pixels[::-1]]
    assert len({fingerprints.of_pixels(other) for other in [pixels, *others]}) == 5


def test_the_layout_of_pixels_in_memory_does_not_matter() -> None:
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    assert fingerprints.of_pixels(np.asfortranarray(pixels)) == fingerprints.of_pixels(pixels)


def test_pixels_of_another_type_are_refused() -> None:
    with pytest.raises(KitError, match="float64 and not uint8"):
        fingerprints.of_pixels(np.zeros((2, 2)))


def test_a_lock_reads_and_writes_as_documented() -> None:
    parsed = fingerprints.parse(TEXT, "lock")
    assert parsed.engines == {"lowpoly": 3}
    assert [p.name for p in parsed.pictures.values()] == ["Fox", "Owl, long eared #2"]
    assert parsed.pictures["lowpoly", "76XLFK"].hashes["easy.holes"] == "00000000000000dd"
    assert fingerprints.render(parsed) == TEXT


def test_lines_and_fields_are_written_in_one_order() -> None:
    header, first, second = TEXT.splitlines()
    words = first.split(" ")
    shuffled = " ".join([*words[:2], *reversed(words[2:-2]), *words[-2:]])
    assert fingerprints.render(fingerprints.parse(f"{second}\n{shuffled}\n{header}\n", "lock")) == TEXT


def test_an_empty_lock_is_one() -> None:
    assert fingerprints.parse("", "lock") == Lock()
    assert fingerprints.render(Lock()) == ""


NAMES = st.from_regex(r"[^\s]([^\r\n]*[^\s])?", fullmatch=True).filter(lambda name: "\n" not in name)


@given(
    st.dictionaries(
        st.from_regex(r"[2-9A-Z]{6}", fullmatch=True),
        st.tuples(NAMES, st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=2), min_size=1)),
        max_size=5,
    ),
    st.integers(0, 10**6),
)
def test_what_is_written_reads_back(rows: dict[str, tuple[str, dict[str, str]]], engine: int) -> None:
    pictures = []
    for code, (name, texts) in rows.items():
        hashes = {key: digest(text) for key, text in texts.items()}
        pictures.append(Picture("lowpoly", code, f"{code} {name}", hashes))
    written = lock(*pictures, engine=engine)
    assert fingerprints.parse(fingerprints.render(written), "lock") == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# engine lowpoly 3\nlowpoly 76XLFK # Fox\n", "lock:2 is not a picture's line"),
        ("# engine lowpoly 3\n<<<<<<< HEAD\n", "lock:2 is not a picture's line"),
        ("# engine lowpoly 3\n\n", "lock:2 is not a picture's line"),
        (TEXT.replace("\n", "\r\n"), "lock:1 is not a picture's line"),
        (TEXT.replace("=00000000000000ff", "=00000000000000FF"), "lock:2 is not a picture's line"),
        (TEXT.replace("=00000000000000ff", "=00000000000000f"), "lock:2 is not a picture's line"),
        (
            TEXT.replace("easy.holes", "huge.holes"),
            "lock:2 has the stage huge.holes which lowpoly doesn't have",
        ),
        (TEXT.replace("easy.holes", "easy.insert"), "lock:2 has the stage easy.insert twice"),
        (TEXT.replace("8UN2PV", "76XLFK"), "lock:3 has the code 76XLFK again"),
        (TEXT.replace("Owl, long eared #2", "Fox"), "lock:3 has Fox again, which line 2 has too"),
        (TEXT.replace("lowpoly 8UN2PV", "chess 8UN2PV"), "lock:3 is of the game chess"),
        (TEXT + "# engine lowpoly 4\n", "lock:4 gives lowpoly's engine version again"),
        (TEXT.partition("\n")[2], "lock has no line `# engine lowpoly"),
    ],
)
def test_a_bad_lock_is_named_by_file_and_line(text: str, message: str) -> None:
    with pytest.raises(KitError) as refusal:
        fingerprints.parse(text, "lock")
    assert str(refusal.value).startswith(message)


def test_a_lock_that_is_not_text_or_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"\xff")
    with pytest.raises(KitError, match="lock is not UTF-8 at byte 0"):
        fingerprints.read(tmp_path / "lock")
    with pytest.raises(KitError, match="missing is not there"):
        fingerprints.read(tmp_path / "missing")


@pytest.mark.parametrize(
    ("built", "locked", "stage", "sizes", "exit_code"),
    [
        ({"art": "new"}, {}, "art", ("",), 10),
        ({"art": "new", "pixels": "new", "publish": "new"}, {}, "art", ("",), 10),
        ({"pixels": "new", "easy.insert": "new", "publish": "new"}, {}, "pixels", ("",), 11),
        (
            {"easy.insert": "new", "hard.insert": "new", "easy.holes": "new"},
            {},
            "insert",
            ("easy", "hard"),
            12,
        ),
        ({"medium.insert": "new", "easy.holes": "new"}, {}, "insert", ("medium",), 12),
        ({"hard.holes": "new", "easy.publish": "new", "publish": "new"}, {}, "holes", ("hard",), 12),
        ({"easy.publish": "new", "publish": "new"}, {}, "publish", ("easy", ""), 13),
        ({"publish": "new"}, {}, "publish", ("",), 13),
        ({"art": None, "pixels": "new"}, {}, "pixels", ("",), 11),
        ({"publish": "new"}, {"art": None}, "publish", ("",), 13),
        ({"easy.insert": None, "easy.holes": None, "easy.publish": None}, {}, "insert", ("easy",), 12),
        ({}, {"easy.insert": None, "easy.holes": None, "easy.publish": None}, "insert", ("easy",), 12),
    ],
)
def test_the_first_stage_that_moved(
    built: dict[str, str | None],
    locked: dict[str, str | None],
    stage: str,
    sizes: tuple[str, ...],
    exit_code: int,
) -> None:
    comparison = fingerprints.compare(lock(fox(built), OWL), lock(fox(locked), OWL))
    assert [(move.picture.name, move.stage, move.sizes) for move in comparison.moves] == [
        ("Fox", stage, sizes)
    ]
    assert comparison.exit_code == exit_code


@pytest.mark.parametrize(("built", "locked"), [({}, {}), ({"art": None}, {}), ({}, {"art": None})])
def test_art_that_one_side_lacks_is_not_a_move(
    built: dict[str, str | None], locked: dict[str, str | None]
) -> None:
    comparison = fingerprints.compare(lock(fox(built)), lock(fox(locked)))
    assert comparison.moves == ()
    assert comparison.exit_code == 0


def test_the_earliest_stage_of_all_pictures_gives_the_exit_code() -> None:
    changes = ["publish", "hard.holes", "hard.insert", "pixels", "art"]
    built = lock(*(picture(field, f"CODE{n}2", {field: "new"}) for n, field in enumerate(changes, 2)))
    locked = lock(*(picture(field, f"CODE{n}2") for n, field in enumerate(changes, 2)))
    comparison = fingerprints.compare(built, locked)
    assert [move.picture.name for move in comparison.moves] == changes[::-1]
    assert comparison.exit_code == 10


@pytest.mark.parametrize(
    ("built", "locked", "new", "gone", "engines"),
    [
        (lock(fox(), OWL), lock(fox()), ["Owl"], [], []),
        (lock(fox()), lock(fox(), OWL), [], ["Owl"], []),
        (lock(fox(), engine=4), lock(fox()), [], [], ["lowpoly"]),
        (lock(fox()), Lock(), ["Fox"], [], ["lowpoly"]),
    ],
)
def test_other_pictures_or_engines_fail_without_a_move(
    built: Lock, locked: Lock, new: list[str], gone: list[str], engines: list[str]
) -> None:
    comparison = fingerprints.compare(built, locked)
    assert [p.name for p in comparison.new] == new
    assert [p.name for p in comparison.gone] == gone
    assert list(comparison.engines) == engines
    assert comparison.exit_code == 1


MOVED = fox({"hard.insert": "new"})
RECODED = picture("Fox", "CUTDDX")


@pytest.mark.parametrize(
    ("built", "locked"),
    [
        (lock(MOVED, OWL), lock(fox(), OWL)),
        (lock(fox()), lock(fox(), OWL)),
        (lock(RECODED), lock(fox())),
        (lock(fox(), engine=2), lock(fox())),
        (lock(fox(), OWL), Lock()),
    ],
)
def test_before_the_release_anything_moves(built: Lock, locked: Lock) -> None:
    assert fingerprints.update(built, locked, released=False) == built


@pytest.mark.parametrize(
    ("built", "locked", "change"),
    [
        (lock(fox(), OWL), lock(fox()), []),
        (lock(MOVED, OWL, engine=4), lock(fox(), OWL), []),
        (lock(MOVED, OWL), lock(fox(), OWL), ["Fox"]),
        (lock(MOVED, OWL), lock(fox(), OWL), ["76XLFK"]),
        (lock(fox(), OWL), lock(fox(), OWL), ["Owl"]),
    ],
)
def test_after_the_release_a_picture_moves_by_engine_or_by_name(
    built: Lock, locked: Lock, change: list[str]
) -> None:
    assert fingerprints.update(built, locked, released=True, change=change) == built


@pytest.mark.parametrize(
    ("built", "locked", "change", "message"),
    [
        (
            lock(MOVED, OWL),
            lock(fox(), OWL),
            [],
            r"Fox \(76XLFK\) is released and would move at insert: raise",
        ),
        (lock(MOVED, OWL), lock(fox(), OWL), ["Owl"], r"Fox \(76XLFK\) is released and would move at insert"),
        (lock(OWL), lock(fox(), OWL), ["Fox"], r"Fox \(76XLFK\) is released and would be dropped"),
        (lock(OWL, engine=4), lock(fox(), OWL), [], r"Fox \(76XLFK\) is released and would be dropped"),
        (lock(RECODED, engine=4), lock(fox()), ["Fox"], r"would get another code, CUTDDX"),
        (lock(fox(), engine=2), lock(fox()), [], "engine version of lowpoly went down"),
        (lock(MOVED, engine=2), lock(fox()), [], "would move at insert"),
        (Lock(), lock(fox()), [], r"Fox \(76XLFK\) is released and would be dropped"),
        (lock(fox()), lock(fox()), ["Fix", "Fox"], "No picture is called Fix"),
    ],
)
def test_after_the_release_the_lock_refuses(
    built: Lock, locked: Lock, change: list[str], message: str
) -> None:
    with pytest.raises(KitError, match=message):
        fingerprints.update(built, locked, released=True, change=change)


def test_every_refusal_is_told_at_once() -> None:
    with pytest.raises(KitError) as refusal:
        fingerprints.update(lock(MOVED), lock(fox(), OWL), released=True, change=["Wolf"])
    assert [line.split(" ")[0] for line in str(refusal.value).splitlines()] == ["The", "No", "Owl", "Fox"]


def test_a_name_that_nobody_has_is_refused_before_the_release_too() -> None:
    with pytest.raises(KitError, match="No picture is called Wolf"):
        fingerprints.update(lock(fox()), lock(fox()), released=False, change=["Wolf"])


def test_a_build_without_the_art_keeps_the_locked_art() -> None:
    built = lock(fox({"art": None, "publish": "new"}))
    assert fingerprints.update(built, lock(fox()), released=False) == lock(fox({"publish": "new"}))


def test_rasters_are_read_from_every_bucket(tmp_path: Path) -> None:
    folder = tmp_path / "lowpoly" / "raster"
    folder.mkdir(parents=True)
    rows = [
        {"code": "8UN2PV", "folder": "Owl", "state": "drift", "why": "3 pixels", "svg": None, "tools": {}},
        {"code": "76XLFK", "folder": "Fox", "state": "same", "why": "", "svg": "0" * 16, "tools": {}},
    ]
    for bucket, row in enumerate(rows):
        (folder / f"0{bucket}.json").write_text(json.dumps([row]), encoding="utf-8")
    (folder / ".02.0123.json").write_text("[", encoding="utf-8")
    assert [(raster.name, raster.state, raster.why) for raster in fingerprints.read_rasters(tmp_path)] == [
        ("Fox", "same", ""),
        ("Owl", "drift", "3 pixels"),
    ]
