"""The stages of the build, one function a rule: the only part of Low Poly that touches files.

Each takes a bucket's files to the bucket's next ones and is called as `python -m lowpoly <stage> --bucket
07 …`. What a stage needs is imported inside it, so that a rule depends on that alone, and a job loads no
more.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lowpoly.layout import Layout, Named, try_each
from picturekit import files

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowpoly.puzzle import Tier
    from lowpoly.settings import Settings
    from lowpoly.sheet import Row


def read_arrays(path: Path) -> dict[str, NDArray[np.uint8]]:
    """Every picture's pixels in a bucket's `.npz`, by code: uint8 (S, S, 4) each."""
    import numpy as np

    with np.load(path, allow_pickle=False) as arrays:
        return {code: arrays[code] for code in arrays.files}


def write_arrays(path: Path, arrays: Mapping[str, NDArray[np.uint8]]) -> None:
    """Write a bucket's pixels."""
    import numpy as np

    ordered: dict[str, Any] = dict(sorted(arrays.items()))
    files.write_with(path, lambda temporary: np.savez(temporary, **ordered))


def rasterize(layout: Layout, bucket: str, rows: list[Named]) -> None:
    """Draw every subject where the art is there, hold it against its pinned pixels, and use those if there
    are any.

    Raises LowPolyError, after the whole bucket was tried, for subjects that the set hasn't, that can't be
    drawn, or that have neither art nor pinned pixels.
    """
    import numpy as np

    from lowpoly.errors import LowPolyError
    from picturekit import art, canonical, fingerprints, raster

    statuses = [art.read_status(layout.art_set(name).with_suffix(".json")) for name in (art.NAMES, art.ICONS)]
    missing = next((status.why for status in statuses if not status.present), raster.available())
    table = art.table(layout.art_set(art.ICONS).parent) if statuses[0].present else None
    pixels: dict[str, NDArray[np.uint8]] = {}
    reports = []

    def take(row: Named) -> None:
        folder, code = row.subject.folder, row.code
        if table is not None and folder not in table:
            raise LowPolyError(f"{art.NAMES} has no folder {folder}: spell it as the set does.")
        pinned_at = layout.pinned(folder)
        pinned = raster.read_png(pinned_at) if pinned_at.exists() else None
        state, why, svg = "unchecked", missing or "", None
        if missing is None:
            drawing = art.icon(layout.art_set(art.ICONS).parent, folder)
            svg = fingerprints.fingerprint(drawing)
            fresh = raster.draw(drawing, folder)
            layout.fresh(code).unlink(missing_ok=True)
            if pinned is None:
                state, why, pinned = "unpinned", "no pixels are pinned for it", fresh
            elif np.array_equal(fresh, pinned):
                state = "same"
            else:
                apart = int((fresh != pinned).any(axis=2).sum())
                state, why = "drift", f"{apart} pixels differ from {pinned_at.as_posix()}, which are used"
                raster.write_png(layout.fresh(code), fresh)
        if pinned is None:
            raise LowPolyError(f"there is neither art nor {pinned_at.as_posix()}: {missing}")
        pixels[code] = pinned
        reports.append(
            {
                "code": code,
                "folder": folder,
                "state": state,
                "svg": svg,
                "tools": raster.tools() if missing is None else {},
                "why": why,
            }
        )
        if state == "drift":
            print(f"renderer drift: {row.label}: {why}", file=sys.stderr)

    try_each(layout, rows, take)
    write_arrays(layout.stage("pixels", bucket, "npz"), pixels)
    files.write_bytes(layout.rasters(bucket), canonical.dumps(reports))


def light(layout: Layout, bucket: str, settings: Settings) -> None:
    """Light every picture of a bucket."""
    from lowpoly.light import lit

    pixels = read_arrays(layout.stage("pixels", bucket, "npz"))
    lights = {code: lit(rgba, settings.light) for code, rgba in pixels.items()}
    write_arrays(layout.stage("light", bucket, "npz"), lights)


def insert(layout: Layout, bucket: str, rows: list[Named], settings: Settings) -> None:
    """Make every picture's mesh at each of its sizes.

    Raises LowPolyError, after the whole bucket was tried, for pictures that don't come to Easy's dots.
    """
    from lowpoly import insertion
    from lowpoly.background import used_dots
    from lowpoly.errors import LowPolyError
    from lowpoly.features import prefix_table

    pixels = read_arrays(layout.stage("pixels", bucket, "npz"))
    lights = read_arrays(layout.stage("light", bucket, "npz"))
    least = settings.size("easy").dots
    meshes = []

    def make(row: Named) -> None:
        prefix = prefix_table(lights[row.code])
        rules = settings.insert
        places = insertion.candidates(
            pixels[row.code], lattice=rules.lattice, flat=rules.flat, contrast=rules.contrast
        )
        for size, dots in settings.plan(row.subject.easy).items():
            mesh = insertion.insert(prefix, places, settings.rules(size, dots))
            found = used_dots(mesh.points, mesh.triangles, prefix, settings.keep)
            if found < least:
                raise LowPolyError(
                    f"the candidates run out at {found} of {dots} dots at {size}, and a picture has {least} "
                    "or more: there is too little in it; leave it out, or set easy: 0 if only Easy is short."
                )
            meshes.append(
                {
                    "code": row.code,
                    "size": size,
                    "points": mesh.points.tolist(),
                    "tris": mesh.triangles.tolist(),
                }
            )

    try_each(layout, rows, make)
    files.write_jsonl(layout.stage("insert", bucket, "jsonl"), meshes)


