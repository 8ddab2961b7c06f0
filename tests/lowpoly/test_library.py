"""The library: codes that stay, the order of the dailies, and a manifest that keeps to its schema."""

import copy
import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowpoly import library, puzzle
from lowpoly.errors import LowPolyError
from lowpoly.library import Listed, Size
from lowpoly.puzzle import Picture, Tier
from lowpoly.subjects import KINDS, Subject
from picturekit import manifest
from picturekit.codes import code_of
from picturekit.licences import Licence

ROOT = Path(__file__).parents[2]
ALL = ("easy", "medium", "hard")
SIZES = [
    Size("easy", 25, 22, 815, 815),
    Size("medium", 55, 14, 1280, 1280),
    Size("hard", 100, 10, 1792, 1792),
]
LICENCES = [Licence("fluent-emoji-flat", "fluentui-emoji", "1.3.0", "MIT", "Copyright (c) Someone.\n")]
OTHERS = {
    "griddles": {
        "engine": 6,
        "sizes": {
            str(cells): {"difficulty": difficulty, "tier": tier, "pictures": 0, "dealt": 0}
            for tier, (cells, difficulty) in enumerate([(10, "easy"), (15, "medium"), (20, "hard")], 1)
        },
        "daily": [],
        "pictures": [],
    },
    "numberlink": {
        "engine": 3,
        "rule": "plain",
        "sizes": {
            str(size): {
                difficulty: {
                    "boards": 1,
                    "file": f"numberlink/{size}-{difficulty}.json",
                    "certificates": f"certificates/numberlink-{size}-{difficulty}.json",
                    "fingerprint": "0123456789abcdef",
                }
                for difficulty in ("easy", "medium", "hard", "expert")
            }
            for size in (8, 10, 12, 15)
        },
    },
}
SOURCE_URL = "https://example.org/art/{folder}/Flat"


def schema(name: str) -> Any:
    return json.loads((ROOT / f"workflow/schemas/{name}.schema.json").read_text(encoding="utf-8"))


def listed(folder: str, kind: str = "creature", sizes: tuple[str, ...] = ALL) -> Listed:
    return Listed(code_of(folder), folder, kind, folder, sizes, "0123456789abcdef")


def many(kinds: str) -> list[Listed]:
    """A picture for each letter, which stands for a kind by its place: `aab` is two creatures and a plant."""
    return [listed(f"Picture {i}", KINDS["abcdefg".index(letter)]) for i, letter in enumerate(kinds)]


def kinds_of(order: list[str], pictures: list[Listed]) -> str:
    kinds = {picture.code: picture.kind for picture in pictures}
    return "".join("abcdefg"[KINDS.index(kinds[code])] for code in order)


# Codes


def test_a_subjects_code_is_of_its_folder() -> None:
    fox = Subject("Fox", "A fox", "creature", 25, 1)
    assert library.assign_codes([fox], {}) == {"Fox": "76XLFK"}


def test_a_locked_code_is_kept_and_stays_taken() -> None:
    fox, owl = Subject("Fox", "Fox", "creature", 25, 1), Subject("Owl", "Owl", "creature", 25, 2)
    assert library.assign_codes([fox, owl], {"Owl": "ABCDEF", "Gone": "76XLFK"}) == {
        "Fox": code_of("Fox", 1),
        "Owl": "ABCDEF",
    }


# The daily order


@pytest.mark.parametrize(
    ("kinds", "order"),
    [
        ("", ""),
        ("a", "a"),
        ("ab", "ab"),
        ("ba", "ab"),
        ("bbaa", "abab"),
        ("abb", "bab"),
        ("gfedcba", "abcdefg"),
        ("bbba", "bbab"),
        ("aabbbccccc", "cbaccbcabc"),
    ],
)
def test_kinds_are_spread_evenly(kinds: str, order: str) -> None:
    pictures = many(kinds)
    assert kinds_of(library.daily_order(pictures), pictures) == order
    assert library.daily_order(pictures[::-1]) == library.daily_order(pictures)


