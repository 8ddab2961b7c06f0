import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import picturekit
from picturekit.__main__ import main

HASHES = {
    "art": "a" * 16,
    "pixels": "b" * 16,
    "easy.insert": "c" * 16,
    "easy.publish": "d" * 16,
    "publish": "e" * 16,
}
FOX, OWL = ("76XLFK", "Fox"), ("8UN2PV", "Owl")


def text(*pictures: tuple[str, str], engine: int = 3, **changes: str) -> str:
    """A lock's text; `changes` are Fox's alone, with an underscore for the dot."""
    lines = [f"# engine lowpoly {engine}\n"]
    for code, name in sorted(pictures):
        moved = {key.replace("_", "."): value * 16 for key, value in changes.items()} if name == "Fox" else {}
        hashes = " ".join(f"{key}={value}" for key, value in {**HASHES, **moved}.items())
        lines.append(f"lowpoly {code} {hashes} # {name}\n")
    return "".join(lines)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two pictures that are as locked, released, and drawn as pinned."""
    monkeypatch.chdir(tmp_path)
    raster = tmp_path / "build" / "provenance" / "lowpoly" / "raster"
    raster.mkdir(parents=True)
    (tmp_path / "sources").mkdir()
    write("build/fingerprints.txt", text(FOX, OWL))
    write("sources/fingerprints.lock", text(FOX, OWL))
    write("config.yaml", "released: true\n")
    draw("same", "same")
    return tmp_path


def write(path: str, content: str) -> None:
    Path(path).write_text(content, encoding="utf-8")


def draw(fox: str, owl: str) -> None:
    rows: list[dict[str, object]] = [
        {"code": code, "folder": name, "state": state, "why": f"it is {state}", "svg": None, "tools": {}}
        for (code, name), state in ((FOX, fox), (OWL, owl))
    ]
    write("build/provenance/lowpoly/raster/00.json", json.dumps(rows))


@pytest.mark.parametrize(
    ("built", "rasters", "strict", "exit_code", "lines"),
    [
        (text(FOX, OWL), ("same", "same"), True, 0, ["As locked: 2 pictures."]),
        (
            text(FOX, OWL),
            ("same", "unchecked"),
            True,
            0,
            ["The renderer was not checked on 1 picture.", "As locked: 2 pictures."],
        ),
        (
            text(FOX, OWL),
            ("drift", "same"),
            False,
            0,
            [
                "Fox (76XLFK): renderer drift: it is drift",
                "As locked: 2 pictures. Renderer drift on 1 picture.",
            ],
        ),
        (
            text(FOX, OWL),
            ("drift", "same"),
            True,
            1,
            [
                "Fox (76XLFK): renderer drift: it is drift",
                "As locked, but not drawn as pinned (exit 1). Renderer drift on 1 picture.",
            ],
        ),
        (
            text(FOX, OWL),
            ("same", "unpinned"),
            False,
            1,
            [
                "Owl (8UN2PV) has no pinned pixels: run `make lock` to pin them.",
                "Not as locked: 1 to see to, above (exit 1).",
            ],
        ),
        (
            text(FOX, OWL, art="9"),
            ("same", "same"),
            False,
            10,
            [
                "Fox (76XLFK): the art changed.",
                "Not as locked: the art changed; 1 of 2 pictures moved (exit 10).",
            ],
        ),
        (
            text(FOX, OWL, pixels="9", publish="9"),
            ("drift", "same"),
            True,
            11,
            [
                "Fox (76XLFK): the pixels changed.",
                "Fox (76XLFK): renderer drift: it is drift",
                "Not as locked: the pixels changed; 1 of 2 pictures moved (exit 11). "
                "Renderer drift on 1 picture.",
            ],
        ),
        (
            text(FOX, easy_insert="9", easy_publish="9"),
            ("same", "same"),
            False,
            12,
            [
                "Fox (76XLFK): the maker changed, first at insert (easy).",
                "Owl (8UN2PV) is in the lock but was not built: put it back among the sources.",
                "Not as locked: the maker changed, first at insert; 1 of 1 picture moved (exit 12).",
            ],
        ),
        (
            text(FOX, OWL, easy_publish="9", publish="9"),
            ("same", "same"),
            False,
            13,
            [
                "Fox (76XLFK): the writer changed (easy).",
                "Not as locked: the writer changed; 1 of 2 pictures moved (exit 13).",
            ],
        ),
        (
            text(FOX, OWL, ("CUTDDX", "Wolf"), engine=4),
            ("same", "same"),
            False,
            1,
            [
                "The engine version of lowpoly is 4 in the build and 3 in the lock: run `make lock`.",
                "Wolf (CUTDDX) is not in the lock: run `make lock` to add it.",
                "Not as locked: 2 to see to, above (exit 1).",
            ],
        ),
    ],
)
def test_check_says_what_moved_and_exits_by_it(
    built: str,
    rasters: tuple[str, str],
    strict: bool,
    exit_code: int,
    lines: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("build/fingerprints.txt", built)
    draw(*rasters)
    assert main(["check", "--strict"] if strict else ["check"]) == exit_code
    assert capsys.readouterr().out.splitlines() == lines


def test_check_shows_twenty_pictures_and_counts_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    more = [(f"CODE{letters}", f"Wolf {letters}") for letters in ("22", "23", "24")]
    many = [(f"MANY{number}", f"Bear {number}") for number in range(20, 40)]
    write("build/fingerprints.txt", text(*more, *many, FOX, OWL))
    assert main(["check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 22
    assert lines[-2:] == ["and 3 more like these.", "Not as locked: 23 to see to, above (exit 1)."]


def test_check_without_a_lock_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "sources" / "fingerprints.lock").unlink()
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith("sources/fingerprints.lock is not there")


def test_lock_of_an_unchanged_build_changes_no_byte(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lock"]) == 0
    assert Path("sources/fingerprints.lock").read_text(encoding="utf-8") == text(FOX, OWL)
    assert capsys.readouterr().out == "sources/fingerprints.lock has 2 pictures: 0 new, 0 moved, 0 gone.\n"


def test_lock_prints_what_moves(capsys: pytest.CaptureFixture[str]) -> None:
    built = text(FOX, ("CUTDDX", "Wolf"), easy_insert="9")
    write("build/fingerprints.txt", built)
    write("config.yaml", "released: false\n")
    assert main(["lock"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "new: Wolf (CUTDDX)",
        "moved at insert (easy): Fox (76XLFK)",
        "gone: Owl (8UN2PV)",
        "sources/fingerprints.lock has 2 pictures: 1 new, 1 moved, 1 gone.",
    ]
    assert Path("sources/fingerprints.lock").read_text(encoding="utf-8") == built
    assert main(["check"]) == 0


def test_lock_is_made_where_there_was_none(project: Path) -> None:
    (project / "sources" / "fingerprints.lock").unlink()
    assert main(["lock"]) == 0
    assert Path("sources/fingerprints.lock").read_text(encoding="utf-8") == text(FOX, OWL)


@pytest.mark.parametrize("change", ["", "Owl", "Wolf, Fox"])
def test_lock_refuses_and_writes_nothing(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("build/fingerprints.txt", text(FOX, OWL, pixels="9"))
    assert main(["lock", "--change", change]) == 2
    assert capsys.readouterr().err.startswith("The lock stays as it was.\n")
    assert Path("sources/fingerprints.lock").read_text(encoding="utf-8") == text(FOX, OWL)


@pytest.mark.parametrize("change", ["Fox", " 76XLFK , ,Owl,"])
def test_lock_moves_what_is_named(change: str) -> None:
    write("build/fingerprints.txt", text(FOX, OWL, pixels="9"))
    assert main(["lock", "--change", change]) == 0
    assert Path("sources/fingerprints.lock").read_text(encoding="utf-8") == text(FOX, OWL, pixels="9")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("", "config.yaml doesn't say whether the pictures are released"),
        ("released: maybe\n", "config.yaml doesn't say whether the pictures are released"),
        ("released: [\n", "config.yaml is not YAML"),
    ],
)
def test_lock_needs_to_know_whether_there_was_a_release(
    config: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("config.yaml", config)
    assert main(["lock"]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_fetch_hands_its_words_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []

    def fetch_command(words: list[str]) -> int:
        given.append(words)
        return 5

    art = SimpleNamespace(fetch_command=fetch_command)
    monkeypatch.setitem(sys.modules, "picturekit.art", art)
    monkeypatch.setattr(picturekit, "art", art, raising=False)
    assert main(["fetch", "--set", "fluent", "--help", "word"]) == 5
    assert given == [["--set", "fluent", "--help", "word"]]


@pytest.mark.parametrize("words", [[], ["bake"], ["check", "--drift"], ["lock", "Fox"]])
def test_a_command_that_is_not_one_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert "usage: " in capsys.readouterr().err


def test_the_module_runs_with_any_locale() -> None:
    source = str(Path(picturekit.__file__).parents[1])
    write("build/fingerprints.txt", text(FOX, OWL, ("CUTDDX", "Piñata")))
    for locale in ("C", "tr_TR.UTF-8"):
        run = subprocess.run(
            [sys.executable, "-m", "picturekit", "check"],
            env={"PYTHONPATH": source, "LC_ALL": locale, "PATH": ""},
            capture_output=True,
        )
        assert run.returncode == 1, run.stderr
        assert run.stdout.decode().startswith("Piñata (CUTDDX) is not in the lock")
