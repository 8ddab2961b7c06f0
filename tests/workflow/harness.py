"""A tiny project that is built for real: six subjects in two buckets, in a folder of its own.

`python tests/workflow/harness.py` builds it, pins the pixels that it lacks, and writes its lock anew, after a
change of the maker that was meant.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
TINY = Path(__file__).resolve().parent / "tiny"
SECONDS = 900
"""How long anything may take on a machine that is busy with other things."""

COPIED = ("Snakefile", "workflow", "profiles", "src", "requirements.lock", "pyproject.toml")
OUR_CONFIG = {"buckets": 2, "art_dir": "art"}

NPM = """#!/bin/sh
echo "$*" >>"$(dirname "$0")/npm.log"
echo 'npm error code ENOTFOUND' >&2
exit 1
"""
"""An npm without a network."""

GATE = """#!/bin/sh
echo "$*" >>"$(dirname "$0")/started.log"
while [ -e "$(dirname "$0")/wait" ]; do sleep 0.05; done
exec "$PYTHON" "$@"
"""
"""A python that notes what it is asked, and waits while there is a file `wait` beside it."""

OTHER_RENDERER = """
import io
import cairosvg
from PIL import Image

draw = cairosvg.svg2png

def svg2png(**given):
    image = Image.open(io.BytesIO(draw(**given))).convert("RGBA")
    r, g, b, a = image.getpixel((128, 128))
    image.putpixel((128, 128), (r, g, b ^ 1, 255))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()

cairosvg.svg2png = svg2png
"""
"""A sitecustomize under which every drawing comes out with one pixel changed."""

NO_CAIRO = """
import ctypes.util
import sys

class NoCairo:
    def find_spec(self, name, path=None, target=None):
        if name == "cairocffi":
            raise OSError("cannot load library 'libcairo.so.2'")

sys.meta_path.insert(0, NoCairo())
"""
"""A sitecustomize under which libcairo can't be loaded."""


@dataclass(frozen=True)
class Run:
    """How a command ended, and all that it printed."""

    code: int
    printed: str


