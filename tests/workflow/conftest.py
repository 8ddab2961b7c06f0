"""Builds of the tiny project that tests share: nothing may be changed in them but in a copy."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .harness import Project


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The tiny project, wholly built."""
    folder = tmp_path_factory.mktemp("built")
    project = Project.fresh(folder / "tiny", folder / "tools")
    run = project.snakemake()
    assert run.code == 0, run.printed
    return project


@pytest.fixture(scope="session")
def relit(built: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The same after a change of the config's light, published anew; `before` are the logs before that."""
    project = built.copy(tmp_path_factory.mktemp("relit") / "tiny")
    project.configure({"lowpoly.light": "30/100"})
    run = project.snakemake("publish")
    assert run.code == 0, run.printed
    return project


@pytest.fixture
def copied(built: Project, tmp_path: Path) -> Project:
    """A copy of the built project."""
    return built.copy(tmp_path / "tiny")


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[[str], Project]:
    """Makes the tiny project in a new folder of that name, not built."""
    return lambda name: Project.fresh(tmp_path / name, tmp_path / f"{name} tools")
