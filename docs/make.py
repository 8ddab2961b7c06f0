"""Make the generated parts of the docs anew, from the build, the sources and the workflow (`make docs`).

Whole files are `images/` and `licences.md`. In other pages a generated part stands between two comments,
`<!-- made: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import gallery
import rulegraph
import yaml

from griddles import library
from griddles.puzzle import SIZES as GRIDS
from lowpoly import publishing
from lowpoly.board import to_board
from lowpoly.settings import Settings
from numberlink import puzzle as numberlink
from numberlink.settings import Settings as NumberlinkSettings
from picturekit import art, canonical, files, licences
from picturekit.errors import KitError

ROOT = Path(__file__).resolve().parents[1]

LICENCES = """# Licences

<!-- Made by docs/make.py from sources/art.yaml and the notices that it names: edit those. -->

The mill itself is under the MIT Licence, in [LICENSE](../LICENSE).

Its pictures are made from the art of others. Whoever passes the pictures on passes the notices below on with
them; they also stand in the manifest (`licences`) and at the foot of each sheet. A picture's row in the
manifest has the address of its own source (`source_url`), such as one under
<{address}>. The pinned pixels in
`sources/lowpoly/pixels/` are drawings of the same art, and the same notices go with them. The pictures in
`sources/griddles/pictures.txt` are derived from icons of Phosphor and Tabler where their headers say so.

{sets}
"""


def settings() -> Settings:
    """Low Poly's settings in `config.yaml`."""
    return Settings.of(yaml.safe_load(files.read_bytes(ROOT / "config.yaml").decode("utf-8"))["lowpoly"])


def sizes() -> str:
    """The sizes as `config.yaml` has them, a row each."""
    here = settings()
    rows = []
    for size in here.sizes:
        side = to_board(256, size.gap, here.board.nearest)
        rows.append((size.name.capitalize(), size.dots, f"{size.gap} px", f"{hundredths(side)} units"))
    return table(("Size", "Dots", "Least gap", "Board's side"), rows)


def measured(build: Path) -> str:
    """What the audit measured over the library, a row a size: least–median–most."""
    found: dict[str, list[dict[str, int]]] = {size.name: [] for size in settings().sizes}
    for path in sorted((build / "lowpoly" / "audit").glob("[!.]*.jsonl")):
        for row in files.read_jsonl(path):
            found[row["size"]].append(row)
    if not all(found.values()):
        raise KitError(f"{build} has no audited pictures at every size: run make first.")
    rows = []
    for size, measures in found.items():
        cells = [spread([row[key] for row in measures]) for key in ("dots", "lines", "triangles", "busiest")]
        cells.append(spread([row["sharpest"] for row in measures], tenths) + "°")
        cells.append(spread([row["nearest"] for row in measures], hundredths))
        short = sum(row["short"] > 0 for row in measures)
        rows.append((size.capitalize(), len(measures), *cells, short))
    heads = (
        "Size",
        "Pictures",
        "Dots",
        "Lines",
        "Triangles",
        "Busiest dot",
        "Sharpest corner",
        "Nearest dots",
    )
    return table((*heads, "Short of dots"), rows)


