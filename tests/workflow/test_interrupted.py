"""Builds that are killed, fail, or get in each other's way: what is there is whole, and a rerun mends it."""

import itertools
import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from lowpoly import stages
from lowpoly.layout import Layout
from lowpoly.settings import Settings
from picturekit import buckets, files, manifest

from .harness import ROOT, Project, copy, end, tree, until

PICTURES = 6
LEFT = len(("Low Poly's fingerprints", "its part of the manifest"))
STEPS = PICTURES + LEFT + len(("the manifest", "the fingerprints"))
"""How many files a publishing in which everything changed renames into place."""


def killed_at(step: int, work: Callable[[], None]) -> bool:
    """Do the work in a process that is killed before it renames that file. Whether it came so far."""
    process = os.fork()
    if process == 0:
        replace, count = os.replace, itertools.count(1)

        def stop(source: Path, target: Path) -> None:
            if next(count) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            replace(source, target)

        os.replace = stop  # type: ignore[assignment]
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_the_manifest_never_lists_what_is_not_there(
    step: int, built: Project, relit: Project, tmp_path: Path
) -> None:
    """The other light is published over what was published before, and killed at each file in turn."""
    project = relit.copy(tmp_path / "tiny")
    folder = project.path("build/publish")
    old, new = built.published(), relit.published()
    shutil.rmtree(folder)
    copy(built.path("build/publish"), folder)
    layout = Layout(project.path("sources"), project.path("build"), schemas=ROOT / "workflow/schemas")
    settings = Settings.of(yaml.safe_load(project.read("config.yaml"))["lowpoly"])

    def publish() -> None:
        stages.publish(layout, settings, buckets.labels(2))
        manifest.write(
            ["lowpoly", "griddles", "numberlink"],
            build=layout.build,
            sources=layout.sources,
            schema=layout.schemas / "manifest.schema.json",
        )

    assert killed_at(step, publish)

    now = {path: data for path, data in project.published().items() if not Path(path).name.startswith(".")}
    assert now.keys() == old.keys()
    moved = {path for path in now if now[path] != old[path]}
    assert all(now[path] == new[path] for path in moved)
    assert len(moved - {"manifest.json"}) == min(step - 1, PICTURES)
    assert ("manifest.json" in moved) is (step > PICTURES + LEFT + 1)

    publish()
    assert project.published() == new
    assert project.fingerprints() == relit.fingerprints()


def assert_whole(project: Project, *versions: dict[str, bytes]) -> None:
    """Every file that has its name is whole, and what is published is of one version or another."""
    for path, data in tree(project.path("build/lowpoly")).items():
        if Path(path).name.startswith("."):
            continue
        if path.endswith(".npz"):
            stages.read_arrays(project.path(f"build/lowpoly/{path}"))
        elif path.endswith(".jsonl"):
            files.read_jsonl(project.path(f"build/lowpoly/{path}"))
        assert data
    published = {
        path: data for path, data in project.published().items() if not Path(path).name.startswith(".")
    }
    for path, data in published.items():
        assert data in [version[path] for version in versions]
    if "manifest.json" in published:
        for row in json.loads(published["manifest.json"])["games"]["lowpoly"]["pictures"]:
            assert row["file"] in published


def test_a_second_build_is_refused_and_a_killed_one_done_again(
    built: Project, relit: Project, tmp_path: Path
) -> None:
    """The light is set back and the build killed while it lights; in the end all is as it first was."""
    project = relit.copy(tmp_path / "tiny")
    project.configure({"lowpoly.light": "24/100"})
    project.gate()
    (project.tools / "wait").touch()
    first = project.start("snakemake", "--cores", "2", "publish")
    until(lambda: project.started() == 2 or first.poll() is not None)

    second = project.snakemake("publish")
    assert second.code != 0
    assert "cannot be locked" in second.printed
    assert first.poll() is None
    end(first)
    assert project.published() == relit.published()

    (project.tools / "wait").unlink()
    unlocked = project.snakemake("--unlock")
    assert unlocked.code == 0, unlocked.printed
    again = project.snakemake("publish")
    assert again.code == 0, again.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()


def kill_at_random(project: Project, chance: random.Random, jobs: int) -> None:
    """Start a build, and kill it with its jobs a while after one to `jobs` of them have begun."""
    wanted = project.started() + chance.randint(1, jobs)
    process = project.start("snakemake", "--cores", "2", "publish")
    until(lambda: project.started() >= wanted or process.poll() is not None)
    time.sleep(chance.random() * 1.5)
    end(process)
    assert project.snakemake("--unlock").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_build_that_is_killed_again_and_again_ends_as_any_other(
    seed: int, built: Project, fresh: Callable[[str], Project]
) -> None:
    chance = random.Random(seed)
    project = fresh("tiny")
    project.gate()
    for jobs in (4, 8, 12):
        kill_at_random(project, chance, jobs)
        assert_whole(project, built.published())
    run = project.snakemake()
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()
    assert project.read("sheets/lowpoly.html") == built.read("sheets/lowpoly.html")
    run = project.snakemake()
    assert "Nothing to be done" in run.printed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_a_build_over_another_that_is_killed_ends_as_any_other(
    seed: int, built: Project, relit: Project, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    project = relit.copy(tmp_path / "tiny")
    project.configure({"lowpoly.light": "24/100"})
    project.gate()
    for jobs in (3, 6, 9):
        kill_at_random(project, chance, jobs)
        assert_whole(project, built.published(), relit.published())
    run = project.snakemake("publish")
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["rasterize", "light", "insert", "holes", "audit", "publish"])
def test_a_stage_that_failed_is_done_again(
    stage: str, built: Project, relit: Project, tmp_path: Path
) -> None:
    """The light is set back, and one stage fails, as on a full disk."""
    project = relit.copy(tmp_path / "tiny")
    project.configure({"lowpoly.light": "24/100"})
    project.gate()
    project.put_tool("python", f'#!/bin/sh\n[ "$3" = {stage} ] && exit 1\nexec "$PYTHON" "$@"\n')
    forced = ("--forcerun", "rasterize") if stage == "rasterize" else ()
    failed = project.snakemake("publish", *forced)
    assert failed.code != 0
    assert project.published() == relit.published()
    project.gate()
    again = project.snakemake("publish")
    assert again.code == 0, again.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()
