"""The mill's own 32-bit random numbers: the same on every machine and in every version of every library.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): three mixed words and a counter, a period of at least
2**32 from any seed. `output` and `next_state` take and return plain whole numbers, so compiled code can wrap
them as they are:

    output = jit(random.output)

There every number must be a signed 64-bit integer, as numba makes of a Python int: no value here passes
2**54, so the masks alone keep words at 32 bits and nothing overflows. An unsigned one must not be mixed in,
for numba turns signed with unsigned into a float.
"""

from collections.abc import MutableSequence
from typing import TypeVar

from picturekit.codes import fnv1a

Item = TypeVar("Item")
State = tuple[int, int, int, int]

SPAN = 2**32
WARM_UP = 15


def output(a: int, b: int, c: int, counter: int) -> int:
    """The number that a state gives: 0 to 2**32 - 1."""
    return (a + b + counter) & 0xFFFFFFFF


def next_state(a: int, b: int, c: int, counter: int) -> State:
    """The state after one step: four words of 32 bits."""
    mixed = (((c << 21) | (c >> 11)) + a + b + counter) & 0xFFFFFFFF
    return b ^ (b >> 9), (c + (c << 3)) & 0xFFFFFFFF, mixed, (counter + 1) & 0xFFFFFFFF


def state_of(text: str) -> State:
    """The state that `text` seeds: FNV-1a of its UTF-8 bytes after a, b and c, and 1, then 15 steps."""
    a, b, c = (fnv1a(f"{word}{text}".encode()) for word in "abc")
    state = (a, b, c, 1)
    for _ in range(WARM_UP):
        state = next_state(*state)
    return state


class Random32:
    """A stream of random numbers that `text` seeds."""

    def __init__(self, text: str) -> None:
        self.state = state_of(text)

    def next_u32(self) -> int:
        """The next number: 0 to 2**32 - 1, each as likely."""
        value = output(*self.state)
        self.state = next_state(*self.state)
        return value

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly as likely; ValueError unless `n` is 1 to 2**32."""
        if not 1 <= n <= SPAN:
            raise ValueError(f"a random number below {n} can't be drawn: it has to be 1 to 2**32")
        fair = SPAN - SPAN % n
        while (value := self.next_u32()) >= fair:
            pass
        return value % n

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put `items` into a random order in place, each order as likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
