"""One picture, made here and now from its pinned pixels, outside the build: for a look, or for debugging."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from lowpoly import drawing, insertion, project
from lowpoly.audit import audit
from lowpoly.background import paint
from lowpoly.errors import LowPolyError
from lowpoly.features import prefix_table
from lowpoly.layout import Named
from lowpoly.light import lit
from lowpoly.measures import measure
from lowpoly.puzzle import Tier
from lowpoly.settings import Settings
from picturekit import art, canonical, files, raster
from picturekit.raster import Pixels


def find(subject: str, named: list[Named]) -> Named:
    """The subject of that folder name or code, in any case. Raises LowPolyError if there is none."""
    for row in named:
        if subject.casefold() in (row.subject.folder.casefold(), row.code.casefold()):
            return row
    raise LowPolyError(f"{subject} is no subject: see sources/lowpoly/subjects.yaml for their folders.")


def pixels_of(row: Named) -> Pixels:
    """A subject's pinned pixels, or fresh ones where it has none and the build has the art."""
    pinned = project.LAYOUT.pinned(row.subject.folder)
    if pinned.exists():
        return raster.read_png(pinned)
    sets = project.LAYOUT.art_set(art.ICONS).parent
    if not (sets / art.ICONS).is_dir():
        raise LowPolyError(f"{row.label} has no pinned pixels, and {sets.as_posix()} no art: run make once.")
    return raster.draw(art.icon(sets, row.subject.folder), row.subject.folder)


def tier_of(rgba: Pixels, settings: Settings, size: str, dots: int) -> Tier:
    """The whole chain for one picture at one size: uint8 (S, S, 4) in, the published picture out."""
    prefix = prefix_table(lit(rgba, settings.light))
    rules = settings.insert
    places = insertion.candidates(rgba, lattice=rules.lattice, flat=rules.flat, contrast=rules.contrast)
    mesh = insertion.insert(prefix, places, settings.rules(size, dots))
    return paint(
        mesh.points,
        mesh.triangles,
        prefix,
        gap=settings.size(size).gap,
        nearest=settings.board.nearest,
        opacity=settings.keep,
    )


def make(
    subject: str, size: str, *, png: Path | None, svg: Path | None, json: Path | None, start: bool, px: int
) -> None:
    """Make a subject at a size, write it where asked, and print its measures.

    Raises LowPolyError when there is no such subject or it isn't made at that size, and when it isn't fair.
    """
    here = project.read()
    row = find(subject, here.named)
    plan = here.settings.plan(row.subject.easy)
    if size not in plan:
        raise LowPolyError(f"{row.label} is not made at {size}: its row says easy: 0.")
    if not 16 <= px <= 8192:
        raise LowPolyError(f"--px {px}: a PNG is 16 to 8192 pixels wide.")
    tier = tier_of(pixels_of(row), here.settings, size, plan[size])
    problems = audit(tier)
    if problems:
        raise LowPolyError(f"{row.label} at {size} isn't fair: {'; '.join(problems)}.")
    if png is not None:
        picture = drawing.png(tier, "start" if start else "solved", px)
        image = Image.fromarray(np.ascontiguousarray(picture))
        files.write_with(png, lambda temporary: image.save(temporary, format="PNG"))
    if svg is not None:
        text = (
            drawing.svg_start(tier, row.subject.title)
            if start
            else drawing.svg_solved(tier, row.subject.title)
        )
        files.write_text(svg, text)
    if json is not None:
        files.write_bytes(json, canonical.dumps(tier.to_json()))
    found = measure(tier, plan[size])
    print(
        f"{row.subject.title} ({row.code}), {size}: {found.dots} dots, {found.lines} lines, "
        f"{found.triangles} triangles; busiest {found.busiest}, sharpest {found.sharpest / 10:.1f}°"
    )
