"""The one way to compile a function, and the cache that its machine code is kept in.

Numba renews a cached function when that function's own file changes, but not when a function that it calls in
another file does. So the cache's folder is named by a hash of every source file and of `requirements.lock`:
whatever changes, the old machine code is out of reach. `picturekit.jit` is imported before any function is
compiled, here and under `make` alike, and nothing else in this package imports numba.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar, cast

import numba

from picturekit.errors import KitError

Function = TypeVar("Function", bound=Callable[..., object])

DISTRIBUTION = "picturemill"
KEPT = 3

_SOURCE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The folder that holds `src/` and pyproject.toml, or None where the packages are installed elsewhere."""
    root = _SOURCE.parent
    return root if _SOURCE.name == "src" and (root / "pyproject.toml").is_file() else None


def source_hash() -> str:
    """16 hex digits over every Python file of the mill, by path and content, and `requirements.lock` in a
    checkout.

    Outside a checkout the mill's files are those that its installed distribution lists, or, where it isn't
    one, all that stand in the folder around this package.
    """
    root = checkout()
    files = _python_files(root)
    if root is not None and (root / "requirements.lock").is_file():
        files["requirements.lock"] = root / "requirements.lock"
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        content = path.read_bytes()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def claim(folder: Path) -> int:
    """Make `folder`, hold it against pruning for the life of this process, and prune the folders beside it.

    Folders beyond the `KEPT` last used go, unless another process holds them. Returns the open descriptor
    that holds the folder. Raises OSError where the folder can't be made, written or locked.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / ".lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
        held = os.open(folder, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_SH)
        for old in _others_by_age(folder)[KEPT - 1 :]:
            _remove_unless_held(old)
    return held


def jit(function: Function) -> Function:
    """`function`, compiled by numba on its first call: no fastmath, one thread, kept on disk."""
    return cast(Function, numba.njit(cache=CACHE is not None, fastmath=False, parallel=False)(function))


def _python_files(root: Path | None) -> dict[str, Path]:
    if root is None:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            listed = importlib.metadata.distribution(DISTRIBUTION).files or []
            installed = {name.as_posix(): Path(str(name.locate())) for name in listed if name.suffix == ".py"}
            if _is_here(installed.get("picturekit/jit.py")):
                return installed
    found = _SOURCE.rglob("*.py")
    return {path.relative_to(_SOURCE).as_posix(): path for path in found if path.is_file()}


def _is_here(path: Path | None) -> bool:
    return path is not None and path.resolve() == _SOURCE / "picturekit" / "jit.py"


def _others_by_age(folder: Path) -> list[Path]:
    """The folders beside `folder`, the last used first."""
    others = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    return sorted(others, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def _remove_unless_held(folder: Path) -> None:
    # What can't be removed costs space only: it is held by another process, or belongs to another user.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder)
        finally:
            os.close(descriptor)


def open_cache() -> Path | None:
    """The cache folder of the present sources, held for this process; None where none can be written."""
    chosen = os.environ.get("PICTUREMILL_CACHE")
    name = source_hash()
    for place in [Path(chosen)] if chosen else _usual_places():
        folder = place.absolute() / "numba" / name
        try:
            claim(folder)
        except OSError as error:
            if chosen:
                raise KitError(
                    f"PICTUREMILL_CACHE is {chosen}, where no cache can be kept ({error.strerror or error}): "
                    "point it at a folder that can be written, or unset it."
                ) from error
        else:
            return folder
    return None


def _usual_places() -> Iterator[Path]:
    root = checkout()
    if root is not None:
        yield root / ".cache"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / DISTRIBUTION


def _point_numba_at(folder: Path) -> None:
    # Numba reads its settings from the environment again before each compilation in which a NUMBA_ variable
    # changed, which would undo a setting made in the module alone; so both are set.
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    numba.config.reload_config()


CACHE = open_cache()
if CACHE is not None:
    _point_numba_at(CACHE)
