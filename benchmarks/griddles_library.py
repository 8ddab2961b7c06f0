"""How long it takes to prove the whole library: ladder and certificates, then the count, on two cores.

    python benchmarks/griddles_library.py [--runs R]

Each bucket's two jobs run as the build runs them, two at a time, in processes of their own; compiled code is
there. Prints wall seconds and CPU seconds, the median of the runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

from griddles import layout, project
from picturekit import buckets, canonical, files


def jobs(folder: Path) -> list[list[str]]:
    """The command of every job, writing into `folder`."""
    config = yaml.safe_load(files.read_bytes("config.yaml").decode("utf-8"))["griddles"]
    settings = canonical.dumps(config).decode().strip()
    entries = project.entries()
    found = []
    for bucket in buckets.labels(config["buckets"]):
        there = [
            entry
            for entry in entries
            if buckets.label(buckets.bucket_of(entry.key, config["buckets"])) == bucket
        ]
        rows = layout.entries_to_text(there, shown=False)
        for stage in ("prove", "count"):
            given = ["--bucket", bucket, "--entries", rows, "--settings", settings]
            found.append([sys.executable, "-m", "griddles", stage, *given])
    (folder / "sources").symlink_to(Path("sources").resolve())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="of which the median is told (default: 3)")
    args = parser.parse_args()
    walls, cpus = [], []
    for run in range(args.runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            commands = jobs(Path(folder))
            before, begun = os.times(), time.monotonic()
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(lambda c: subprocess.run(c, cwd=folder, check=True), commands))
            after = os.times()
            if run:
                walls.append(time.monotonic() - begun)
                cpus.append(
                    after.children_user
                    + after.children_system
                    - before.children_user
                    - before.children_system
                )
    print(f"{len(project.entries())} pictures proved twice, and certified:")
    print(f"{statistics.median(walls):.1f} s on two cores, {statistics.median(cpus):.1f} s of CPU")


if __name__ == "__main__":
    main()
