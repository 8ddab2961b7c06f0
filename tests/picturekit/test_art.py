"""Pins, sets obtained from a folder, a kept tarball or npm, and what is refused; the art's names."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml

from picturekit import art, canonical
from picturekit.errors import KitError

ROOT = Path(__file__).parents[2]
PINS = ROOT / "sources" / "art.yaml"
SCHEMA = yaml.safe_load((ROOT / "workflow" / "schemas" / "art.schema.yaml").read_text(encoding="utf-8"))

OWL = b'<svg viewBox="0 0 32 32"><path d="M8 8h16v16H8z"/></svg>'
CONTENTS = {
    "package/package.json": b"{}",
    "package/icons/owl.svg": OWL,
    "package/icons/fox.svg": OWL,
    "package/icons/deep/owl.svg": OWL,
    "package/icons/nest.svg/owl.svg": OWL,
    "package/icons/owl.png": b"",
    "package/LICENSE": b"Anyone may.\n",
}
KEPT = {"icons/owl.svg": OWL, "icons/fox.svg": OWL, "LICENSE": b"Anyone may.\n"}


def tarball(contents: dict[str, bytes], *members: tarfile.TarInfo) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, data in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        for info in members:
            tar.addfile(info)
    return buffer.getvalue()


GOOD = tarball(CONTENTS)


def pin_of(data: bytes, **changes: object) -> art.Pin:
    pin = art.Pin(
        name="birds",
        package="@wood/birds",
        version="1.2.3",
        sha512=hashlib.sha512(data).hexdigest(),
        licence="MIT",
        notice=Path("licences/birds.txt"),
        files=("icons/*.svg", "LICENSE"),
    )
    return replace(pin, **changes)


PIN = pin_of(GOOD)


class Places:
    """The folders of one build, and a folder of programs that is the only one on the path."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.into, self.cache, self.given = (
            tmp_path / "art",
            tmp_path / "art" / "tarballs",
            tmp_path / "given",
        )
        self.programs = tmp_path / "programs"
        for folder in (self.cache, self.given, self.programs):
            folder.mkdir(parents=True)
        monkeypatch.setenv("PATH", str(self.programs))

    def npm(self, script: str) -> None:
        """Make `npm` a shell script."""
        path = self.programs / "npm"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def obtain(self, pin: art.Pin = PIN, *, given: bool = True) -> art.Status:
        return art.obtain(pin, self.into, self.given if given else None, self.cache)

    def contents(self) -> dict[str, bytes]:
        folder = self.into / "birds"
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    def names(self) -> list[str]:
        return sorted(path.name for path in self.into.iterdir())


@pytest.fixture
def places(tmp_path, monkeypatch):
    return Places(tmp_path, monkeypatch)


def offline(code: str = "ENOTFOUND") -> str:
    """What npm prints and does without a network."""
    return f"""echo '{{"error": {{"code": "{code}", "summary": "request to somewhere failed"}}}}'
echo 'npm error code {code}' >&2
exit 1"""


# Pins


def test_the_pins_of_the_sources():
    pins = art.read_pins(PINS)
    assert [(pin.name, pin.package, pin.version) for pin in pins] == [
        ("fluentui-emoji", "fluentui-emoji", "1.3.0"),
        ("fluentui-emoji-js", "fluentui-emoji-js", "1.2.1"),
        ("phosphor-icons", "@phosphor-icons/core", "2.1.1"),
        ("tabler-icons", "@tabler/icons", "3.52.0"),
    ]
    assert {art.ICONS, art.NAMES} <= {pin.name for pin in pins}
    for pin in pins:
        notice = pin.notice.read_text(encoding="utf-8")
        assert re.match(
            r"MIT License\n\n *Copyright \(c\) (Microsoft|2023 Phosphor|2020-2026 Paweł)", notice.lstrip()
        )
    jsonschema.validate(yaml.safe_load(PINS.read_text(encoding="utf-8")), SCHEMA)


