"""The lock: a short hash of every picture at every stage, and which stage was the first to move.

`sources/fingerprints.lock` and what a build writes have one format: a header line for each game's engine
version, then a line a picture, both sorted, so that two people's additions merge:

    # engine lowpoly 3
    lowpoly 76XLFK art=0123456789abcdef pixels=… easy.insert=… easy.holes=… easy.publish=… … publish=… # Fox

Griddles' pictures have no codes of their own: there the size and the id stand in a code's place, `10-cat`.
"""

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from picturekit import canonical, files
from picturekit.errors import KitError

if TYPE_CHECKING:
    import numpy as np

ART, PIXELS, MAKER, WRITER = 10, 11, 12, 13
MEANINGS = {
    ART: "the art changed",
    PIXELS: "the pixels changed",
    MAKER: "the maker changed",
    WRITER: "the writer changed",
}


@dataclass(frozen=True)
class Game:
    """What is locked of a game: its stages in build order with their exit codes, and a line's fields."""

    stages: Mapping[str, int]
    fields: tuple[str, ...]


GAMES = {
    "lowpoly": Game(
        {"art": ART, "pixels": PIXELS, "insert": MAKER, "holes": MAKER, "publish": WRITER},
        (
            "art",
            "pixels",
            *(
                f"{size}.{stage}"
                for size in ("easy", "medium", "hard")
                for stage in ("insert", "holes", "publish")
            ),
            "publish",
        ),
    ),
    "griddles": Game(
        {"art": ART, "grid": MAKER, "place": MAKER, "publish": WRITER}, ("art", "grid", "place", "publish")
    ),
    "numberlink": Game({"board": MAKER, "publish": WRITER}, ("board", "publish")),
}

_ENGINE_RE = re.compile(r"# engine (\S+) ([0-9]+)")
_PICTURE_RE = re.compile(r"(\S+) (\S+)((?: \S+=[0-9a-f]{16})+) # (\S(?:.*\S)?)")


@dataclass(frozen=True)
class Picture:
    """One picture's line: its hashes by field, such as `easy.insert`, in the order of the game's fields."""

    game: str
    code: str
    name: str
    hashes: Mapping[str, str]

    @property
    def label(self) -> str:
        return f"{self.name} ({self.code})"


@dataclass(frozen=True)
class Lock:
    """A whole file: each game's engine version, and the pictures by game and code."""

    engines: Mapping[str, int] = field(default_factory=dict)
    pictures: Mapping[tuple[str, str], Picture] = field(default_factory=dict)


@dataclass(frozen=True)
class Move:
    """A picture that isn't as locked: the first stage that moved, and at which sizes ("" for no size)."""

    picture: Picture
    stage: str
    sizes: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        return GAMES[self.picture.game].stages[self.stage]

    @property
    def step(self) -> tuple[int, int]:
        """How early in the build it is: the exit code, then the place among the game's stages."""
        return self.exit_code, list(GAMES[self.picture.game].stages).index(self.stage)


@dataclass(frozen=True)
class Comparison:
    """How a build differs from the lock: moves by how early their stage is, the rest in file order."""

    moves: tuple[Move, ...]
    new: tuple[Picture, ...]
    gone: tuple[Picture, ...]
    engines: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """The earliest moved stage's code; 1 where pictures or engine versions differ; else 0."""
        if self.moves:
            return self.moves[0].exit_code
        return int(bool(self.new or self.gone or self.engines))


@dataclass(frozen=True)
class Raster:
    """Fresh pixels against the pinned ones: `same`, `drift`, `unpinned` or `unchecked`, and why."""

    code: str
    name: str
    state: str
    why: str


def fingerprint(data: bytes) -> str:
    """The first 16 hex digits of the sha256 of `data`."""
    return hashlib.sha256(data).hexdigest()[:16]


def of_pixels(pixels: "np.ndarray") -> str:
    """The fingerprint of a uint8 array: of its shape as text, such as `256x256x4`, a newline, and its bytes
    row by row.

    Raises KitError for another dtype.
    """
    if pixels.dtype != "uint8":
        raise KitError(
            f"These pixels are {pixels.dtype} and not uint8: convert them before taking a fingerprint."
        )
    return fingerprint("x".join(map(str, pixels.shape)).encode() + b"\n" + pixels.tobytes())


def parse(text: str, name: str) -> Lock:
    """The lock that `text` spells, in any order of lines. Raises KitError naming `name` and the line."""
    engines: dict[str, int] = {}
    pictures: dict[tuple[str, str], Picture] = {}
    names: dict[tuple[str, str], int] = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else [], 1):
        where = f"{name}:{number}"
        if header := _ENGINE_RE.fullmatch(line):
            if header[1] in engines:
                raise KitError(
                    f"{where} gives {header[1]}'s engine version again: keep the higher of the two lines."
                )
            engines[header[1]] = int(header[2])
            continue
        picture = _parse_picture(line, where)
        key = (picture.game, picture.code)
        if key in pictures:
            raise KitError(f"{where} has the code {picture.code} again: keep one line of the two.")
        if (picture.game, picture.name) in names:
            first = names[picture.game, picture.name]
            raise KitError(
                f"{where} has {picture.name} again, which line {first} has too: keep one line of the two."
            )
        pictures[key] = picture
        names[picture.game, picture.name] = number
    for game, _ in pictures:
        if game not in engines:
            raise KitError(f"{name} has no line `# engine {game} …`: restore it from git.")
    return Lock(engines, dict(sorted(pictures.items())))


