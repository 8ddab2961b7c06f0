"""The bank: what is taken, growth that moves nothing, codes, and certificates that hold."""

import dataclasses
import itertools
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from numberlink import bank, logic, puzzle
from numberlink.board import to_answer, to_layout
from numberlink.certificate import Certificate, certify, verify
from numberlink.errors import NumberlinkError
from numberlink.generator import generate
from numberlink.puzzle import DIFFICULTIES, SIZES
from numberlink.settings import Settings
from picturekit.codes import code_of

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings.of(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["numberlink"])


def rows(indexes: range, chance: random.Random) -> list[dict[str, Any]]:
    """Rows of every level in which one in ten has the board, and one in ten the shapes, of some other."""
    made = []
    for size in SIZES:
        for index in indexes:
            for difficulty in DIFFICULTIES:
                number = chance.randrange(40) if chance.random() < 0.1 else f"{index}-{difficulty}"
                shape = chance.randrange(40) if chance.random() < 0.1 else f"{index}-{difficulty}"
                level = {"size": size, "difficulty": difficulty, "index": index}
                made.append({**level, "key": f"board {number}", "shapes": f"shapes {shape}"})
    chance.shuffle(made)
    return made


def test_no_board_comes_twice_and_few_of_one_idea() -> None:
    made = rows(range(60), random.Random(1))
    merged = bank.merge(made, 30, 2)
    for size in SIZES:
        there = [row for (one, _), found in merged.levels.items() if one == size for row in found]
        keys = [row["key"] for row in there]
        assert len(set(keys)) == len(keys) == 120
        shapes = [row["shapes"] for row in there]
        assert max(map(shapes.count, shapes)) <= 2
    assert merged.same > 0
    assert merged.alike > 0
    for found in merged.levels.values():
        indexes = [row["index"] for row in found]
        assert indexes == sorted(indexes)


@pytest.mark.parametrize("alike", [1, 2])
def test_a_bank_that_grows_keeps_what_it_had(alike: int) -> None:
    for seed in range(5):
        made = rows(range(80), random.Random(seed))
        small = bank.merge([row for row in made if row["index"] < 50], 20, alike)
        large = bank.merge(made, 40, alike)
        for level, found in small.levels.items():
            assert large.levels[level][:20] == found


def test_the_order_of_rows_does_not_matter() -> None:
    made = rows(range(40), random.Random(3))
    assert bank.merge(made, 20, 1) == bank.merge(sorted(made, key=str), 20, 1)


def test_levels_that_are_short_are_named() -> None:
    made = [row for row in rows(range(30), random.Random(2)) if row["difficulty"] != "hard"]
    with pytest.raises(
        NumberlinkError, match=r"hard at 8 has 0 of 10 boards; hard at 10 .* raise numberlink"
    ):
        bank.merge(made, 10, 5)


def test_codes_are_the_lock_s_or_the_first_that_is_free() -> None:
    keys = [f"8x8:{number}" for number in range(50)]
    codes = bank.assign_codes(keys, {})
    assert codes[keys[0]] == code_of(keys[0])
    assert len(set(codes.values())) == 50
    locked = {bank.fingerprint_of(keys[7]): "ABCDEF", "0123456789abcdef": code_of(keys[3])}
    again = bank.assign_codes(keys, locked)
    assert again[keys[7]] == "ABCDEF"
    # The code that a board of another bank has in the lock stays that board's.
    assert again[keys[3]] == code_of(keys[3], 1)
    assert {key: code for key, code in again.items() if key not in (keys[3], keys[7])} == {
        key: code for key, code in codes.items() if key not in (keys[3], keys[7])
    }


@pytest.fixture(scope="module")
def certified() -> Certificate:
    made = generate("17", 8, "hard", SETTINGS.contracts[8, "hard"])
    assert made is not None
    return certify(to_layout(made.board), to_answer(made.links), "17", 8, "hard")


def test_a_certificate_holds(certified: Certificate) -> None:
    assert verify(certified, SETTINGS.contracts[8, "hard"]) == []
    assert Certificate.from_json(certified.to_json()) == certified


CHANGES: dict[str, Any] = {
    "bank": 4,
    "generator": 2,
    "source": "tsunagi",
    "size": 10,
    "difficulty": "easy",
    "seed": "18",
    "layout": None,
    "answer": None,
    "rule": "strict",
    "validation": "exact-two",
    "method": "sat",
    "steps": 12,
    "conflicts": 3,
}


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Certificate)])
def test_a_certificate_with_one_field_changed_is_refused(certified: Certificate, name: str) -> None:
    value = CHANGES[name]
    if name == "layout":
        value = puzzle.turned(certified.layout, 8, 1)
    if name == "answer":
        value = certified.answer[::-1]
    changed = dataclasses.replace(certified, **{name: value})
    assert verify(changed, SETTINGS.contracts[8, "hard"])


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Certificate)])
def test_a_certificate_without_a_field_or_with_another_kind_is_refused(
    certified: Certificate, name: str
) -> None:
    whole = certified.to_json()
    with pytest.raises(NumberlinkError, match="A certificate has the members"):
        Certificate.from_json({key: value for key, value in whole.items() if key != name})
    with pytest.raises(NumberlinkError, match=f"A certificate's {name} can't be"):
        Certificate.from_json({**whole, name: [whole[name]]})
    with pytest.raises(NumberlinkError, match=f"A certificate's {name} can't be"):
        Certificate.from_json({**whole, name: True})


def test_a_board_with_several_answers_gets_no_certificate() -> None:
    layout = "A" + "." * 62 + "A"
    with pytest.raises(NumberlinkError, match=r"hard 8×8 of seed 1 is proved"):
        certify(layout, "A" * 64, "1", 8, "hard")


def test_a_board_that_breaks_its_contract_is_told(certified: Certificate) -> None:
    told = verify(certified, SETTINGS.contracts[8, "easy"])
    assert told


def test_the_contracts_rise() -> None:
    """Attempts, straight share, turns and longest paths are the spec's, and its middle ones between."""
    for size in SIZES:
        contracts = [SETTINGS.contracts[size, difficulty] for difficulty in DIFFICULTIES]
        assert [one.attempts for one in contracts] == [30, 36, 42, 48]
        assert [int(100 * one.straight) for one in contracts] == [58, 52, 45, 38]
        assert [int(100 * one.turns) for one in contracts] == [45, 70, 95, 125]
        looks = [one.looks for one in contracts]
        assert all(a[1] < b[0] or (a, b) == ((0, 0), b) for a, b in itertools.pairwise(looks))
        assert all(one.winding <= one.longest for one in contracts)
    longest = {size: [SETTINGS.contracts[size, d].longest for d in DIFFICULTIES] for size in SIZES}
    assert longest == {8: [5, 7, 9, 12], 10: [5, 8, 11, 15], 12: [6, 10, 14, 18], 15: [14, 17, 20, 24]}


def test_looks_are_what_contracts_ask() -> None:
    for difficulty in DIFFICULTIES:
        contract = SETTINGS.contracts[8, difficulty]
        made = generate("5", 8, difficulty, contract)
        assert made is not None
        effort = logic.effort(made.board)
        assert contract.looks[0] <= effort.looks <= contract.looks[1]
