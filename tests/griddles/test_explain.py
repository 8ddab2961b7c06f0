"""Steps in words."""

import pytest

from griddles.clues import Clues
from griddles.explain import explain
from griddles.ladder import Step, steps
from griddles.lines import EMPTY, FILLED

CLUES = Clues(((3, 1), (), (1,)), ((1,), (2,), (), (1,), (), (1,)))


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            Step(
                ("row", 0),
                "simple",
                ((0, 0, FILLED), (0, 1, FILLED), (0, 2, FILLED), (0, 4, FILLED), (0, 5, EMPTY)),
            ),
            "Row 1 (3 1): sliding the runs to either end, whatever is filled settles columns "
            "filled 1–3, 5 and empty 6.",
        ),
        (
            Step(("column", 1), "edges", ((2, 1, EMPTY),)),
            "Column 2 (2): pushing each run against the filled and crossed-out cells on its side settles row "
            "empty 3.",
        ),
        (
            Step(("row", 1), "line", ((1, 0, EMPTY), (1, 1, EMPTY))),
            "Row 2 (0): comparing every way to place the runs settles columns empty 1, 2.",
        ),
        (
            Step(("column", 5), "trial", ((1, 4, EMPTY),), (1, 4, FILLED)),
            "If the cell in row 2, column 5 were filled, column 6 (1) could not be finished: so it is empty.",
        ),
    ],
)
def test_a_sentence_a_technique(step: Step, sentence: str) -> None:
    assert explain(step, CLUES) == sentence


def test_every_step_of_a_puzzle_has_a_sentence() -> None:
    clues = Clues(((2,), (1,)), ((2,), (1,)))
    told = [explain(step, clues) for step in steps(clues)]
    assert told
    assert all(sentence.endswith(".") for sentence in told)