def griddles_measured(build: Path) -> str:
    """What was proved of Griddles' pictures, a row a size: least–median–most."""
    proved, counted = {}, {}
    for stage, rows in (("prove", proved), ("count", counted)):
        for path in sorted((build / "griddles" / stage).glob("[!.]*.jsonl")):
            rows.update({row["key"]: row for row in files.read_jsonl(path)})
    lines = []
    for size in GRIDS.values():
        path = build / "publish" / library.file_of(size.n)
        pictures = canonical.loads(files.read_bytes(path), path.as_posix())["pictures"]
        keys = [library.key_of(size.n, picture["id"]) for picture in pictures]
        filled = [100 * "".join(picture["rows"]).count("#") // size.n**2 for picture in pictures]
        steps = [proved[key]["steps"] for key in keys]
        by = dict.fromkeys(("simple", "edges", "line"), 0)
        for key in keys:
            for _, _, technique, marks in proved[key]["certificate"]["steps"]:
                by[technique] += len(marks) - marks.count("?")
        total = sum(by.values())
        lines.append(
            (
                f"{size.n}×{size.n}",
                sum("retired" not in picture for picture in pictures),
                sum("retired" in picture for picture in pictures),
                spread(filled) + " %",
                *(spread([step[name] for step in steps]) for name in by),
                " / ".join(f"{100 * number // total} %" for number in by.values()),
                spread([counted[key]["steps"] for key in keys]),
            )
        )
    heads = ("Size", "Dealt", "Retired", "Filled", "`simple` steps", "`edges` steps", "`line` steps")
    return table((*heads, "Cells by technique", "Steps of the count"), lines)


def numberlink_measured(build: Path) -> str:
    """What was measured of the bank's boards, a row a level: least–median–most."""
    library = numberlink.Library(build / "publish")
    rows = []
    for size in numberlink.SIZES:
        for difficulty in numberlink.DIFFICULTIES:
            found = [entry.measures for entry in library.entries(size, difficulty)]
            rows.append(
                (
                    f"{size}×{size} {difficulty}",
                    len(found),
                    *(spread([one[name] for one in found]) for name in ("paths", "longest")),
                    spread([100 * one["straight"] // one["paths"] for one in found]) + " %",
                    spread([100 * one["turns"] // one["paths"] for one in found], hundredths),
                    spread([100 * one["forced"] // one["cells"] for one in found]) + " %",
                    *(spread([one[name] for one in found]) for name in ("looks", "reach")),
                    sum(one["open"] > 0 for one in found),
                )
            )
    heads = (
        "Level",
        "Boards",
        "Paths",
        "Longest path",
        "Straight",
        "Turns a path",
        "Forced",
        "Looks",
        "Reach",
    )
    return table((*heads, "Boards with `open` cells"), rows)


def contracts() -> str:
    """Numberlink's contracts, a row a level."""
    config = yaml.safe_load(files.read_bytes(ROOT / "config.yaml"))["numberlink"]
    rows = []
    for (size, difficulty), one in NumberlinkSettings.of(config).contracts.items():
        most = "any" if one.open >= size**2 else one.open
        looks = f"{one.looks[0]}–{one.looks[1]}" if one.looks[1] < 99 else f"{one.looks[0]} or more"
        rows.append(
            (
                f"{size}×{size} {difficulty}",
                f"{one.winding}–{one.longest}",
                f"{100 * one.straight} %",
                hundredths(int(100 * one.turns)),
                looks,
                most,
            )
        )
    heads = (
        "Level",
        "Longest path",
        "Straight, at most",
        "Turns a path, at least",
        "Looks",
        "`open` cells, at most",
    )
    return table(heads, rows)


def spread(numbers: Iterable[int], spell: Any = str) -> str:
    """Least, median (the upper of two) and most."""
    ordered = sorted(numbers)
    return "–".join(spell(ordered[at]) for at in (0, len(ordered) // 2, -1))


def tenths(number: int) -> str:
    """A whole number of tenths as a decimal fraction."""
    return f"{number // 10}.{number % 10}"


def hundredths(number: int) -> str:
    """A whole number of hundredths as a decimal fraction."""
    return f"{number // 100}.{number % 100:02d}"


def members(schema: str, *steps: str) -> str:
    """The members of an object in a published file with their meanings, from its schema.

    `steps` are the keys that lead to the object's own schema. A reference to a description is followed.
    """
    root = canonical.loads(files.read_bytes(ROOT / "workflow/schemas" / schema), schema)
    part = root
    for step in steps:
        part = part[step]
    rows = []
    for key, value in part["properties"].items():
        meant = value.get("description")
        if meant is None:
            meant = root["$defs"][value["$ref"].rpartition("/")[2]]["description"]
        rows.append((f"`{key}`" + ("" if key in part["required"] else " (optional)"), meant))
    return table(("Key", "Meaning"), rows)


def licence_page() -> str:
    """The whole of `licences.md`."""
    pins = art.read_pins(ROOT / "sources/art.yaml")
    notices = licences.read(pins)
    rows = [(one.set, f"`{one.package}`", one.version, one.licence) for one in notices]
    page = LICENCES.format(
        address=publishing.SOURCE_URL.partition("{")[0],
        sets=table(("Set", "npm package", "Version", "Licence"), rows),
    )
    by_text: dict[str, list[str]] = {}
    for one in notices:
        by_text.setdefault(dedent(one.notice).strip(), []).append(one.set)
    for text, sets in by_text.items():
        page += f"\n## {' and '.join(sets)}\n\n```text\n{text}\n```\n"
    return page


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def filled(page: str, name: str, part: str) -> str:
    """The page with its part `name` made anew. Raises KitError unless it has that part once."""
    pattern = re.compile(rf"(<!-- made: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise KitError(f"The page hasn't one part `<!-- made: {name} -->` … `<!-- end -->`: put it in once.")
    return pattern.sub(lambda found: f"{found[1]}{part}\n{found[2]}", page)


def parts() -> dict[str, dict[str, str]]:
    """The generated parts that need no build, by page and name."""
    picture, manifest = "picture.schema.json", "manifest.schema.json"
    return {
        "low-poly.md": {
            "sizes": sizes(),
            "picture": members(picture),
            "tier": members(picture, "$defs", "tier"),
            "manifest": members(manifest, "$defs", "lowpoly"),
            "size": members(manifest, "$defs", "size"),
            "row": members(manifest, "$defs", "picture"),
        },
        "griddles.md": {
            "picture": members("griddles.schema.json", "$defs", "picture"),
            "certificate": members("griddles-certificate.schema.json", "$defs", "certificate"),
            "manifest": members(manifest, "$defs", "griddles"),
            "grid": members(manifest, "$defs", "grid"),
            "row": members(manifest, "$defs", "nonogram"),
        },
        "numberlink.md": {
            "contracts": contracts(),
            "board": members("numberlink.schema.json", "$defs", "board"),
            "measures": members("numberlink.schema.json", "$defs", "measures"),
            "certificate": members("numberlink-certificate.schema.json", "$defs", "certificate"),
            "manifest": members(manifest, "$defs", "numberlink"),
            "level": members(manifest, "$defs", "level"),
        },
    }


def main(build: Path = ROOT / "build") -> int:
    """Make everything anew. Returns 0, or 2 with a sentence on standard error."""
    docs = ROOT / "docs"
    try:
        made = parts()
        made["low-poly.md"]["measured"] = measured(build)
        made["griddles.md"]["measured"] = griddles_measured(build)
        made["numberlink.md"]["measured"] = numberlink_measured(build)
        for name, texts in made.items():
            page = files.read_bytes(docs / name).decode("utf-8")
            for part, text in texts.items():
                page = filled(page, part, text)
            files.write_text(docs / name, page)
        files.write_text(docs / "licences.md", licence_page())
        files.write_text(docs / "images/rulegraph.svg", rulegraph.draw(rulegraph.ask(ROOT)))
        gallery.save(build / "publish", docs / "images/lowpoly.png")
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
