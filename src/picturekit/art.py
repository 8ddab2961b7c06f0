"""The pinned art sets: fetched once with npm, verified, unpacked, or said to be absent.

`sources/art.yaml` pins each set to one tarball. A set is absent where it can't be had, and the build goes on
without it; a tarball that isn't the pinned one stops the build.
"""

import argparse
import base64
import fnmatch
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from picturekit import canonical, files
from picturekit.errors import KitError

ICONS = "fluentui-emoji"
NAMES = "fluentui-emoji-js"

TARBALLS = "tarballs"
"""The folder beside the unpacked sets where downloaded tarballs are kept."""

_FIELDS = {
    "name": ("[a-z0-9]+(-[a-z0-9]+)*", "lower-case words with hyphens, and not `tarballs`"),
    "package": ("(@[a-z0-9][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._~-]*", "the name of an npm package"),
    "version": (r"[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?", "one exact version such as 1.3.0"),
    "sha512": (
        "[0-9a-f]{128}|sha512-[A-Za-z0-9+/]{86}==",
        "128 lower-case hex digits, or `sha512-` and 88 letters of base 64",
    ),
    "licence": ("[A-Za-z0-9.+-]+", "an SPDX id such as MIT"),
    "notice": (
        "[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*",
        "the path of a text file, from the folder of this file on",
    ),
    "files": (
        "[A-Za-z0-9_*-][A-Za-z0-9._*-]*(/[A-Za-z0-9_*-][A-Za-z0-9._*-]*)*",
        "a list of paths in the package, each once, in which only `*` stands for something else",
    ),
}
"""Each field's pattern, and what it is meant to be."""

_MAX_TARBALL = 128 << 20
_MAX_UNPACKED = 512 << 20
_MAX_FILE = 16 << 20
_MAX_MEMBERS = 50_000

# npm's timeout counts idle time, so a slow line that still delivers is waited for.
_NPM_OPTIONS = (
    *("--json", "--ignore-scripts", "--prefer-offline", "--no-update-notifier", "--no-audit", "--no-fund"),
    *(
        "--fetch-retries=1",
        "--fetch-retry-mintimeout=500",
        "--fetch-retry-maxtimeout=500",
        "--fetch-timeout=10000",
    ),
)
_NPM_SECONDS = 900
_UNKNOWN = ("E404", "ETARGET")


@dataclass(frozen=True)
class Pin:
    """A set and the one tarball that it is; `sha512` in hex, `files` as patterns of paths in the package."""

    name: str
    package: str
    version: str
    sha512: str
    licence: str
    notice: Path
    files: tuple[str, ...]

    @property
    def tarball(self) -> str:
        """The file name that npm gives the tarball."""
        return f"{self.package.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


@dataclass(frozen=True)
class Status:
    """Whether a set is there; `sha512` is its verified tarball's, or None; `why` says what to know."""

    set: str
    package: str
    version: str
    sha512: str | None
    present: bool
    why: str


def read_pins(path: Path) -> list[Pin]:
    """The sets that `path` pins, in its order. Raises KitError with every problem's file, line and field."""
    text = _text(files.read_bytes(path), path)
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        rows = loader.construct_document(root) if root else None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise KitError(f"{path} isn't YAML ({' '.join(str(error).split())}): mend it there.") from None
    if root is None or not isinstance(rows, list) or not rows:
        raise KitError(f"{path} isn't a list of sets: begin each with `- name:`.")
    problems: list[str] = []
    for row, node in zip(rows, root.value, strict=True):
        label = f"{path}:{node.start_mark.line + 1}: "
        problems += [label + problem for problem in _problems(row, node, path.parent)]
    if not problems:
        names = [row["name"] for row in rows]
        problems = [f"{path}: the name {name} comes twice: give each its own." for name in _doubled(names)]
    if problems:
        raise KitError("\n".join(problems))
    return [_pin(row, path.parent) for row in rows]


