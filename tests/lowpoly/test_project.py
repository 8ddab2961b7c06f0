"""The project on disk: subjects with codes that stay, and a config of the engine that the rules are of."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from lowpoly import project, puzzle
from lowpoly.errors import LowPolyError
from lowpoly.layout import Layout
from lowpoly.settings import Settings
from picturekit.codes import code_of
from picturekit.errors import KitError

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))

SUBJECTS = """
- {folder: Owl, title: Owl, kind: creature, easy: 0}
- {folder: Fox, title: Red fox, kind: creature}
- {folder: Guitar, title: Guitar, kind: thing}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of three subjects in the present folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sources" / "lowpoly").mkdir(parents=True)
    (tmp_path / "sources" / "lowpoly" / "subjects.yaml").write_text(SUBJECTS, encoding="utf-8")
    (tmp_path / "config.yaml").write_bytes((ROOT / "config.yaml").read_bytes())
    return tmp_path


def lock(here: Path, *lines: str) -> None:
    text = "".join(f"{line}\n" for line in ("# engine lowpoly 3", *lines))
    (here / "sources" / "fingerprints.lock").write_text(text, encoding="utf-8")


def with_engine(number: int) -> dict[str, Any]:
    config = deepcopy(CONFIG)
    config["lowpoly"]["engine"] = number
    return config


@pytest.mark.usefixtures("here")
def test_the_subjects_come_in_the_order_of_their_codes() -> None:
    read = project.read()
    assert [row.code for row in read.named] == sorted(code_of(name) for name in ("Fox", "Owl", "Guitar"))
    fox = next(row for row in read.named if row.code == "76XLFK")
    assert (fox.subject.folder, fox.subject.title, fox.subject.line) == ("Fox", "Red fox", 3)
    assert fox.label == "Fox (76XLFK)"
    assert read.settings == Settings.of(CONFIG["lowpoly"])


def test_a_locked_code_is_kept(here: Path) -> None:
    lock(
        here, "lowpoly ZZZZZZ pixels=0123456789abcdef # Fox", "lowpoly YYYYYY pixels=0123456789abcdef # Gone"
    )
    codes = {row.subject.folder: row.code for row in project.read().named}
    assert codes == {"Fox": "ZZZZZZ", "Owl": code_of("Owl"), "Guitar": code_of("Guitar")}


def test_a_code_that_another_has_in_the_lock_is_not_given(here: Path) -> None:
    lock(here, f"lowpoly {code_of('Fox')} pixels=0123456789abcdef # Owl")
    codes = {row.subject.folder: row.code for row in project.read().named}
    assert codes["Owl"] == "76XLFK"
    assert codes["Fox"] == code_of("Fox", 1)


def test_a_lock_that_is_none(here: Path) -> None:
    lock(here, "not a line")
    with pytest.raises(KitError, match=r"fingerprints\.lock:2 is not a picture's line"):
        project.read()


@pytest.mark.parametrize("engine", [puzzle.ENGINE_VERSION - 1, puzzle.ENGINE_VERSION + 1])
@pytest.mark.usefixtures("here")
def test_another_engine_than_the_rules(engine: int) -> None:
    with pytest.raises(LowPolyError) as error:
        project.read(with_engine(engine))
    assert str(error.value) == (
        f"config.yaml: lowpoly.engine is {engine}, and the rules in src/lowpoly/puzzle.py are engine "
        f"{puzzle.ENGINE_VERSION}'s: bump both together."
    )


def test_another_engine_in_the_file(here: Path) -> None:
    (here / "config.yaml").write_text(yaml.safe_dump(with_engine(99)), encoding="utf-8")
    with pytest.raises(LowPolyError, match=r"lowpoly\.engine is 99"):
        project.read()


def test_a_config_that_is_given_is_taken(here: Path) -> None:
    (here / "config.yaml").unlink()
    config = deepcopy(CONFIG)
    config["lowpoly"]["insert"]["retry"] = False
    assert project.read(config).settings.insert.retry is False
    with pytest.raises(KitError, match=r"config\.yaml is not there"):
        project.read()


def test_subjects_elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "other" / "lowpoly").mkdir(parents=True)
    (here / "other" / "lowpoly" / "subjects.yaml").write_text(
        "- {folder: Moon, title: Moon, kind: land}\n", encoding="utf-8"
    )
    found = project.read(layout=Layout(sources=here / "other"))
    assert [row.subject.folder for row in found.named] == ["Moon"]


def test_subjects_that_are_wrong(here: Path) -> None:
    path = here / "sources" / "lowpoly" / "subjects.yaml"
    path.write_text(SUBJECTS + "- {folder: Fox, title: Fox, kind: beast}\n", encoding="utf-8")
    with pytest.raises(LowPolyError, match=r"subjects\.yaml:5: the folder “Fox” is on line 3 already"):
        project.read()


def test_the_project_here_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkout's own config and subjects: every code is one, and no two are the same."""
    monkeypatch.chdir(ROOT)
    named = project.read().named
    codes = [row.code for row in named]
    assert codes == sorted(set(codes))
    assert len(codes) >= 320
