"""Random numbers in compiled code: the mill's own stream, number for number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberlink.chance import below, shuffle, stream_of
from picturekit.random import SPAN, Random32


@given(st.text(max_size=20), st.lists(st.integers(1, SPAN), min_size=1, max_size=40))
def test_numbers_are_the_mills_own(text: str, bounds: list[int]) -> None:
    stream, plain = stream_of(text), Random32(text)
    for n in bounds:
        assert below(stream, n) == plain.below(n)
    assert tuple(stream.tolist()) == plain.state


def test_numbers_that_would_not_be_fair_are_drawn_again() -> None:
    """Of the numbers there are, nearly half are over the last multiple of this bound."""
    bound = SPAN // 2 + 1
    stream, plain = stream_of("fair"), Random32("fair")
    drawn = [int(below(stream, bound)) for _ in range(200)]
    assert drawn == [plain.below(bound) for _ in range(200)]
    assert max(drawn) < bound
    assert 300 < stream[3] - stream_of("fair")[3] < 500


@given(st.text(max_size=20), st.integers(0, 60))
def test_an_order_is_the_mills_own(text: str, length: int) -> None:
    stream, plain = stream_of(text), Random32(text)
    items, known = np.arange(length), list(range(length))
    shuffle(stream, items)
    plain.shuffle(known)
    assert items.tolist() == known
    assert tuple(stream.tolist()) == plain.state


def test_a_text_seeds_a_new_stream_each_time() -> None:
    first = stream_of("a")
    below(first, 10)
    assert stream_of("a").tolist() == list(Random32("a").state) != first.tolist()


def test_numbers_never_change() -> None:
    """Every board comes of these: they are written down here."""
    stream = stream_of("numberlink:3:8:easy:1")
    assert [int(below(stream, 1000)) for _ in range(8)] == [18, 318, 886, 251, 394, 349, 629, 81]


@pytest.mark.parametrize("n", [2, 3, 10])
def test_every_number_comes_up(n: int) -> None:
    stream = stream_of("all")
    counts = np.bincount([below(stream, n) for _ in range(1000 * n)], minlength=n)
    assert len(counts) == n
    assert 850 < counts.min() <= counts.max() < 1150
