"""Writing files so that a reader finds the old one or the new one, whole, whatever happens in between."""

import errno
import os
import uuid
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from picturekit import canonical
from picturekit.errors import KitError

_FULL = "free some space and run it again"
_FORBIDDEN = "make it writable for this user"
_IN_THE_WAY = "move what stands in its place out of the way"
_ADVICE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "raise the file size limit (ulimit -f) and run it again",
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: _FORBIDDEN,
    errno.EISDIR: _IN_THE_WAY,
    errno.ENOTDIR: _IN_THE_WAY,
    errno.EEXIST: _IN_THE_WAY,
}


def write_bytes(path: Path | str, data: bytes) -> None:
    """Make `path` hold exactly `data`. Raises KitError as `write_with` does."""
    write_with(path, lambda temporary: temporary.write_bytes(data))


def write_text(path: Path | str, text: str) -> None:
    """Make `path` hold `text` in UTF-8, its newlines as they are. Raises KitError as `write_with` does."""
    write_bytes(path, text.encode("utf-8"))


def write_with(path: Path | str, make: Callable[[Path], object]) -> None:
    """Make `path` hold what `make` writes into the temporary file that it is given; folders are made as
    needed.

    The temporary file stands beside the target under a hidden name with the target's suffix, for writers that
    go by suffix. It is flushed to the disk and renamed over the target; when anything fails it is removed and
    the old file is untouched. Raises KitError with what to do when the system refuses, or where a device or a
    pipe stands in the target's place, which renaming would put a file in the stead of; and whatever else
    `make` raises.
    """
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise KitError(f"{path} is a device or a pipe, and would be replaced by a file: name a file.")
    temporary = path.with_name(f".{path.stem}.{uuid.uuid4().hex}{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.touch(exist_ok=False)
            make(temporary)
            with temporary.open("rb+") as written:
                os.fsync(written.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        advice = _ADVICE.get(error.errno or 0, "see that the folder is there and in order")
        raise KitError(f"{path} could not be written ({error.strerror or error}): {advice}.") from error


def read_bytes(path: Path | str) -> bytes:
    """What `path` holds. Raises KitError naming it when it can't be read."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise KitError(f"{path} is not there: build it first.") from None
    except OSError as error:
        raise KitError(f"{path} could not be read ({error.strerror or error}): see to the file.") from error


def write_jsonl(path: Path | str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write each row as a line of canonical JSON. Raises KitError as `write_with` and `dumps` do."""
    write_bytes(path, b"".join(canonical.dumps(dict(row)) for row in rows))


def read_jsonl(path: Path | str) -> list[dict[str, Any]]:
    """The objects in `path`, one a line. Raises KitError naming file and line for anything else, or a cut
    last line."""
    *lines, rest = read_bytes(path).split(b"\n")
    if rest:
        raise KitError(
            f"{path}:{len(lines) + 1} has no newline at its end, so it may be cut short: build it again."
        )
    rows = []
    for number, line in enumerate(lines, 1):
        row = canonical.loads(line, f"{path}:{number}")
        if not isinstance(row, dict):
            raise KitError(f"{path}:{number} is not a JSON object: build it again.")
        rows.append(row)
    return rows