def test_a_kinds_own_order_is_by_the_hash_of_the_code() -> None:
    pictures = many("a" * 50)
    order = library.daily_order(pictures)
    assert order == sorted(order, key=lambda code: code_of(code, 7))
    assert order != sorted(order)


@given(st.lists(st.sampled_from(KINDS), max_size=60))
def test_the_daily_order_is_where_each_kind_lands(kinds: list[str]) -> None:
    """The spec's recipe, step by step, with halves kept exact."""
    pictures = [listed(f"Picture {i}", kind) for i, kind in enumerate(kinds)]
    sizes = Counter(kinds)
    by_size = sorted(KINDS, key=lambda kind: (-sizes[kind], KINDS.index(kind)))
    slots = []
    for place, kind in enumerate(by_size):
        own = sorted((p.code for p in pictures if p.kind == kind), key=lambda code: code_of(code, 7))
        for k, code in enumerate(own):
            slots.append((Fraction(k) / len(own) + Fraction(1, 2) / len(own), place, code))
    order = library.daily_order(pictures)
    assert order == [code for _, _, code in sorted(slots)]
    assert sorted(order) == sorted(p.code for p in pictures)


def test_neighbours_are_seldom_of_one_kind() -> None:
    kinds = "a" * 50 + "b" * 30 + "c" * 25 + "d" * 20 + "e" * 60 + "f" * 20 + "g" * 14
    pictures = many(kinds)
    alike = sum(one == other for one, other in pairwise(kinds_of(library.daily_order(pictures), pictures)))
    assert alike < 8


@pytest.mark.parametrize("sizes", [(), ("medium", "hard"), ("easy",), ("easy", "hard"), ("easy", "medium")])
def test_a_picture_without_every_size_is_no_daily(sizes: tuple[str, ...]) -> None:
    pictures = [listed("Fox"), listed("Seal", sizes=sizes)]
    assert library.daily_order(pictures) == ["76XLFK"]


def test_a_picture_of_no_kind_would_be_lost() -> None:
    with pytest.raises(LowPolyError, match=r"^daily order lost a picture$"):
        library.daily_order([listed("Fox"), listed("Beast", "beast")])


# The manifest


def made(pictures: list[Listed]) -> dict[str, Any]:
    return manifest.join({"lowpoly": library.manifest(pictures, 3, SIZES, SOURCE_URL), **OTHERS}, LICENCES)


def test_the_manifest_says_where_everything_is() -> None:
    pictures = [listed("Red fox", sizes=("hard", "medium")), listed("Fox"), listed("Piñata/Dark", "thing")]
    rows = sorted(
        [
            ("76XLFK", "Fox", "creature", "https://example.org/art/Fox/Flat", list(ALL)),
            (
                code_of("Red fox"),
                "Red fox",
                "creature",
                "https://example.org/art/Red%20fox/Flat",
                ["medium", "hard"],
            ),
            (
                code_of("Piñata/Dark"),
                "Piñata/Dark",
                "thing",
                "https://example.org/art/Pi%C3%B1ata/Dark/Flat",
                list(ALL),
            ),
        ]
    )
    assert made(pictures) == {
        "format": 1,
        "games": {
            "lowpoly": {
                "engine": 3,
                "sizes": {
                    "easy": {"dots": 25, "gap": 22, "w": 815, "h": 815, "pictures": 2},
                    "medium": {"dots": 55, "gap": 14, "w": 1280, "h": 1280, "pictures": 3},
                    "hard": {"dots": 100, "gap": 10, "w": 1792, "h": 1792, "pictures": 3},
                },
                "daily": ["76XLFK", code_of("Piñata/Dark")],
                "pictures": [
                    {
                        "code": code,
                        "title": title,
                        "kind": kind,
                        "source": title,
                        "source_url": url,
                        "sizes": sizes,
                        "file": f"lowpoly/{code}.json",
                        "fingerprint": "0123456789abcdef",
                    }
                    for code, title, kind, url, sizes in rows
                ],
            },
            **OTHERS,
        },
        "licences": [
            {
                "set": "fluent-emoji-flat",
                "package": "fluentui-emoji",
                "version": "1.3.0",
                "licence": "MIT",
                "notice": "Copyright (c) Someone.\n",
            }
        ],
    }
    assert made(pictures[::-1]) == made(pictures)


