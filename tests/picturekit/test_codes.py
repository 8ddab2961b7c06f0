import pytest
from hypothesis import given
from hypothesis import strategies as st

from picturekit import codes
from picturekit.errors import KitError

# Printed by the recipe in the spec, run as JavaScript.
KNOWN = [
    ("Fox", 0, "76XLFK"),
    ("Fox", 1, "CUTDDX"),
    ("Fox", 7, "2SS3SS"),
    ("Owl", 0, "8UN2PV"),
    ("", 0, "86YC6N"),
    ("Piñata", 0, "WMCQC6"),
    ("İstanbul", 0, "F8R4MB"),
    ("Fox 🦊", 0, "9TRU9Z"),
    ("🦊", 3, "MRARPL"),
    ("76XLFK", 7, "DNXTVU"),
]

# From the function's authors' own list of test values.
PUBLISHED_FNV1A = [(b"", 0x811C9DC5), (b"a", 0xE40C292C), (b"foobar", 0xBF9CF968)]


@pytest.mark.parametrize(("name", "salt", "code"), KNOWN)
def test_code_of_is_the_games_own_recipe(name: str, salt: int, code: str) -> None:
    assert codes.code_of(name, salt) == code


@pytest.mark.parametrize(("data", "value"), PUBLISHED_FNV1A)
def test_fnv1a_gives_the_published_values(data: bytes, value: int) -> None:
    assert codes.fnv1a(data) == value


def test_fnv1a_goes_on_from_its_last_value() -> None:
    assert codes.fnv1a(b"bar", codes.fnv1a(b"foo")) == codes.fnv1a(b"foobar")


@given(st.text())
def test_every_name_has_a_code(name: str) -> None:
    assert codes.CODE_RE.fullmatch(codes.code_of(name))


@given(st.integers(0, 32**6 - 1))
def test_value_of_reads_the_first_letter_as_the_most_significant(value: int) -> None:
    code = "".join(codes.ALPHABET[value // 32**place % 32] for place in range(5, -1, -1))
    assert codes.value_of(code) == value


@pytest.mark.parametrize(
    "text", ["", "76XLF", "76XLFK2", "76XLFI", "76xlfk", "76XLF0", "76XLFK\n", " 76XLFK"]
)
def test_value_of_refuses_what_is_no_code(text: str) -> None:
    with pytest.raises(KitError, match="is not a code"):
        codes.value_of(text)


def test_assign_salts_a_collision_in_the_order_given() -> None:
    assert codes.code_of("2191") == codes.code_of("3130") == "KJWCYX"
    assert codes.assign(["2191", "3130"], {}) == {"2191": "KJWCYX", "3130": codes.code_of("3130", 1)}
    assert codes.assign(["3130", "2191"], {}) == {"3130": "KJWCYX", "2191": codes.code_of("2191", 1)}


def test_assign_leaves_locked_codes_alone() -> None:
    assert codes.assign(["Fox"], {"Other": "76XLFK"}) == {"Fox": codes.code_of("Fox", 1)}
    both = {"Other": "76XLFK", "Another": codes.code_of("Fox", 1)}
    assert codes.assign(["Fox"], both) == {"Fox": codes.code_of("Fox", 2)}


def test_assign_keeps_a_locked_code_whatever_comes_before_it() -> None:
    locked = {"Owl": codes.code_of("Fox")}
    assert codes.assign(["Fox", "Owl"], locked) == {"Fox": codes.code_of("Fox", 1), "Owl": "76XLFK"}


@given(st.lists(st.text(max_size=4), unique=True, max_size=30), st.data())
def test_adding_names_moves_no_code(names: list[str], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(names)))
    locked = codes.assign(names[:count], {})
    grown = codes.assign(data.draw(st.permutations(names)), locked)
    assert {name: grown[name] for name in names[:count]} == locked
    assert len(set(grown.values())) == len(names)


@pytest.mark.parametrize(
    ("names", "locked", "message"),
    [
        (["Fox", "Owl", "Fox"], {}, "Fox is listed twice"),
        (["Fox"], {"Fox": "76XLFK", "Owl": "76XLFK"}, "Fox and Owl have one code in the lock, 76XLFK"),
        (["Fox"], {"Fox": "fox"}, "'fox' is not a code"),
    ],
)
def test_assign_refuses(names: list[str], locked: dict[str, str], message: str) -> None:
    with pytest.raises(KitError, match=message):
        codes.assign(names, locked)
