import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import picturekit
from picturekit import jit
from picturekit.errors import KitError

KIT = Path(picturekit.__file__).parent

SIDE = "from picturekit.jit import jit\n\n\n@jit\ndef side(x):\n    return x + {}\n"
AREA = (
    "from picturekit.jit import jit\nfrom shapes.inner import side\n\n\n@jit\ndef area(x):\n"
    "    return side(x) * side(x)\n"
)
PRINT_AREA = (
    "from picturekit.jit import CACHE; from shapes.outer import area; "
    "print(area(3), sum(area.stats.cache_hits.values()), CACHE)"
)
HOLD = (
    "import fcntl, os, sys\n"
    "fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_SH)\nprint('held', flush=True)\ninput()\n"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small project with two compiled functions in two files, one calling the other."""
    root = tmp_path / "project"
    shapes = root / "src" / "shapes"
    shapes.mkdir(parents=True)
    kit = root / "src" / "picturekit"
    kit.mkdir()
    for name in ("__init__.py", "errors.py", "jit.py"):
        shutil.copy(KIT / name, kit)
    (shapes / "__init__.py").touch()
    (shapes / "inner.py").write_text(SIDE.format(1), encoding="utf-8")
    (shapes / "outer.py").write_text(AREA, encoding="utf-8")
    (root / "pyproject.toml").touch()
    (root / "requirements.lock").write_text("numba==1\n", encoding="utf-8")
    return root


def print_area(root: Path, **environment: str) -> tuple[int, int, Path]:
    """What area(3) is in a fresh process, how often machine code came from the cache, and where the cache
    is."""
    clean = {name: value for name, value in os.environ.items() if name != "PICTUREMILL_CACHE"}
    run = subprocess.run(
        [sys.executable, "-c", PRINT_AREA],
        env={**clean, "PYTHONPATH": str(root / "src"), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    area, hits, folder = run.stdout.split(maxsplit=2)
    return int(area), int(hits), Path(folder.rstrip("\n"))


def test_a_changed_callee_in_another_file_is_compiled_again(checkout: Path) -> None:
    inner = checkout / "src" / "shapes" / "inner.py"
    area, hits, first = print_area(checkout)
    assert (area, hits, first.parent) == (16, 0, checkout / ".cache" / "numba")
    assert list(first.rglob("*.nbc")), "the machine code is kept in the folder"
    inner.write_text(SIDE.format(7), encoding="utf-8")
    area, hits, second = print_area(checkout)
    assert (area, hits) == (100, 0)
    assert second != first
    inner.write_text(SIDE.format(1), encoding="utf-8")
    assert print_area(checkout) == (16, 1, first)
    assert not list((checkout / "src").rglob("*.nb[ci]")), "nothing is kept beside the sources"


def test_the_cache_goes_where_the_environment_says(checkout: Path, tmp_path: Path) -> None:
    # Numba's own variable would lead to one folder for all versions of the sources.
    area, _, folder = print_area(
        checkout, PICTUREMILL_CACHE=str(tmp_path / "mine"), NUMBA_CACHE_DIR=str(tmp_path / "numba")
    )
    assert (area, folder.parent) == (16, tmp_path / "mine" / "numba")
    assert list(folder.rglob("*.nbc"))
    assert not (tmp_path / "numba").exists()
    assert not (checkout / ".cache").exists()


@pytest.fixture
def inside(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """The hash that this process takes of the small project's sources."""
    monkeypatch.setattr(jit, "_SOURCE", checkout / "src")
    return jit.source_hash


def test_the_hash_sees_every_source_and_the_lock(checkout: Path, inside: Callable[[], str]) -> None:
    hashes = [inside()]
    (checkout / "requirements.lock").write_text("numba==2\n", encoding="utf-8")
    hashes.append(inside())
    (checkout / "src" / "shapes" / "inner.py").write_text("", encoding="utf-8")
    hashes.append(inside())
    (checkout / "src" / "shapes" / "inner.py").rename(checkout / "src" / "shapes" / "within.py")
    hashes.append(inside())
    (checkout / "src" / "alone.py").touch()
    hashes.append(inside())
    assert len(set(hashes)) == len(hashes)


def test_the_hash_sees_nothing_else(checkout: Path, inside: Callable[[], str]) -> None:
    before = inside()
    (checkout / "src" / "shapes" / "notes.txt").touch()
    (checkout / "src" / "shapes" / "__pycache__").mkdir()
    (checkout / "src" / "shapes" / "__pycache__" / "inner.pyc").touch()
    (checkout / "src" / "shapes" / ".#inner.py").symlink_to("nowhere")
    for path in sorted((checkout / "src").rglob("*.py")):
        if path.exists():
            os.utime(path, (0, 0))
    assert inside() == before


def test_outside_a_checkout_the_cache_is_the_users(
    checkout: Path, inside: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PICTUREMILL_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    (checkout / "pyproject.toml").unlink()
    assert jit.open_cache() == tmp_path / "user" / "picturemill" / "numba" / inside()


def test_the_hash_of_an_installed_mill_sees_its_own_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path.resolve() / "site"
    for name, content in {
        "picturekit/jit.py": "",
        "lowpoly/light.py": "",
        "other/module.py": "",
        "picturemill-1.dist-info/METADATA": "Name: picturemill\nVersion: 1\n",
        "picturemill-1.dist-info/RECORD": "picturekit/jit.py,,\nlowpoly/light.py,,\n",
    }.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(jit, "_SOURCE", site)
    monkeypatch.syspath_prepend(site)
    before = jit.source_hash()
    (site / "other" / "module.py").write_text("changed = True\n", encoding="utf-8")
    assert jit.source_hash() == before
    (site / "lowpoly" / "light.py").write_text("changed = True\n", encoding="utf-8")
    assert jit.source_hash() != before


def test_a_checkout_that_cannot_be_written_leaves_the_users_cache(
    checkout: Path, inside: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PICTUREMILL_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    (checkout / ".cache").touch()
    assert jit.open_cache() == tmp_path / "user" / "picturemill" / "numba" / inside()
    (tmp_path / "user" / "picturemill").rename(tmp_path / "aside")
    (tmp_path / "user" / "picturemill").touch()
    assert jit.open_cache() is None


def test_a_cache_that_was_asked_for_and_cannot_be_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PICTUREMILL_CACHE", str(tmp_path / "file"))
    with pytest.raises(KitError, match=r"PICTUREMILL_CACHE is .*file, where no cache can be kept"):
        jit.open_cache()


def folder_of_age(parent: Path, name: str, age: int) -> Path:
    folder = parent / name
    folder.mkdir(parents=True)
    (folder / "code.nbc").touch()
    os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    return folder


def test_only_the_last_used_folders_are_kept(tmp_path: Path) -> None:
    for age, name in enumerate(["d", "a", "c", "b"]):
        folder_of_age(tmp_path, name, age)
    os.close(jit.claim(tmp_path / "new"))
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["a", "d", "new"]
    os.close(jit.claim(tmp_path / "a"))
    os.close(jit.claim(tmp_path / "newer"))
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["a", "new", "newer"]


def test_a_folder_that_another_process_uses_is_kept(tmp_path: Path) -> None:
    used = folder_of_age(tmp_path, "used", 9)
    for age, name in enumerate(["a", "b", "c"]):
        folder_of_age(tmp_path, name, age)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, used], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        os.close(jit.claim(tmp_path / "new"))
        assert (used / "code.nbc").exists()
        assert not (tmp_path / "c").exists()
        holder.communicate("\n")
    os.close(jit.claim(tmp_path / "new"))
    assert not used.exists()
