"""The Makefile and `.ci/run`, run as they are.

Snakemake is the real one. What would take minutes is stood in for: the Python that is asked to make .venv
makes one that passes everything on to the Python of this test.
"""

import fcntl
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60

# The tools that a build needs from the machine; a test takes away what it wants to be missing.
TOOLS = [
    *[
        "awk",
        "bash",
        "cat",
        "dirname",
        "env",
        "find",
        "flock",
        "grep",
        "id",
        "locale",
        "make",
        "mkdir",
        "nproc",
    ],
    *["npm", "rm", "sed", "setpriv", "sha256sum", "sleep", "tr"],
]

# Each call is a line of calls.log. With RECORD set, nothing else happens.
PYTHON = """#!/bin/bash
case "$*" in
  *version_info*) echo "${VERSION:-3.11}"; exit ;;
  *ensurepip*) exit "${NO_VENV:-0}" ;;
  *libcairo*) exit "${NO_CAIRO:-0}" ;;
  -V) echo "Python ${VERSION:-3.11}"; exit ;;
  "-c "|*numba*) exit ;;
esac
echo "$*" >>calls.log
case "$*" in
  "-m venv --clear .venv") PATH=/usr/bin:/bin; rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
  *"-m pip"*) exit "${PIP_EXIT:-0}" ;;
  *) [ -n "${RECORD-}" ] || PYTHONPATH=src exec REAL "$@" ;;
esac
"""

SNAKEFILE = """
rule all:
    input: "build/out.txt"

rule sheets:
    output: "sheets/page.html"
    shell: ": >{output}"

rule out:
    output: "build/out.txt"
    params: art=config.get("art_dir", "")
    shell: "while [ -e wait ]; do : >working; sleep 0.1; done; printf %s {params.art:q} >{output}"
"""


