"""The audit: one yardstick for the bank, the generator, an import, and a poor generator to compare with.

It counts topologies and boards of one idea, and measures shapes and effort the same way for all (NL-05 to
NL-08). It says nothing of how long a page takes, and turns alone are not how hard a person finds a board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from numberlink import board, geometry, importing, logic, plots, prover
from numberlink.errors import NumberlinkError
from numberlink.generator import Contract, generate_all
from numberlink.plots import Number
from numberlink.puzzle import DIFFICULTIES, LETTERS, SIZES, Library, paths_of, turned, why_wrong
from numberlink.settings import Level
from numberlink.topology import board_key, shapes_key
from picturekit import canonical, files, sheets
from picturekit.licences import Licence
from picturekit.random import Random32

TEMPLATE = Path(__file__).parent / "templates" / "numberlink-audit.html.j2"

PROOF_STEPS = 1 << 22

FRESH = 32
"""Boards of a level where all are asked for and there is no end of them."""

RESULTS = (prover.UNIQUE, prover.SEVERAL, prover.NONE, prover.UNDECIDED)

TOLD = 10
"""The most boards whose refusal a person is told."""

WHOLE, RATIO, SHARE = "whole", "ratio", "share"
"""What a measure is: a number of things, a ratio of two, or a ratio from 0 to 1."""


class Measure(NamedTuple):
    """What a measure is called, and which of WHOLE, RATIO and SHARE it is."""

    called: str
    kind: str = WHOLE

    def text_of(self, number: Number) -> str:
        """A number as a person reads it, the rest cut off: `7`, `1.25` or `38 %`."""
        if self.kind == WHOLE:
            return str(number)
        hundredths = int(number * 100)
        return f"{hundredths} %" if self.kind == SHARE else f"{hundredths // 100}.{hundredths % 100:02d}"

    def json_of(self, number: Number) -> int | list[int]:
        """A number as JSON has it: ratios as numerator and denominator."""
        return int(number) if self.kind == WHOLE else [number.numerator, number.denominator]


MEASURES = {
    "paths": Measure("paths"),
    "longest": Measure("cells of the longest path"),
    "mean": Measure("cells a path", RATIO),
    "straight": Measure("straight paths", SHARE),
    "turns": Measure("turns a path", RATIO),
    "touching": Measure("paths with their ends side by side"),
    "pairs": Measure("paths of two cells"),
    "beside": Measure("times a path runs beside itself"),
    "border": Measure("border that is ends", SHARE),
    "forced": Measure("cells that forced moves settle", SHARE),
    "looks": Measure("looks ahead"),
    "reach": Measure("moves of the farthest look"),
    "open": Measure("cells that need a look within a look"),
}
"""What is measured of a board (see `geometry` and `logic`)."""

DRAWN = {
    "longest": ("Longest path", Fraction(1)),
    "turns": ("Turns a path", Fraction(1, 10)),
    "looks": ("Looks ahead", Fraction(1)),
}
"""The measures that the page draws: their headings, and what a bar's width is a multiple of."""


@dataclass(frozen=True)
class Board:
    """A board to audit; `difficulty` is "" where there is none."""

    layout: str
    answer: str
    size: int
    difficulty: str = ""