def row_text(**changes: str) -> str:
    fields = {
        "name": "birds",
        "package": "'@wood/birds'",
        "version": "1.2.3",
        "sha512": "a" * 128,
        "licence": "MIT",
        "notice": "birds.txt",
        "files": "[icons/*.svg, LICENSE]",
        **changes,
    }
    return "- " + "\n  ".join(f"{key}: {value}" for key, value in fields.items() if value) + "\n"


@pytest.fixture
def pins_file(tmp_path):
    (tmp_path / "birds.txt").write_text("Anyone may.\n", encoding="utf-8")
    return tmp_path / "art.yaml"


def test_a_pin_is_read(pins_file):
    pins_file.write_text(row_text(), encoding="utf-8")
    notice = pins_file.with_name("birds.txt")
    (pin,) = art.read_pins(pins_file)
    assert pin == art.Pin(
        "birds", "@wood/birds", "1.2.3", "a" * 128, "MIT", notice, ("icons/*.svg", "LICENSE")
    )
    assert pin.tarball == "wood-birds-1.2.3.tgz"


def test_npms_spelling_of_the_hash_is_read(pins_file):
    digest = hashlib.sha512(b"owl").digest()
    pins_file.write_text(row_text(sha512=f"sha512-{base64.b64encode(digest).decode()}"), encoding="utf-8")
    assert art.read_pins(pins_file)[0].sha512 == digest.hex()


WRONG = [
    ("name", "Birds"),
    ("name", "../birds"),
    ("name", "tarballs"),
    ("name", "[birds]"),
    ("name", ""),
    ("package", "birds/nest"),
    ("package", "--global"),
    ("package", "'@wood/birds@2'"),
    ("version", "^1.2.3"),
    ("version", "latest"),
    ("version", "1.2"),
    ("sha512", "A" * 128),
    ("sha512", "a" * 127),
    ("sha512", f"sha512-{'a' * 88}"),
    ("sha512", "1" * 128),
    ("licence", "'MIT, or so'"),
    ("licence", "[]"),
    ("notice", "/birds.txt"),
    ("notice", "../birds.txt"),
    ("files", "icons/*.svg"),
    ("files", "[]"),
    ("files", "[1]"),
    ("files", "[/icons/*.svg]"),
    ("files", "[icons/../*.svg]"),
    ("files", "['icons\\*.svg']"),
    ("files", "[LICENSE, LICENSE]"),
    ("colour", "red"),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_wrong_field_is_named_with_file_and_line(field, value, pins_file):
    text = row_text(**{field: value})
    pins_file.write_text(f"# Two comments\n# stand here.\n{text}", encoding="utf-8")
    with pytest.raises(KitError, match=rf"^{pins_file}:3: .*\b{field}\b") as refusal:
        art.read_pins(pins_file)
    assert len(str(refusal.value).splitlines()) == 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(text), SCHEMA)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "isn't a list of sets"),
        ("name: birds", "isn't a list of sets"),
        ("- birds", r"art\.yaml:1: a set has the fields"),
        ("- [", r"isn't YAML"),
        (row_text(notice="gone.txt"), r"art\.yaml:1: notice is 'gone\.txt', which isn't there"),
        (row_text() + "  name: owls\n", r"art\.yaml:1: name comes twice in one set"),
        (row_text() + row_text(), "the name birds comes twice"),
        (row_text() + row_text(version="x"), r"art\.yaml:8: version is 'x'"),
        (row_text(version="'1.2.3\n\n'"), r"version is '1\.2\.3\\n'"),
        (row_text(name="X", version="x"), r"name is 'X'.*\n.*art\.yaml:1: version is 'x'"),
    ],
)
def test_other_problems(text, says, pins_file):
    pins_file.write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match=says):
        art.read_pins(pins_file)


def test_pins_that_are_not_utf8(pins_file):
    pins_file.write_bytes(b"- name: \xff\n")
    with pytest.raises(KitError, match=r"art\.yaml is not UTF-8 at byte 8"):
        art.read_pins(pins_file)


