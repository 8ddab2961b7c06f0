"""The library's part of the manifest, the dailies' order, and where the files are."""

from collections import Counter

from griddles import library
from griddles.library import Listed, Size

SIZES = [Size(10, "easy", 1), Size(15, "medium", 2), Size(20, "hard", 3)]


def listed(identifier: str, size: int = 10, place: int = 0, *, retired: bool = False) -> Listed:
    return Listed(size, place, identifier, identifier.title(), "drawn", None, retired, "0" * 16)


def test_names_and_files() -> None:
    assert library.key_of(10, "cat") == listed("cat").key == "10-cat"
    assert library.file_of(15) == "griddles/15.json"
    assert library.certificates_of(15) == "certificates/griddles-15.json"


def test_dailies_are_all_that_is_dealt() -> None:
    pictures = [listed(f"p{k}", place=k, retired=k % 5 == 0) for k in range(50)]
    order = library.daily_order(pictures)
    assert Counter(order) == Counter(one.key for one in pictures if not one.retired)
    assert order == library.daily_order(pictures[::-1])
    assert order != sorted(order)


def test_a_new_picture_moves_no_other_in_the_order() -> None:
    pictures = [listed(f"p{k}", place=k) for k in range(30)]
    order = library.daily_order(pictures)
    grown = library.daily_order([*pictures, listed("new", place=30)])
    assert [key for key in grown if key != "10-new"] == order


def test_the_manifests_part() -> None:
    pictures = [listed("b", 15), listed("c", 10, 1, retired=True), listed("a", 10, 0)]
    part = library.manifest(pictures, 6, SIZES)
    assert part["engine"] == 6
    assert part["sizes"]["10"] == {"difficulty": "easy", "tier": 1, "pictures": 2, "dealt": 1}
    assert part["sizes"]["20"] == {"difficulty": "hard", "tier": 3, "pictures": 0, "dealt": 0}
    assert [(row["sizes"], row["place"], row["id"]) for row in part["pictures"]] == [
        ([10], 0, "a"),
        ([10], 1, "c"),
        ([15], 0, "b"),
    ]
    assert [row.get("retired") for row in part["pictures"]] == [None, True, None]
    assert part["pictures"][0]["file"] == "griddles/10.json"
    assert part == library.manifest(pictures[::-1], 6, SIZES)
