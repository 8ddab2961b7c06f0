"""The proof that a board has one answer, or several, or none: *undecided* where no method comes to its end.

The search is run on the board's four turns side by side, with growing shares; what it doesn't finish goes to
the SAT solver, and the two go on by turns. Steps and conflicts bound them, so that a build decides the same
on every machine; seconds may, for a person who waits.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from numberlink import sat
from numberlink.errors import NumberlinkError
from numberlink.paths import links_of
from numberlink.search import FOUND, STEPS, State, begin, search, state_for
from numberlink.turning import TURNS, turn_back
from picturekit.jit import jit

NONE, UNIQUE, SEVERAL, UNDECIDED = "none", "unique", "several", "undecided"

SEARCH, CLAUSES = "search", "sat"
"""The methods that decide."""

SHARE = 1 << 13
"""Steps of each turn's first share; every round doubles them."""

STEPS_FIRST = 1 << 20
"""Steps before the SAT solver is asked, which takes a while to begin."""

SLOTS = 1 << 16

LARGEST = 64
"""The longest side of a board."""


@dataclass(frozen=True)
class Verdict:
    """What is proved of a board.

    `answer` and `other` are answers, int64 (H·W, 2) as `paths` has them. `steps` of the search and
    `conflicts` of the SAT solver were taken; `method` is the one that decided.
    """

    result: str
    answer: NDArray[np.int64] | None
    other: NDArray[np.int64] | None
    method: str
    steps: int
    conflicts: int


def prove(
    board: NDArray[np.int16],
    *,
    steps: int | None = None,
    seconds: float | None = None,
    covering: bool = True,
) -> Verdict:
    """Decide a board, int16 (H, W): the same number at both ends of a path, from 1, and 0 elsewhere.

    It is undecided after `steps` steps of the search and about a fiftieth as many conflicts, or shortly after
    `seconds`. Unless `covering`, paths may leave cells empty, and the SAT solver isn't asked. Raises
    NumberlinkError for what is no board.
    """
    check(board)
    deadline = None if seconds is None else time.monotonic() + seconds
    race = _Race(board, covering)
    share, asked, conflicts = SHARE, 0, 0
    while True:
        turns = race.run(share)
        if turns is not None:
            return race.verdict(turns, conflicts)
        if (steps is not None and race.steps >= steps) or _over(deadline):
            return Verdict(UNDECIDED, None, None, "", race.steps, conflicts)
        if covering and race.steps >= STEPS_FIRST << asked:
            asked += 1
            left = None if deadline is None else deadline - time.monotonic()
            found = sat.solve(board, conflicts=race.steps // 50, seconds=left)
            conflicts += found.conflicts
            if found.complete or len(found.answers) == 2:
                return _verdict_of(board, list(found.answers), CLAUSES, race.steps, conflicts)
        share *= 2


def loose(board: NDArray[np.int16], steps: int) -> str:
    """Whether a board with one answer keeps it as its only one when cells may be left empty: `yes`, `no`, or
    `unknown` after so many steps. Some programs ask for no more than joined ends (see docs/numberlink.md)."""
    result = prove(board, steps=steps, covering=False).result
    return {UNIQUE: "yes", SEVERAL: "no", UNDECIDED: "unknown"}[result]


def check(board: NDArray[np.int16]) -> None:
    """Raise NumberlinkError, naming the first thing wrong, unless an array is a board."""
    if board.ndim != 2 or not board.size:
        raise NumberlinkError("A board has at least one row and one column.")
    if max(board.shape) > LARGEST:
        height, width = board.shape
        raise NumberlinkError(f"The board is {width}×{height}: the longest side is {LARGEST}.")
    numbers, counts = np.unique(board[board != 0], return_counts=True)
    if not len(numbers):
        raise NumberlinkError("The board has no ends of paths.")
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        if count != 2:
            raise NumberlinkError(f"{number} stands {count} times: each path has two ends.")
    if numbers[0] < 1 or numbers[-1] > board.size:
        raise NumberlinkError(f"The paths are numbered {numbers[0]} to {numbers[-1]}: number them from 1.")


def _over(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


@cache
def _states(height: int, width: int) -> tuple[State, ...]:
    """States for the turns of boards of a shape: they are dear to make and cheap to begin anew."""
    shapes = [(height, width), (width, height)] * 2
    return tuple(state_for(rows, columns, SLOTS) for rows, columns in shapes)


class _Race:
    """A board's four turns, searched side by side."""

    def __init__(self, board: NDArray[np.int16], covering: bool) -> None:
        self.board = board
        self.covering = covering
        self.meets = np.arange(int(board.max()) + 1, dtype=np.int16)
        self.turned = [np.ascontiguousarray(np.rot90(board, k), np.int16) for k in range(TURNS)]
        self.order = sorted(range(TURNS), key=lambda k: -weight(self.turned[k]))
        self.states = _states(*board.shape)
        for state in self.states:
            begin(state)

    @property
    def steps(self) -> int:
        return sum(int(state.counters[STEPS]) for state in self.states)

    def run(self, share: int) -> int | None:
        """Search each turn for a share of steps: the first turn that comes to its end, None where none
        does."""
        for turns in self.order:
            if search(self.turned[turns], self.meets, self.states[turns], self.covering, share):
                return turns
        return None

    def verdict(self, turns: int, conflicts: int) -> Verdict:
        state = self.states[turns]
        answers = []
        for moves in state.answers[: int(state.counters[FOUND])]:
            found = np.zeros(self.board.size, np.int8)
            turn_back(moves, self.board.shape[0], self.board.shape[1], turns, found)
            answers.append(found)
        return _verdict_of(self.board, answers, SEARCH, self.steps, conflicts)


def _verdict_of(
    board: NDArray[np.int16], moves: list[NDArray[np.int8]], method: str, steps: int, conflicts: int
) -> Verdict:
    result = (NONE, UNIQUE, SEVERAL)[len(moves)]
    answers: list[NDArray[np.int64] | None] = []
    for one in moves:
        links = np.zeros((board.size, 2), np.int64)
        links_of(one, board.shape[1], links)
        answers.append(links)
    answer, other = [*answers, None, None][:2]
    return Verdict(result, answer, other, method, steps, conflicts)


@jit
def weight(ends):
    """How many ends lie early in scan order: a search that meets many at first is short."""
    height, width = ends.shape
    total = 0
    for r in range(height):
        for c in range(width):
            total += (ends[r, c] != 0) * (height - r) ** 3
    return total * width


@jit
def race(turned, meets, states, steps):
    """Search the four turns of a board, the one that promises most first, with growing shares, until one is
    at its end or so many steps were taken. Returns how many answers it has, two standing for more, or -1, and
    the steps.

    `turned` are the turns' ends and `states` a `search.State` for each, four equal in shape: so only square
    boards.
    """
    order = np.zeros(TURNS, np.int64)
    for k in range(TURNS):
        begin(states[k])
        order[k] = TURNS * -weight(turned[k]) + k
    order.sort()
    share, taken = SHARE, 0
    while taken < steps:
        for place in range(TURNS):
            k = order[place] % TURNS
            if search(turned[k], meets, states[k], True, share):
                taken = 0
                for state in states:
                    taken += state.counters[STEPS]
                return states[k].counters[FOUND], taken
        taken += TURNS * share
        share *= 2
    return -1, taken
