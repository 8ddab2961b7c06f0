"""The whole bank, asked of every method: for `make check-all`, after a build."""

from pathlib import Path

import pytest

from numberlink import board, frontier, sat, verifying
from numberlink.puzzle import DIFFICULTIES, SIZES, Library

from .test_bank import ROOT, SETTINGS

PUBLISH = Path(ROOT) / "build" / "publish"

pytestmark = pytest.mark.slow


def test_every_board_is_made_and_proved_again_from_its_certificate() -> None:
    said = verifying.verify_bank(PUBLISH, SETTINGS)
    assert said.startswith(f"Verified: {16 * SETTINGS.boards} boards")


@pytest.mark.parametrize("size", SIZES)
def test_clauses_and_count_agree_about_every_board(size: int) -> None:
    for difficulty in DIFFICULTIES:
        for entry in Library(PUBLISH).entries(size, difficulty):
            ends = board.to_board(entry.layout, size)
            assert frontier.count(ends) == 1, entry.code
            found = sat.solve(ends)
            assert found.complete, entry.code
            (moves,) = found.answers
            assert moves.tolist() == _moves_of(entry.layout, entry.answer, size), entry.code


def _moves_of(layout: str, answer: str, size: int) -> list[int]:
    links = board.answer_links(layout, answer, size).tolist()
    return [(cell + 1 in beside) * 1 + (cell + size in beside) * 2 for cell, beside in enumerate(links)]