@dataclass(frozen=True)
class Part:
    """What is found of some boards.

    `topologies` are those that differ in more than a symmetry and the names of paths; `alike` boards have the
    same line shapes as another of their size. `numbers` has each measure's values, one a board, sorted.
    `proved` counts the proofs by each of RESULTS, where they were asked for.
    """

    boards: int
    topologies: int
    alike: int
    numbers: Mapping[str, Sequence[Number]]
    proved: Mapping[str, int] | None = None

    def spread(self, measure: str) -> tuple[Number, Number, Number, Number, Number]:
        """The least, the quartiles and the most of a measure: numbers that some board has."""
        values = self.numbers[measure]
        last = len(values) - 1
        return values[0], values[last // 4], values[last // 2], values[3 * last // 4], values[last]

    def to_json(self) -> dict[str, Any]:
        """The part as JSON has it: least, quartiles and most of each measure, ratios as two numbers."""
        return {
            "boards": self.boards,
            "topologies": self.topologies,
            "alike": self.alike,
            "proved": None if self.proved is None else dict(self.proved),
            "measures": {
                name: [measure.json_of(number) for number in self.spread(name)]
                for name, measure in MEASURES.items()
            },
        }


@dataclass(frozen=True)
class Report:
    """What is found of the boards of one source: of all, and by size and difficulty.

    `refused` are boards of an import that couldn't be measured, each with its place and the reason.
    """

    name: str
    whole: Part
    levels: Mapping[Level, Part]
    refused: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """The report as `--json` prints it; a board without a difficulty has "" for it."""
        return {
            "name": self.name,
            "refused": list(self.refused),
            "all": self.whole.to_json(),
            "levels": [
                {"size": size, "difficulty": difficulty, **part.to_json()}
                for (size, difficulty), part in self.levels.items()
            ],
        }


def measure_all(
    name: str, boards: Sequence[Board], *, certify: bool = False, refused: Sequence[str] = ()
) -> Report:
    """Audit the boards of a source; with `certify` each is proved too.

    Raises NumberlinkError where there are none, and for an answer that isn't its board's.
    """
    if not boards:
        raise NumberlinkError("\n".join([f"{name} has no boards to audit.", *_first(refused)]))
    measured = [_measured(name, one, certify) for one in boards]
    levels = sorted({(one.size, one.difficulty) for one in boards}, key=_place_of)
    parts = {
        level: _part(
            [
                found
                for one, found in zip(boards, measured, strict=True)
                if (one.size, one.difficulty) == level
            ]
        )
        for level in levels
    }
    return Report(name, _part(measured), parts, tuple(refused))


def _place_of(level: Level) -> tuple[int, int, str]:
    size, difficulty = level
    return size, DIFFICULTIES.index(difficulty) if difficulty in DIFFICULTIES else -1, difficulty


class _Measured(NamedTuple):
    """What is found of a board: its keys, its measures by name, and what was proved, "" if nothing was."""

    key: str
    shapes: str
    numbers: Mapping[str, Number]
    proved: str


def _measured(name: str, one: Board, certify: bool) -> _Measured:
    if why := why_wrong(one.layout, one.answer, one.size):
        raise NumberlinkError(f"{name} has a board {one.layout} whose answer is wrong: {why}")
    paths = list(paths_of(one.layout, one.answer, one.size).values())
    ends = board.to_board(one.layout, one.size)
    return _Measured(
        key=board_key(ends.ravel().tolist(), one.size),
        shapes=f"{one.size} {shapes_key(paths, one.size)}",
        numbers=measures_of(one, paths),
        proved=prover.prove(ends, steps=PROOF_STEPS).result if certify else "",
    )


def _part(measured: Sequence[_Measured]) -> Part:
    ideas = Counter(one.shapes for one in measured)
    proofs = Counter(one.proved for one in measured)
    return Part(
        boards=len(measured),
        topologies=len({one.key for one in measured}),
        alike=sum(count for count in ideas.values() if count > 1),
        numbers={name: sorted(one.numbers[name] for one in measured) for name in MEASURES},
        proved=None if "" in proofs else {result: proofs[result] for result in RESULTS},
    )


def measures_of(one: Board, paths: Sequence[Sequence[int]]) -> dict[str, Number]:
    """A board's measures, by the names in MEASURES."""
    shape = geometry.measure(board.to_links(paths, one.size**2), one.size, one.size)
    effort = logic.effort(board.to_board(one.layout, one.size))
    return {
        "paths": shape.paths,
        "longest": shape.longest,
        "mean": Fraction(shape.cells, shape.paths),
        "straight": Fraction(shape.straight, shape.paths),
        "turns": Fraction(shape.turns, shape.paths),
        "touching": shape.touching,
        "pairs": shape.pairs,
        "beside": shape.beside,
        "border": Fraction(shape.border_ends, shape.border),
        "forced": Fraction(effort.forced, effort.cells),
        "looks": effort.looks,
        "reach": effort.reach,
        "open": effort.open,
    }


def poor(size: int, difficulty: str, seed: str) -> Board:
    """A board of the kind that this game had at first: straight rows, but that up to three paths, by the
    difficulty, turn one corner around them. A level has one topology; a seed turns it and names its paths."""
    chance = Random32(f"poor:{size}:{difficulty}:{seed}")
    bent = DIFFICULTIES.index(difficulty)
    names = list(LETTERS[:size])
    chance.shuffle(names)
    layout, answer = [], []
    for row in range(size):
        for column in range(size):
            path = min(row, size - 1 - column) if min(row, size - 1 - column) < bent else row
            foot = (size - 1, size - 1 - path) if path < bent else (row, size - 1 - bent)
            answer.append(names[path])
            layout.append(names[path] if (row, column) in ((path, 0), foot) else ".")
    symmetry = chance.below(8)
    return Board(
        turned("".join(layout), size, symmetry), turned("".join(answer), size, symmetry), size, difficulty
    )


def boards_of(
    target: str, samples: int, publish: Path, contracts: Mapping[Level, Contract]
) -> tuple[list[Board], list[str]]:
    """The boards that a target names, and those of an import that are refused, each with its reason.

    A target is `bank`, `generator`, `poor`, or a path to import. Of each level, or of an import's sizes, it
    is the first `samples` boards, all with 0, and FRESH where they have no end; a seed of the generator may
    come to none. Raises NumberlinkError as reading them does.
    """
    levels = [(size, difficulty) for size in SIZES for difficulty in DIFFICULTIES]
    found: list[Board] = []
    if target == "bank":
        library = Library(publish)
        for size, difficulty in levels:
            entries = library.entries(size, difficulty)[: samples or None]
            found += [Board(entry.layout, entry.answer, size, difficulty) for entry in entries]
    elif target == "generator":
        for size, difficulty in levels:
            seeds = [f"audit {number}" for number in range(samples or FRESH)]
            made = generate_all(seeds, size, difficulty, contracts[size, difficulty])
            found += [
                Board(board.to_layout(one.board), board.to_answer(one.links), size, difficulty)
                for one in made
                if one is not None
            ]
    elif target == "poor":
        for size, difficulty in levels:
            found += [poor(size, difficulty, str(number)) for number in range(samples or FRESH)]
    else:
        taken, refused = importing.take(
            Path(target), source=target, version="as read", licence="not asked: only measured"
        )
        for size in SIZES:
            there = [Board(one.layout, one.answer, size) for one in taken if one.size == size]
            found += there[: samples or None]
        return found, [f"{one.place}: {one.reason}" for one in refused]
    return found, []


def run(
    targets: Sequence[str],
    *,
    samples: int,
    certify: bool,
    as_json: bool,
    page: Path | None,
    publish: Path,
    contracts: Mapping[Level, Contract],
    licences: Sequence[Licence] = (),
) -> None:
    """Audit targets and print what is found; write the page too where it is asked for.

    Raises NumberlinkError for a negative number of samples, and as `boards_of` and `measure_all` do.
    """
    if samples < 0:
        raise NumberlinkError(f"--samples {samples}: audit some boards of each level, or all with 0.")
    reports = []
    for target in targets:
        boards, refused = boards_of(target, samples, publish, contracts)
        name = target if target in ("bank", "generator", "poor") else Path(target).name
        reports.append(measure_all(name, boards, certify=certify, refused=refused))
    if page is not None:
        files.write_text(page, html(reports, licences))
    print(to_json(reports) if as_json else to_text(reports), end="")


def to_json(reports: Iterable[Report]) -> str:
    """The reports as a JSON list, in whole numbers: a ratio is its numerator and denominator."""
    return canonical.dumps([report.to_json() for report in reports]).decode()


def to_text(reports: Iterable[Report]) -> str:
    """The reports for a person to read: what is found of all boards, then the medians of each level."""
    return "\n".join(_text_of(report) for report in reports)


def _text_of(report: Report) -> str:
    whole = report.whole
    lines = [
        f"{report.name}: {whole.boards} boards, {whole.topologies} topologies, "
        f"{whole.alike} with the line shapes of another"
    ]
    if report.refused:
        lines += [f"  refused: {len(report.refused)}", *(f"    {told}" for told in _first(report.refused))]
    if whole.proved is not None:
        lines.append(f"  proved: {_proved(whole)}")
    lines.append("  least, quartiles and most:")
    for name, measure in MEASURES.items():
        spread = "".join(f"{measure.text_of(number):>8}" for number in whole.spread(name))
        lines.append(f"    {measure.called:36}{spread}")
    heads = ("boards", "topologies", "alike", *MEASURES)
    lines.append(f"  medians by level:{'':3}" + " ".join(heads))
    for level, part in report.levels.items():
        told = _medians(part)
        row = " ".join(f"{cell:>{len(head)}}" for head, cell in zip(heads, told, strict=True))
        lines.append(f"    {level_name(level):16}{row}" + (f"  {_proved(part)}" if part.proved else ""))
    return "".join(f"{line}\n" for line in lines)


def _first(refused: Sequence[str]) -> list[str]:
    rest = len(refused) - TOLD
    return [*refused[:TOLD], *([f"and {rest} more"] if rest > 0 else [])]


def _medians(part: Part) -> list[str]:
    counts = (part.boards, part.topologies, part.alike)
    return [
        *map(str, counts),
        *(measure.text_of(part.spread(name)[2]) for name, measure in MEASURES.items()),
    ]


def _proved(part: Part) -> str:
    """What was proved of a part, in words: its share by each result that there is."""
    if part.proved is None:
        return "not asked"
    return ", ".join(f"{count} {result}" for result, count in part.proved.items() if count)


def level_name(level: Level) -> str:
    """A level in words: `8×8 easy`, or its size alone."""
    size, difficulty = level
    return f"{size}×{size} {difficulty}".strip()


@dataclass(frozen=True)
class _Row:
    """The histograms of a size, from `least` to `most`: each with its source and how many boards that has."""

    size: int
    least: str
    most: str
    plots: Sequence[tuple[str, int, plots.Plot]]


@dataclass(frozen=True)
class _Section:
    """The histograms of a measure; `called` says what is counted."""

    link: sheets.Link
    called: str
    rows: Sequence[_Row]


def html(reports: Sequence[Report], licences: Sequence[Licence]) -> str:
    """The reports side by side as one HTML file, with histograms of three measures at each size."""
    sizes = sorted({size for report in reports for size, _ in report.levels})
    sections = [
        _Section(
            sheets.Link(name, heading, len(sizes) * len(reports)),
            MEASURES[name].called,
            [_row(reports, name, size, unit) for size in sizes],
        )
        for name, (heading, unit) in DRAWN.items()
    ]
    return sheets.render(
        TEMPLATE,
        title="Numberlink: the audit",
        intro="One yardstick for every source of boards. Lengths, turns and looks ahead are counted by a "
        "program: none of them is how long a person takes.",
        counts=_counts(reports),
        links=[
            *(section.link for section in sections),
            sheets.Link("levels", "By level", sum(len(report.levels) for report in reports)),
        ],
        licences=licences,
        sections=sections,
        difficulties=DIFFICULTIES,
        levels=[_levels(report) for report in reports],
    )


def _row(reports: Sequence[Report], name: str, size: int, unit: Fraction) -> _Row:
    measure = MEASURES[name]
    shown = [
        {
            difficulty: part.numbers[name]
            for (other, difficulty), part in report.levels.items()
            if other == size
        }
        for report in reports
    ]
    numbers = [number for groups in shown for values in groups.values() for number in values]
    drawn = [
        (report.name, sum(map(len, groups.values())), plot)
        for report, groups, plot in zip(
            reports, shown, plots.histograms(shown, measure.text_of, unit), strict=True
        )
    ]
    return _Row(size, measure.text_of(min(numbers)), measure.text_of(max(numbers)), drawn)


def _counts(reports: Sequence[Report]) -> sheets.Counts:
    rows = [
        ("boards", *(str(one.whole.boards) for one in reports)),
        ("topologies", *(str(one.whole.topologies) for one in reports)),
        ("with the line shapes of another", *(str(one.whole.alike) for one in reports)),
        ("proved", *(_proved(one.whole) for one in reports)),
        ("refused", *(str(len(one.refused)) for one in reports)),
    ]
    for name, measure in MEASURES.items():
        spreads = [[measure.text_of(number) for number in one.whole.spread(name)] for one in reports]
        rows.append(
            (measure.called, *(f"{middle} ({least}–{most})" for least, _, middle, _, most in spreads))
        )
    return sheets.Counts("Medians, with the least and the most", ("", *(one.name for one in reports)), rows)


def _levels(report: Report) -> sheets.Counts:
    return sheets.Counts(
        f"{report.name}: medians of each level",
        ("Level", "Boards", "Topologies", "Alike", *(name.capitalize() for name in MEASURES), "Proved"),
        [(level_name(level), *_medians(part), _proved(part)) for level, part in report.levels.items()],
    )
