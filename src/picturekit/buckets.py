"""The bucket that a picture is built in: a hash of its key, so that one new picture changes one bucket
only."""

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path


def bucket_of(key: str, count: int) -> int:
    """The bucket of `key`, 0 to count - 1: the first eight bytes of its sha256, modulo `count`."""
    return int.from_bytes(hashlib.sha256(key.encode("utf-8")).digest()[:8], "big") % count


def labels(count: int) -> list[str]:
    """The labels of all buckets, in order."""
    return [label(bucket) for bucket in range(count)]


def label(bucket: int) -> str:
    """The bucket's number as it stands in file names: two digits, `07`."""
    return f"{bucket:02d}"


def leftovers(folders: Iterable[Path], buckets: Collection[str]) -> list[Path]:
    """The files of other buckets than these in the folders: what is left when there were more of them."""
    paths = sorted(path for folder in folders for path in folder.glob("[0-9][0-9].*"))
    return [path for path in paths if path.stem not in buckets]