# Where a set comes from


def test_a_tarball_of_the_given_folder(places):
    (places.given / "wood-birds-1.2.3.tgz").write_bytes(GOOD)
    status = places.obtain()
    assert status == art.Status(
        "birds", "@wood/birds", "1.2.3", PIN.sha512, True, "its tarball is the pinned one."
    )
    assert places.contents() == KEPT
    assert (places.into / "birds.json").read_bytes() == canonical.dumps(
        {
            "set": "birds",
            "package": "@wood/birds",
            "version": "1.2.3",
            "sha512": PIN.sha512,
            "present": True,
            "why": "its tarball is the pinned one.",
        }
    )
    assert art.read_status(places.into / "birds.json") == status
    assert places.names() == ["birds", "birds.json", "tarballs"]


@pytest.mark.parametrize("within", ["birds", "birds/package"])
def test_an_unpacked_folder_gives_only_the_files_of_the_pattern(within, places):
    for name, data in CONTENTS.items():
        path = places.given / within / name.removeprefix("package/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    status = places.obtain()
    assert status.present
    assert status.sha512 is None
    assert "nothing says that it is what is pinned" in status.why
    assert places.contents() == KEPT


def test_an_unpacked_folder_without_the_files(places):
    (places.given / "birds" / "icons").mkdir(parents=True)
    (places.given / "birds" / "LICENSE").touch()
    with pytest.raises(
        KitError, match=r"given/birds is not taken for the set birds.*no file icons/\*\.svg in it"
    ):
        places.obtain()
    assert places.names() == ["tarballs"]


@pytest.mark.parametrize("given", [True, False])
def test_the_kept_tarball(given, places):
    (places.cache / "wood-birds-1.2.3.tgz").write_bytes(GOOD)
    assert places.obtain(given=given).present
    assert places.contents() == KEPT


def test_without_npm_the_set_is_absent(places):
    status = places.obtain()
    assert (status.present, status.sha512) == (False, None)
    assert status.why.startswith("npm is not there to fetch it: install npm")
    assert "art_dir=FOLDER" in status.why
    assert art.read_status(places.into / "birds.json") == status
    assert places.names() == ["birds", "birds.json", "tarballs"]
    assert places.contents() == {}


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (offline(), "(ENOTFOUND): see to the network"),
        (offline("EAI_AGAIN"), "(EAI_AGAIN): see to the network"),
        (offline("ETARGET"), "(ETARGET): see whether the pin is right"),
        ("exit 3", "(exit 3): see to the network"),
        ("exit 0", "(exit 0): see to the network"),
    ],
)
def test_without_a_network_the_set_is_absent(script, says, places):
    places.npm(script)
    status = places.obtain()
    assert not status.present
    assert f"npm could not fetch @wood/birds@1.2.3 {says}" in status.why
    assert "somewhere" not in status.why, "no address is told"
    assert places.contents() == {}
    assert list(places.cache.iterdir()) == []


def test_npm_that_does_not_run(places):
    places.npm("")
    (places.programs / "npm").write_text("#!/no/such/shell\n", encoding="utf-8")
    assert places.obtain().why.startswith("npm could not be run (No such file or directory)")


def test_npm_that_does_not_end(places, monkeypatch):
    places.npm("while :; do :; done")
    monkeypatch.setattr(art, "_NPM_SECONDS", 0.2)
    assert places.obtain().why.startswith("npm took over 0.2 seconds")


def test_how_npm_is_asked(places, tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "tr_TR.UTF-8")
    places.npm(f'printf "%s\\n" "$@" "$LC_ALL" "$PWD" > {tmp_path}/asked; exit 1')
    places.obtain()
    *asked, locale, folder = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert asked[0] == "pack"
    assert asked[-1] == "@wood/birds@1.2.3"
    assert {"--ignore-scripts", "--fetch-retries=1"} <= set(asked)
    assert locale == "C"
    assert not Path(folder).exists(), "npm ran in a folder of its own"


