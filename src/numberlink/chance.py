"""The mill's random numbers for compiled code: the same stream as `picturekit.random.Random32`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from picturekit import random
from picturekit.jit import jit

_output = jit(random.output)
_next_state = jit(random.next_state)


def stream_of(text: str) -> NDArray[np.int64]:
    """The stream that a text seeds, int64 (4,), which every draw moves on."""
    return np.array(random.state_of(text), np.int64)


@jit
def below(stream, n):
    """A number from 0 to n - 1, each exactly as likely."""
    fair = random.SPAN - random.SPAN % n
    while True:
        a, b, c, counter = stream
        value = _output(a, b, c, counter)
        stream[0], stream[1], stream[2], stream[3] = _next_state(a, b, c, counter)
        if value < fair:
            return value % n


@jit
def shuffle(stream, items):
    """Put items, an array, into a random order in place, each order as likely (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
