"""`python -m picturekit`: fetch the art, publish the manifest, check a build against the lock, rewrite it."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import yaml

from picturekit import files, fingerprints
from picturekit.errors import KitError
from picturekit.fingerprints import MAKER, MEANINGS, Comparison, Lock, Move, Raster

SHOWN = 20


def main(argv: list[str] | None = None) -> int:
    """Run a command. Returns its exit code; 2 for bad input, with a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="picturekit", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "fetch", help="get the pinned art (`fetch --help` for its own options)", add_help=False
    )
    publish = commands.add_parser("publish", help="write the manifest of what the games published")
    publish.add_argument("games", nargs="+", metavar="GAME")
    check = commands.add_parser("check", help="compare the build's fingerprints with the lock")
    lock = commands.add_parser("lock", help="make the lock say what the build has")
    for command in (check, lock):
        command.add_argument("--built", type=Path, default=Path("build/fingerprints.txt"))
        command.add_argument("--lock", type=Path, default=Path("sources/fingerprints.lock"))
    check.add_argument("--provenance", type=Path, default=Path("build/provenance"))
    check.add_argument("--strict", action="store_true", help="renderer drift fails too")
    lock.add_argument("--config", type=Path, default=Path("config.yaml"), help="where `released` is set")
    lock.add_argument(
        "--change", default="", help="released pictures that may move: names or codes, split by commas"
    )
    args, rest = parser.parse_known_args(argv)
    if args.command != "fetch" and rest:
        parser.error(f"what is {' '.join(rest)}?")
    try:
        if args.command == "fetch":
            from picturekit import art

            return art.fetch_command(rest)
        if args.command == "publish":
            publish_command(args.games)
            return 0
        if args.command == "check":
            return check_command(args.built, args.lock, args.provenance, strict=args.strict)
        return lock_command(args.built, args.lock, args.config, args.change)
    except KitError as error:
        print(error, file=sys.stderr)
        return 2


def publish_command(games: Sequence[str]) -> None:
    """Write the manifest and the fingerprints of what these games published in this folder."""
    from picturekit import manifest

    manifest.write(
        games,
        build=Path("build"),
        sources=Path("sources"),
        schema=Path("workflow/schemas/manifest.schema.json"),
    )


def check_command(built_path: Path, lock_path: Path, provenance: Path, *, strict: bool) -> int:
    """Print what isn't as locked, a sentence a picture, and a verdict. Returns 0, 1 or the stage's code, 10
    to 13."""
    built, locked = fingerprints.read(built_path), fingerprints.read(lock_path)
    comparison = fingerprints.compare(built, locked)
    rasters = fingerprints.read_rasters(provenance)
    unpinned = [raster for raster in rasters if raster.state == "unpinned"]
    drifted = [raster for raster in rasters if raster.state == "drift"]
    problems = [*_problems(comparison, built, locked), *map(_unpinned_sentence, unpinned)]
    drifts = [f"{raster.name} ({raster.code}): renderer drift: {raster.why}" for raster in drifted]
    _print_some(problems)
    _print_some(drifts)
    unchecked = sum(raster.state == "unchecked" for raster in rasters)
    if unchecked:
        print(f"The renderer was not checked on {_pictures(unchecked)}.")
    exit_code = comparison.exit_code or int(bool(unpinned or (strict and drifts)))
    print(_verdict(comparison, len(built.pictures), len(problems), len(drifts), exit_code))
    return exit_code


def lock_command(built_path: Path, lock_path: Path, config: Path, change: str) -> int:
    """Rewrite the lock from the build and print what moves. Raises KitError when something may not move."""
    built = fingerprints.read(built_path)
    locked = fingerprints.read(lock_path) if lock_path.exists() else Lock()
    names = [name for name in map(str.strip, change.split(",")) if name]
    updated = fingerprints.update(built, locked, released=_is_released(config), change=names)
    comparison = fingerprints.compare(updated, locked)
    files.write_text(lock_path, fingerprints.render(updated))
    _print_some([f"new: {picture.label}" for picture in comparison.new])
    _print_some([f"moved at {move.stage}{_sizes(move)}: {move.picture.label}" for move in comparison.moves])
    _print_some([f"gone: {picture.label}" for picture in comparison.gone])
    new, moved, gone = len(comparison.new), len(comparison.moves), len(comparison.gone)
    print(f"{lock_path} has {_pictures(len(updated.pictures))}: {new} new, {moved} moved, {gone} gone.")
    return 0


def _problems(comparison: Comparison, built: Lock, locked: Lock) -> list[str]:
    return [
        *(f"{move.picture.label}: {_diagnosis(move)}{_sizes(move)}." for move in comparison.moves),
        *(
            f"The engine version of {game} is {built.engines.get(game)} in the build and "
            f"{locked.engines.get(game)} in the lock: run `make lock`."
            for game in comparison.engines
        ),
        *(f"{picture.label} is not in the lock: run `make lock` to add it." for picture in comparison.new),
        *(
            f"{picture.label} is in the lock but was not built: put it back among the sources."
            for picture in comparison.gone
        ),
    ]


def _unpinned_sentence(raster: Raster) -> str:
    return f"{raster.name} ({raster.code}) has no pinned pixels: run `make lock` to pin them."


def _diagnosis(move: Move) -> str:
    meaning = MEANINGS[move.exit_code]
    return f"{meaning}, first at {move.stage}" if move.exit_code == MAKER else meaning


def _sizes(move: Move) -> str:
    sizes = [size for size in move.sizes if size]
    return f" ({', '.join(sizes)})" if sizes else ""


def _verdict(comparison: Comparison, total: int, problems: int, drifts: int, exit_code: int) -> str:
    drift = f" Renderer drift on {_pictures(drifts)}." if drifts else ""
    if comparison.moves:
        moved = f"{len(comparison.moves)} of {_pictures(total)} moved"
        return f"Not as locked: {_diagnosis(comparison.moves[0])}; {moved} (exit {exit_code}).{drift}"
    if problems:
        return f"Not as locked: {problems} to see to, above (exit {exit_code}).{drift}"
    if exit_code:
        return f"As locked, but not drawn as pinned (exit {exit_code}).{drift}"
    return f"As locked: {_pictures(total)}.{drift}"


def _pictures(count: int) -> str:
    return f"{count} picture{'' if count == 1 else 's'}"


def _print_some(sentences: Iterable[str]) -> None:
    sentences = list(sentences)
    for sentence in sentences[:SHOWN]:
        print(sentence)
    if len(sentences) > SHOWN:
        print(f"and {len(sentences) - SHOWN} more like these.")


def _is_released(path: Path) -> bool:
    try:
        config = yaml.safe_load(files.read_bytes(path))
    except yaml.YAMLError as error:
        raise KitError(f"{path} is not YAML: {error}.") from None
    released = config.get("released") if isinstance(config, dict) else None
    if not isinstance(released, bool):
        raise KitError(
            f"{path} doesn't say whether the pictures are released: add `released: false` or `true`."
        )
    return released


if __name__ == "__main__":
    sys.exit(main())
