"""Boards of another maker: what is read from where, and every reason to refuse one."""

import io
import json
import os
import tarfile
from fractions import Fraction
from pathlib import Path

import pytest

from numberlink import importing, prover, puzzle
from numberlink.board import to_answer, to_layout
from numberlink.errors import NumberlinkError
from numberlink.generator import ANY, Contract, generate_all
from numberlink.importing import Imported, Refused, take

CONTRACT = Contract(9, 9, 3, Fraction(1), Fraction(0), (0, ANY), ANY, 48, 10**7)
MADE = [one for one in generate_all(["a", "b", "c"], 8, "import", CONTRACT) if one is not None]
PAIRS = [(to_layout(one.board), to_answer(one.links)) for one in MADE]
ROWS = ("".join(f"{letter}......{letter}" for letter in "ABCDEFGH"), "".join(8 * x for x in "ABCDEFGH"))


def taken(path: Path) -> tuple[list[Imported], list[Refused]]:
    return take(path, source="tests", version="1.0", licence="CC0")


def reasons(path: Path, *pairs: tuple[str, str]) -> list[str]:
    path.write_text(json.dumps(pairs))
    kept, refused = taken(path)
    assert len(kept) + len(refused) == len(pairs)
    return [one.reason for one in refused]


def test_boards_are_kept_with_where_they_are_from(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    path.write_text(json.dumps(PAIRS))
    kept, refused = taken(path)
    assert refused == []
    assert [(one.layout, one.answer) for one in kept] == PAIRS
    assert [(one.source, one.version, one.index, one.licence) for one in kept] == [
        ("tests", "1.0", index, "CC0") for index in range(3)
    ]


def test_lines_of_text_and_other_letters_and_blanks(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    layout, answer = ROWS
    other = str.maketrans("ABCDEFGH.", "zyxwvuts-")
    path.write_text(f"{layout} {answer}\n\n{PAIRS[0][0].translate(other)} {PAIRS[0][1].translate(other)}\n")
    kept, refused = taken(path)
    assert [one.layout for one in kept] == [layout, PAIRS[0][0]]
    assert refused == []


LEVELS = """/* Each block's 15th is '] no level. */
export const LEVELS: readonly (readonly [string, string])[] = [
  ['{}',
   `{}`], // it's the first
  [ "{}" , "{}",],
];
"""


def folder_of(tmp_path: Path) -> Path:
    levels = tmp_path / "tsunagi/src/levels"
    levels.mkdir(parents=True)
    (levels / "size8.data.ts").write_text(LEVELS.format(*PAIRS[0], *PAIRS[1]))
    (levels / "other.data.ts").write_text(LEVELS.format(*PAIRS[2], *ROWS))
    (tmp_path / "tsunagi/package.json").write_text("{}")
    return tmp_path / "tsunagi"


def test_level_files_in_a_folder_and_in_a_tarball(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    kept, refused = taken(folder)
    assert [one.layout for one in kept] == [PAIRS[0][0], PAIRS[1][0]]
    assert refused == []
    for name, mode in (("tsunagi-1.6.3.tgz", "w:gz"), ("tsunagi.tar.gz", "w:gz"), ("tsunagi.tar", "w")):
        tarball = tmp_path / "packed" / name
        tarball.parent.mkdir(exist_ok=True)
        with tarfile.open(tarball, mode) as archive:
            archive.add(folder, "package")
            add(archive, "../../escape/size8.data.ts", LEVELS.format(*PAIRS[2], *PAIRS[0]).encode())
            link = tarfile.TarInfo("size10.data.ts")
            link.type, link.linkname = tarfile.SYMTYPE, "package/package.json"
            archive.addfile(link)
        kept, refused = taken(tarball)
        assert sorted(one.layout for one in kept) == sorted(layout for layout, _ in PAIRS)
        assert [one.reason for one in refused] == [
            "It is the same board as ../../escape/size8.data.ts: board 2."
        ]
        assert [one.name for one in tarball.parent.iterdir()] == [name]
        tarball.unlink()


def add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))


def test_a_folder_without_level_files_is_read_for_its_json_and_texts(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(PAIRS[:1]))
    (tmp_path / "b.txt").write_text("\t".join(PAIRS[1]))
    (tmp_path / "c.md").write_text("no board")
    kept, refused = taken(tmp_path)
    assert [one.layout for one in kept] == [PAIRS[0][0], PAIRS[1][0]]
    assert refused == []


def test_a_tarball_cut_anywhere_is_refused_or_read_short(tmp_path: Path) -> None:
    whole = tmp_path / "whole.tgz"
    with tarfile.open(whole, "w:gz") as archive:
        archive.add(folder_of(tmp_path), "package")
    data = whole.read_bytes()
    cut = tmp_path / "cut.tgz"
    for length in range(0, len(data) - 1, 7):
        cut.write_bytes(data[:length])
        with pytest.raises(NumberlinkError, match=r"cut\.tgz is no whole tarball|cut\.tgz holds no boards"):
            importing.read(cut)
    spoilt = bytearray(data)
    for place in range(20, len(data) - 8, 5):
        spoilt[place] ^= 0x55
        cut.write_bytes(spoilt)
        with pytest.raises(NumberlinkError):
            importing.read(cut)
        spoilt[place] ^= 0x55


def test_a_tarball_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = tmp_path / "bomb.tgz"
    with tarfile.open(tarball, "w:gz") as archive:
        add(archive, "size8.data.ts", LEVELS.format(*PAIRS[0], *PAIRS[1]).encode())
        add(archive, "zeros.bin", bytes(1 << 20))
    assert len(importing.read(tarball)) == 2
    monkeypatch.setattr(importing, "UNPACKED", 1 << 20)
    with pytest.raises(NumberlinkError, match=r"bomb\.tgz unpacks to over 1048576 bytes"):
        importing.read(tarball)
    monkeypatch.setattr(importing, "LARGEST", 99)
    with pytest.raises(NumberlinkError, match=r"bomb\.tgz: size8\.data\.ts is over 99 bytes"):
        importing.read(tarball)


def test_too_many_boards_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(PAIRS))
    monkeypatch.setattr(importing, "MOST", 2)
    with pytest.raises(NumberlinkError, match=r"a\.json holds over 2 boards: import it in parts"):
        taken(path)


