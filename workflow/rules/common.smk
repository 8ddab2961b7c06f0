"""What every rule shares: the code a stage imports, and a value as a job is told it.

A stage prints only what a person has to know, such as a bad picture or renderer drift. So every rule shows what its
job prints, as well as keeping it in its log.
"""

import json
from pathlib import Path

from picturekit import buckets, canonical
from picturekit.closure import closure

BUCKETS = buckets.labels(config["buckets"])


wildcard_constraints:
    bucket="[0-9]{2}",
    art_set="[a-z0-9-]+",
    shelf="kept|wanted",
    cells="[0-9]+",
    shard="[0-9]{2}",


def code_of_stage(package, stage):
    """The files that a stage's job imports, and the lock of all that they import from elsewhere."""
    roots = [f"{package}.__main__:run_stage", f"{package}.stages:{stage.replace('-', '_')}"]
    return code_of(*roots)


def code_of(*roots):
    """The files that these import, and the lock of all that they import from elsewhere."""
    return [*(f"src/{path}" for path in closure(roots)), "requirements.lock"]


def as_text(value):
    """A value as one line for a job's command line."""
    return canonical.dumps(value).decode().strip()


def sheet_templates(package):
    """The templates that a game's sheet is made from."""
    folders = ("src/picturekit/templates", f"src/{package}/templates")
    return sorted(path.as_posix() for folder in folders for path in Path(folder).glob("*.j2"))
