"""The stages of the build, one function a rule: the only part of Griddles that touches files.

Icons go from art to candidates and touch-ups for two lists: `kept`, those that `pictures.txt` names, to tell
how like its icon a picture is; and `wanted`, those of `icons.yaml`, for a person to choose from. Pictures go
from `pictures.txt` to two proofs and out. What a stage needs is imported inside it, so that a rule depends on
that alone, and a job loads no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from griddles.layout import KEPT, Entry, Layout, Pair, try_each
from picturekit import files, jobs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from griddles.settings import Settings
    from griddles.sheet import Row


def rasterize(layout: Layout, shelf: str, bucket: str, rows: list[Pair], settings: Settings) -> None:
    """Draw every icon of a bucket and keep its ink, where the art is there.

    Raises GriddlesError, after all were tried, for icons that the set hasn't, or that are empty or all ink.
    """
    import numpy as np

    from griddles import icons, ink
    from picturekit import art, canonical, fingerprints, raster

    largest: dict[str, int] = defaultdict(int)
    for pair in rows:
        largest[pair.source] = max(largest[pair.source], pair.size)
    inks: dict[str, NDArray[np.uint8]] = {}
    reports = []
    broken = raster.available()

    def draw(source: str) -> None:
        icon = icons.parse(source)
        assert icon is not None
        status = art.read_status(layout.art / f"{icon.set}.json")
        why = broken if status.present else status.why
        svg = None
        if why is None:
            data = icons.read(icon, layout.art)
            svg = fingerprints.fingerprint(data)
            inks[source] = ink.find(data, source, largest[source], settings.ink).alpha
        tools = raster.tools() if why is None else {}
        reports.append({"source": source, "svg": svg, "tools": tools, "why": why or ""})

    _try_icons(layout, shelf, sorted(largest), draw)
    ordered: dict[str, Any] = dict(sorted(inks.items()))
    path = layout.stage(f"{shelf}/ink", bucket, "npz")
    files.write_with(path, lambda temporary: np.savez_compressed(temporary, **ordered))
    files.write_bytes(path.with_suffix(".json"), canonical.dumps(reports))


def threshold(layout: Layout, shelf: str, bucket: str, rows: list[Pair], settings: Settings) -> None:
    """Choose a raster of every icon at each of its sizes."""
    from griddles import candidates, ink
    from griddles.grids import to_rows

    inks = read_inks(layout, shelf, bucket)
    found = []
    for pair in rows:
        if pair.source not in inks:
            continue
        rasters = ink.cells(ink.Ink(pair.source, inks[pair.source]), pair.size, settings.ink)
        chosen = candidates.choose(rasters, settings.tier(pair.size), settings.candidates)
        if chosen is not None:
            found.append(
                {
                    "source": pair.source,
                    "size": pair.size,
                    "cells": to_rows(chosen.grid),
                    "shares": chosen.shares.tolist(),
                    "fit": list(chosen.fit),
                    "threshold": chosen.threshold,
                    "distance": chosen.distance,
                    "tier": chosen.tier,
                    "place": chosen.place,
                    "possible": chosen.possible,
                }
            )
    files.write_jsonl(layout.stage(f"{shelf}/threshold", bucket), found)


def touch_up(layout: Layout, shelf: str, bucket: str, settings: Settings) -> None:
    """Flip the fewest outline cells of each candidate that bring it to its size's tier."""
    import numpy as np

    from griddles.grids import to_grid, to_rows
    from griddles.touchup import touch_up as proposals_of

    found = []
    for row in files.read_jsonl(layout.stage(f"{shelf}/threshold", bucket)):
        shares = np.array(row["shares"], np.int16)
        touched = proposals_of(to_grid(row["cells"]), shares, settings.tier(row["size"]), settings.touchup)
        found.append(
            {
                "source": row["source"],
                "size": row["size"],
                "proposals": [
                    {
                        "cells": to_rows(one.grid),
                        "flips": [list(cell) for cell in one.flips],
                        "doubt": one.doubt,
                        "distance": one.distance,
                    }
                    for one in touched.proposals
                ],
                "beyond_two": touched.beyond_two,
                "outline": touched.outline,
                "tried": touched.tried,
            }
        )
    files.write_jsonl(layout.stage(f"{shelf}/touch-up", bucket), found)


