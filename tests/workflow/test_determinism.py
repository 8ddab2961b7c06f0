"""The same sources give the same bytes on every machine, whatever its folder, language or processor."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .harness import OTHER_RENDERER, ROOT, Project, copy

Change = Callable[[Project], None]


@pytest.fixture(scope="session")
def turkish(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A locale with its own small i and a decimal comma, made here where it can be; else the plainest."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef"):
        target = folder / "tr_TR.UTF-8"
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(target)], capture_output=True)
        if (target / "LC_CTYPE").is_file():
            return {"LOCPATH": str(folder), "LC_ALL": "tr_TR.UTF-8"}
    return {"LC_ALL": "C"}


def simd() -> str:
    """What numpy would choose by the processor here, as NPY_DISABLE_CPU_FEATURES names it."""
    config: Any = np.show_config(mode="dicts")
    return " ".join(config["SIMD Extensions"].get("found", []))


def with_variables(**variables: str) -> Change:
    return lambda project: project.environment.update(variables)


def with_a_strict_umask(project: Project) -> None:
    project.umask = 0o077


def with_buckets(count: int) -> Change:
    return lambda project: project.configure({"buckets": count})


def with_its_own_checkout(project: Project) -> None:
    """The modules that run are the copies in the folder, compiled there."""
    project.environment["PYTHONPATH"] = str(project.path("src"))
    project.environment["PICTUREMILL_CACHE"] = str(project.path(".cache"))


def with_a_generic_processor(project: Project) -> None:
    # Numba compiles for it anew; what it kept for this machine's processor stays.
    project.environment |= {"NUMBA_CPU_NAME": "generic", "PICTUREMILL_CACHE": str(project.path(".cache"))}


CHANGES: dict[str, Change] = {
    "a plain locale": with_variables(LC_ALL="C"),
    "a time zone": with_variables(TZ="Pacific/Kiritimati"),
    "a umask": with_a_strict_umask,
    "a hash seed": with_variables(PYTHONHASHSEED="4711"),
    "one bucket": with_buckets(1),
    "seven buckets": with_buckets(7),
    "no simd": with_variables(NPY_DISABLE_CPU_FEATURES=simd()),
    "another renderer": lambda project: project.hook(OTHER_RENDERER),
    "its own checkout": with_its_own_checkout,
    "a generic processor": with_a_generic_processor,
}


def test_another_machine_gives_the_same_bytes(
    built: Project, fresh: Callable[[str], Project], turkish: dict[str, str]
) -> None:
    """All at once, but what numba would compile for; and no picture is drawn as it is pinned."""
    project = fresh("Iğdır ile İzmir")
    project.environment |= turkish
    for name in ("a time zone", "a umask", "a hash seed", "one bucket", "no simd", "another renderer"):
        CHANGES[name](project)
    run = project.snakemake("lowpoly", "publish", cores=1)
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()
    assert re.findall(r"renderer drift: (\w+)", run.printed) == [
        "Fox",
        "Owl",
        "Hamburger",
        "Swan",
        "Guitar",
        "Cactus",
    ]
    assert project.path("build/publish/manifest.json").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in project.path("sheets/lowpoly").iterdir()] == ["00.png"]

    check = project.check()
    assert check.code == 0
    assert "As locked: 43 pictures. Renderer drift on 6 pictures." in check.printed
    strict = project.check("--strict")
    assert strict.code == 1
    assert strict.printed.count(": renderer drift: ") == 6
    summary = project.python("-m", "lowpoly", "summary")
    assert "renderer drift: 6" in summary.printed


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CHANGES, "a language"])
def test_one_change_of_the_machine(
    name: str, built: Project, fresh: Callable[[str], Project], turkish: dict[str, str]
) -> None:
    project = fresh("tiny")
    (with_variables(**turkish) if name == "a language" else CHANGES[name])(project)
    run = project.snakemake()
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()
    if name != "another renderer":
        assert project.read("sheets/lowpoly.html") == built.read("sheets/lowpoly.html")


@pytest.mark.slow
@pytest.mark.parametrize("cores", [1, 2, 4])
def test_any_number_of_cores(cores: int, built: Project, fresh: Callable[[str], Project]) -> None:
    project = fresh("tiny")
    run = project.snakemake(cores=cores)
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()


@pytest.mark.slow
def test_other_buckets_in_a_folder_that_was_built(built: Project, relit: Project, tmp_path: Path) -> None:
    """What the old buckets hold is of no account."""
    project = built.copy(tmp_path / "tiny")
    project.configure({"buckets": 1, "lowpoly.light": "30/100"})
    run = project.snakemake()
    assert run.code == 0, run.printed
    assert project.published() == relit.published()
    assert project.fingerprints() == relit.fingerprints()
    project.configure({"buckets": 3, "lowpoly.light": "24/100"})
    project.hook(OTHER_RENDERER)
    run = project.snakemake("--forcerun", "rasterize")
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    assert project.fingerprints() == built.fingerprints()
    assert "As locked: 43 pictures. Renderer drift on 6 pictures." in project.check().printed
    assert re.search(r"easy: +5 pictures", project.python("-m", "lowpoly", "summary").printed)


@pytest.mark.slow
def test_a_build_without_art_from_the_start(built: Project, fresh: Callable[[str], Project]) -> None:
    project = fresh("tiny")
    shutil.rmtree(project.path("art"))
    project.path("art").mkdir()
    run = project.snakemake()
    assert run.code == 0, run.printed
    assert project.published() == built.published()
    check = project.check()
    assert check.code == 0, check.printed
    assert "The renderer was not checked on 6 pictures." in check.printed


@pytest.mark.slow
def test_the_library_on_another_machine(tmp_path: Path, turkish: dict[str, str]) -> None:
    """The whole library, against its lock. The art is what the checkout's build has of it."""
    if not (ROOT / "sources/fingerprints.lock").exists():
        pytest.skip("the library has no sources/fingerprints.lock yet")
    project = Project.fresh(tmp_path / "Iğdır ile İzmir", tmp_path / "tools")
    shutil.rmtree(project.path("sources"))
    copy(ROOT / "sources", project.path("sources"))
    copy(ROOT / "config.yaml", project.path("config.yaml"))
    shutil.rmtree(project.path("art"))
    art = ROOT / "build/art"
    project.path("art").mkdir()
    project.configure({"art_dir": str(art) if art.is_dir() else "art", "buckets": 7})
    project.environment |= turkish
    for name in ("a time zone", "a umask", "a hash seed", "no simd", "a generic processor"):
        CHANGES[name](project)
    run = project.snakemake("publish", cores=len(os.sched_getaffinity(0)))
    assert run.code == 0, run.printed
    check = project.check()
    assert check.code == 0, check.printed
    listed = {path for path in project.published() if path.startswith("lowpoly/")}
    locked = project.read("sources/fingerprints.lock").splitlines()
    assert len(listed) == sum(line.startswith("lowpoly ") for line in locked)