def grids(pair: tuple[str, str]) -> dict[str, list[list[int]]]:
    return {
        name: [
            [0 if cell == "." else ord(cell) for cell in text[start : start + 8]] for start in range(0, 64, 8)
        ]
        for name, text in zip(("grid", "solution"), pair, strict=True)
    }


def test_grids_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    good = grids(PAIRS[0])
    other = {**good, "solution": [[9999, *row[1:]] for row in good["solution"]]}
    flat = {"grid": good["grid"][:4], "solution": good["solution"][:4]}
    many = {"grid": [[row * 8 + column + 1 for column in range(8)] for row in range(8)], "solution": None}
    path.write_text(
        json.dumps([good, {**good, "solution": None}, {**good, "solution": [[1]]}, other, flat, many])
    )
    kept, refused = taken(path)
    assert [one.layout for one in kept] == [PAIRS[0][0]]
    assert [one.reason for one in refused] == [
        "It has no answer to check.",
        "Its solution is no grid of numbers of its own size.",
        "Its answer is wrong. No path fills row 1, column 1.",
        "It has 4 rows of 8 cells, and boards here are squares.",
        "It has 64 paths, and there are 62 letters.",
    ]


def test_a_board_that_was_turned_is_the_same(tmp_path: Path) -> None:
    layout, answer = PAIRS[0]
    turned = (puzzle.turned(layout, 8, 5), puzzle.turned(answer, 8, 5))
    assert reasons(tmp_path / "a.json", PAIRS[0], turned) == ["It is the same board as a.json: board 1."]


def changed(text: str, cell: int, letter: str) -> str:
    return text[:cell] + letter + text[cell + 1 :]


@pytest.mark.parametrize(
    ("layout", "answer", "words"),
    [
        ("A..A" * 4, "A" * 16, "It has 16 cells, and boards here are squares of 8, 10, 12, 15"),
        (ROWS[0][:-1], ROWS[1], "It has 63 cells"),
        (ROWS[0], "", "It has no answer to check"),
        (changed(ROWS[0], 9, "#"), ROWS[1], "marks that are no ends of paths: '#'"),
        (changed(ROWS[0], 9, "A"), ROWS[1], "marks that are no ends of paths: 'A'"),
        (changed(ROWS[0], 9, "b"), ROWS[1], "marks that are no ends of paths: 'b'"),
        (changed(changed(ROWS[0], 9, "b"), 20, "b"), ROWS[1], "marks that are no ends of paths: 'b'"),
        (changed(changed(ROWS[0], 9, "#"), 20, "#"), ROWS[1], "marks that are no ends of paths: '#'"),
        (f"{ROWS[0]}|8-16,41-49|wrap", ROWS[1], "walls or rules of its own: '8-16,41-49', 'wrap'"),
        (ROWS[0], changed(ROWS[1], 9, "."), "No path fills row 2, column 2"),
        (ROWS[0], changed(ROWS[1], 9, "A"), "The cells of A are no path"),
        (ROWS[0], changed(ROWS[1], 0, "B"), "Row 1, column 1 is A's end"),
        (ROWS[0], ROWS[1][:-1], "An answer is a text of 64 letters"),
        ("A......." * 2 + ROWS[0][16:], "A" * 16 + ROWS[1][16:], "The ends of A are side by side"),
        ("." * 64, "A" * 64, "no ends of paths"),
    ],
)
def test_reasons_to_refuse_a_board(tmp_path: Path, layout: str, answer: str, words: str) -> None:
    (reason,) = reasons(tmp_path / "a.json", (layout, answer))
    assert words in reason


