import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picturekit import random
from picturekit.jit import jit
from picturekit.random import Random32, State

# Printed by sfc32 in C, with uint32_t throughout.
STREAMS: list[tuple[State, list[int]]] = [
    (
        (1, 2, 3, 1),
        [4, 31, 56623170, 132259135, 3317874561, 1410031969, 1873638350, 4016548663, 3104202574, 1621234736],
    ),
    (
        (0xFFFFFFFF, 0x80000000, 0xDEADBEEF, 0xFFFFFFFE),
        [2147483645, 1415296614, 575422224, 2954859254, 852275554, 2158520519, 3070878218, 1962447672],
    ),
]
DAILY = [2348508975, 1874235765, 77325323, 4181977298, 3275899475, 628813209]
MILLIONTH = 2586542895

WORD = st.integers(0, 2**32 - 1)

compiled_output = jit(random.output)
compiled_next_state = jit(random.next_state)


@pytest.mark.parametrize(("state", "stream"), STREAMS)
def test_the_stream_is_that_of_the_c_program(state: State, stream: list[int]) -> None:
    numbers = []
    for _ in stream:
        numbers.append(random.output(*state))
        state = random.next_state(*state)
    assert numbers == stream


def test_a_text_seeds_the_stream_of_the_c_program() -> None:
    generator = Random32("daily:2026-10-20")
    assert [generator.next_u32() for _ in DAILY] == DAILY


@jit
def mixed_over(steps: int, a: int, b: int, c: int, counter: int) -> int:
    mixed = 0
    for step in range(steps):
        mixed ^= (compiled_output(a, b, c, counter) + step) & 0xFFFFFFFF
        a, b, c, counter = compiled_next_state(a, b, c, counter)
    return mixed


def test_compiled_code_runs_a_million_steps_as_the_c_program() -> None:
    assert mixed_over(1_000_000, 0, 0x9E3779B9, 0x243F6A88, 1) == MILLIONTH


@given(WORD, WORD, WORD, WORD)
def test_compiled_steps_are_the_plain_ones(a: int, b: int, c: int, counter: int) -> None:
    assert compiled_output(a, b, c, counter) == random.output(a, b, c, counter)
    assert compiled_next_state(a, b, c, counter) == random.next_state(a, b, c, counter)


@given(WORD, WORD, WORD, WORD)
def test_a_step_loses_nothing(a: int, b: int, c: int, counter: int) -> None:
    # The step can be undone, so no two states run together and the counter's period is the least there can
    # be.
    new_a, new_b, new_c, new_counter = random.next_state(a, b, c, counter)
    old_counter = (new_counter - 1) % 2**32
    old_b = new_a
    for _ in range(4):
        old_b = new_a ^ (old_b >> 9)
    old_c = new_b * pow(9, -1, 2**32) % 2**32
    rotated = (old_c << 21 | old_c >> 11) % 2**32
    old_a = (new_c - rotated - old_b - old_counter) % 2**32
    assert (old_a, old_b, old_c, old_counter) == (a, b, c, counter)


@given(st.text(max_size=6), st.integers(1, 2**32))
def test_below_stays_below(text: str, n: int) -> None:
    assert 0 <= Random32(text).below(n) < n


class Scripted(Random32):
    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)

    def next_u32(self) -> int:
        return next(self.numbers)


def test_below_draws_again_where_the_last_round_is_not_full() -> None:
    # 2**32 is 1 more than a multiple of 3, and 2**31 + 1 goes into it once.
    assert Scripted([2**32 - 1, 2**32 - 2]).below(3) == (2**32 - 2) % 3
    assert Scripted([2**31 + 1, 2**32 - 1, 2**31]).below(2**31 + 1) == 2**31
    assert Scripted([2**32 - 1]).below(2**32) == 2**32 - 1


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_32_bits_cannot_give(n: int) -> None:
    with pytest.raises(ValueError, match="has to be 1 to"):
        Random32("").below(n)


def test_every_order_is_as_likely() -> None:
    generator = Random32("orders")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        generator.shuffle(items)
        orders[tuple(items)] += 1
    assert sorted(orders) == list(itertools.permutations(range(4)))
    assert all(abs(count - 1000) <= 150 for count in orders.values())


@pytest.mark.parametrize("items", [[], ["a"]])
def test_a_short_list_is_shuffled_without_a_draw(items: list[str]) -> None:
    Scripted([]).shuffle(items)
    assert len(items) < 2