def test_two_pictures_of_one_code() -> None:
    with pytest.raises(LowPolyError, match=r"^Fox and Fox both have the code 76XLFK: assign codes again"):
        made([listed("Fox"), listed("Owl"), listed("Fox")])


def test_a_source_address_without_a_folder() -> None:
    with pytest.raises(LowPolyError, match=r"^The source address https://example\.org has no {folder} in it"):
        library.manifest([listed("Fox")], 3, SIZES, "https://example.org")


def test_the_rules_read_what_the_manifest_lists(tmp_path: Path) -> None:
    square = Tier(400, 400, ((100, 100), (300, 100), (100, 300)), ((0, 1, 2),), ("#336699",))
    picture = Picture("76XLFK", "Fox", "creature", dict.fromkeys(ALL, square))
    (tmp_path / "lowpoly").mkdir()
    (tmp_path / "lowpoly/76XLFK.json").write_text(json.dumps(picture.to_json()), encoding="utf-8")
    (tmp_path / "manifest.json").write_text(json.dumps(made([listed("Fox")])), encoding="utf-8")
    assert puzzle.Library(tmp_path).generate("76XLFK", "hard").tier == square


# The schemas


PICTURE = Picture(
    "76XLFK",
    "Fox",
    "creature",
    {"medium": Tier(400, 400, ((100, 100), (300, 100), (100, 300)), ((0, 1, 2),), ("#336699",))},
).to_json()


@pytest.mark.parametrize("name", ["manifest", "picture"])
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_a_picture_and_a_manifest_keep_to_their_schemas() -> None:
    jsonschema.Draft202012Validator(schema("picture")).validate(PICTURE)
    jsonschema.Draft202012Validator(schema("manifest")).validate(made([listed("Fox"), listed("Owl", "land")]))
    jsonschema.Draft202012Validator(schema("manifest")).validate(made([]))


def test_the_schemas_name_the_kinds_and_sizes() -> None:
    picture, game = schema("picture"), schema("manifest")["$defs"]
    assert tuple(picture["properties"]["kind"]["enum"]) == KINDS
    assert tuple(game["picture"]["properties"]["kind"]["enum"]) == KINDS
    assert list(picture["properties"]["tiers"]["properties"]) == list(puzzle.SIZES)
    assert list(game["lowpoly"]["properties"]["sizes"]["properties"]) == list(puzzle.SIZES)
    assert game["picture"]["properties"]["sizes"]["items"]["enum"] == list(puzzle.SIZES)


def test_every_object_in_the_schemas_is_closed() -> None:
    def objects(node: Any) -> list[Any]:
        inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
        own = [node] if isinstance(node, dict) and node.get("type") == "object" else []
        return own + [found for part in inner for found in objects(part)]

    for name in ("picture", "manifest"):
        found = objects(schema(name))
        assert found
        assert all(one["additionalProperties"] is False for one in found)


