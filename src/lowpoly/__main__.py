"""`python -m lowpoly`: the stages of the build, and one picture by hand."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from picturekit import jobs
from picturekit.errors import KitError


def main(argv: list[str] | None = None) -> int:
    """Run a command. Returns 0; 2 for bad input, with a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="lowpoly", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    jobs.add_stages(commands, STAGES)
    make = commands.add_parser("make", help="make one picture, outside the build")
    make.add_argument("subject", help="a folder name such as Fox, or a code")
    make.add_argument("--size", choices=("easy", "medium", "hard"), default="medium")
    make.add_argument("--png", type=Path, help="write it as a PNG")
    make.add_argument("--svg", type=Path, help="write it as an SVG")
    make.add_argument("--start", action="store_true", help="as it looks at the start, not solved")
    make.add_argument("--px", type=int, default=1024, help="how wide the PNG is (default: 1024)")
    make.add_argument("--json", type=Path, help="write it as the build publishes it, this size alone")
    pin = commands.add_parser("pin", help="pin the pixels of subjects that have none")
    pin.add_argument("--repin", default="", help="subjects that take new pixels, split by commas")
    commands.add_parser("summary", help="what the build has made, and what is short")
    args = parser.parse_args(argv)
    try:
        run(args)
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


STAGES = {
    "rasterize": (("bucket", "rows"), "draw a bucket's subjects and hold them against their pinned pixels"),
    "light": (("bucket", "settings"), "light a bucket's pictures"),
    "warm": (("settings",), "compile what the next stages run"),
    "insert": (("bucket", "rows", "settings"), "make a bucket's meshes"),
    "holes": (("bucket", "settings"), "take a bucket's meshes to pictures"),
    "audit": (("bucket", "rows", "settings"), "audit a bucket's pictures"),
    "publish": (("settings", "buckets"), "write what is published"),
    "sheet": (("buckets",), "write the contact sheet"),
    "sheet-png": (("bucket", "rows"), "write a bucket's page of the contact sheet"),
}
"""The stages, with the options that each takes."""


def run(args: argparse.Namespace) -> None:
    """Do what was asked."""
    if args.command in STAGES:
        run_stage(args)
    elif args.command == "make":
        from lowpoly import single

        single.make(
            args.subject, args.size, png=args.png, svg=args.svg, json=args.json, start=args.start, px=args.px
        )
    elif args.command == "pin":
        from lowpoly import project, stages

        this = project.read()
        stages.pin(project.LAYOUT, this.buckets, this.named, [name for name in args.repin.split(",") if name])
    else:
        from lowpoly import summary

        print(summary.text(), end="")


def run_stage(args: argparse.Namespace) -> None:
    """Run a stage on what the rule gave it."""
    from lowpoly import layout, stages
    from lowpoly.settings import Settings
    from picturekit import canonical

    readers = {
        "rows": layout.from_text,
        "settings": lambda text: Settings.of(canonical.loads(text.encode(), "--settings")),
    }
    stage = getattr(stages, jobs.function_of(args.command))
    stage(layout.Layout(sources=args.sources), **jobs.given(args, STAGES, readers))


if __name__ == "__main__":
    sys.exit(main())
