import os
import random
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import picturekit
from picturekit import files
from picturekit.errors import KitError

SOURCE = Path(picturekit.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}

SMALL_FILES_ONLY = """
import resource, sys
from picturekit import files
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    files.write_bytes(sys.argv[1], b"new" * 1000)
except files.KitError as error:
    print(error)
"""

WRITES_FOR_EVER = """
import itertools, sys
from picturekit import files
for round in itertools.count():
    files.write_jsonl(sys.argv[1], [{"round": round, "row": row, "pad": "x" * 900} for row in range(300)])
"""


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no small disk can be mounted here (that takes root)")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("data", [b"", b"a\r\nb\n", bytes(range(256))])
def test_bytes_arrive_as_they_are(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "new" / "folders" / "file"
    files.write_bytes(path, data)
    assert path.read_bytes() == data
    assert files.read_bytes(path) == data


def test_text_is_utf8_with_its_own_newlines(tmp_path: Path) -> None:
    files.write_text(tmp_path / "t", "Piñata\r\n🦊\n")
    assert (tmp_path / "t").read_bytes() == "Piñata\r\n🦊\n".encode()


def test_a_writer_that_goes_by_suffix_is_served(tmp_path: Path) -> None:
    path = tmp_path / "07.npz"
    files.write_with(path, lambda temporary: np.savez(temporary, pixels=np.arange(3)))
    assert os.listdir(tmp_path) == ["07.npz"]
    assert np.load(path)["pixels"].tolist() == [0, 1, 2]


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    files.write_bytes(tmp_path / "written", b"")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


@pytest.mark.parametrize("failure", [ValueError("mine"), KitError("mine"), KeyboardInterrupt()])
def test_a_writer_that_fails_leaves_the_old_file(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b"old")

    def half(temporary: Path) -> None:
        temporary.write_bytes(b"ne")
        raise failure

    with pytest.raises(type(failure)):
        files.write_with(path, half)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file.json"]


def test_a_full_disk_leaves_the_old_file(tiny_disk: Path) -> None:
    path = tiny_disk / "file.jsonl"
    files.write_bytes(path, b"old")
    with pytest.raises(KitError) as refusal:
        files.write_bytes(path, b"new" * 100_000)
    assert str(refusal.value).startswith(
        f"{path} could not be written (No space left on device): free some space"
    )
    assert path.read_bytes() == b"old"
    assert os.listdir(tiny_disk) == ["file.jsonl"]
    files.write_bytes(path, b"new" * 1000)
    assert path.read_bytes() == b"new" * 1000


def test_a_file_size_limit_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    run = subprocess.run(
        [sys.executable, "-c", SMALL_FILES_ONLY, path],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == (
        f"{path} could not be written (File too large): "
        "raise the file size limit (ulimit -f) and run it again.\n"
    )
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    link = tmp_path / "link"
    link.symlink_to(path)
    for target in (path, link):
        with pytest.raises(KitError, match=f"{target.name} is a device or a pipe, and would be replaced"):
            files.write_bytes(target, b"new")
    assert path.is_fifo()
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


def test_a_folder_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(KitError, match=r"folder could not be written .*: move what stands in its place"):
        files.write_bytes(tmp_path / "folder", b"")
    (tmp_path / "file").touch()
    with pytest.raises(KitError, match=r"file/inner could not be written .*: move what stands in its place"):
        files.write_bytes(tmp_path / "file" / "inner", b"")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    pauses = random.Random(2)
    caught_writing = 0
    # On a machine that is busy, a writer may be killed between two files again and again.
    for attempt in range(500):
        if attempt >= 12 and caught_writing:
            break
        path.unlink(missing_ok=True)
        writer = subprocess.Popen([sys.executable, "-c", WRITES_FOR_EVER, path], env=ENVIRONMENT)
        while not path.exists() and writer.poll() is None:
            time.sleep(0.001)
        time.sleep(pauses.random() / 50)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        rows = files.read_jsonl(path)
        assert [row["row"] for row in rows] == list(range(300))
        assert len({row["round"] for row in rows}) == 1
        remains = [left for left in tmp_path.iterdir() if left != path]
        assert all(left.name.startswith(".file.") for left in remains)
        caught_writing += len(remains)
        for left in remains:
            left.unlink()
    assert caught_writing, "no writer was killed while it was writing"


@given(
    rows=st.lists(st.dictionaries(st.sampled_from("abc\u2028\r\x85"), st.integers() | st.just("\u2028\r\n")))
)
def test_rows_read_back(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, object]]) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.jsonl"
    files.write_jsonl(path, rows)
    assert files.read_jsonl(path) == rows


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a":1}\n{"a":1', "rows.jsonl:2 has no newline at its end"),
        (b'{"a":1}\n\n', "rows.jsonl:2 is not JSON"),
        (b'{"a":1}\n[1]\n', "rows.jsonl:2 is not a JSON object"),
        (b'{"a":1.5}\n', "rows.jsonl:1 has the number 1.5"),
    ],
)
def test_a_bad_row_is_named_by_file_and_line(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "rows.jsonl").write_bytes(data)
    with pytest.raises(KitError, match=message):
        files.read_jsonl(tmp_path / "rows.jsonl")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="missing is not there"):
        files.read_bytes(tmp_path / "missing")
    with pytest.raises(KitError, match="could not be read"):
        files.read_bytes(tmp_path)