PICTURE_FAULTS: list[tuple[tuple[str | int, ...], Any]] = [
    (("code",), "76XLF"),
    (("code",), "76XLFI"),
    (("code",), "76xlfk"),
    (("title",), ""),
    (("title",), None),
    (("kind",), "beast"),
    (("more",), 1),
    (("tiers",), {}),
    (("tiers", "huge"), PICTURE["tiers"]["medium"]),
    (("tiers", "medium", "more"), 1),
    (("tiers", "medium", "w"), 0),
    (("tiers", "medium", "h"), 400.5),
    (("tiers", "medium", "w"), 100_001),
    (("tiers", "medium", "dots", 0), [1]),
    (("tiers", "medium", "dots", 0), [1, 2, 3]),
    (("tiers", "medium", "dots", 0), [1, 2.5]),
    (("tiers", "medium", "dots", 0), [-1, 2]),
    (("tiers", "medium", "dots", 0), [300, 100]),
    (("tiers", "medium", "dots"), [[0, 0], [1, 1]]),
    (("tiers", "medium", "tris"), []),
    (("tiers", "medium", "tris", 0), [0, 1]),
    (("tiers", "medium", "tris", 0), [0, 1, 1]),
    (("tiers", "medium", "tris", 0), [0, 1, -1]),
    (("tiers", "medium", "tris", 0), [0, 1, 400]),
    (("tiers", "medium", "colors", 0), "#33669A"),
    (("tiers", "medium", "colors"), []),
]
ROW = ("games", "lowpoly", "pictures", 0)
MANIFEST_FAULTS: list[tuple[tuple[str | int, ...], Any]] = [
    (("format",), 2),
    (("more",), 1),
    (("games", "chess"), {}),
    (("games",), {}),
    (("games", "lowpoly", "more"), 1),
    (("games", "lowpoly", "engine"), 2),
    (("games", "lowpoly", "sizes", "huge"), {"dots": 9, "gap": 9, "w": 9, "h": 9, "pictures": 0}),
    (("games", "lowpoly", "sizes", "easy", "more"), 1),
    (("games", "lowpoly", "sizes", "easy", "w"), 81.5),
    (("games", "lowpoly", "sizes", "easy", "pictures"), -1),
    (("games", "lowpoly", "daily"), ["76XLFK", "76XLFK"]),
    (("games", "lowpoly", "daily"), ["fox"]),
    ((*ROW, "more"), 1),
    ((*ROW, "code"), "FOX"),
    ((*ROW, "kind"), "beast"),
    ((*ROW, "title"), ""),
    ((*ROW, "source"), ""),
    ((*ROW, "source_url"), "http://example.org"),
    ((*ROW, "source_url"), "https://example.org/Red fox"),
    ((*ROW, "sizes"), []),
    ((*ROW, "sizes"), ["huge"]),
    ((*ROW, "sizes"), ["easy", "easy"]),
    ((*ROW, "file"), "../76XLFK.json"),
    ((*ROW, "fingerprint"), "0123456789ABCDEF"),
    (("licences", 0, "more"), 1),
    (("licences", 0, "notice"), ""),
]


def changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    copied = copy.deepcopy(value)
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return copied


@pytest.mark.parametrize(("path", "new"), PICTURE_FAULTS)
def test_a_fault_in_a_picture(path: tuple[str | int, ...], new: Any) -> None:
    assert not jsonschema.Draft202012Validator(schema("picture")).is_valid(changed(PICTURE, path, new))


@pytest.mark.parametrize(("path", "new"), MANIFEST_FAULTS)
def test_a_fault_in_a_manifest(path: tuple[str | int, ...], new: Any) -> None:
    validator = jsonschema.Draft202012Validator(schema("manifest"))
    assert not validator.is_valid(changed(made([listed("Fox")]), path, new))


@pytest.mark.parametrize("name", ["picture", "manifest"])
def test_every_member_is_needed(name: str) -> None:
    """Each object's own members, but for the sizes a picture may leave out."""
    whole = PICTURE if name == "picture" else made([listed("Fox")])
    validator = jsonschema.Draft202012Validator(schema(name))

    def without_one(node: Any) -> list[Any]:
        if isinstance(node, list):
            return [
                [*node[:i], less, *node[i + 1 :]] for i, one in enumerate(node) for less in without_one(one)
            ]
        if not isinstance(node, dict):
            return []
        shorter = [{k: v for k, v in node.items() if k != key} for key in node]
        return shorter + [{**node, key: less} for key, one in node.items() for less in without_one(one)]

    short = without_one(whole)
    assert len(short) > 9
    assert not any(map(validator.is_valid, short))