class Mill:
    """A folder with the Makefile and a build of one job, and the machine around it."""

    def __init__(self, folder: Path, tools: Path) -> None:
        self.folder, self.tools, self.output = folder, tools, folder.parent / "printed.txt"
        self.environment = {
            "HOME": str(folder.parent),
            "LC_ALL": "C",
            "PATH": str(tools),
            "PYTHON": str(tools / "python3"),
        }

    def start(self, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        with self.output.open("wb") as output:
            return subprocess.Popen(
                ["make", *arguments],
                cwd=self.folder,
                env={**self.environment, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                umask=0o077,
            )

    def make(self, *arguments: str, **environment: str) -> tuple[int, str]:
        """The exit code, and all that was printed."""
        process = self.start(*arguments, **environment)
        return process.wait(timeout=SECONDS), self.printed()

    def printed(self) -> str:
        """What the last one that was started has printed till now."""
        return self.output.read_text(encoding="utf-8")

    def calls(self) -> list[str]:
        """What Python was asked to do since the last time."""
        log = self.folder / "calls.log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    def tree(self) -> dict[str, bytes | None]:
        """Each path in the folder, and what a file holds."""
        paths = sorted(self.folder.rglob("*"))
        return {str(path): path.read_bytes() if path.is_file() else None for path in paths}

    def write(self, path: str, content: str = "") -> Path:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
        return target

    def stand_in(self, name: str, script: str, folder: Path | None = None) -> None:
        """Put a program on the path that is this shell script."""
        target = (folder or self.tools) / name
        target.unlink(missing_ok=True)
        target.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        target.chmod(0o755)


@pytest.fixture
def mill(tmp_path: Path) -> Iterator[Mill]:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        (tools / name).symlink_to(found or "/usr/bin/true")
    (tools / "python3").write_text(PYTHON.replace("REAL", shlex.quote(sys.executable)), encoding="utf-8")
    (tools / "python3").chmod(0o755)
    mill = Mill(tmp_path / "the mill's folder", tools)
    mill.write("Snakefile", SNAKEFILE)
    for package in ("picturekit", "lowpoly", "griddles", "numberlink"):
        mill.write(f"src/{package}/__init__.py")
        mill.write(f"src/{package}/__main__.py")
    mill.write("tests/test_nothing.py")
    mill.write("build/.gitignore", "*\n")
    mill.write("sheets/.gitignore", "*\n")
    mill.write("requirements.lock", "setuptools==1\n    # via here\n")
    mill.write("pyproject.toml", "[project]\n")
    shutil.copy(ROOT / "Makefile", mill.folder)
    shutil.copytree(ROOT / "workflow/profiles", mill.folder / "profiles")
    yield mill
    (mill.folder / "wait").unlink(missing_ok=True)


def until(true: Callable[[], bool]) -> None:
    """Wait for it."""
    give_up = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.05)


def targets() -> set[str]:
    """What can be made."""
    phony = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony is not None
    return set(phony[1].split())


def commands(page: Path) -> Iterator[str]:
    """The targets that a page tells a reader to make."""
    text = page.read_text(encoding="utf-8")
    quoted = re.findall(r"`(make\b[^`\n]*)`", text)
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    for command in [*quoted, *(line for line in lines if re.match(r"make\b", line))]:
        words = shlex.split(command, comments=True)[1:]
        yield from (word for word in words if re.fullmatch(r"[a-z-]+", word) and not word.startswith("-"))


def test_help_lists_every_target(mill: Mill) -> None:
    code, printed = mill.make("help")
    listed = re.findall(r"^make ([a-z-]+) ", printed, re.MULTILINE)
    assert code == 0
    assert sorted(listed) == sorted(targets())


def test_every_target_on_a_page_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    named = {(page.name, name) for page in pages for name in commands(page)}
    assert [(page, name) for page, name in sorted(named) if name not in targets()] == []


SUMMARIES = [f"-m {game} summary" for game in ("lowpoly", "griddles", "numberlink")]


def test_make_builds_with_the_default_rule_then_sums_up(mill: Mill) -> None:
    assert mill.make(RECORD="1", CORES="3")[0] == 0
    assert mill.calls()[len(INSTALL) :] == [
        "-m picturekit fetch --retry-absent",
        "-m snakemake --cores 3",
        *SUMMARIES,
    ]


@pytest.mark.parametrize(
    ("arguments", "calls"),
    [
        (["sheets"], ["-m snakemake sheets --cores 1"]),
        (
            ["check"],
            ["-m snakemake --cores 1", *SUMMARIES, "-m picturekit check"],
        ),
        (
            ["check", "STRICT=0"],
            ["-m snakemake --cores 1", *SUMMARIES, "-m picturekit check"],
        ),
        (
            ["check", "STRICT=1"],
            [
                "-m snakemake --cores 1",
                *SUMMARIES,
                "-m picturekit check --strict",
            ],
        ),
        (
            ["check-all"],
            [
                "-m snakemake --cores 1",
                *SUMMARIES,
                "-m picturekit check",
                "-m pytest -m slow",
            ],
        ),
        (["docs"], ["-m snakemake --cores 1", "docs/make.py"]),
        (
            ["lock", "REPIN=Fox,Lady beetle", "CHANGE=Owl"],
            [
                "-m snakemake --cores 1",
                "-m lowpoly pin --repin Fox,Lady beetle",
                "-m picturekit fetch --retry-absent",
                "-m snakemake --cores 1",
                "-m picturekit lock --change Owl,Fox,Lady beetle",
            ],
        ),
    ],
)
def test_a_target_calls(mill: Mill, arguments: list[str], calls: list[str]) -> None:
    mill.make("environment", RECORD="1")
    mill.calls()
    assert mill.make(*arguments, RECORD="1", CORES="1")[0] == 0
    assert mill.calls() == ["-m picturekit fetch --retry-absent", *calls]


def test_a_dry_run_of_lock_calls_nothing(mill: Mill) -> None:
    assert mill.make("-n", "lock", RECORD="1")[0] == 0
    assert mill.calls() == []


def test_art_dir_reaches_the_build_and_leaves_npm_unmissed(mill: Mill) -> None:
    (mill.tools / "npm").unlink()
    code, printed = mill.make("ART_DIR=some folder's art", LC_ALL="tr_TR.UTF-8")
    assert code == 0, printed
    assert (mill.folder / "build/out.txt").read_text(encoding="utf-8") == "some folder's art"
    assert "-m picturekit fetch --retry-absent --art-dir some folder's art" in mill.calls()
    assert "npm" not in printed


@pytest.mark.parametrize(
    ("missing", "package"), [("npm", "npm"), ("libcairo2", "libcairo2"), ("both", "libcairo2 npm")]
)
def test_what_the_build_can_do_without_is_said_and_it_goes_on(mill: Mill, missing: str, package: str) -> None:
    if missing != "libcairo2":
        (mill.tools / "npm").unlink()
    code, printed = mill.make(RECORD="1", NO_CAIRO="0" if missing == "npm" else "1")
    assert code == 0
    assert f"\nOn Debian and Ubuntu: sudo apt-get install {package}\n" in printed
    assert f"{package.split()[0]} is not here: " in printed
    assert "-m lowpoly summary" in mill.calls()


@pytest.mark.parametrize(
    ("python", "environment", "sentence"),
    [
        ("python3", {"VERSION": "3.9"}, "is Python 3.9, but the mill needs 3.11, 3.12 or 3.13"),
        ("python3", {"VERSION": "3.14"}, "is Python 3.14, but the mill needs 3.11, 3.12 or 3.13"),
        ("python4", {}, "can't be run: the mill needs Python 3.11, 3.12 or 3.13"),
        ("python3", {"NO_VENV": "1"}, "sudo apt-get install python3.11-venv\n"),
        ("python3", {"NO_VENV": "1", "NO_CAIRO": "1"}, "sudo apt-get install python3.11-venv libcairo2\n"),
    ],
)
def test_without_a_python_it_stops_with_a_sentence(
    mill: Mill, python: str, environment: dict[str, str], sentence: str
) -> None:
    code, printed = mill.make(f"PYTHON={mill.tools / python}", **environment)
    assert code != 0
    assert sentence in printed
    assert mill.calls() == []
    assert not (mill.folder / ".venv").exists()


def test_a_machine_that_has_all_is_told_so(mill: Mill) -> None:
    assert mill.make("system") == (0, "Nothing is lacking.\n")


@pytest.mark.parametrize(
    ("user", "ci", "installs"), [("0", "true", True), ("0", "", False), ("1000", "true", False)]
)
def test_apt_runs_for_root_in_ci_alone(mill: Mill, user: str, ci: str, installs: bool) -> None:
    npm = (mill.tools / "npm").readlink()
    (mill.tools / "npm").unlink()
    mill.stand_in("id", f"echo {user}")
    mill.stand_in("ln", f'exec {shutil.which("ln")} "$@"')
    mill.stand_in("apt-get", f'echo "asked for $*"; [ "$1" = update ] || ln -s {npm} "{mill.tools}/npm"')
    code, printed = mill.make("environment", CI=ci)
    assert code == 0
    assert ("asked for install --yes --no-install-recommends npm\n" in printed) is installs
    assert ("sudo apt-get install npm" in printed) is not installs


@pytest.mark.parametrize("target", ["all", "sheets", "clean"])
def test_a_second_build_is_refused_and_touches_nothing(mill: Mill, target: str) -> None:
    mill.make("environment", RECORD="1")
    with mill.write("build/.lock", "12345\n").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = mill.tree()
        code, printed = mill.make(target)
        assert mill.tree() == before
    assert code != 0
    assert "Another build is running in this folder (process 12345)" in printed


def test_a_first_install_is_refused_during_another(mill: Mill) -> None:
    with mill.write("build/.lock", "12345\n").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        code, printed = mill.make("environment")
    assert code != 0
    assert "(process 12345)" in printed
    assert mill.calls() == []


def test_a_snakemake_started_by_hand_is_not_disturbed(mill: Mill) -> None:
    mill.make("environment", RECORD="1")
    mill.calls()
    with subprocess.Popen(["bash", "-c", "exec -a snakemake sleep 60"], cwd=mill.folder) as process:
        try:
            until(lambda: b"snakemake" in Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0"))
            code, printed = mill.make()
        finally:
            process.kill()
    assert code != 0
    assert f"Another build is running in this folder (process {process.pid})" in printed
    assert mill.calls() == []
    assert mill.make(RECORD="1")[0] == 0


# Slow, for it goes by what real processes do in their own time: on a busy machine it may have to wait long.
@pytest.mark.slow
@pytest.mark.parametrize("victim", ["make", "snakemake"])
def test_after_a_kill_the_next_make_waits_for_what_was_left_and_builds(mill: Mill, victim: str) -> None:
    wait, working = mill.write("wait"), mill.folder / "working"
    first = mill.start(LC_ALL="tr_TR.UTF-8")
    until(working.exists)
    snakemake = int((mill.folder / "build/.lock").read_text(encoding="utf-8"))
    os.kill(first.pid if victim == "make" else snakemake, signal.SIGKILL)
    until(lambda: not is_running(snakemake))
    assert list((mill.folder / ".snakemake/locks").iterdir())
    second = mill.start()
    until(lambda: "Waiting for jobs that a killed build left" in mill.printed())
    # The job is still at work, and the build has not begun.
    working.unlink()
    until(working.exists)
    assert second.poll() is None
    wait.unlink()
    assert second.wait(timeout=SECONDS) == 0, mill.printed()
    assert first.wait(timeout=SECONDS) != 0
    assert "Unlocking this folder" in mill.printed()
    assert (mill.folder / "build/out.txt").is_file()


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


INSTALL = ["venv --clear .venv", "first.lock", "requirements.lock", "--editable ."]


def installed(mill: Mill) -> list[str]:
    """The steps of the making of .venv that were taken since the last time."""
    return [next(step for step in INSTALL if call.endswith(step)) for call in mill.calls()]


def test_the_environment_is_made_once(mill: Mill) -> None:
    assert mill.make("environment")[0] == 0
    assert installed(mill) == INSTALL
    assert mill.make("environment")[0] == 0
    assert installed(mill) == []
    mill.write("pyproject.toml", "[project]\nname = 'x'\n")
    assert mill.make("environment")[0] == 0
    assert installed(mill) == INSTALL[3:]
    mill.write("requirements.lock", "setuptools==2\n    # via here\n")
    assert mill.make("environment")[0] == 0
    assert installed(mill) == INSTALL
    assert mill.make("environment", VERSION="3.12")[0] == 0
    assert installed(mill) == INSTALL
    (mill.folder / ".venv/bin/python").unlink()
    assert mill.make("environment", VERSION="3.12")[0] == 0
    assert installed(mill) == INSTALL
    mill.folder = mill.folder.rename(mill.folder.with_name("moved"))
    assert mill.make("environment", VERSION="3.12")[0] == 0
    assert installed(mill) == INSTALL


def test_an_install_that_failed_is_done_again(mill: Mill) -> None:
    assert mill.make("environment", PIP_EXIT="1")[0] != 0
    assert installed(mill) == INSTALL[:2]
    assert mill.make("environment")[0] == 0
    assert installed(mill) == INSTALL


STEPS = ["ruff check .", "ruff format --check .", "snakefmt --check Snakefile workflow", "mypy"]


@pytest.mark.parametrize("failing", [*STEPS, "pytest", None])
def test_make_test_fails_with_any_step(mill: Mill, failing: str | None) -> None:
    mill.make("environment", RECORD="1")
    bin_folder = mill.folder / ".venv/bin"
    for name in ("ruff", "snakefmt", "mypy"):
        mill.stand_in(name, f'[ "{name}${{*:+ $*}}" != "$FAILING" ]', bin_folder)
    mill.stand_in("python", '[[ $* != *"$FAILING"* ]]', bin_folder)
    code, printed = mill.make("test", PYTHON=str(mill.tools / "python3"), FAILING=failing or "nothing")
    run = re.findall("^== (.*)", printed, re.MULTILINE)
    every = [*STEPS, "python -m pytest -m not slow"]
    assert (code == 0) is (failing is None)
    assert run == every[: next((i + 1 for i, step in enumerate(every) if failing and failing in step), None)]
    assert ("Left out: the slow tests" in printed) is (failing is None)


def test_clean_removes_what_was_built_and_no_source(mill: Mill) -> None:
    before = mill.tree()
    for path in ("build/art/tarballs/a.tgz", "sheets/a b.html", ".cache/x", "src/lowpoly/__pycache__/x.pyc"):
        mill.write(path)
    assert mill.make("clean")[0] == 0
    (mill.folder / "build/.lock").unlink()
    assert mill.tree() == before


@pytest.mark.parametrize(
    ("failing", "run"), [("nothing", ["test", "check"]), ("test", ["test"]), ("check", ["test", "check"])]
)
def test_ci_ends_at_the_first_failure(mill: Mill, failing: str, run: list[str]) -> None:
    (mill.folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", mill.folder / ".ci")
    for name in ("make", "git"):
        mill.stand_in(name, f'echo "run: $*"; [ "$1" != {failing} ]')
    done = subprocess.run(
        ["bash", mill.folder / ".ci/run"],
        cwd=mill.tools,
        env=mill.environment,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert (done.returncode == 0) is (failing == "nothing")
    assert re.findall("^run: (.*)", done.stdout, re.MULTILINE) == run
    assert os.access(ROOT / ".ci/run", os.X_OK)
