"""Publishing: the bytes of every picture's file, the manifest and the fingerprints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lowpoly import library
from lowpoly.board import to_board
from lowpoly.layout import Named
from lowpoly.puzzle import GAME, Picture, Tier
from lowpoly.settings import Settings
from picturekit import canonical, fingerprints

SOURCE_URL = "https://github.com/microsoft/fluentui-emoji/tree/main/assets/{folder}"


@dataclass(frozen=True)
class Published:
    """A picture and its file's bytes."""

    row: Named
    picture: Picture
    data: bytes

    @property
    def path(self) -> str:
        """The file's path under `build/publish`."""
        return f"lowpoly/{self.row.code}.json"


def published(row: Named, settings: Settings, tiers: Mapping[tuple[str, str], Tier]) -> Published:
    """A subject's picture at every size that it is made at; `tiers` are by code and size."""
    picture = Picture(
        row.code,
        row.subject.title,
        row.subject.kind,
        {size: tiers[row.code, size] for size in settings.plan(row.subject.easy)},
    )
    return Published(row, picture, canonical.dumps(picture.to_json()))


def manifest(pictures: Sequence[Published], settings: Settings) -> dict[str, Any]:
    """The manifest's part of these pictures."""
    listed = [
        library.Listed(
            code=one.row.code,
            title=one.picture.title,
            kind=one.picture.kind,
            folder=one.row.subject.folder,
            sizes=tuple(one.picture.tiers),
            fingerprint=fingerprints.fingerprint(one.data),
        )
        for one in pictures
    ]
    sizes = []
    for size in settings.sizes:
        side = to_board(256, size.gap, settings.board.nearest)
        sizes.append(library.Size(size.name, size.dots, size.gap, side, side))
    return library.manifest(listed, settings.engine, sizes, SOURCE_URL)


def lock(
    pictures: Sequence[Published],
    settings: Settings,
    svgs: Mapping[str, str | None],
    pixels: Mapping[str, str],
    meshes: Mapping[tuple[str, str], Mapping[str, Any]],
) -> fingerprints.Lock:
    """The fingerprints of every stage. `svgs` and `pixels` are by code, `meshes` by code and size."""
    lines = {}
    for one in pictures:
        code = one.row.code
        hashes = {"pixels": pixels[code], "publish": fingerprints.fingerprint(one.data)}
        svg = svgs[code]
        if svg is not None:
            hashes["art"] = svg
        # The writer's part is what a reader of its bytes finds in them.
        written = canonical.loads(one.data)["tiers"]
        for size, tier in one.picture.tiers.items():
            mesh = {key: meshes[code, size][key] for key in ("points", "tris")}
            hashes[f"{size}.insert"] = fingerprints.fingerprint(canonical.dumps(mesh))
            hashes[f"{size}.holes"] = fingerprints.fingerprint(canonical.dumps(tier.to_json()))
            hashes[f"{size}.publish"] = fingerprints.fingerprint(canonical.dumps(written[size]))
        lines[GAME, code] = fingerprints.Picture(GAME, code, one.row.subject.folder, hashes)
    return fingerprints.Lock({GAME: settings.engine}, lines)