def test_an_absent_set_leaves_no_older_files(places):
    (places.cache / "wood-birds-1.2.3.tgz").write_bytes(GOOD)
    places.obtain()
    assert not places.obtain(pin_of(GOOD, version="1.2.4")).present
    assert places.names() == ["birds", "birds.json", "tarballs"]
    assert places.contents() == {}


@pytest.mark.network
def test_npm_itself(tmp_path):
    pin = next(pin for pin in art.read_pins(PINS) if pin.name == art.NAMES)
    status = art.obtain(pin, tmp_path, None, tmp_path / "tarballs")
    if not status.present:
        pytest.skip(f"the real npm is not tried: {status.why}")
    assert status.sha512 == pin.sha512
    assert [path.name for path in (tmp_path / "tarballs").iterdir()] == ["fluentui-emoji-js-1.2.1.tgz"]
    assert sorted(path.name for path in (tmp_path / art.NAMES).iterdir()) == ["LICENSE", "emojiData.json"]
    assert (tmp_path / art.NAMES / "LICENSE").read_text(encoding="utf-8") == pin.notice.read_text(
        encoding="utf-8"
    )
    assert art.table(tmp_path)["Fox"] == "fox"


# Tarballs that are not the pinned one


def test_another_hash_is_an_error_wherever_the_tarball_is_from(places):
    other = tarball({"package/LICENSE": b""})
    found = hashlib.sha512(other).hexdigest()
    for folder in (places.given, places.cache):
        path = folder / PIN.tarball
        path.write_bytes(other)
        with pytest.raises(
            KitError, match=f"^{path} is not the pinned tarball of the set birds: delete"
        ) as refusal:
            places.obtain()
        assert found in str(refusal.value)
        assert PIN.sha512 in str(refusal.value)
        assert places.names() == ["tarballs"]
        path.unlink()


def test_another_hash_from_npm_is_an_error_and_not_kept(places, tmp_path):
    (tmp_path / "served.tgz").write_bytes(tarball({"package/LICENSE": b""}))
    places.npm(f"/bin/cp {tmp_path}/served.tgz wood-birds-1.2.3.tgz")
    with pytest.raises(KitError, match="not the pinned tarball of the set birds: don't use what npm served"):
        places.obtain()
    assert list(places.cache.iterdir()) == []
    assert places.names() == ["tarballs"]


def test_a_given_folder_is_not_taken_where_a_wrong_tarball_lies_beside_it(places):
    (places.given / "birds").mkdir()
    (places.given / PIN.tarball).write_bytes(b"")
    with pytest.raises(KitError, match="is not the pinned tarball"):
        places.obtain()


def test_a_huge_tarball_is_not_read(places, monkeypatch):
    monkeypatch.setattr(art, "_MAX_TARBALL", 1 << 20)
    with (places.given / PIN.tarball).open("wb") as file:
        file.truncate((1 << 20) + 1)
    with pytest.raises(KitError, match="is over 1 MB, too much for the set birds"):
        places.obtain()


# Tarballs that are pinned and still not unpacked


def member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


