"""One picture by hand: the same as the build makes, in every form, and a sentence where it can't be made."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from PIL import Image

from lowpoly import drawing, insertion, project, single
from lowpoly.background import paint
from lowpoly.errors import LowPolyError
from lowpoly.features import prefix_table
from lowpoly.light import lit
from lowpoly.puzzle import Tier
from lowpoly.settings import Settings
from picturekit import canonical, raster

ROOT = Path(__file__).parents[2]
PIXELS = ROOT / "tests/cases/lowpoly/pixels"
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
SETTINGS = Settings.of(CONFIG["lowpoly"])

SUBJECTS = """
- {folder: Fox, title: Red fox, kind: creature}
- {folder: Elephant, title: Elephant, kind: creature, easy: 0}
- {folder: Cat face, title: Cat, kind: creature, easy: 35}
- {folder: Swan, title: Swan, kind: creature}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with three pinned subjects and one without pixels, as the present folder."""
    monkeypatch.chdir(tmp_path)
    pixels = tmp_path / "sources" / "lowpoly" / "pixels"
    pixels.mkdir(parents=True)
    (pixels.parent / "subjects.yaml").write_text(SUBJECTS, encoding="utf-8")
    for name in ("fox", "elephant", "cat-face"):
        shutil.copy(PIXELS / f"{name}.png", pixels)
    (tmp_path / "config.yaml").write_bytes((ROOT / "config.yaml").read_bytes())
    return tmp_path


def make(subject: str, size: str = "easy", **changes: Any) -> None:
    forms: dict[str, Any] = {"png": None, "svg": None, "json": None, "start": False, "px": 64}
    single.make(subject, size, **{**forms, **changes})


def fox() -> Tier:
    return single.tier_of(raster.read_png(PIXELS / "fox.png"), SETTINGS, "easy", 25)


def test_it_is_what_the_stages_make_one_after_the_other() -> None:
    rgba = raster.read_png(PIXELS / "fox.png")
    prefix = prefix_table(lit(rgba, SETTINGS.light))
    places = insertion.candidates(rgba, lattice=2, flat=8, contrast=24)
    mesh = insertion.insert(prefix, places, SETTINGS.rules("medium", 40))
    made = paint(mesh.points, mesh.triangles, prefix, gap=14, nearest=70, opacity=SETTINGS.keep)
    assert single.tier_of(rgba, SETTINGS, "medium", 40) == made
    assert len(made.dots) == 40
    assert made.w == 1280


@pytest.mark.parametrize("name", ["Fox", "fox", "76XLFK", "76xlfk"])
def test_a_subject_is_found_by_folder_or_code(name: str) -> None:
    assert single.find(name, project.read().named).label == "Fox (76XLFK)"


def test_all_forms(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make("Fox", png=here / "fox.png", svg=here / "fox.svg", json=here / "out" / "fox.json", px=96)
    tier = fox()
    assert (here / "out" / "fox.json").read_bytes() == canonical.dumps(tier.to_json())
    assert (here / "fox.svg").read_text(encoding="utf-8") == drawing.svg_solved(tier, "Red fox")
    with Image.open(here / "fox.png") as image:
        assert (np.asarray(image) == drawing.png(tier, "solved", 96)).all()
    told = capsys.readouterr().out
    assert told.startswith("Red fox (76XLFK), easy: 25 dots, ")
    assert told.endswith("°\n")
    assert told.count("\n") == 1


def test_as_it_looks_at_the_start(here: Path) -> None:
    make("Fox", png=here / "fox.png", svg=here / "fox.svg", start=True)
    assert (here / "fox.svg").read_text(encoding="utf-8") == drawing.svg_start(fox(), "Red fox")
    with Image.open(here / "fox.png") as image:
        assert (np.asarray(image) == drawing.png(fox(), "start", 64)).all()


def test_without_a_form_it_only_tells(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(here.rglob("*"))
    make("Cat face")
    assert sorted(here.rglob("*")) == before
    assert capsys.readouterr().out.startswith("Cat (")


def test_easy_is_the_subject_s_own(here: Path) -> None:
    make("Cat face", json=here / "cat.json")
    assert len(canonical.loads((here / "cat.json").read_bytes())["dots"]) == 35


def test_fresh_pixels_serve_where_none_are_pinned(here: Path) -> None:
    icons = here / "build" / "art" / "fluentui-emoji" / "icons" / "flat"
    icons.mkdir(parents=True)
    (icons / "swan.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 4h24v24H4z"/></svg>',
        encoding="utf-8",
    )
    if why := raster.available():
        pytest.skip(why)
    row = single.find("Swan", project.read().named)
    drawn = single.pixels_of(row)
    assert drawn[128, 128].tolist() == [0, 0, 0, 255]
    assert drawn[8, 8].tolist() == [0, 0, 0, 0]
    # Pinned ones go first.
    raster.write_png(here / "sources" / "lowpoly" / "pixels" / "swan.png", np.full_like(drawn, 255))
    assert (single.pixels_of(row) == 255).all()


@pytest.mark.parametrize(
    ("subject", "size", "changes", "told"),
    [
        (
            "Unicorn",
            "easy",
            {},
            "Unicorn is no subject: see sources/lowpoly/subjects.yaml for their folders.",
        ),
        ("Elephant", "easy", {}, r"Elephant \(\w{6}\) is not made at easy: its row says easy: 0."),
        ("Fox", "easy", {"px": 15}, "--px 15: a PNG is 16 to 8192 pixels wide."),
        ("Fox", "easy", {"px": 8193}, "--px 8193: a PNG is 16 to 8192 pixels wide."),
        ("Swan", "easy", {}, r"Swan \(\w{6}\) has no pinned pixels, and build/art no art: run make once."),
    ],
)
def test_what_can_t_be_made(here: Path, subject: str, size: str, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(LowPolyError, match=f"^{told}$"):
        make(subject, size, png=here / "no.png", svg=here / "no.svg", json=here / "no.json", **changes)
    assert list(here.glob("no.*")) == []


def test_a_subject_without_easy_is_made_at_the_other_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    make("Elephant", "medium")
    assert ", medium: 55 dots, " in capsys.readouterr().out


def test_a_picture_that_isn_t_fair_is_not_written(here: Path) -> None:
    """Settings laxer than the audit: corners down to 6°."""
    text = (ROOT / "config.yaml").read_text(encoding="utf-8").replace('"24932801/100000000"', '"1/10"')
    (here / "config.yaml").write_text(text, encoding="utf-8")
    told = r"^Fox \(76XLFK\) at hard isn't fair: triangle [\d,]+ has a corner under 14°"
    with pytest.raises(LowPolyError, match=told):
        make("Fox", "hard", svg=here / "no.svg", json=here / "no.json")
    assert list(here.glob("no.*")) == []


def test_a_picture_with_nothing_in_it_isn_t_fair(here: Path) -> None:
    raster.write_png(here / "sources" / "lowpoly" / "pixels" / "fox.png", np.zeros((256, 256, 4), np.uint8))
    with pytest.raises(
        LowPolyError, match=r"^Fox \(76XLFK\) at medium isn't fair: triangles and colors don’t"
    ):
        make("Fox", "medium")
