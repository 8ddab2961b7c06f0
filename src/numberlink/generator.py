"""The generator: from a seed, a size and a contract, one board that is proved to have one answer.

An attempt covers the board with random paths, cuts them until they are the only answer, holds them against
the contract, and has the answer proved once more from the board alone. It counts steps, never time, and draws
its own numbers: the same seed gives the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numberlink import geometry, logic
from numberlink.chance import below, stream_of
from numberlink.filling import SHORTEST, fill
from numberlink.logic import Notes, notes_for
from numberlink.paths import cut, label, onward, reach, touch
from numberlink.prover import race, weight
from numberlink.puzzle import ENGINE_VERSION
from numberlink.repair import ALONE, Bench, bench_for, repair
from numberlink.search import State, state_for
from numberlink.turning import TURNS, source_of, turn
from picturekit.jit import jit

SLOTS = 1 << 10
"""Fronts that a search's memo holds here, where searches are short: it has to stay near the processor."""

PATIENCE = 5_000
"""Steps that a repair spends on the choices of one cell before the attempt is given up."""


ANY = 1_000_000
"""A bound of a contract that nothing comes up to: then difficulty isn't measured."""


@dataclass(frozen=True)
class Contract:
    """What a board of a size and difficulty is held to, and what making it may cost.

    Paths are grown to `grown` cells and cut. None has more than `longest`, and the longest has `winding` or
    more. At most `straight` of the
    paths have no turn, and there are `turns` or more turns a path. A person needs `looks` looks ahead, from
    the least to the most, and at most `open` cells need more (see `logic`). `attempts` boards with one
    answer are held against it, and `steps` steps of search spent.
    """

    longest: int
    grown: int
    winding: int
    straight: Fraction
    turns: Fraction
    looks: tuple[int, int]
    open: int
    attempts: int
    steps: int

    def numbers(self) -> NDArray[np.int64]:
        """The contract for compiled code, int64 (10,): ratios as numerator and denominator."""
        return np.array(
            [
                self.longest,
                self.grown,
                self.winding,
                self.straight.numerator,
                self.straight.denominator,
                self.turns.numerator,
                self.turns.denominator,
                *self.looks,
                self.open,
            ],
            np.int64,
        )


@dataclass(frozen=True)
class Made:
    """A board: `links` int64 (N·N, 2) are its paths, `board` int16 (N, N) its ends, numbered in reading
    order. `attempts` and `steps` were taken."""

    board: NDArray[np.int16]
    links: NDArray[np.int64]
    attempts: int
    steps: int


def seed_text(seed: str, size: int, difficulty: str) -> str:
    """What a board's random numbers are seeded with: all that decides which board it is."""
    return f"numberlink:{ENGINE_VERSION}:{size}:{difficulty}:{seed}"


def generate(seed: str, size: int, difficulty: str, contract: Contract) -> Made | None:
    """The board of a seed, or None where the contract's attempts or steps don't come to one."""
    return generate_all([seed], size, difficulty, contract)[0]


def generate_all(seeds: Sequence[str], size: int, difficulty: str, contract: Contract) -> list[Made | None]:
    """The board of each seed, as `generate` makes it: many at once cost less."""
    texts = [seed_text(seed, size, difficulty) for seed in seeds]
    streams = np.array([stream_of(text) for text in texts], np.int64).reshape(-1, 4)
    boards = np.zeros((len(seeds), size, size), np.int16)
    links = np.zeros((len(seeds), size * size, 2), np.int64)
    counted = np.zeros((len(seeds), 2), np.int64)
    limits = contract.attempts, contract.steps
    made = np.zeros(len(seeds), np.bool_)
    _generate_all(size, contract.numbers(), limits, streams, _room(size), boards, links, counted, made)
    return [
        Made(boards[k], links[k], int(counted[k, 0]), int(counted[k, 1])) if made[k] else None
        for k in range(len(seeds))
    ]


class _Room(NamedTuple):
    """What making boards of one size works on."""

    board: NDArray[np.int16]
    labels: NDArray[np.int16]
    links: NDArray[np.int64]
    edges: NDArray[np.int64]
    told: NDArray[np.int64]
    asked: NDArray[np.int64]
    meets: NDArray[np.int16]
    turned: NDArray[np.int16]
    bench: Bench
    states: tuple[State, State, State, State]
    notes: tuple[Notes, Notes]


@cache
def _room(size: int) -> _Room:
    cells = size * size
    first, second, third, fourth = (state_for(size, size, SLOTS) for _ in range(TURNS))
    return _Room(
        board=np.zeros((size, size), np.int16),
        labels=np.zeros(cells, np.int16),
        links=np.zeros((cells, 2), np.int64),
        edges=np.zeros(2 * cells, np.int64),
        told=np.zeros(11, np.int64),
        asked=np.zeros(4, np.int64),
        meets=np.arange(cells + 1, dtype=np.int16),
        turned=np.zeros((TURNS, size, size), np.int16),
        bench=bench_for(size, size),
        states=(first, second, third, fourth),
        notes=(notes_for(size, size), notes_for(size, size)),
    )