HOSTILE = {
    "absolute": (tarball({**CONTENTS, "/tmp/owl.svg": OWL}), "'/tmp/owl.svg' in it could lead outside"),
    "above": (tarball({**CONTENTS, "package/icons/../../../owl.svg": OWL}), "could lead outside"),
    "above at once": (tarball({**CONTENTS, "../owl.svg": OWL}), "could lead outside"),
    "backslash": (tarball({**CONTENTS, "package\\icons\\owl.svg": OWL}), "could lead outside"),
    "control character": (tarball({**CONTENTS, "package/icons/o\nwl.svg": OWL}), "could lead outside"),
    "symbolic link": (
        tarball(CONTENTS, member("package/icons/elk.svg", tarfile.SYMTYPE, "/etc/passwd")),
        "'package/icons/elk.svg' in it is no regular file",
    ),
    "linked folder": (
        tarball(CONTENTS, member("package/icons", tarfile.SYMTYPE, "/tmp")),
        "is no regular file",
    ),
    "hard link": (
        tarball(CONTENTS, member("package/icons/elk.svg", tarfile.LNKTYPE, "package/icons/owl.svg")),
        "is no regular file",
    ),
    "pipe": (tarball(CONTENTS, member("package/icons/elk.svg", tarfile.FIFOTYPE)), "is no regular file"),
    "device": (tarball(CONTENTS, member("package/icons/elk.svg", tarfile.CHRTYPE)), "is no regular file"),
    "the same path twice": (
        tarball({**CONTENTS, "other/icons/owl.svg": OWL}),
        "'icons/owl.svg' comes twice in it",
    ),
    "a large file": (tarball({**CONTENTS, "package/icons/elk.svg": b"0" * 50_001}), "elk.svg' in it is over"),
    "many files": (
        tarball({**CONTENTS, **{f"package/{n}": b"" for n in range(100)}}),
        "it holds over 50 files",
    ),
    "a bomb": (tarball({**CONTENTS, "package/zeros": bytes(1_000_000)}), "it unpacks to over"),
    "a long header": (
        tarball({**CONTENTS, "package/" + "owl/" * 60_000: b""}),
        "it unpacks to over",
    ),
    "no icons": (tarball({"package/LICENSE": b""}), r"there is no file icons/*.svg in it"),
    "no licence": (tarball({"package/icons/owl.svg": OWL}), "there is no file LICENSE in it"),
    "empty": (b"", "can't be unpacked"),
    "no gzip": (b"An owl.", "can't be unpacked"),
    "no tar": (gzip.compress(b"An owl." * 1000), "can't be unpacked"),
    "cut short": (GOOD[: len(GOOD) // 2], "can't be unpacked"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_unsafe_tarball_is_not_unpacked(name, places, monkeypatch):
    monkeypatch.setattr(art, "_MAX_FILE", 50_000)
    monkeypatch.setattr(art, "_MAX_MEMBERS", 50)
    monkeypatch.setattr(art, "_MAX_UNPACKED", 200_000)
    data, says = HOSTILE[name]
    (places.given / PIN.tarball).write_bytes(data)
    with pytest.raises(KitError) as refusal:
        places.obtain(pin_of(data))
    assert says in str(refusal.value)
    assert "wood-birds-1.2.3.tgz of the set birds" in str(refusal.value)
    assert places.names() == ["tarballs"], "nothing half-unpacked stays"


def test_other_paths_that_tar_writers_use(places):
    data = tarball(
        {"./package/icons/owl.svg": OWL, "package/./LICENSE": b""}, member("package/icons", tarfile.DIRTYPE)
    )
    (places.given / PIN.tarball).write_bytes(data)
    places.obtain(pin_of(data))
    assert sorted(places.contents()) == ["LICENSE", "icons/owl.svg"]


# Whole or not there


def test_what_a_killed_run_left_is_replaced(places):
    (places.given / PIN.tarball).write_bytes(GOOD)
    for folder in ("birds", ".birds.partial", ".birds.replaced", "tarballs/.birds.npm"):
        (places.into / folder / "icons").mkdir(parents=True)
        (places.into / folder / "icons" / "elk.svg").touch()
    places.obtain()
    assert places.contents() == KEPT
    shutil.rmtree(places.into / "tarballs" / ".birds.npm")
    assert places.names() == ["birds", "birds.json", "tarballs"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_set_that_was_there_stays_whole_when_the_next_is_cut_short(error, places, monkeypatch):
    (places.given / PIN.tarball).write_bytes(GOOD)
    places.obtain()
    write = Path.write_bytes

    def fail(path: Path, data: bytes) -> int:
        if path.name == "LICENSE":
            raise error
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(KitError if isinstance(error, OSError) else KeyboardInterrupt) as failure:
        places.obtain()
    if isinstance(error, OSError):
        assert "the set birds could not be put there" in str(failure.value)
        assert "No space left on device" in str(failure.value)
    assert places.contents() == KEPT
    assert places.names() == ["birds", "tarballs"], "without a status, the rule runs again"


def test_a_status_that_is_none(tmp_path):
    path = tmp_path / "birds.json"
    for text in ("{}", "[]", '{"present": true, "colour": "red"}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(KitError, match=r"birds\.json isn't the status of an art set"):
            art.read_status(path)


# Names


@pytest.mark.parametrize(
    ("folder", "stem"),
    [
        ("Fox", "fox"),
        ("Keycap 5", "keycap-5"),
        ("Jack-o-lantern", "jack-o-lantern"),
        ("Up! button", "up-button"),
        ("O button blood type", "o-button-blood-type"),
        ("Piñata", "pinata"),
        ("Flatbread", "flatbread"),
        ("Stuffed flatbread", "stuffedbread-flat"),
        ("Flat shoe", "flat-shoe"),
        ("1st place medal", "1st-place-medal"),
        ("INFINITY", "infinity"),
    ],
)
def test_stem(folder, stem):
    assert art.stem(folder) == stem


@pytest.fixture
def sets(tmp_path):
    icons = tmp_path / art.ICONS / "icons" / "flat"
    icons.mkdir(parents=True)
    (icons / "fox.svg").write_bytes(OWL)
    (tmp_path / art.NAMES).mkdir()
    write_table(tmp_path, ["/Owl", "/Fox", "/Artist/Default", "/Artist/Dark"])
    return tmp_path


def write_table(folder: Path, names: list[str]) -> None:
    rows = [{"glyph": "?", "folder": name} for name in names]
    (folder / art.NAMES / "emojiData.json").write_text(json.dumps(rows), encoding="utf-8")


def test_the_table_has_no_skin_tones_and_is_sorted(sets):
    assert list(art.table(sets).items()) == [("Fox", "fox"), ("Owl", "owl")]


def test_a_table_with_two_names_for_one_icon(sets):
    write_table(sets, ["/Owl", "/Owl!"])
    with pytest.raises(KitError, match="the folders Owl and Owl! are both the icon owl"):
        art.table(sets)


@pytest.mark.parametrize("text", ["[1]", "[{}]", '[{"folder": 1}]', "1"])
def test_a_table_that_is_none(text, sets):
    (sets / art.NAMES / "emojiData.json").write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match=r"emojiData\.json isn't a list of rows with a folder each"):
        art.table(sets)


@pytest.mark.parametrize("text", ["[]", "{}", '[{"folder": "/Artist/Default"}]'])
def test_an_empty_table(text, sets):
    (sets / art.NAMES / "emojiData.json").write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match=r"emojiData\.json has no folders"):
        art.table(sets)


def test_an_icon(sets):
    assert art.icon(sets, "Fox") == OWL
    with pytest.raises(KitError, match=r"^Owl: the art set fluentui-emoji has no file owl\.svg"):
        art.icon(sets, "Owl")


# The command


def fetch(*arguments: object) -> int:
    return art.fetch_command([str(argument) for argument in arguments])


@pytest.fixture
def birds(places, pins_file):
    """Pins of two sets of birds, both of the same tarball, as the command's own options."""
    rows = row_text(sha512=PIN.sha512) + row_text(name="owls", package="owls", sha512=PIN.sha512)
    pins_file.write_text(rows, encoding="utf-8")
    return ["--pins", pins_file, "--out", places.into]


def test_fetch(birds, places, capsys):
    (places.given / PIN.tarball).write_bytes(GOOD)
    assert fetch("--set", "birds", "--art-dir", places.given, *birds) == 0
    assert capsys.readouterr().out == "birds 1.2.3: there; its tarball is the pinned one.\n"
    assert places.contents() == KEPT


def test_fetch_of_an_absent_set_is_no_failure(birds, places, capsys):
    assert fetch("--set", "birds", *birds) == 0
    assert capsys.readouterr().out.startswith("birds 1.2.3: absent; npm is not there")
    assert places.contents() == {}


def test_fetch_of_a_set_that_is_not_pinned(birds):
    with pytest.raises(KitError, match=r"art\.yaml has no set elks: it has birds, owls\."):
        fetch("--set", "elks", *birds)


def test_fetch_from_a_folder_that_is_not_there(birds, places):
    with pytest.raises(KitError, match="given/gone is not a folder"):
        fetch("--set", "birds", "--art-dir", places.given / "gone", *birds)


def test_retry_does_nothing_when_nothing_is_absent(birds, places, capsys, monkeypatch):
    (places.given / PIN.tarball).write_bytes(GOOD)
    fetch("--set", "birds", "--art-dir", places.given, *birds)
    capsys.readouterr()
    monkeypatch.setattr(art, "obtain", None)
    assert fetch("--retry-absent", *birds) == 0
    assert capsys.readouterr().out == ""
    assert (places.into / "birds.json").exists()


def test_retry_removes_the_status_of_a_set_that_can_be_had_now(birds, places, capsys):
    for name in ("birds", "owls"):
        fetch("--set", name, *birds)
    capsys.readouterr()
    (places.given / PIN.tarball).write_bytes(GOOD)
    (places.given / "owls-1.2.3.tgz").write_bytes(GOOD)
    fetch("--retry-absent", "--art-dir", places.given, *birds)
    assert capsys.readouterr().out == ""
    assert not (places.into / "birds.json").exists()
    assert not (places.into / "owls.json").exists()


def test_retry_asks_npm_once_and_says_in_one_line_what_is_not_checked(birds, places, tmp_path, capsys):
    places.npm(f"echo asked >> {tmp_path}/asked\n{offline()}")
    for name in ("birds", "owls"):
        fetch("--set", name, *birds)
    (tmp_path / "asked").unlink()
    written = [(places.into / name).stat().st_mtime_ns for name in ("birds.json", "owls.json")]
    capsys.readouterr()
    assert fetch("--retry-absent", *birds) == 0
    assert written == [(places.into / name).stat().st_mtime_ns for name in ("birds.json", "owls.json")]
    assert places.names() == ["birds", "birds.json", "owls", "owls.json", "tarballs"]
    printed = capsys.readouterr().out
    assert printed.startswith(
        "Without birds and owls the build uses what is pinned and can't check it by the art; "
    )
    assert printed.count("\n") == 1
    assert "(ENOTFOUND)" in printed
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "asked\n"
    assert not art.read_status(places.into / "owls.json").present


@pytest.mark.parametrize("spoil", ["folder", "status"])
def test_retry_repairs_what_only_says_that_it_is_there(spoil, birds, places):
    (places.cache / PIN.tarball).write_bytes(GOOD)
    fetch("--set", "birds", *birds)
    if spoil == "folder":
        shutil.rmtree(places.into / "birds")
    else:
        (places.into / "birds.json").write_text("{", encoding="utf-8")
    fetch("--retry-absent", *birds)
    assert not (places.into / "birds.json").exists()


def test_retry_with_a_wrong_tarball_fails(birds, places):
    fetch("--set", "birds", *birds)
    (places.cache / PIN.tarball).write_bytes(b"")
    with pytest.raises(KitError, match="is not the pinned tarball"):
        fetch("--retry-absent", *birds)


def test_the_command_line(birds, places, tmp_path):
    (places.given / PIN.tarball).write_bytes(GOOD)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "tr_TR.UTF-8"}
    command = [
        sys.executable,
        "-m",
        "picturekit",
        "fetch",
        "--set",
        "birds",
        "--art-dir",
        "given",
        *map(str, birds),
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "birds 1.2.3: there; its tarball is the pinned one.\n",
        "",
    )
    (places.given / PIN.tarball).write_bytes(b"")
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("given/wood-birds-1.2.3.tgz is not the pinned tarball of the set birds")
