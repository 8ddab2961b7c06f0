"""The commands: deciding anyone's board, and a board for a player that comes back the same."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from numberlink import play, puzzle
from numberlink.__main__ import main
from numberlink.errors import NumberlinkError
from numberlink.play import BANK, MADE, Game
from numberlink.puzzle import Library, why_wrong

from .test_bank import SETTINGS
from .test_puzzle import publish

__all__ = ["publish"]


Printed = pytest.CaptureFixture[str]


def solved(tmp_path: Path, capsys: Printed, text: str, *options: str) -> tuple[int, str, str]:
    path = tmp_path / "board.txt"
    path.write_text(text, encoding="utf-8")
    code = main(["solve", str(path), *options])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize(
    ("text", "result", "answer", "other"),
    [
        ("3 2\n1 . 2\n2 . 1\n", "none", None, None),
        ("3 2\n1 . 1\n2 0 2\n", "unique", [[1, 1, 1], [2, 2, 2]], None),
        ("2 2\nfox owl\nfox owl\n", "unique", [[1, 2], [1, 2]], None),
        ("1 2\n7\n7\n", "unique", [[1], [1]], None),
    ],
)
def test_json_is_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, result: str, answer: object, other: object
) -> None:
    code, out, err = solved(tmp_path, capsys, text, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"result": result, "answer": answer, "other": other}


def test_two_answers_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "4 4\n1 . . .\n. . . .\n. . . .\n. . . 1\n"
    code, out, _ = solved(tmp_path, capsys, text.replace(". . . 1", "1 . . ."), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["result"] == "several"
    assert found["answer"] == found["other"] == [[1] * 4] * 4
    code, out, _ = solved(tmp_path, capsys, text.replace(". . . 1", "1 . . ."))
    assert out.startswith("Several answers. Two of them:\n\n1 1 1 1\n")


def test_a_search_without_end_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [["."] * 50 for _ in range(50)]
    for number, cell in enumerate([(0, 0), (9, 30), (22, 7), (30, 30), (41, 12)], 1):
        rows[cell[0]][cell[1]] = rows[49 - cell[0]][(cell[1] * 7 + 3) % 50] = str(number)
    text = "50 50\n" + "\n".join(" ".join(row) for row in rows)
    code, out, _ = solved(tmp_path, capsys, text, "--seconds", "0.3", "--json")
    assert code == 0
    assert json.loads(out)["result"] in ("undecided", "none", "several")


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("", (), "is empty"),
        ("2 1\n1 2\n", (), "1 stands 1 times"),
        ("2 1\n1 1\n", ("--seconds", "0"), "give the search some time"),
        ("2 1\n1 1\n", ("--seconds", "nan"), "give the search some time"),
    ],
)
def test_bad_input_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: tuple[str, ...], words: str
) -> None:
    code, out, err = solved(tmp_path, capsys, text, *options)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_fresh_board_comes_back_as_it_was(publish: Path) -> None:
    game = play.play("any text", 8, "hard", SETTINGS, Library(publish))
    assert game.origin == MADE
    assert why_wrong(game.layout, game.answer, 8) is None
    assert Game.from_json(json.loads(json.dumps(game.to_json()))) == game
    assert play.play("any text", 8, "hard", SETTINGS, Library(publish)) == game
    assert play.play("another text", 8, "hard", SETTINGS, Library(publish)) != game


def test_where_none_is_made_in_time_it_is_the_banks(publish: Path) -> None:
    contracts = {level: replace(one, steps=1) for level, one in SETTINGS.contracts.items()}
    game = play.play("any text", 8, "easy", replace(SETTINGS, contracts=contracts), Library(publish))
    assert game.origin == BANK
    assert game.layout == Library(publish).find(game.code, 8, "easy").layout
    codes = {
        play.play(str(k), 8, "easy", replace(SETTINGS, contracts=contracts), Library(publish)).code
        for k in range(40)
    }
    assert len(codes) > 3


def test_a_game_of_another_engine_or_that_is_not_whole_is_given_up(publish: Path) -> None:
    saved = play.play("any text", 8, "easy", SETTINGS, Library(publish)).to_json()
    with pytest.raises(NumberlinkError, match=r"saved with engine 2, and this is 3"):
        Game.from_json(saved | {"engine": 2})
    with pytest.raises(NumberlinkError, match="isn't whole"):
        Game.from_json({key: value for key, value in saved.items() if key != "answer"})


@pytest.mark.parametrize(("size", "difficulty"), [(9, "easy"), (8, "mild")])
def test_only_levels_that_there_are(publish: Path, size: int, difficulty: str) -> None:
    with pytest.raises(NumberlinkError, match="There is no"):
        play.play("x", size, difficulty, SETTINGS, Library(publish))


def test_levels_are_those_of_the_rules() -> None:
    assert set(SETTINGS.contracts) == {
        (size, difficulty) for size in puzzle.SIZES for difficulty in puzzle.DIFFICULTIES
    }
