"""The generator: a seed's board for ever, every clause of the contract, and one answer by other methods."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from numberlink import board, frontier, geometry, logic
from numberlink.chance import stream_of
from numberlink.generator import ANY, Contract, Made, face, generate, generate_all, seed_text, shorten
from numberlink.prover import weight
from numberlink.puzzle import ENGINE_VERSION
from numberlink.topology import board_key

from . import reference
from .made import board_of, covers
from .test_paths import edges_in

WIDE = Contract(12, 12, 3, Fraction(1), Fraction(0), (0, ANY), ANY, 48, 10**7)
LAYOUT = "AB..CD.E.AFB.CD.GF...E....H.I...G.J..KL.H..MI..K.NJ.M.LONO......"
ANSWER = "ABBBCDDEAAFBCCDEGFFIIEEEGHHIIKKKGHJIIKLKHHJMILLKNNJMMLLONOOOOOOO"
SEEDS = [str(seed) for seed in range(30)]


@pytest.mark.parametrize("size", [5, 6, 8, 10])
def test_boards_have_one_answer_by_the_independent_count(size: int) -> None:
    for made in generate_all(SEEDS, size, "any", WIDE):
        assert made is not None
        assert frontier.count(made.board) == 1
        assert geometry.measure(made.links, size, size).cells == size * size


def test_small_boards_have_one_answer_by_trying() -> None:
    for made in generate_all(SEEDS, 5, "any", WIDE):
        assert made is not None
        assert list(reference.answers(made.board)) == [frozenset(map(tuple, board.to_paths(made.links)))]


def test_a_seed_gives_one_board_for_ever() -> None:
    """What stands here is what codes are made of: it may only change with the engine's version."""
    made = generate("1", 8, "expert", WIDE)
    assert made is not None
    assert board.to_layout(made.board) == LAYOUT
    assert board.to_answer(made.links) == ANSWER


def test_boards_come_one_by_one_or_together() -> None:
    together = generate_all(SEEDS[:8], 8, "hard", WIDE)
    alone = [generate(seed, 8, "hard", WIDE) for seed in SEEDS[:8]]
    for one, other in zip(together, alone, strict=True):
        assert one is not None
        assert other is not None
        assert np.array_equal(one.links, other.links)
        assert (one.attempts, one.steps) == (other.attempts, other.steps)


def test_seed_size_and_difficulty_all_count() -> None:
    boards = [
        generate(seed, size, difficulty, WIDE)
        for seed in ("a", "b")
        for size in (8, 10)
        for difficulty in ("easy", "hard")
    ]
    keys = {board_key(one.board.ravel().tolist(), len(one.board)) for one in boards if one is not None}
    assert len(keys) == 8


@pytest.mark.parametrize(
    "contract",
    [
        replace(WIDE, longest=5, grown=8),
        replace(WIDE, longest=7),
        replace(WIDE, winding=11),
        replace(WIDE, straight=Fraction(5, 100)),
        replace(WIDE, turns=Fraction(2)),
        replace(WIDE, looks=(3, 5), open=0),
        replace(WIDE, looks=(0, 0)),
    ],
)
def test_every_clause_of_a_contract_is_held(contract: Contract) -> None:
    kept = broken = 0
    for made, loose in zip(
        generate_all(SEEDS, 8, "x", contract), generate_all(SEEDS, 8, "x", WIDE), strict=True
    ):
        assert loose is not None
        broken += not holds(loose.links, loose.board, contract)
        if made is not None:
            assert holds(made.links, made.board, contract)
            kept += 1
    assert kept > 20
    assert broken > 3


def holds(links: np.ndarray, ends: np.ndarray, contract: Contract) -> bool:
    shape = geometry.measure(links, *ends.shape)
    effort = logic.effort(ends)
    return (
        shape.pairs == shape.touching == 0
        and shape.shortest >= 3
        and contract.winding <= shape.longest <= contract.longest
        and shape.straight <= contract.straight * shape.paths
        and shape.turns >= contract.turns * shape.paths
        and contract.looks[0] <= effort.looks <= contract.looks[1]
        and effort.open <= contract.open
    )


def test_too_few_attempts_or_steps_make_nothing() -> None:
    assert generate("1", 8, "x", replace(WIDE, steps=100)) is None
    never = replace(WIDE, turns=Fraction(11))
    assert generate("1", 8, "x", replace(never, attempts=3)) is None
    assert generate("1", 8, "x", replace(never, attempts=10**6, steps=20_000)) is None


def clauses(made: Made) -> list[tuple[Contract, Contract]]:
    """For each clause, the tightest contract that a board keeps, and the next that it doesn't."""
    shape, asked = geometry.measure(made.links, *made.board.shape), logic.effort(made.board)
    straight, turns = Fraction(shape.straight, shape.paths), Fraction(shape.turns, shape.paths)
    bit = Fraction(1, 1000)
    pairs = [
        ({"winding": shape.longest}, {"winding": shape.longest + 1}),
        ({"straight": straight}, {"straight": straight - bit}),
        ({"turns": turns}, {"turns": turns + bit}),
        ({"looks": (asked.looks, asked.looks)}, {"looks": (asked.looks + 1, ANY)}),
        ({"looks": (0, asked.looks)}, {"looks": (0, asked.looks - 1)}),
        ({"looks": (0, ANY - 1), "open": asked.open}, {"looks": (0, ANY - 1), "open": asked.open - 1}),
    ]
    once = replace(WIDE, attempts=1)
    return [(replace(once, **kept), replace(once, **broken)) for kept, broken in pairs]


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_every_clause_is_held_to_the_last_bit(seed: str) -> None:
    first = generate(seed, 8, "x", replace(WIDE, attempts=1))
    assert first is not None
    for kept, broken in clauses(first):
        made = generate(seed, 8, "x", kept)
        assert made is not None
        assert np.array_equal(made.links, first.links)
        assert generate(seed, 8, "x", broken) is None