def holes(layout: Layout, bucket: str, settings: Settings) -> None:
    """Take every mesh to the picture it shows: background off, holes filled, colours in."""
    import numpy as np

    from lowpoly.background import paint
    from lowpoly.features import prefix_table

    lights = read_arrays(layout.stage("light", bucket, "npz"))
    prefixes = {code: prefix_table(lit) for code, lit in lights.items()}
    tiers = []
    for mesh in files.read_jsonl(layout.stage("insert", bucket, "jsonl")):
        tier = paint(
            np.array(mesh["points"], np.int64),
            np.array(mesh["tris"], np.int64),
            prefixes[mesh["code"]],
            gap=settings.size(mesh["size"]).gap,
            nearest=settings.board.nearest,
            opacity=settings.keep,
        )
        tiers.append({"code": mesh["code"], "size": mesh["size"], **tier.to_json()})
    files.write_jsonl(layout.stage("holes", bucket, "jsonl"), tiers)


def audit(layout: Layout, bucket: str, rows: list[Named], settings: Settings) -> None:
    """Audit and measure every picture of a bucket. Raises LowPolyError naming each that isn't fair."""
    from lowpoly.audit import audit as problems_of
    from lowpoly.errors import LowPolyError
    from lowpoly.measures import measure

    tiers = read_tiers(layout.stage("holes", bucket, "jsonl"))
    measures = []

    def judge(row: Named) -> None:
        problems = []
        for size, dots in settings.plan(row.subject.easy).items():
            tier = tiers[row.code, size]
            problems += [f"{size}: {problem}" for problem in problems_of(tier)]
            measures.append({"code": row.code, "size": size, **measure(tier, dots).to_json()})
        if problems:
            raise LowPolyError("; ".join(problems))

    try_each(layout, rows, judge)
    files.write_jsonl(layout.stage("audit", bucket, "jsonl"), measures)


def read_tiers(path: Path) -> dict[tuple[str, str], Tier]:
    """The pictures in a bucket's file, by code and size."""
    from lowpoly.puzzle import Tier

    keys = ("w", "h", "dots", "tris", "colors")
    return {
        (row["code"], row["size"]): Tier.from_json({key: row[key] for key in keys})
        for row in files.read_jsonl(path)
    }


def publish(layout: Layout, settings: Settings, buckets: list[str]) -> None:
    """Write a file a picture, and leave what the manifest will say of them, and the fingerprints.

    What a build with more buckets left goes away: it would be read as if it were of this one.
    """
    from lowpoly import project, publishing
    from lowpoly.puzzle import GAME
    from picturekit import canonical, fingerprints, manifest

    svgs, pixels, meshes, tiers = {}, {}, {}, {}
    for path in layout.leftovers(buckets):
        path.unlink()
    for bucket in buckets:
        for report in canonical.loads(files.read_bytes(layout.rasters(bucket))):
            svgs[report["code"]] = report["svg"]
        for code, rgba in read_arrays(layout.stage("pixels", bucket, "npz")).items():
            pixels[code] = fingerprints.of_pixels(rgba)
        for mesh in files.read_jsonl(layout.stage("insert", bucket, "jsonl")):
            meshes[mesh["code"], mesh["size"]] = mesh
        tiers.update(read_tiers(layout.stage("holes", bucket, "jsonl")))
    pictures = [publishing.published(row, settings, tiers) for row in project.name_all(layout)]
    for one in pictures:
        manifest.put(layout.publish / one.path, one.data, layout.schemas / "picture.schema.json")
    part = publishing.manifest(pictures, settings)
    lock = publishing.lock(pictures, settings, svgs, pixels, meshes)
    manifest.leave(layout.build, GAME, part, [one.path for one in pictures], lock)