class Project:
    """A folder with the workflow and the tiny project's sources, and the machine that it is built on.

    The modules that jobs run are the checkout's own, for numba keeps machine code by the path of its source.
    What the rules watch is the folder's `src`.
    """

    def __init__(self, folder: Path, tools: Path) -> None:
        self.folder, self.tools = folder, tools
        path = [str(tools), str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
        self.environment = {
            "HOME": str(tools),
            "LC_ALL": "C.UTF-8",
            "PATH": os.pathsep.join(path),
            "PYTHONPATH": str(ROOT / "src"),
            **{key: os.environ[key] for key in ("PICTUREMILL_CACHE",) if key in os.environ},
        }
        self.umask = -1

    @classmethod
    def fresh(cls, folder: Path, tools: Path) -> Project:
        """The project in a new folder, not built; `tools` is a new folder for what goes before the path."""
        folder.mkdir(parents=True)
        for name in COPIED:
            copy(ROOT / name, folder / name)
        for path in TINY.iterdir():
            copy(path, folder / path.name)
        config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
        config |= OUR_CONFIG
        config["griddles"]["buckets"] = 2
        config["numberlink"] |= {"boards": 2, "shard": 2}
        tools.mkdir()
        project = cls(folder, tools)
        project.write("config.yaml", yaml.safe_dump(config, sort_keys=False))
        project.put_tool("npm", NPM)
        return project

    def copy(self, folder: Path) -> Project:
        """The same in another folder, as far as it is built."""
        copy(self.folder, folder)
        tools = folder.with_name(f"{folder.name} tools")
        tools.mkdir()
        project = Project(folder, tools)
        project.put_tool("npm", NPM)
        return project

    def put_tool(self, name: str, script: str) -> None:
        """Put a program before all others on the path."""
        path = self.tools / name
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)

    def gate(self) -> None:
        """Let jobs wait while there is a file `wait` among the tools, and note each that begins."""
        self.environment["PYTHON"] = str(Path(sys.executable).with_name("python"))
        self.put_tool("python", GATE)

    def started(self) -> int:
        """How many jobs have begun since there is a gate."""
        log = self.tools / "started.log"
        return len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0

    def hook(self, script: str) -> None:
        """Let every Python of the build run this before anything else."""
        hooks = self.tools / "hooks"
        hooks.mkdir()
        (hooks / "sitecustomize.py").write_text(script, encoding="utf-8")
        self.environment["PYTHONPATH"] = f"{hooks}{os.pathsep}{self.environment['PYTHONPATH']}"

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command in the folder, in a process group of its own."""
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            umask=self.umask,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def run(self, *command: str) -> Run:
        """Run a command to its end."""
        with self.start(*command) as process:
            try:
                printed, _ = process.communicate(timeout=SECONDS)
            except BaseException:
                end(process)
                raise
        return Run(process.returncode, printed)

    def snakemake(self, *arguments: str, cores: int = 2) -> Run:
        """Run Snakemake."""
        return self.run("snakemake", "--cores", str(cores), *arguments)

    def python(self, *arguments: str) -> Run:
        """Run a module such as `-m picturekit`."""
        return self.run("python", *arguments)

    def check(self, *arguments: str) -> Run:
        """Compare the build with the lock."""
        return self.python("-m", "picturekit", "check", *arguments)

    def path(self, path: str) -> Path:
        """A path in the folder."""
        return self.folder / path

    def read(self, path: str) -> str:
        """A text of the folder."""
        return self.path(path).read_text(encoding="utf-8")

    def write(self, path: str, content: str) -> None:
        """Make a file of the folder hold a text."""
        self.path(path).parent.mkdir(parents=True, exist_ok=True)
        self.path(path).write_text(content, encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Change a text of the folder; what is replaced has to be there once."""
        text = self.read(path)
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {path}"
        self.write(path, text.replace(old, new))

    def configure(self, changes: dict[str, Any]) -> None:
        """Change the config; keys are paths such as `lowpoly.light`."""
        config = yaml.safe_load(self.read("config.yaml"))
        for path, value in changes.items():
            *parents, key = path.split(".")
            part = config
            for parent in parents:
                part = part[parent]
            part[key] = value
        self.write("config.yaml", yaml.safe_dump(config, sort_keys=False))

    def published(self) -> dict[str, bytes]:
        """All that is published, by path; hidden files too."""
        return tree(self.path("build/publish"))

    def fingerprints(self) -> str:
        """The fingerprints of the build."""
        return self.read("build/fingerprints.txt")

    def logs(self) -> dict[str, int]:
        """When the log of each job was written, by rule and bucket, such as `lowpoly/light/00`."""
        folder = self.path("build/log")
        paths = sorted(folder.rglob("*.log"))
        return {
            path.relative_to(folder).with_suffix("").as_posix(): path.stat().st_mtime_ns for path in paths
        }


def copy(source: Path, target: Path) -> None:
    """Copy a file or folder with its times, links and modes; Snakemake goes by the times."""
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)


def tree(folder: Path) -> dict[str, bytes]:
    """What every file in a folder holds, by its path there."""
    paths = sorted(path for path in folder.rglob("*") if not path.is_dir())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def end(process: subprocess.Popen[str]) -> None:
    """Kill a command that runs, and all that it started, as `kill -9` does, and wait for its end."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=SECONDS)


def until(true: Callable[[], bool]) -> None:
    """Wait for it."""
    give_up = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def renew() -> None:
    """Build the tiny project, pin what has no pixels, and write its lock anew."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project.fresh(Path(folder) / "tiny", Path(folder) / "tools")
        for command in (
            ("snakemake", "--cores", "2", "publish"),
            ("python", "-m", "lowpoly", "pin"),
            ("snakemake", "--cores", "2", "publish"),
            ("python", "-m", "picturekit", "lock"),
        ):
            run = project.run(*command)
            print(run.printed, end="")
            if run.code:
                sys.exit(run.code)
        shutil.copytree(project.path("sources"), TINY / "sources", dirs_exist_ok=True)


if __name__ == "__main__":
    renew()