@pytest.mark.parametrize(("longest", "grown"), [(4, 8), (5, 8), (6, 12), (9, 20)])
def test_no_path_is_longer_than_the_contract_says(longest: int, grown: int) -> None:
    """Paths that grew longer are cut, and the answer stays the only one."""
    found = generate_all(SEEDS, 8, "x", replace(WIDE, longest=longest, grown=grown))
    boards = [made for made in found if made is not None]
    assert len(boards) > 20
    lengths = [geometry.measure(made.links, 8, 8).longest for made in boards]
    assert max(lengths) == longest
    for made in boards:
        assert frontier.count(made.board) == 1
        assert all(board.to_paths(made.links))


def test_attempts_are_boards_with_one_answer_that_were_held_against_the_contract() -> None:
    contract = replace(WIDE, turns=Fraction(5, 2))
    tried = [generate(seed, 8, "x", contract) for seed in SEEDS]
    counts = [made.attempts for made in tried if made is not None]
    assert max(counts) > 3
    for seed, made in zip(SEEDS, tried, strict=True):
        if made is not None and made.attempts > 1:
            assert generate(seed, 8, "x", replace(contract, attempts=made.attempts - 1)) is None
            again = generate(seed, 8, "x", replace(contract, attempts=made.attempts))
            assert again is not None
            assert np.array_equal(again.links, made.links)


def test_steps_are_enough_or_they_are_not() -> None:
    """A board that took so many steps is made with as many, and not with a tenth of them."""
    for seed in SEEDS[:10]:
        made = generate(seed, 10, "x", WIDE)
        assert made is not None
        again = generate(seed, 10, "x", replace(WIDE, steps=made.steps + 1))
        assert again is not None
        assert np.array_equal(again.links, made.links)
        assert generate(seed, 10, "x", replace(WIDE, steps=made.steps // 10)) is None


def test_a_board_has_its_paths_ends() -> None:
    for made in generate_all(SEEDS[:10], 8, "x", WIDE):
        assert made is not None
        paths = board.to_paths(made.links)
        assert sorted(cell for path in paths for cell in path) == list(range(64))
        ends = reference.ends_of(reference.edges_of(map(tuple, paths)), 64)
        assert made.board.ravel().tolist() == list(ends)


def test_no_seeds_make_no_boards() -> None:
    assert generate_all([], 8, "x", WIDE) == []


def test_what_a_seeds_text_is() -> None:
    assert seed_text("any text", 12, "hard") == f"numberlink:{ENGINE_VERSION}:12:hard:any text"


@pytest.mark.parametrize("size", [4, 6, 9])
def test_the_side_with_the_most_ends_comes_up(size: int) -> None:
    for links in covers((size, size), 9, "face", 20):
        before = board_of(links, (size, size))
        shapes = Counter(map(len, board.to_paths(links)))
        face(size, links, np.zeros((size, size), np.int16), np.zeros(size * size, np.int16))
        after = board_of(links, (size, size))
        turns = [np.rot90(before, turns) for turns in range(4)]
        assert reference.renamed(after.ravel().tolist()) in {
            reference.renamed(turned.ravel().tolist()) for turned in turns
        }
        assert weight(after) == max(weight(turned) for turned in turns)
        assert Counter(map(len, board.to_paths(links))) == shapes
        assert all(
            b in reference.beside(a, size, size) for path in board.to_paths(links) for a, b in pairwise(path)
        )


@pytest.mark.parametrize("longest", [4, 5, 7])
def test_paths_are_cut_until_none_is_too_long(longest: int) -> None:
    stream = stream_of("shorten")
    done = 0
    for links in covers((7, 7), 16, "shorten", 40):
        before = edges_in(links)
        possible = shorten(7, longest, links, stream)
        assert edges_in(links) <= before
        lengths = [len(path) for path in board.to_paths(links)]
        assert min(lengths) >= 3
        assert all(path[-1] not in reference.beside(path[0], 7, 7) for path in board.to_paths(links))
        assert possible == (max(lengths) <= longest)
        done += possible
    assert done > 10 or longest < 7


def test_a_path_is_cut_in_the_middle_where_that_may_be() -> None:
    straight = board.to_links([tuple(range(10)), tuple(range(10, 20))], 20)
    assert shorten(10, 9, straight, stream_of(""))
    assert sorted(len(path) for path in board.to_paths(straight)) == [5, 5, 5, 5]
    short = board.to_links([tuple(range(5))], 5)
    assert not shorten(5, 4, short, stream_of(""))
    assert len(board.to_paths(short)) == 1