def obtain(pin: Pin, into: Path, art_dir: Path | None, cache: Path, *, online: bool = True) -> Status:
    """Make `into/<set>/` hold the set's files and `into/<set>.json` its status, which is returned.

    The set is taken from `art_dir` (its tarball there, or a folder named like the set), from the tarball in
    `cache`, or, when `online`, from npm, whose tarball is then kept in `cache`. When it can't be had the
    folder is empty, and the status says why. Raises KitError for a tarball that isn't the pinned one, for one
    that isn't safe to unpack, for a set without the files it should have, and when the disk refuses.
    """
    status_path, folder = into / f"{pin.name}.json", into / pin.name
    partial, replaced = into / f".{pin.name}.partial", into / f".{pin.name}.replaced"
    try:
        # The status goes first, so that a killed run leaves no status of files that aren't there.
        status_path.unlink(missing_ok=True)
        for leftover in (partial, replaced):
            shutil.rmtree(leftover, ignore_errors=True)
        status = _fill(pin, partial, art_dir, cache, online=online)
        partial.mkdir(parents=True, exist_ok=True)
        if folder.exists():
            folder.rename(replaced)
        partial.rename(folder)
        shutil.rmtree(replaced, ignore_errors=True)
    except OSError as error:
        raise KitError(
            f"{into}: the set {pin.name} could not be put there ({error}): see to the disk."
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    files.write_bytes(status_path, canonical.dumps(asdict(status)))
    return status


def read_status(path: Path) -> Status:
    """The status that `obtain` wrote. Raises KitError when there is none."""
    row = canonical.loads(files.read_bytes(path), str(path))
    try:
        return Status(**row)
    except TypeError:
        raise KitError(f"{path} isn't the status of an art set: delete it and build again.") from None


def stem(folder: str) -> str:
    """The file name, without `.svg`, of the icon that the set has for one of the original folders.

    The set's packager took the first `_flat` out of `<folder>_flat.svg`, even where that stands inside a
    name, dropped accents and spelled the rest with hyphens: `Piñata` is `pinata`, `Stuffed flatbread` is
    `stuffedbread-flat`.
    """
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", folder) if not unicodedata.combining(letter)
    )
    words = re.sub("[^a-z0-9]+", "_", plain.lower()).strip("_")
    return f"{words}_flat".replace("_flat", "", 1).replace("_", "-")


def table(art_dir: Path) -> dict[str, str]:
    """The icon's stem by original folder name, sorted, for every subject that has no skin tones.

    `art_dir` holds the unpacked sets. Raises KitError when the set's own table isn't there, isn't what it
    should be, or doesn't tell two icons apart.
    """
    path = art_dir / NAMES / "emojiData.json"
    rows = canonical.loads(files.read_bytes(path), str(path))
    try:
        folders = sorted(row["folder"].removeprefix("/") for row in rows)
    except (TypeError, KeyError, AttributeError):
        raise KitError(
            f"{path} isn't a list of rows with a folder each: see which version {NAMES} is."
        ) from None
    icons = {folder: stem(folder) for folder in folders if "/" not in folder}
    if not icons:
        raise KitError(f"{path} has no folders: see which version {NAMES} is.")
    for icon in _doubled(list(icons.values())):
        same = [folder for folder in icons if icons[folder] == icon]
        raise KitError(
            f"{path}: the folders {' and '.join(same)} are both the icon {icon}: mend picturekit.art.stem."
        )
    return icons


def icon(art_dir: Path, folder: str) -> bytes:
    """The SVG of an original folder. Raises KitError naming folder, file and set when it isn't there."""
    path = art_dir / ICONS / "icons" / "flat" / f"{stem(folder)}.svg"
    if not path.is_file():
        raise KitError(
            f"{folder}: the art set {ICONS} has no file {path.name} ({path}): "
            "see the folder's spelling, or that the set is whole."
        )
    return files.read_bytes(path)


def fetch_command(argv: list[str]) -> int:
    """`python -m picturekit fetch`: get one set, or try those again that were absent. Returns 0."""
    parser = argparse.ArgumentParser(prog="picturekit fetch", description="Get a pinned art set.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--set", help="the name of the set to get")
    what.add_argument(
        "--retry-absent", action="store_true", help="try the sets again that the last build had to miss"
    )
    parser.add_argument("--out", type=Path, default=Path("build/art"), help="where the sets are unpacked")
    parser.add_argument(
        "--art-dir", type=Path, help="a folder with the tarballs or the unpacked sets, for no network"
    )
    parser.add_argument("--pins", type=Path, default=Path("sources/art.yaml"))
    args = parser.parse_args(argv)
    if args.art_dir and not args.art_dir.is_dir():
        raise KitError(
            f"{args.art_dir} is not a folder: let --art-dir (art_dir in the config) name one, or none."
        )
    pins = read_pins(args.pins)
    if args.retry_absent:
        _retry_absent(pins, args.out, args.art_dir)
        return 0
    pin = next((pin for pin in pins if pin.name == args.set), None)
    if pin is None:
        raise KitError(f"{args.pins} has no set {args.set}: it has {', '.join(pin.name for pin in pins)}.")
    status = obtain(pin, args.out, args.art_dir, args.out / TARBALLS)
    print(f"{pin.name} {pin.version}: {'there' if status.present else 'absent'}; {status.why}")
    return 0