def sheet_rows(layout: Layout, rows: list[Named], buckets: list[str]) -> list[Row]:
    """What the contact sheet shows of these subjects, which are those of the buckets."""
    from lowpoly.sheet import Row
    from picturekit import canonical, raster

    measures, reports, pixels = {}, {}, {}
    tiers: dict[str, dict[str, Tier]] = defaultdict(dict)
    for bucket in buckets:
        for (code, size), tier in read_tiers(layout.stage("holes", bucket, "jsonl")).items():
            tiers[code][size] = tier
        pixels.update(read_arrays(layout.stage("pixels", bucket, "npz")))
        for measure in files.read_jsonl(layout.stage("audit", bucket, "jsonl")):
            measures[measure["code"], measure["size"]] = measure
        for report in canonical.loads(files.read_bytes(layout.rasters(bucket))):
            reports[report["code"]] = report
    shown = []
    for row in rows:
        code, subject = row.code, row.subject
        made = tiers[code]
        notes = []
        if reports[code]["state"] in ("drift", "unpinned"):
            notes.append(f"{reports[code]['state']}: {reports[code]['why']}")
        notes += [
            f"{size}: {measures[code, size]['short']} dots short"
            for size in made
            if measures[code, size]["short"]
        ]
        # A pinned file is shown as it stands: PNG bytes made here would depend on the machine's zlib.
        pinned = layout.pinned(subject.folder)
        source = files.read_bytes(pinned) if pinned.exists() else raster.png_bytes(pixels[code])
        shown.append(
            Row(
                code=code,
                title=subject.title,
                kind=subject.kind,
                folder=subject.folder,
                source_png=source,
                tiers=made,
                measures={size: measures[code, size] for size in made},
                notes=notes,
            )
        )
    return shown


def sheet(layout: Layout, buckets: list[str]) -> None:
    """Write the contact sheet of the whole library."""
    from lowpoly import project
    from lowpoly.sheet import html
    from picturekit import art, licences

    pins = art.read_pins(layout.sources / "art.yaml")
    rows = sheet_rows(layout, project.name_all(layout), buckets)
    files.write_text(layout.sheets / "lowpoly.html", html(rows, licences.read(pins)))


def sheet_png(layout: Layout, bucket: str, rows: list[Named]) -> None:
    """Write a bucket's page of the contact sheet as a PNG."""
    from PIL import Image

    from lowpoly.sheet import page_png

    page = Image.fromarray(page_png(sheet_rows(layout, rows, [bucket]))).convert("RGB")
    # Packing the page harder would take as long as drawing it.
    files.write_with(
        layout.sheets / "lowpoly" / f"{bucket}.png",
        lambda temporary: page.save(temporary, format="PNG", compress_level=1),
    )


def warm(layout: Layout, settings: Settings) -> None:
    """Compile all that the other stages run, so that no two jobs compile the same at once."""
    import numpy as np

    from lowpoly import insertion
    from lowpoly.background import paint
    from lowpoly.features import prefix_table

    rgba = np.zeros((256, 256, 4), np.uint8)
    rgba[64:192, 64:192] = (200, 40, 40, 255)
    rgba[96:160, 96:160] = (40, 40, 200, 255)
    prefix = prefix_table(rgba)
    rules = settings.insert
    places = insertion.candidates(rgba, lattice=rules.lattice, flat=rules.flat, contrast=rules.contrast)
    mesh = insertion.insert(prefix, places, settings.rules("easy", 10))
    paint(
        mesh.points,
        mesh.triangles,
        prefix,
        gap=settings.size("easy").gap,
        nearest=settings.board.nearest,
        opacity=settings.keep,
    )
    files.write_text(layout.build / "lowpoly" / "warm.txt", "compiled\n")


def pin(layout: Layout, buckets: list[str], rows: list[Named], repin: list[str]) -> None:
    """Pin the pixels of every subject that has none, and take new ones for the codes or folders in `repin`.

    Raises LowPolyError for a name that isn't a subject, before anything is written.
    """
    from lowpoly.errors import LowPolyError
    from picturekit import fingerprints, raster

    by_name = {name: row for row in rows for name in (row.code, row.subject.folder)}
    unknown = [name for name in repin if name not in by_name]
    if unknown:
        raise LowPolyError(
            f"REPIN names no subject: {', '.join(unknown)}. Write folder names or codes, split by commas."
        )
    wanted = {by_name[name].code for name in repin}
    reports = {report.code: report for report in fingerprints.read_rasters(layout.build / "provenance")}
    pixels = {}
    for bucket in buckets:
        pixels.update(read_arrays(layout.stage("pixels", bucket, "npz")))
    for row in rows:
        report = reports.get(row.code)
        if report is None:
            raise LowPolyError(f"{row.label} isn't in the build: run make first.")
        pinned = layout.pinned(row.subject.folder)
        if report.state == "unpinned":
            raster.write_png(pinned, pixels[row.code])
            print(f"pinned {pinned.as_posix()}")
        elif row.code in wanted and report.state == "drift":
            raster.write_png(pinned, raster.read_png(layout.fresh(row.code)))
            print(f"pinned {pinned.as_posix()} anew")
        elif row.code in wanted:
            raise LowPolyError(
                f"{row.label}: there are no new pixels to pin: {report.why or 'they are the same'}."
            )
