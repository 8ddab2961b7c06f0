"""Repair: what it leaves is the only answer, by brute force and by the independent count; it only cuts."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from numberlink import board, frontier
from numberlink.chance import stream_of
from numberlink.filling import SHORTEST
from numberlink.paths import reach
from numberlink.repair import ALONE, SPENT, STUCK, Bench, bench_for, repair
from numberlink.search import STEPS, State, state_for

from . import reference
from .made import LONG, board_of, covers
from .test_paths import edges_in
from .test_scan import edges_of_moves, plain_front, told_front


def check_cuts(links: NDArray[np.int64], before: NDArray[np.int64]) -> None:
    """Every edge was there before, and every cell has one still."""
    assert edges_in(links) <= edges_in(before)
    assert (links[:, 0] >= 0).all()


def check_paths(links: NDArray[np.int64], shape: tuple[int, int]) -> None:
    for path in board.to_paths(links):
        assert len(path) >= SHORTEST
        assert path[-1] not in reference.beside(path[0], *shape)


def check_bench(bench: Bench, links: NDArray[np.int64]) -> None:
    """What is laid out is what the paths are: their ends, which of them meet, their moves and fronts."""
    cells, width = bench.ends.size, bench.ends.shape[1]
    for cell, name in enumerate(bench.ends.ravel().tolist()):
        assert name == (cell + 1 if links[cell, 1] < 0 else 0)
        if name:
            assert bench.meets[name] == reach(links, cell, -1)[0] + 1
    edges = edges_of_moves(bench.ours, width)
    assert edges == edges_in(links)
    for at in range(cells + 1):
        assert told_front(bench.spine[at]) == plain_front(bench.ends, edges, at)


@pytest.mark.parametrize(
    ("shape", "number"), [((3, 4), 30), ((4, 4), 60), ((5, 5), 150), ((5, 4), 150), ((6, 6), 100)]
)
def test_what_is_left_is_the_only_answer_by_trying(shape: tuple[int, int], number: int) -> None:
    bench, state, stream = bench_for(*shape), state_for(*shape), stream_of("tried")
    ended = []
    for links in covers(shape, 12, "tried", number):
        before = links.copy()
        how, steps = repair(links, bench, state, stream, LONG, LONG)
        ended.append(how)
        assert steps == state.counters[STEPS]
        check_cuts(links, before)
        check_paths(links, shape)
        check_bench(bench, links)
        answer = frozenset(map(tuple, board.to_paths(links)))
        known = list(reference.answers(board_of(links, shape)))
        assert answer in known
        assert how == (ALONE if len(known) == 1 else STUCK)
    assert min(ended.count(ALONE), ended.count(STUCK)) > 3


@pytest.mark.parametrize(
    ("shape", "longest"), [((7, 7), 10), ((8, 8), 8), ((8, 8), 16), ((10, 10), 12), ((9, 6), 9), ((6, 10), 9)]
)
def test_what_is_left_is_the_only_answer_by_the_count(shape: tuple[int, int], longest: int) -> None:
    bench, state, stream = bench_for(*shape), state_for(*shape), stream_of("counted")
    alone = 0
    for links in covers(shape, longest, "counted", 100):
        before = links.copy()
        how, _ = repair(links, bench, state, stream, LONG, LONG)
        check_cuts(links, before)
        check_paths(links, shape)
        assert frontier.count(board_of(links, shape)) == (1 if how == ALONE else 2)
        alone += how == ALONE
    assert alone > 3


def test_a_cover_with_one_answer_is_not_cut() -> None:
    rows = board.to_links([tuple(range(r * 5, r * 5 + 5)) for r in range(5)], 25)
    assert reference.number_of(board_of(rows, (5, 5))) == 1
    before = rows.copy()
    how, _ = repair(rows, bench_for(5, 5), state_for(5, 5), stream_of(""), LONG, LONG)
    assert how == ALONE
    assert np.array_equal(rows, before)


def test_cuts_are_few() -> None:
    """A cut is made where an answer lacks the edge: most edges, put back one by one, let an answer in."""
    bench, state, stream = bench_for(5, 5), state_for(5, 5), stream_of("few")
    needed = cuts = 0
    for links in covers((5, 5), 12, "few", 30):
        before = links.copy()
        how, _ = repair(links, bench, state, stream, LONG, LONG)
        for a, b in edges_in(before) - edges_in(links) if how == ALONE else ():
            again = links.copy()
            for one, other in ((a, b), (b, a)):
                again[one, 0 if again[one, 0] < 0 else 1] = other
            cuts += 1
            needed += reference.number_of(board_of(again, (5, 5))) > 1
    assert needed * 3 > 2 * cuts > 40


def test_the_steps_bound_a_repair() -> None:
    bench, state = bench_for(8, 8), state_for(8, 8)
    ended = []
    for patience, steps in ((LONG, LONG), (LONG, 40), (3, LONG), (LONG, 0)):
        for links in covers((8, 8), 16, "bound", 10):
            before = links.copy()
            how, taken = repair(links, bench, state, stream_of("bound"), patience, steps)
            check_cuts(links, before)
            ended.append((patience, steps, how))
            if how != SPENT and patience == 3:
                assert frontier.count(board_of(links, (8, 8))) == (1 if how == ALONE else 2)
            if steps == LONG and patience == LONG:
                assert how != SPENT
            assert taken < 100_000
    assert (LONG, 40, SPENT) in ended
    assert (3, LONG, SPENT) in ended


def test_a_bench_and_a_state_that_were_used_are_as_good_as_new() -> None:
    used: tuple[Bench, State] = bench_for(6, 6), state_for(6, 6)
    for links in covers((6, 6), 12, "used", 25):
        other = links.copy()
        ways = [
            repair(one, bench, state, stream_of("used"), LONG, LONG)
            for one, (bench, state) in ((links, used), (other, (bench_for(6, 6), state_for(6, 6))))
        ]
        assert ways[0] == ways[1]
        assert np.array_equal(links, other)


def test_a_small_memo_changes_steps_alone() -> None:
    chance = random.Random("memo")
    for links in covers((6, 6), 12, "memo", 25):
        other = links.copy()
        text = str(chance.random())
        bench = bench_for(6, 6)
        how, steps = repair(links, bench, state_for(6, 6), stream_of(text), LONG, LONG)
        assert repair(other, bench, state_for(6, 6, 1), stream_of(text), LONG, LONG)[0] == how
        assert np.array_equal(links, other)
        assert steps > 0
