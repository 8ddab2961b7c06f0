"""What the cascade decides, and that it stops where its methods contradict each other."""

import math
import time
from collections import Counter

import numpy as np
import pytest

from griddles import cascade, probing, sat
from griddles.cascade import Budgets, count_answers, decide, decide_batch
from griddles.clues import Clues, clues_of
from griddles.count import Count
from griddles.errors import GriddlesError

from .test_count import grids
from .test_count import permutations as plain_permutations
from .test_probing import of_random
from .test_sat import dominoes as plain_dominoes

NOTHING = Budgets(search=0, count=0, conflicts=0)


def permutations(size: int) -> Clues:
    clues = plain_permutations(size)
    return Clues(clues.rows, clues.columns)


def dominoes(number: int) -> Clues:
    clues = plain_dominoes(number)
    return Clues(clues.rows, clues.columns)


def switches(number: int) -> Clues:
    """Pairs of lines with one filled cell each, an empty line between pairs: (2 · number)! answers."""
    lines = ((1,), (1,), ()) * number
    return Clues(lines[:-1], lines[:-1])


def assert_holds(verdict: cascade.Verdict, clues: Clues) -> None:
    """The answers are answers, and they differ where the verdict says."""
    shown = [grid for grid in (verdict.answer, verdict.other) if grid is not None]
    assert all(clues_of(grid) == clues for grid in shown)
    assert len(shown) == min(verdict.answers, 2)
    if len(shown) == 2:
        assert verdict.differs == tuple(map(tuple, np.argwhere(shown[0] != shown[1]).tolist()))
        assert verdict.differs
    else:
        assert verdict.differs == ()


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (2, 2), (3, 3)])
def test_every_grid_of_a_small_size(shape: tuple[int, int]) -> None:
    known = Counter(clues_of(np.array(grid)) for grid in grids(*shape))
    for clues, number in known.items():
        verdict = decide(clues)
        assert verdict.answers == min(number, 2)
        assert verdict.exact == (number == 1)
        assert verdict.decided
        assert_holds(verdict, clues)
        counted = count_answers(clues, 2)
        assert (counted.answers, counted.exact) == (number, True)
        assert_holds(counted, clues)


def test_every_method_on_random_grids() -> None:
    rng = np.random.default_rng(47)
    seen = Counter[int]()
    for _ in range(60):
        clues = of_random(rng, 7, 7, 0.5)
        if rng.random() < 0.4:
            other = of_random(rng, 7, 7, 0.5)
            clues = Clues(clues.rows, other.columns)
        verdict = decide(clues, every=True)
        counted = count_answers(clues, 1_000)
        assert verdict.exact
        assert counted.exact
        assert verdict.answers == counted.answers
        assert_holds(verdict, clues)
        seen[min(verdict.answers, 2)] += 1
    assert min(seen[0], seen[1], seen[2]) > 2


@pytest.mark.parametrize(
    ("clues", "budgets", "how"),
    [
        (clues_of(np.eye(4, dtype=np.uint8)[:1]), Budgets(), cascade.LINES),
        (dominoes(4), Budgets(), cascade.SEARCH),
        (dominoes(5), Budgets(search=100), cascade.COUNT),
        (dominoes(5), Budgets(search=100, count=100), cascade.CLAUSES),
    ],
)
def test_the_next_method_takes_over_where_one_gives_up(clues: Clues, budgets: Budgets, how: str) -> None:
    verdict = decide(clues, budgets)
    assert (verdict.answers, verdict.exact, verdict.how) == (1, True, how)
    assert_holds(verdict, clues)


def test_nothing_spent_is_nothing_known() -> None:
    verdict = decide(dominoes(6), NOTHING)
    assert verdict == cascade.Verdict(0, False, None, None, (), "")
    assert not verdict.decided


@pytest.mark.parametrize("number", [9, 10, 12])
def test_dominoes_are_decided(number: int) -> None:
    for verdict in (decide(dominoes(number)), count_answers(dominoes(number), 10)):
        assert (verdict.answers, verdict.exact, verdict.how) == (1, True, cascade.CLAUSES)
        assert_holds(verdict, dominoes(number))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (((1,), (1,), (1,)), ((1,), (1,), ())),
        (((4,), (), ()), ((1,), (1,), (2,))),
        (((10**9,),), ((1,),)),
        (((1, 1), (), (1, 1)), ((1,), (2,), (1,))),
        (((1,),) * 70, ((71,), *[()] * 70)),
    ],
)
def test_a_contradiction_has_no_answer(
    rows: tuple[tuple[int, ...], ...], columns: tuple[tuple[int, ...], ...]
) -> None:
    for verdict in (decide(Clues(rows, columns)), count_answers(Clues(rows, columns), 5)):
        assert verdict == cascade.Verdict(0, True, None, None, (), cascade.LINES)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [((), ()), (((1,),), ()), (((-1,),), ((-1,),)), (((0,),), ((),)), (((),) * 129, ((),))],
)
def test_what_are_no_clues_is_refused(
    rows: tuple[tuple[int, ...], ...], columns: tuple[tuple[int, ...], ...]
) -> None:
    for ask in (decide, lambda clues: count_answers(clues, 2)):
        with pytest.raises(GriddlesError):
            ask(Clues(rows, columns))