@jit
def _generate_all(size, contract, limits, streams, room, boards, links, counted, made):
    for k in range(len(streams)):
        made[k] = _generate(size, contract, limits[0], limits[1], streams[k], room, counted[k])
        boards[k] = room.board
        links[k] = room.links


@jit
def _generate(size, contract, attempts, steps, stream, room, counted):
    """Make a board in `room`, and tell attempts and steps in `counted`, int64 (2,). Whether there is one."""
    counted[:] = 0
    longest, grown = contract[0], contract[1]
    while counted[0] < attempts and counted[1] < steps:
        counted[1] += size * size
        if not fill(size, size, grown, stream, room.links, room.edges):
            continue
        face(size, room.links, room.turned[0], room.labels)
        ended, taken = repair(room.links, room.bench, room.states[0], stream, PATIENCE, steps - counted[1])
        counted[1] += taken
        if ended != ALONE or not shorten(size, longest, room.links, stream):
            continue
        counted[0] += 1
        if not _holds(size, contract, room):
            continue
        for turns in range(TURNS):
            turn(room.board, turns, room.turned[turns])
        answers, taken = race(room.turned, room.meets, room.states, steps - counted[1])
        counted[1] += taken
        # What repair remembers of one board doesn't always hold of the next: now and then it passes an answer
        # over. The proof finds it, and the attempt is thrown away.
        if answers == 1:
            return True
    return False


@jit
def face(size, links, board, cells):
    """Turn paths so that the side with the most ends is up: what follows is soon done with it.

    `board` int16 (N, N) and `cells` int16 (N·N,) are scratch.
    """
    best, best_turns = -1, 0
    for turns in range(TURNS):
        for r in range(size):
            for c in range(size):
                row, column = source_of(size, size, turns, r, c)
                board[r, c] = links[row * size + column, 1] < 0
        promised = weight(board)
        if promised > best:
            best, best_turns = promised, turns
    before = links.copy()
    for cell in range(size * size):
        row, column = source_of(size, size, best_turns, cell // size, cell % size)
        cells[row * size + column] = cell
    for cell in range(size * size):
        for k in range(2):
            beside = before[cell, k]
            links[cells[cell], k] = cells[beside] if beside >= 0 else -1


@jit
def shorten(width, longest, links, stream):
    """Cut paths until none has more than `longest` cells: a cut of the only answer leaves it the only one.
    Whether that was possible without one too short or with its ends side by side."""
    found = True
    while found:
        found = False
        for cell in range(len(links)):
            if links[cell, 1] < 0 and reach(links, cell, -1)[1] > longest:
                if not _halve(width, links, cell, stream):
                    return False
                found = True
    return True


@jit
def _halve(width, links, first, stream):
    """Cut the path from an end where its pieces are most alike. Whether there is a place to cut it."""
    length = reach(links, first, -1)[1]
    best, best_a, best_b = 1 << 40, -1, -1
    before, at = -1, first
    for piece in range(1, length):
        after = onward(links, at, before)
        before, at = at, after
        if min(piece, length - piece) < SHORTEST:
            continue
        if touch(width, first, before) or touch(width, reach(links, at, before)[0], at):
            continue
        rank = 64 * abs(2 * piece - length) + below(stream, 64)
        if rank < best:
            best, best_a, best_b = rank, before, at
    if best_a < 0:
        return False
    cut(links, best_a, best_b)
    return True


@jit
def _holds(size, contract, room):
    """Whether the paths keep the contract. Writes their ends into `room.board`."""
    longest, _, winding, straight, of_straight, turns, of_turns, least, most, unsettled = contract
    geometry.survey(room.links, size, size, room.told)
    told = room.told
    if told[geometry.TOUCHING] or told[geometry.PAIRS]:
        return False
    if not winding <= told[geometry.LONGEST_OF] <= longest:
        return False
    paths = told[geometry.PATHS]
    if (
        told[geometry.STRAIGHT] * of_straight > straight * paths
        or told[geometry.TURNS] * of_turns < turns * paths
    ):
        return False
    label(room.links, room.labels)
    for cell in range(size * size):
        is_end = room.links[cell, 1] < 0
        room.board[cell // size, cell % size] = room.labels[cell] if is_end else 0
    if least == 0 and most >= ANY and unsettled >= ANY:
        return True
    logic.solve(room.board, room.notes[0], room.notes[1], room.asked)
    return least <= room.asked[1] <= most and room.asked[3] <= unsettled
