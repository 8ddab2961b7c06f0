from collections import Counter
from pathlib import Path

import pytest

from picturekit import buckets
from picturekit.codes import code_of

# sha256sum's first 16 digits, taken modulo 16 and modulo 10 by hand.
KNOWN = [
    ("76XLFK", 2, 0),
    ("Fox", 8, 8),
    ("", 4, 2),
    ("Piñata", 8, 6),
]


@pytest.mark.parametrize(("key", "of_16", "of_10"), KNOWN)
def test_a_bucket_never_moves(key: str, of_16: int, of_10: int) -> None:
    assert buckets.bucket_of(key, 16) == of_16
    assert buckets.bucket_of(key, 10) == of_10


@pytest.mark.parametrize("count", [1, 7, 16])
def test_keys_spread_evenly(count: int) -> None:
    keys = 1600 * count
    sizes = Counter(buckets.bucket_of(code_of(str(number)), count) for number in range(keys))
    assert sorted(sizes) == list(range(count))
    # Four standard deviations of a bucket's size are 160; a tenth is what a fair hash stays in by far.
    assert all(abs(size - 1600) <= 160 for size in sizes.values())


def test_a_label_is_two_digits() -> None:
    assert [buckets.label(number) for number in (0, 7, 15, 99)] == ["00", "07", "15", "99"]


def test_what_more_buckets_left_is_found(tmp_path: Path) -> None:
    for name in ("insert/00.jsonl", "insert/07.jsonl", "light/07.npz", "light/all.npz", "deep/er/07.npz"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = buckets.leftovers([tmp_path / "insert", tmp_path / "light", tmp_path / "gone"], ["00", "01"])
    assert found == [tmp_path / "insert/07.jsonl", tmp_path / "light/07.npz"]