def _retry_absent(pins: list[Pin], out: Path, art_dir: Path | None) -> None:
    """Remove the status of every set that was absent and can now be had, so that its rule runs again.

    The status of one that is still absent isn't touched, or all that is made from it would be made again.
    """
    absent: list[Status] = []
    scratch = out / ".retry"
    for pin in pins:
        path = out / f"{pin.name}.json"
        said = _said_present(path)
        if not path.exists() or (said and (out / pin.name).is_dir()):
            continue
        if said is False:
            # Where npm got nowhere for one set it isn't asked for the next: without a network, one wait.
            status = obtain(pin, scratch, art_dir, out / TARBALLS, online=not absent)
            shutil.rmtree(scratch, ignore_errors=True)
            if not status.present:
                absent.append(status)
                continue
        path.unlink()
    if absent:
        names = " and ".join(status.set for status in absent)
        print(f"Without {names} the build uses what is pinned and can't check it by the art; {absent[0].why}")


def _said_present(path: Path) -> bool | None:
    try:
        return read_status(path).present
    except KitError:
        return None


def _fill(pin: Pin, partial: Path, art_dir: Path | None, cache: Path, *, online: bool) -> Status:
    """Put the set's files into the folder `partial` from the first place that has them."""
    tarball = cache / pin.tarball
    if art_dir and (art_dir / pin.tarball).is_file():
        tarball = art_dir / pin.tarball
    elif art_dir and (art_dir / pin.name).is_dir():
        _copy(art_dir / pin.name, pin, partial)
        why = "it was taken as it lay in the art folder, so nothing says that it is what is pinned."
        return Status(pin.name, pin.package, pin.version, None, True, why)
    elif not tarball.is_file():
        why = _download(pin, cache) if online else "npm was not asked again."
        if why:
            return Status(pin.name, pin.package, pin.version, None, False, why)
    _unpack(_verified(tarball, pin, f"delete {tarball}, or put the pinned one in its place"), pin, partial)
    return Status(pin.name, pin.package, pin.version, pin.sha512, True, "its tarball is the pinned one.")


def _download(pin: Pin, cache: Path) -> str:
    """Let npm fetch the tarball into `cache`. Returns "" when it is there and verified, or why it isn't."""
    instead = "or give a folder with the tarball: make ART_DIR=FOLDER, or --config art_dir=FOLDER."
    npm = shutil.which("npm")
    if npm is None:
        return f"npm is not there to fetch it: install npm (apt-get install npm), {instead}"
    folder = cache / f".{pin.name}.npm"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        done = subprocess.run(
            [npm, "pack", *_NPM_OPTIONS, "--", f"{pin.package}@{pin.version}"],
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_NPM_SECONDS,
        )
        tarballs = sorted(folder.glob("*.tgz"))
        if done.returncode or len(tarballs) != 1:
            said = re.search(rb'(?:"code": "|code )(E[A-Z0-9_]+)', done.stdout + done.stderr)
            code = said[1].decode() if said else f"exit {done.returncode}"
            mend = "see whether the pin is right" if code in _UNKNOWN else "see to the network and try again"
            return f"npm could not fetch {pin.package}@{pin.version} ({code}): {mend}, {instead}"
        advice = "don't use what npm served; mend the pin only after looking at what changed"
        files.write_bytes(cache / pin.tarball, _verified(tarballs[0], pin, advice))
        return ""
    except subprocess.TimeoutExpired:
        return f"npm took over {_NPM_SECONDS} seconds: see to the network and try again, {instead}"
    except OSError as error:
        return f"npm could not be run ({error.strerror}): see to its installation, {instead}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _verified(path: Path, pin: Pin, advice: str) -> bytes:
    """The tarball's bytes, once they are the pinned ones: what is hashed is what is unpacked."""
    if path.stat().st_size > _MAX_TARBALL:
        raise KitError(f"{path} is over {_MAX_TARBALL >> 20} MB, too much for the set {pin.name}: {advice}.")
    data = files.read_bytes(path)
    found = hashlib.sha512(data).hexdigest()
    if found != pin.sha512:
        raise KitError(
            f"{path} is not the pinned tarball of the set {pin.name}: {advice}.\n"
            f"  its sha512    {found}\n  sha512 pinned {pin.sha512}"
        )
    return data


class _Bounded(io.RawIOBase):
    """A stream that gives no more than is allowed: tarfile would read a header of any length whole."""

    def __init__(self, stream: gzip.GzipFile) -> None:
        self.stream, self.left = stream, _MAX_UNPACKED

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise KitError(f"it unpacks to over {_MAX_UNPACKED >> 20} MB")
        return data