def likeness(layout: Layout, settings: Settings, buckets: list[str]) -> None:
    """Tell how far each picture is from its icon's ink, and which of its cells no raster of the icon has."""
    from griddles import ink, project
    from griddles import likeness as likenesses
    from griddles.grids import to_grid
    from griddles.puzzle import unpack
    from picturekit import canonical

    inks, svgs, proposed = {}, {}, {}
    for bucket in buckets:
        inks.update(read_inks(layout, KEPT, bucket))
        for report in canonical.loads(files.read_bytes(layout.stage(f"{KEPT}/ink", bucket, "json")), bucket):
            svgs[report["source"]] = report["svg"]
        for row in files.read_jsonl(layout.stage(f"{KEPT}/touch-up", bucket)):
            proposed[row["source"], row["size"]] = [one["cells"] for one in row["proposals"]]
    found = []
    for entry in project.entries(layout):
        if entry.source not in inks:
            continue
        cells = unpack(entry.cells, entry.size)
        rasters = ink.cells(ink.Ink(entry.source, inks[entry.source]), entry.size, settings.ink)
        like = likenesses.compare(to_grid(cells), rasters)
        ours = proposed.get((entry.source, entry.size), [])
        found.append(
            {
                "key": entry.key,
                "source": entry.source,
                "svg": svgs[entry.source],
                "distance": like.distance,
                "differs": [list(cell) for cell in like.differs],
                "proposal": ours.index(list(cells)) if list(cells) in ours else None,
            }
        )
    files.write_bytes(layout.likeness, canonical.dumps(found))


def prove(layout: Layout, bucket: str, entries: list[Entry], settings: Settings) -> None:
    """Climb the ladder with every picture, and certify its steps.

    Raises GriddlesError, by its line, for each that lines don't finish, that they finish as another picture,
    or that doesn't need exactly its size's tier.
    """
    from griddles import certificate, puzzle
    from griddles.clues import Clues
    from griddles.errors import GriddlesError
    from griddles.grids import to_rows
    from griddles.ladder import climb

    found = []

    def solve(entry: Entry) -> None:
        cells = puzzle.unpack(entry.cells, entry.size)
        reached = climb(Clues(*puzzle.clues_of(cells)), trials=False)
        wanted = settings.tier(entry.size)
        if not reached.finished:
            raise GriddlesError(
                "lines alone don't finish it, so it may have several answers: touch it up, or take it out."
            )
        if to_rows(reached.marks == 1) != list(cells):
            raise GriddlesError("lines finish it as another picture: the ladder or its clues are at fault.")
        if reached.tier != wanted:
            raise GriddlesError(
                f"it needs tier {reached.tier}, and pictures of {entry.size} need exactly {wanted}: "
                "touch it up, or move it to another size."
            )
        made = puzzle.Entry(entry.place, entry.id, entry.id, cells, reached.measure, "drawn")
        found.append(
            {
                "key": entry.key,
                "measure": reached.measure,
                "steps": reached.steps,
                "certificate": certificate.make(made).to_json(),
            }
        )

    try_each(layout, entries, solve)
    files.write_jsonl(layout.stage("prove", bucket), found)


def count(layout: Layout, bucket: str, entries: list[Entry], settings: Settings) -> None:
    """Count every picture's answers without any line logic.

    Raises GriddlesError, by its line, for each that has another number than one, or that isn't counted within
    its budget.
    """
    from griddles import puzzle
    from griddles.clues import Clues
    from griddles.count import count as count_answers
    from griddles.errors import GriddlesError

    found = []

    def answers(entry: Entry) -> None:
        clues = Clues(*puzzle.clues_of(puzzle.unpack(entry.cells, entry.size)))
        counted = count_answers(clues, settings.budget)
        if counted.answers is None:
            raise GriddlesError(
                f"the count gave up after {counted.steps} steps: raise griddles.count.budget, "
                "or take the picture out."
            )
        if counted.answers != 1:
            raise GriddlesError(
                f"its clues have {counted.answers} answers, and one is allowed: touch it up, or take it out."
            )
        found.append({"key": entry.key, "answers": counted.answers, "steps": counted.steps})

    try_each(layout, entries, answers)
    files.write_jsonl(layout.stage("count", bucket), found)


def publish(layout: Layout, settings: Settings, buckets: list[str]) -> None:
    """Write the sizes' files and their certificates, and leave what the manifest will say of them.

    What a build with more buckets left goes away.
    """
    from griddles import project, publishing
    from griddles.puzzle import GAME
    from picturekit import manifest

    for leftover in layout.leftovers(buckets):
        leftover.unlink()
    proofs = read_proofs(layout, buckets)
    svgs = {row["key"]: row["svg"] for row in read_likeness(layout)}
    library = publishing.publish(project.entries(layout), proofs, settings, svgs)
    for path, data in library.files.items():
        manifest.put(layout.publish / path, data, layout.schemas / publishing.schema_of(path))
    manifest.leave(layout.build, GAME, library.manifest, library.files, library.lock)


def sheet(layout: Layout, buckets: list[str]) -> None:
    """Write the contact sheet of the library."""
    from griddles import project
    from griddles.sheet import html
    from picturekit import art, licences

    rows = sheet_rows(layout, project.entries(layout), buckets)
    notices = licences.read(art.read_pins(layout.sources / "art.yaml"))
    files.write_text(layout.sheets / "griddles.html", html(rows, notices))