def test_a_board_with_several_answers_is_refused(tmp_path: Path) -> None:
    layout = "A" + "." * 22 + "A" + ROWS[0][24:]
    (reason,) = reasons(tmp_path / "a.json", (layout, "A" * 24 + ROWS[1][24:]))
    assert reason == "It has several answers."


def test_a_board_that_is_not_decided_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "PROOF_STEPS", 0)
    monkeypatch.setattr(prover, "SHARE", 1)
    (reason,) = reasons(tmp_path / "a.json", PAIRS[0])
    assert "Whether it has one answer is undecided after" in reason


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "holds no boards"),
        ("a.txt", b"one two three\n", r"a\.txt:1: a line has a layout and an answer"),
        ("a.txt", b"\xff\xff", r"a\.txt is not UTF-8 at byte 0"),
        ("a.json", b"[[", r"a\.json is not JSON"),
        ("a.json", b"no JSON", r"a\.json is not JSON"),
        ("a.json", b'[["a", "b"], 1]', r"a\.json: board 2: is no \[layout, answer\], and has no grid"),
        ("a.json", b'[{"grid": [["x"]], "solution": null}]', r"a\.json: board 1: is no"),
        ("a.json", b'[{"grid": [[1, 1], [1]], "solution": null}]', r"a\.json: board 1: is no"),
        ("a.json", b'{"grid": [[-1]], "solution": null}', r"a\.json: board 1: is no"),
        ("a.txt", b"one two\n\none\ttwo\tthree\n", r"a\.txt:3: a line has a layout and an answer"),
        ("a.json", b"[]", "holds no boards"),
        ("a.tgz", b"no tarball", r"a\.tgz is no whole tarball"),
        ("size8.data.ts", b"export const LEVELS = [];", "holds no boards"),
        ("size8.data.ts", b"[\n['a','b','c']]", r"size8\.data\.ts:2: a level is \['layout', 'answer'\]"),
        ("size8.data.ts", b"[\n['a'+'b']]", r"size8\.data\.ts:2: a level is"),
        ("size8.data.ts", b"[\n{ layout: 'a', answer: 'b' }]", r"size8\.data\.ts:1: a level is"),
        ("size8.data.ts", b"[['a',\n'b]", r"size8\.data\.ts:2: a text begins here"),
        ("size8.data.ts", b"[\n['a','b'],\n['a',", r"size8\.data\.ts:3: a list begins here"),
    ],
)
def test_files_that_hold_no_boards(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(NumberlinkError, match=words):
        taken(path)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x" * 100)
    monkeypatch.setattr(importing, "LARGEST", 99)
    with pytest.raises(NumberlinkError, match="is over 99 bytes"):
        taken(path)


def test_no_board_without_its_source_version_and_licence(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(PAIRS))
    for missing in ("source", "version", "licence"):
        given = {"source": "x", "version": "1", "licence": "MIT"} | {missing: ""}
        with pytest.raises(NumberlinkError, match="names its source, its version or commit, and its licence"):
            take(path, **given)


@pytest.mark.skipif(not os.environ.get("PICTUREMILL_CASES"), reason="PICTUREMILL_CASES is not set")
def test_the_public_boards_of_another_maker() -> None:
    path = Path(os.environ["PICTUREMILL_CASES"]) / "numberlink" / "public.json"
    kept, refused = take(path, source="tsunagi", version="as transcribed", licence="MIT, John Morris")
    assert [len(kept), len(refused)] == [7, 11]
    assert {one.reason for one in refused} == {"It has no answer to check."}
