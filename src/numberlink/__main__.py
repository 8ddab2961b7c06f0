"""`python -m numberlink`: the stages of the build, a board by hand, and deciding anyone's."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from picturekit import jobs
from picturekit.errors import KitError


def main(argv: list[str] | None = None) -> int:
    """Run a command. Returns 0; 2 for bad input, with a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="numberlink", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    jobs.add_stages(commands, STAGES)
    solve = commands.add_parser("solve", help="decide a board in a file: no answer, one, or several")
    solve.add_argument("file", type=Path, metavar="FILE")
    solve.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    solve.add_argument("--seconds", type=float, help="how long is searched")
    play = commands.add_parser("play", help="make the board of a seed, or take the bank's")
    play.add_argument("seed", help="any text")
    play.add_argument("size", type=int, help="8, 10, 12 or 15")
    play.add_argument("difficulty", help="easy, medium, hard or expert")
    audit = commands.add_parser("audit", help="measure boards of any source by one yardstick")
    audit.add_argument(
        "targets", nargs="+", metavar="TARGET", help="bank, generator, poor, or a path to import"
    )
    audit.add_argument(
        "--samples", type=int, default=32, help="boards of each level, 0 for all (default: 32)"
    )
    audit.add_argument("--certify", action="store_true", help="prove each board too")
    audit.add_argument("--json", action="store_true", help="print one JSON list and nothing else")
    audit.add_argument("--page", type=Path, help="write a page with plots")
    commands.add_parser("verify", help="make and prove every board of the bank again, from its certificate")
    commands.add_parser("summary", help="what the build has made")
    args = parser.parse_args(argv)
    try:
        run(args)
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


STAGES: jobs.Stages = {
    "warm": (("settings",), "compile what the other stages run"),
    "fill": (("shard", "settings"), "make the boards of a shard's seeds"),
    "prove": (("shard", "settings"), "prove a shard's boards from their ends alone"),
    "measure": (("shard", "settings"), "measure a shard's boards and hold them against their contracts"),
    "publish": (("settings", "buckets"), "write what is published"),
    "sheet": ((), "write the contact sheet"),
    "sheet-png": (("size",), "write a size's page of the contact sheet"),
}


def run(args: argparse.Namespace) -> None:
    """Do what was asked."""
    if args.command in STAGES:
        run_stage(args)
    elif args.command == "solve":
        from numberlink import solving

        given = {} if args.seconds is None else {"seconds": args.seconds}
        solving.run(args.file, as_json=args.json, **given)
    elif args.command == "play":
        from numberlink import project
        from numberlink.play import play
        from numberlink.puzzle import Library
        from picturekit import canonical

        library = Library(project.LAYOUT.publish)
        game = play(args.seed, args.size, args.difficulty, project.read_settings(), library)
        print(canonical.dumps(game.to_json()).decode(), end="")
    elif args.command == "audit":
        from numberlink import audit, project
        from picturekit import art, licences

        audit.run(
            args.targets,
            samples=args.samples,
            certify=args.certify,
            as_json=args.json,
            page=args.page,
            publish=project.LAYOUT.publish,
            contracts=project.read_settings().contracts,
            licences=licences.read(art.read_pins(project.LAYOUT.sources / "art.yaml")) if args.page else (),
        )
    elif args.command == "verify":
        from numberlink import project, verifying

        print(verifying.verify_bank(project.LAYOUT.publish, project.read_settings()))
    else:
        from numberlink import summary

        print(summary.text(), end="")


def run_stage(args: argparse.Namespace) -> None:
    """Run a stage on what the rule gave it."""
    from numberlink import layout, stages
    from numberlink.settings import Settings
    from picturekit import canonical

    readers = {"settings": lambda text: Settings.of(canonical.loads(text.encode(), "--settings"))}
    stage = getattr(stages, jobs.function_of(args.command))
    stage(layout.Layout(sources=args.sources), **jobs.given(args, STAGES, readers))


if __name__ == "__main__":
    sys.exit(main())