def sheet_png(layout: Layout, size: str, buckets: list[str]) -> None:
    """Write a size's page of the contact sheet as a PNG."""
    from PIL import Image

    from griddles import project
    from griddles.sheet import page_png

    entries = [entry for entry in project.entries(layout) if entry.size == int(size)]
    page = Image.fromarray(page_png(sheet_rows(layout, entries, buckets)))
    files.write_with(
        layout.sheets / "griddles" / f"{size}.png", lambda temporary: page.save(temporary, format="PNG")
    )


def candidates(layout: Layout, buckets: list[str]) -> None:
    """Write the sheet of candidates: up to three proposals for each icon that is asked for, at each size."""
    from griddles import project, proposals
    from griddles.layout import WANTED
    from picturekit import art, licences

    touched = [
        row for bucket in buckets for row in files.read_jsonl(layout.stage(f"{WANTED}/touch-up", bucket))
    ]
    rows = proposals.rows_of(project.wanted(layout.icons), touched, project.entries(layout))
    notices = licences.read(art.read_pins(layout.sources / "art.yaml"))
    files.write_text(layout.sheets / "griddles-candidates.html", proposals.html(rows, notices))


def warm(layout: Layout, settings: Settings) -> None:
    """Compile all that the other stages run, so that no two jobs compile the same at once."""
    import numpy as np

    from griddles import candidates, ink, likeness, touchup
    from griddles.clues import clues_of
    from griddles.count import count
    from griddles.ladder import climb, steps

    alpha = np.zeros((64, 64), np.uint8)
    alpha[8:40, 8:56] = 255
    rasters = ink.cells(ink.Ink("warm", alpha), 10, settings.ink)
    chosen = candidates.choose(rasters, 1, settings.candidates)
    assert chosen is not None
    touchup.touch_up(chosen.grid, chosen.shares, 3, settings.touchup)
    likeness.compare(chosen.grid, rasters)
    clues = clues_of(chosen.grid)
    climb(clues)
    list(steps(clues))
    count(clues, settings.budget)
    files.write_text(layout.build / "griddles" / "warm.txt", "compiled\n")


def sheet_rows(layout: Layout, entries: list[Entry], buckets: list[str]) -> list[Row]:
    """What the contact sheet shows of these pictures."""
    from griddles.puzzle import unpack
    from griddles.sheet import Row

    proofs = read_proofs(layout, buckets)
    like = {row["key"]: row for row in read_likeness(layout)}
    return [
        Row(
            size=entry.size,
            place=entry.place,
            id=entry.id,
            title=entry.title,
            source=entry.source,
            retired=entry.retired,
            cells=unpack(entry.cells, entry.size),
            measure=proofs[entry.key]["measure"],
            counted=proofs[entry.key]["counted"],
            distance=like[entry.key]["distance"] if entry.key in like else None,
            differs=tuple((r, c) for r, c in like[entry.key]["differs"]) if entry.key in like else (),
        )
        for entry in entries
    ]


def read_proofs(layout: Layout, buckets: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Both proofs of every picture, by key: `measure`, `certificate` and the steps `counted`."""
    proofs: dict[str, dict[str, Any]] = defaultdict(dict)
    for bucket in buckets:
        for row in files.read_jsonl(layout.stage("prove", bucket)):
            proofs[row["key"]] |= {"measure": row["measure"], "certificate": row["certificate"]}
        for row in files.read_jsonl(layout.stage("count", bucket)):
            proofs[row["key"]] |= {"counted": row["steps"]}
    return proofs


def read_likeness(layout: Layout) -> list[dict[str, Any]]:
    """How like its icon each picture is that could be compared."""
    from picturekit import canonical

    rows: list[dict[str, Any]] = canonical.loads(files.read_bytes(layout.likeness), "likeness")
    return rows


def read_inks(layout: Layout, shelf: str, bucket: str) -> dict[str, NDArray[np.uint8]]:
    """The ink of a bucket's icons, by source: uint8 (H, W) each."""
    import numpy as np

    with np.load(layout.stage(f"{shelf}/ink", bucket, "npz"), allow_pickle=False) as arrays:
        return {source: arrays[source] for source in arrays.files}


def _try_icons(layout: Layout, shelf: str, sources: Iterable[str], work: Callable[[str], None]) -> None:
    """Do the work for every icon, whatever happens to some; then raise GriddlesError with each that failed,
    and who asks for it."""
    from griddles.errors import GriddlesError

    problems = jobs.failures(sources, work)
    if not problems:
        return
    if shelf != KEPT:
        raise GriddlesError("\n".join(f"{layout.icons.as_posix()}: {error}" for _, error in problems))
    from griddles import pictures

    lines = defaultdict(list)
    for picture in pictures.read(layout.pictures).pictures:
        lines[picture.source].append(picture.line)
    raise GriddlesError(
        "\n".join(
            f"{layout.pictures.as_posix()}:{line}: {error}"
            for source, error in problems
            for line in lines[source] or [0]
        )
    )
