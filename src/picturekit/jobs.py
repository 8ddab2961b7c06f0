"""A game's stages as jobs: their options, and work that tells every failure at its end."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from picturekit import buckets
from picturekit.errors import KitError

Item = TypeVar("Item")

Stages = Mapping[str, tuple[tuple[str, ...], str]]
"""By a stage's name: the options that it takes, beside `--sources`, and what it does."""


def add_stages(commands: argparse._SubParsersAction[argparse.ArgumentParser], stages: Stages) -> None:
    """Make each stage a command with its options."""
    for name, (wants, about) in stages.items():
        stage = commands.add_parser(name, help=about)
        for want in wants:
            stage.add_argument(f"--{want}", required=True)
        stage.add_argument("--sources", type=Path, default=Path("sources"))


def function_of(stage: str) -> str:
    """The name of a stage's function: `touch_up` of `touch-up`."""
    return stage.replace("-", "_")


def given(
    args: argparse.Namespace, stages: Stages, readers: Mapping[str, Callable[[str], object]]
) -> dict[str, Any]:
    """The options that the stage takes, each as its reader makes it: their text where there is none.

    `--buckets` is always their number, read as their labels.
    """
    readers = {"buckets": lambda text: buckets.labels(int(text)), **readers}
    return {want: readers.get(want, str)(getattr(args, want)) for want in stages[args.command][0]}


def failures(items: Iterable[Item], work: Callable[[Item], None]) -> list[tuple[Item, KitError]]:
    """Do the work for every item, whatever happens to some: those that failed, in order, each with why."""
    failed = []
    for item in items:
        try:
            work(item)
        except KitError as error:
            failed.append((item, error))
    return failed