def read(path: Path | str) -> Lock:
    """The lock in the file `path`. Raises KitError when it isn't there or isn't a lock."""
    try:
        return parse(files.read_bytes(path).decode("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise KitError(f"{path} is not UTF-8 at byte {error.start}: restore it from git.") from None


def render(lock: Lock) -> str:
    """The file's text: the engines' lines, then the pictures', each sorted by code point."""
    lines = [f"# engine {game} {version}\n" for game, version in sorted(lock.engines.items())]
    for _, picture in sorted(lock.pictures.items()):
        order = GAMES[picture.game].fields
        hashes = "".join(f" {key}={picture.hashes[key]}" for key in order if key in picture.hashes)
        lines.append(f"{picture.game} {picture.code}{hashes} # {picture.name}\n")
    return "".join(lines)


def compare(built: Lock, locked: Lock) -> Comparison:
    """What differs. Art is compared only where both sides have it, for a build may go on without the art."""
    moves = []
    for key, picture in built.pictures.items():
        if key in locked.pictures and (move := _first_move(picture, locked.pictures[key])):
            moves.append(move)
    return Comparison(
        tuple(sorted(moves, key=lambda move: move.step)),
        tuple(picture for key, picture in built.pictures.items() if key not in locked.pictures),
        tuple(picture for key, picture in locked.pictures.items() if key not in built.pictures),
        tuple(
            game
            for game in sorted({*built.engines, *locked.engines})
            if built.engines.get(game) != locked.engines.get(game)
        ),
    )


def update(built: Lock, locked: Lock, *, released: bool, change: Collection[str] = ()) -> Lock:
    """The lock that takes the build's place: the build's lines, with the locked art where the build had none.

    Once `released`, a locked picture moves only if its game's engine version went up or `change` has its name
    or code, and none is dropped or given another code. Raises KitError with every reason why not, or for a
    name in `change` that neither side has.
    """
    known = {
        word for lock in (built, locked) for picture in lock.pictures.values() for word in _words(picture)
    }
    refusals = [f"No picture is called {word}: check the name." for word in sorted(set(change) - known)]
    if released:
        refusals += _released_refusals(built, locked, frozenset(change))
    if refusals:
        raise KitError("\n".join(["The lock stays as it was.", *refusals]))
    pictures = {
        key: replace(picture, hashes=_with_locked_art(picture, locked.pictures.get(key)))
        for key, picture in built.pictures.items()
    }
    return Lock(built.engines, pictures)


def read_rasters(provenance: Path) -> list[Raster]:
    """How each picture's pixels were come by, from `<game>/raster/*.json` in `provenance`, by code."""
    rasters = []
    for path in sorted(provenance.glob("*/raster/*.json")):
        if path.name.startswith("."):
            continue
        for row in canonical.loads(files.read_bytes(path), str(path)):
            rasters.append(Raster(row["code"], row["folder"], row["state"], row["why"]))
    return sorted(rasters, key=lambda raster: raster.code)


def _parse_picture(line: str, where: str) -> Picture:
    parts = _PICTURE_RE.fullmatch(line)
    if not parts:
        raise KitError(
            f"{where} is not a picture's line ({line[:40]!r}): restore it from git, or run `make lock`."
        )
    game, code, fields, name = parts.groups()
    if game not in GAMES:
        raise KitError(
            f"{where} is of the game {game}, which isn't one of {', '.join(GAMES)}: take the line out."
        )
    hashes: dict[str, str] = {}
    for pair in fields.split():
        key, _, value = pair.partition("=")
        if key not in GAMES[game].fields or key in hashes:
            problem = "twice" if key in hashes else f"which {game} doesn't have"
            raise KitError(f"{where} has the stage {key} {problem}: restore it from git, or run `make lock`.")
        hashes[key] = value
    return Picture(game, code, name, {key: hashes[key] for key in GAMES[game].fields if key in hashes})


def _first_move(picture: Picture, locked: Picture) -> Move | None:
    game = GAMES[picture.game]
    old = {**locked.hashes}
    new = {**picture.hashes}
    if "art" not in old or "art" not in new:
        old.pop("art", None)
        new.pop("art", None)
    moved = [key for key in game.fields if old.get(key) != new.get(key)]
    for stage in game.stages:
        sizes = [key.rpartition(".")[0] for key in moved if key.rpartition(".")[2] == stage]
        if sizes:
            return Move(picture, stage, tuple(sizes))
    return None


def _released_refusals(built: Lock, locked: Lock, change: frozenset[str]) -> list[str]:
    comparison = compare(built, locked)
    codes = {(picture.game, picture.name): picture.code for picture in built.pictures.values()}
    refusals = []
    for game in comparison.engines:
        if built.engines.get(game, 0) < locked.engines.get(game, 0):
            refusals.append(
                f"The engine version of {game} went down, which makes old saves look new: raise it again."
            )
    for picture in comparison.gone:
        code = codes.get((picture.game, picture.name))
        refusals.append(
            f"{picture.label} is released and would be dropped: put it back, and retire it instead."
            if code is None
            else f"{picture.label} is released and would get another code, {code}: a code is for good."
        )
    for move in comparison.moves:
        game = move.picture.game
        if built.engines[game] <= locked.engines[game] and change.isdisjoint(_words(move.picture)):
            refusals.append(
                f"{move.picture.label} is released and would move at {move.stage}: "
                f"raise the engine version of {game}, or name it (CHANGE={move.picture.name})."
            )
    return refusals


def _words(picture: Picture) -> tuple[str, str]:
    return picture.name, picture.code


def _with_locked_art(picture: Picture, locked: Picture | None) -> dict[str, str]:
    kept = {"art": locked.hashes["art"]} if locked and "art" in locked.hashes else {}
    return {**kept, **picture.hashes}
