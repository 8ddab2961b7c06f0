"""`python -m griddles`: the stages of the build, keeping a candidate, and solving anyone's nonogram."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from picturekit import jobs
from picturekit.errors import KitError


def main(argv: list[str] | None = None) -> int:
    """Run a command. Returns 0; 2 for bad input, with a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="griddles", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    jobs.add_stages(commands, STAGES)
    solve = commands.add_parser("solve", help="solve a nonogram in a .non file, and count its answers")
    solve.add_argument("file", type=Path, metavar="FILE.non")
    solve.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    solve.add_argument("--explain", action="store_true", help="print each step that a person could take")
    solve.add_argument(
        "--limit", type=int, help="how many answers are looked for where they can't be counted"
    )
    solve.add_argument("--seconds", type=float, help="how long is searched")
    keep = commands.add_parser("keep", help="take a candidate into pictures.txt")
    keep.add_argument("source", help="an icon of icons.yaml, such as phosphor:cat")
    keep.add_argument("size", type=int, help="10, 15 or 20")
    keep.add_argument("number", type=int, nargs="?", default=1, help="which proposal (default: 1)")
    keep.add_argument("--id", default="", help="the picture's id, if not the icon's in icons.yaml")
    keep.add_argument("--title", default="", help="its title, if not the icon's in icons.yaml")
    commands.add_parser("summary", help="what the build has made")
    args = parser.parse_args(argv)
    try:
        run(args)
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


STAGES = {
    "rasterize": (("shelf", "bucket", "rows", "settings"), "draw a bucket's icons"),
    "threshold": (("shelf", "bucket", "rows", "settings"), "choose a raster of each of a bucket's icons"),
    "touch-up": (("shelf", "bucket", "settings"), "bring a bucket's candidates to their tier"),
    "likeness": (("settings", "buckets"), "tell how like its icon each picture is"),
    "warm": (("settings",), "compile what the other stages run"),
    "prove": (("bucket", "entries", "settings"), "climb the ladder with a bucket's pictures"),
    "count": (("bucket", "entries", "settings"), "count the answers of a bucket's pictures"),
    "publish": (("settings", "buckets"), "write what is published"),
    "sheet": (("buckets",), "write the contact sheet"),
    "sheet-png": (("size", "buckets"), "write a size's page of the contact sheet"),
    "candidates": (("buckets",), "write the sheet of candidates"),
}
"""The stages, with the options that each takes."""


def run(args: argparse.Namespace) -> None:
    """Do what was asked."""
    if args.command in STAGES:
        run_stage(args)
    elif args.command == "solve":
        from griddles import solving

        given = {key: getattr(args, key) for key in ("limit", "seconds") if getattr(args, key) is not None}
        solving.run(args.file, as_json=args.json, explained=args.explain, **given)
    elif args.command == "keep":
        from griddles import keeping

        print(keeping.keep(args.source, args.size, args.number, identifier=args.id, title=args.title))
    else:
        from griddles import summary

        print(summary.text(), end="")


def run_stage(args: argparse.Namespace) -> None:
    """Run a stage on what the rule gave it."""
    from griddles import layout, stages
    from griddles.settings import Settings
    from picturekit import canonical

    readers = {
        "rows": layout.pairs_from_text,
        "entries": layout.entries_from_text,
        "settings": lambda text: Settings.of(canonical.loads(text.encode(), "--settings")),
    }
    stage = getattr(stages, jobs.function_of(args.command))
    stage(layout.Layout(sources=args.sources), **jobs.given(args, STAGES, readers))


if __name__ == "__main__":
    sys.exit(main())
