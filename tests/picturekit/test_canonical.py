import enum
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from picturekit import canonical
from picturekit.errors import KitError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


class Colour(enum.Enum):
    RED = 1


@given(VALUES)
def test_what_is_written_reads_back(value: object) -> None:
    assert canonical.loads(canonical.dumps(value)) == value


@given(st.dictionaries(TEXT, VALUES, max_size=6), st.randoms())
def test_the_order_of_keys_changes_no_byte(value: dict[str, object], random) -> None:  # type: ignore[no-untyped-def]
    keys = list(value)
    random.shuffle(keys)
    assert canonical.dumps({key: value[key] for key in keys}) == canonical.dumps(value)


@given(VALUES)
def test_there_is_one_line_without_spaces_between(value: object) -> None:
    data = canonical.dumps(value)
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1
    assert data[:-1].decode() == json.dumps(
        json.loads(data), ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )


@pytest.mark.parametrize(
    ("value", "data"),
    [
        ({"b": 1, "a": [True, None, -0]}, b'{"a":[true,null,0],"b":1}\n'),
        ({"Z": 1, "a": 2, "é": 3, "🦊": 4, "\uffff": 5}, '{"Z":1,"a":2,"é":3,"\uffff":5,"🦊":4}\n'.encode()),
        (((1, 2), ()), b"[[1,2],[]]\n"),
        ("\u2028\n\x7f", b'"\xe2\x80\xa8\\n\x7f"\n'),
        (2**64, b"18446744073709551616\n"),
    ],
)
def test_the_spelling(value: object, data: bytes) -> None:
    assert canonical.dumps(value) == data


@pytest.mark.parametrize(
    ("value", "start"),
    [
        ({"tiers": {"easy": {"w": 8.15}}}, "$.tiers.easy.w is 8.15, a float"),
        ([0, [1, 2.0]], "$[1][1] is 2.0, a float"),
        (math.nan, "$ is nan, a float"),
        ({"a": [math.inf]}, "$.a[0] is inf, a float"),
        ({"a": np.float64(1)}, "$.a is "),
        ({"a": np.int64(1)}, "$.a is of type int64"),
        ({"a": {1, 2}}, "$.a is of type set"),
        ({"a": b"x"}, "$.a is of type bytes"),
        (Fraction(1, 2), "$ is of type Fraction"),
        (Colour.RED, "$ is of type Colour"),
        ({"a": {1: 2}}, "$.a has the key 1, which is not text"),
        ({"a": {None: 2}}, "$.a has the key None, which is not text"),
        ({"a": "\ud800"}, "$.a has text that UTF-8 can't hold"),
        ({"\udfff": 1}, "$ has text that UTF-8 can't hold"),
    ],
)
def test_dumps_refuses_naming_the_place(value: object, start: str) -> None:
    with pytest.raises(KitError) as refusal:
        canonical.dumps(value)
    assert str(refusal.value).startswith(start)


def test_dumps_refuses_a_value_inside_itself() -> None:
    value: list[object] = []
    value.append(value)
    with pytest.raises(KitError, match="nested too deeply"):
        canonical.dumps(value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"1.5", "f.json has the number 1.5: only whole"),
        (b"[1e3]", "f.json has the number 1e3: only whole"),
        (b"NaN", "f.json has the number NaN"),
        (b"[-Infinity]", "f.json has the number -Infinity"),
        (b'{"a":1,"b":{"c":1,"c":1}}', "f.json has the key 'c' twice in one object"),
        (b'"\xff"', "f.json is not UTF-8 at byte 1"),
        (b"{", "f.json is not JSON"),
        (b"", "f.json is not JSON"),
        (b"\xef\xbb\xbf1", "f.json is not JSON"),
        (b"1 2", "f.json is not JSON"),
        (b"1" * 5000, "f.json is not JSON"),
        (b"[" * 100_000, "f.json is nested too deeply"),
    ],
)
def test_loads_refuses_naming_the_file(data: bytes, message: str) -> None:
    with pytest.raises(KitError) as refusal:
        canonical.loads(data, "f.json")
    assert str(refusal.value).startswith(message)


def test_loads_reads_what_is_not_canonical() -> None:
    assert canonical.loads(b' { "b" : 1 ,\n"a": "\\u00e9" } ') == {"b": 1, "a": "é"}
