"""One line's logic against every placement, and against the slow reference; words against cells."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles.errors import GriddlesError
from griddles.lines import (
    EMPTY,
    FILLED,
    LINE,
    LONGEST,
    MOST_RUNS,
    SHORT,
    TECHNIQUES,
    UNKNOWN,
    highest,
    lowest,
    population,
    settle,
    settle_word,
)
from picturekit.jit import jit

from . import reference

OF = {None: UNKNOWN, 1: FILLED, 0: EMPTY}


def wanted(clue: list[int], line: list[int | None], technique: str) -> list[tuple[int, int]] | None:
    """What the reference settles, with our marks."""
    found = reference.settle(clue, line, technique)
    return None if found is None else [(cell, OF[value]) for cell, value in found]


def every_clue(length: int) -> list[tuple[int, ...]]:
    """Every clue of a line of that length."""
    return sorted({tuple(reference.runs(cells)) for cells in itertools.product((0, 1), repeat=length)})


@jit
def disagreements(length, fillings, placed, runs, count, scratch):
    """How many of all partial markings `line` settles otherwise than the clue's placements agree on.

    `fillings` uint64 (N,) are the placements, of which `placed` are given.
    """
    one = np.uint64(1)
    wrong = 0
    markings = 3**length
    for code in range(markings):
        filled, empty, rest = np.uint64(0), np.uint64(0), code
        for i in range(length):
            mark = rest % 3
            rest //= 3
            if mark == 1:
                filled |= one << np.uint64(i)
            elif mark == 2:
                empty |= one << np.uint64(i)
        both, either, fitting = (one << np.uint64(length)) - one, np.uint64(0), 0
        for k in range(placed):
            if filled & ~fillings[k] == np.uint64(0) and empty & fillings[k] == np.uint64(0):
                both &= fillings[k]
                either |= fillings[k]
                fitting += 1
        agrees, fill, cross = settle_word(runs, count, length, filled, empty, 3, scratch)
        whole = (one << np.uint64(length)) - one
        told = fill == both & ~filled and cross == whole & ~either & ~empty
        if agrees != (fitting > 0) or (agrees and not told):
            wrong += 1
    return wrong


@pytest.mark.parametrize("length", range(1, 9))
def test_line_is_what_every_placement_agrees_on(length: int) -> None:
    """Every clue and every partial marking, with words."""
    scratch = np.zeros((3, MOST_RUNS + 1), np.uint64)
    for clue in every_clue(length):
        fillings = np.array(
            [sum(cell << i for i, cell in enumerate(cells)) for cells in reference.placements(clue, length)],
            np.uint64,
        )
        runs = np.array([*clue, 0], np.int16)
        assert disagreements(length, fillings, len(fillings), runs, len(clue), scratch) == 0


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("length", range(1, 6))
def test_every_short_line(length: int, technique: str, words: bool) -> None:
    for clue in every_clue(length):
        for line in itertools.product((None, 0, 1), repeat=length):
            marks = [OF[mark] for mark in line]
            assert settle(clue, marks, technique, words=words) == wanted(list(clue), list(line), technique)


@pytest.mark.parametrize("technique", TECHNIQUES)
@given(data=st.data())
def test_random_lines(technique: str, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, 1), min_size=6, max_size=16))
    shown = data.draw(st.lists(st.booleans(), min_size=len(cells), max_size=len(cells)))
    line: list[int | None] = [cell if show else None for cell, show in zip(cells, shown, strict=True)]
    if data.draw(st.booleans()):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 1))
    clue = reference.runs(cells)
    found = wanted(clue, line, technique)
    assert settle(clue, [OF[mark] for mark in line], technique) == found
    assert settle(clue, [OF[mark] for mark in line], technique, words=False) == found


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("length", [40, SHORT - 1, SHORT])
def test_words_and_cells_mean_the_same(length: int, technique: str) -> None:
    chance = random.Random(length)
    for _ in range(60):
        fill, show = chance.choice([0.3, 0.6, 0.85]), chance.choice([0.05, 0.3, 0.7])
        cells = [int(chance.random() < fill) for _ in range(length)]
        marks = [OF[cell] if chance.random() < show else UNKNOWN for cell in cells]
        clue = reference.runs(cells)
        assert settle(clue, marks, technique) == settle(clue, marks, technique, words=False)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("length", [SHORT + 1, 64, 65, 127, LONGEST])
def test_long_lines_settle_what_is_true(length: int, technique: str) -> None:
    """What is settled is so in the line that the marks are from, and the mirrored line settles alike."""
    chance = random.Random(length)
    for _ in range(25):
        cells = [int(chance.random() < 0.8) for _ in range(length)]
        marks = [OF[cell] if chance.random() < 0.3 else UNKNOWN for cell in cells]
        clue = reference.runs(cells)
        found = settle(clue, marks, technique)
        assert found is not None
        assert all(mark == OF[cells[cell]] for cell, mark in found)
        mirrored = settle(clue[::-1], marks[::-1], technique)
        assert mirrored is not None
        assert sorted((length - 1 - cell, mark) for cell, mark in mirrored) == found
        if technique != "line":
            whole = settle(clue, marks, "line")
            assert whole is not None
            assert set(found) <= set(whole)


@pytest.mark.parametrize("length", [SHORT, SHORT + 1, LONGEST])
def test_a_long_line_that_is_settled_at_once(length: int) -> None:
    assert settle([length], [UNKNOWN] * length, "simple") == [(i, FILLED) for i in range(length)]
    assert settle([], [UNKNOWN] * length, "simple") == [(i, EMPTY) for i in range(length)]
    alternating = [1] * ((length + 1) // 2)
    found = settle(alternating, [UNKNOWN] * length, "line")
    assert found == ([(i, EMPTY if i % 2 else FILLED) for i in range(length)] if length % 2 else [])


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize(
    ("clue", "marks"),
    [
        ([1], [FILLED, UNKNOWN, FILLED]),
        ([3], [UNKNOWN, EMPTY, UNKNOWN]),
        ([], [FILLED]),
        ([2], [UNKNOWN]),
        ([1, 1], [UNKNOWN, UNKNOWN]),
    ],
)
def test_a_contradiction_is_seen_by_every_technique(
    clue: list[int], marks: list[int], technique: str
) -> None:
    assert settle(clue, marks, technique) is None
    assert settle(clue, marks, technique, words=False) is None


def test_what_no_line_is() -> None:
    with pytest.raises(GriddlesError, match="no technique guess"):
        settle([1], [UNKNOWN], "guess")
    with pytest.raises(GriddlesError, match="up to 128 cells"):
        settle([1], [UNKNOWN] * 129)
    with pytest.raises(GriddlesError, match="runs of 1 or more"):
        settle([0], [UNKNOWN])


@given(st.integers(1, 2**64 - 1))
def test_bits(word: int) -> None:
    assert population(np.uint64(word)) == word.bit_count()
    assert int(lowest(np.uint64(word))) == word & -word
    assert int(highest(np.uint64(word))) == 1 << (word.bit_length() - 1)


def test_the_tiers_are_in_order() -> None:
    assert list(TECHNIQUES.values()) == [1, 2, LINE]
