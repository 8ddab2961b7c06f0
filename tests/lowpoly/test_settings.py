"""Settings: every number of the config arrives where it is meant, and the schema takes the config."""

from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from lowpoly import puzzle, subjects
from lowpoly.settings import Board, Insert, Rules, Settings, Size

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text(encoding="utf-8"))

OTHER: dict[str, Any] = {
    "engine": 9,
    "light": "1/3",
    "keep": "2/5",
    "sizes": {
        "easy": {"dots": 11, "gap": 12},
        "medium": {"dots": 13, "gap": 15},
        "hard": {"dots": 17, "gap": 18},
    },
    "board": {"nearest": 80, "clear": 50, "corner": "1/5"},
    "insert": {
        "likely": "1/7",
        "attempts": 21,
        "rounds": 22,
        "lattice": 3,
        "flat": 9,
        "contrast": 31,
        "retry": False,
        "cavity": "whole",
    },
}
"""Every number unlike every other one, so that none can stand in for another."""


def with_insert(**changes: Any) -> Settings:
    config = deepcopy(OTHER)
    config["insert"] |= changes
    return Settings.of(config)


def test_every_number_is_read() -> None:
    assert Settings.of(OTHER) == Settings(
        engine=9,
        light=Fraction(1, 3),
        keep=Fraction(2, 5),
        sizes=(Size("easy", 11, 12), Size("medium", 13, 15), Size("hard", 17, 18)),
        board=Board(nearest=80, clear=50, corner=Fraction(1, 5)),
        insert=Insert(
            likely=Fraction(1, 7),
            attempts=21,
            rounds=22,
            lattice=3,
            flat=9,
            contrast=31,
            retry=False,
            cavity="whole",
        ),
    )


def test_the_sizes_keep_their_order_whatever_the_file_s() -> None:
    config = {**OTHER, "sizes": dict(reversed(OTHER["sizes"].items()))}
    assert Settings.of(config) == Settings.of(OTHER)


def test_the_rules_of_a_size() -> None:
    assert Settings.of(OTHER).rules("medium", 19) == Rules(
        dots=19,
        gap=15,
        nearest=80,
        clear=50,
        corner=Fraction(1, 5),
        keep=Fraction(2, 5),
        likely=Fraction(1, 7),
        attempts=21,
        rounds=22,
        retry=False,
        part=False,
    )
    assert [Settings.of(OTHER).rules(size, 5).gap for size in ("easy", "hard")] == [12, 18]


@pytest.mark.parametrize(
    ("retry", "cavity", "part"), [(True, "best", True), (True, "whole", False), (False, "best", True)]
)
def test_a_switch_is_its_own(retry: bool, cavity: str, part: bool) -> None:
    rules = with_insert(retry=retry, cavity=cavity).rules("easy", 5)
    assert (rules.retry, rules.part) == (retry, part)


@pytest.mark.parametrize(
    ("easy", "plan"),
    [
        (25, {"easy": 25, "medium": 13, "hard": 17}),
        (35, {"easy": 35, "medium": 13, "hard": 17}),
        (0, {"medium": 13, "hard": 17}),
    ],
)
def test_a_subject_s_plan(easy: int, plan: dict[str, int]) -> None:
    found = Settings.of(OTHER).plan(easy)
    assert found == plan
    assert list(found) == list(plan)


def test_a_size_that_there_is_not() -> None:
    with pytest.raises(StopIteration):
        Settings.of(OTHER).size("huge")


# The config as it is


def test_the_config_is_the_spec_s() -> None:
    """What the spec and DESIGN.md give; to change one is to change the maker."""
    settings = Settings.of(CONFIG["lowpoly"])
    assert settings == Settings(
        engine=puzzle.ENGINE_VERSION,
        light=Fraction(24, 100),
        keep=Fraction(1, 2),
        sizes=(Size("easy", 25, 22), Size("medium", 55, 14), Size("hard", 100, 10)),
        board=Board(nearest=70, clear=42, corner=Fraction(24_932_801, 10**8)),
        insert=Insert(
            likely=Fraction(3, 10),
            attempts=40,
            rounds=2000,
            lattice=2,
            flat=8,
            contrast=24,
            retry=True,
            cavity="best",
        ),
    )
    assert {size.name: size.dots for size in settings.sizes} == puzzle.SIZES
    assert settings.size("easy").dots in subjects.EASY_DOTS


@pytest.mark.parametrize("config", [CONFIG, {**CONFIG, "lowpoly": OTHER}], ids=["ours", "another"])
def test_the_schema_takes_it(config: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(config)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("engine", 2),
        ("light", 0.24),
        ("light", "0.24"),
        ("light", "24/0"),
        ("keep", "1/2 "),
        ("keep", "-1/2"),
        ("sizes.easy.gap", 3),
        ("sizes.easy.dots", 25.5),
        ("sizes.huge", {"dots": 200, "gap": 8}),
        ("sizes.medium", {"dots": 55}),
        ("board.nearest", "70"),
        ("board.corner", "tan 14"),
        ("insert.retry", "no"),
        ("insert.cavity", "some"),
        ("insert.contrast", 255),
        ("insert.attempts", 0),
        ("insert.again", True),
    ],
)
def test_the_schema_refuses(path: str, value: object) -> None:
    config = deepcopy(CONFIG)
    *folders, last = f"lowpoly.{path}".split(".")
    place = config
    for folder in folders:
        place = place[folder]
    place[last] = value
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(config)


def test_every_number_in_the_schema_is_one_that_is_read() -> None:
    """A number that nothing reads would look as if it could be changed."""
    fields = {field for kind in (Settings, Board, Insert, Size) for field in kind.__dataclass_fields__}

    def keys(node: dict[str, Any]) -> set[str]:
        return set(node) | {key for value in node.values() if isinstance(value, dict) for key in keys(value)}

    assert keys(CONFIG["lowpoly"]) - {"easy", "medium", "hard"} == fields - {"name"}