def _unpack(data: bytes, pin: Pin, into: Path) -> None:
    """Write the set's files out of the tarball, each path without the package's own folder."""
    what = f"{pin.tarball} of the set {pin.name}"
    try:
        plain = gzip.GzipFile(fileobj=io.BytesIO(data))
        with tarfile.open(fileobj=_Bounded(plain), mode="r|") as tar:
            _write(_members(tar, pin), pin, into)
    except (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile, ValueError) as error:
        raise KitError(f"{what} can't be unpacked ({error}): pin another tarball.") from error
    except KitError as error:
        raise KitError(f"{what} is not unpacked, since {error}: pin another tarball.") from None


def _members(tar: tarfile.TarFile, pin: Pin) -> Iterator[tuple[str, bytes]]:
    for count, member in enumerate(tar):
        path = PurePosixPath(member.name)
        if count >= _MAX_MEMBERS:
            raise KitError(f"it holds over {_MAX_MEMBERS} files")
        is_plain = member.name.isprintable() and "\\" not in member.name
        if not is_plain or path.is_absolute() or ".." in path.parts:
            raise KitError(f"the path {member.name!r} in it could lead outside")
        if member.isdir():
            continue
        if not member.isreg():
            raise KitError(f"{member.name!r} in it is no regular file")
        name = "/".join(path.parts[1:])
        if not _is_kept(name, pin):
            continue
        if member.size > _MAX_FILE:
            raise KitError(f"{member.name!r} in it is over {_MAX_FILE >> 20} MB")
        stream = tar.extractfile(member)
        assert stream is not None
        yield name, stream.read()


def _copy(folder: Path, pin: Pin, into: Path) -> None:
    """Copy the set's files out of a folder that holds the package, or its contents."""
    root = folder / "package" if (folder / "package").is_dir() else folder
    found = sorted(path for pattern in pin.files for path in root.glob(pattern) if path.is_file())
    try:
        _write(((path.relative_to(root).as_posix(), path.read_bytes()) for path in found), pin, into)
    except KitError as error:
        raise KitError(
            f"{folder} is not taken for the set {pin.name}, since {error}: put the whole set there."
        ) from None


def _write(contents: Iterable[tuple[str, bytes]], pin: Pin, into: Path) -> None:
    into.mkdir(parents=True)
    matched: set[str] = set()
    for name, data in contents:
        matched |= {pattern for pattern in pin.files if _matches(name, pattern)}
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise KitError(f"{name!r} comes twice in it")
        path.write_bytes(data)
    for pattern in pin.files:
        if pattern not in matched:
            raise KitError(f"there is no file {pattern} in it")


def _is_kept(name: str, pin: Pin) -> bool:
    return any(_matches(name, pattern) for pattern in pin.files)


def _matches(name: str, pattern: str) -> bool:
    parts, patterns = name.split("/"), pattern.split("/")
    return len(parts) == len(patterns) and all(map(fnmatch.fnmatchcase, parts, patterns))


def _problems(row: Any, node: yaml.Node, folder: Path) -> Iterator[str]:
    if not isinstance(row, dict) or not isinstance(node, yaml.MappingNode):
        yield f"a set has the fields {', '.join(_FIELDS)}, and this has none."
        return
    keys = [key.value for key, _ in node.value]
    for key in _doubled(keys):
        yield f"{key} comes twice in one set: take one of the two out."
    for key in keys:
        if key not in _FIELDS:
            yield f"there is no field {key}: the fields are {', '.join(_FIELDS)}."
    for field, (pattern, meaning) in _FIELDS.items():
        if field not in row:
            yield f"the set has no {field}: add {meaning}."
            continue
        values = row[field] if field == "files" else [row[field]]
        is_meant = isinstance(values, list) and all(
            isinstance(value, str) and re.fullmatch(pattern, value) for value in values
        )
        if not is_meant or not values or _doubled(values) or (field, values) == ("name", [TARBALLS]):
            yield f"{field} is {row[field]!r}: write {meaning}."
        elif field == "notice" and not (folder / row[field]).is_file():
            yield f"notice is {row[field]!r}, which isn't there: add the file {folder / row[field]}."


def _pin(row: dict[str, Any], folder: Path) -> Pin:
    digest = row["sha512"]
    if digest.startswith("sha512-"):
        digest = base64.b64decode(digest.removeprefix("sha512-")).hex()
    return Pin(**{**row, "sha512": digest, "notice": folder / row["notice"], "files": tuple(row["files"])})


def _doubled(values: list[str]) -> list[str]:
    return sorted({value for value in values if values.count(value) > 1})


def _text(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise KitError(f"{path} is not UTF-8 at byte {error.start}: save it as UTF-8.") from None