@pytest.mark.parametrize("size", [1, 20, 63, 99])
def test_full_and_empty_grids(size: int) -> None:
    for filled in (0, 1):
        clues = clues_of(np.full((size, size), filled, np.uint8))
        verdict = decide(clues)
        assert (verdict.answers, verdict.exact, verdict.how) == (1, True, cascade.LINES)
        assert_holds(verdict, clues)


def test_lines_too_long_for_the_search() -> None:
    rng = np.random.default_rng(53)
    for filled in (0.5, 0.85):
        grid = (rng.random((70, 6)) < filled).astype(np.uint8)
        for clues in (clues_of(grid), clues_of(grid.T)):
            verdict = decide(clues)
            assert min(verdict.answers, 2) == len(sat.solve(clues).grids)
            assert_holds(verdict, clues)
    counted = count_answers(switches(22), 10, seconds=1)
    assert (counted.answers, counted.exact, counted.how) == (10, False, cascade.CLAUSES)


@pytest.mark.parametrize("number", [2, 4, 8])
def test_large_numbers_are_exact(number: int) -> None:
    verdict = count_answers(switches(number), 2)
    assert (verdict.answers, verdict.exact) == (math.factorial(2 * number), True)
    assert_holds(verdict, switches(number))


def test_the_limit_is_a_lower_bound_where_the_number_cant_be_known() -> None:
    verdict = count_answers(switches(16), 700, seconds=2)
    assert (verdict.answers, verdict.exact) == (700, False)
    assert_holds(verdict, switches(16))


def test_seconds_end_it() -> None:
    begun = time.monotonic()
    verdict = count_answers(dominoes(25), 10, seconds=0.5)
    assert time.monotonic() - begun < 30
    assert not verdict.exact or verdict.answers == 1


def test_a_batch_says_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(59)
    batch = (rng.random((40, 12, 12)) < 0.55).astype(np.uint8)
    for budgets in (Budgets(), Budgets(search=60), Budgets(search=60, count=0)):
        answers, others = decide_batch(batch, budgets)
        for grid, number, other in zip(batch, answers, others, strict=True):
            assert number == decide(clues_of(grid)).answers
            assert (number == 2) == other.any()
            if number == 2:
                assert clues_of(other) == clues_of(grid)
                assert (other != grid).any()


def test_a_batch_leaves_undecided_what_no_budget_decides() -> None:
    grid = sat.solve(dominoes(6)).grids[0]
    answers, others = decide_batch(np.stack([grid, np.zeros_like(grid)]), NOTHING)
    assert answers.tolist() == [0, 1]
    assert not others.any()


def test_a_batch_of_long_lines() -> None:
    grid = np.zeros((2, 3, 70), np.uint8)
    grid[1, 0, 5] = grid[1, 1, 9] = 1
    answers, _ = decide_batch(grid)
    assert answers.tolist() == [1, 2]


def test_a_count_that_disagrees_stops_with_the_grids_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cascade, "count", lambda *_, **__: Count(1, 0))
    with pytest.raises(
        GriddlesError, match=r"about 10 cat \(3 × 3\): search finds at least 2, count .*exactly 1"
    ):
        decide(permutations(3), every=True, name="10 cat")


def test_clauses_that_disagree_stop_with_the_grids_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "solve", lambda *_, **__: sat.Found((), True, 0))
    with pytest.raises(GriddlesError, match=r"disagree about the grid of rows 1/0 .*exactly 1.*exactly 0"):
        decide(Clues(((1,), ()), ((1,), ())), every=True)


def test_an_answer_with_other_clues_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sat.Found((np.ones((2, 2), np.uint8),), True, 0)
    monkeypatch.setattr(sat, "solve", lambda *_, **__: found)
    with pytest.raises(GriddlesError, match="clauses gives an answer that has other clues"):
        decide(Clues(((1,), ()), ((1,), ())), every=True)


def test_a_batch_whose_grid_is_contradicted_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = np.array([probing.WRONG], np.int8), np.zeros((1, 2, 2), np.uint8)
    monkeypatch.setattr(probing, "decide_grids", lambda *_: wrong)
    with pytest.raises(GriddlesError, match="disagree about 15 fox"):
        decide_batch(np.zeros((1, 2, 2), np.uint8), names=["15 fox"])
