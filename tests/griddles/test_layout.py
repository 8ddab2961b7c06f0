"""Where the build keeps what, and rows on a command line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from griddles import layout
from griddles.errors import GriddlesError
from griddles.layout import Entry, Layout, Pair

PICTURES = "\n== 10 cat Cat | drawn\n" + "##########\n" * 5 + "..........\n" * 5


def test_places() -> None:
    here = Layout(Path("s"), Path("b"))
    assert here.stage("kept/ink", "07", "npz") == Path("b/griddles/kept/ink/07.npz")
    assert here.stage("prove", "07") == Path("b/griddles/prove/07.jsonl")
    assert here.pictures == Path("s/griddles/pictures.txt")
    assert here.icons == Path("s/griddles/icons.yaml")
    assert here.likeness == Path("b/provenance/griddles/likeness.json")
    assert (here.art, here.publish) == (Path("b/art"), Path("b/publish"))


def test_what_other_buckets_left(tmp_path: Path) -> None:
    here = Layout(build=tmp_path)
    for name in ("kept/ink/00.npz", "kept/ink/07.npz", "prove/07.jsonl", "prove/00.jsonl", "warm.txt"):
        (tmp_path / "griddles" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "griddles" / name).touch()
    left = [path.relative_to(tmp_path / "griddles").as_posix() for path in here.leftovers(["00", "01"])]
    assert left == ["kept/ink/07.npz", "prove/07.jsonl"]


@given(st.lists(st.builds(Pair, st.text(), st.sampled_from([10, 15, 20]))))
def test_pairs_read_back(pairs: list[Pair]) -> None:
    assert layout.pairs_from_text(layout.pairs_to_text(pairs)) == pairs


@given(
    st.lists(
        st.builds(
            Entry,
            st.sampled_from([10, 15, 20]),
            st.integers(0, 1023),
            st.text(),
            st.text("0123456789abcdef"),
            st.booleans(),
            st.text(),
            st.text(),
        )
    )
)
def test_entries_read_back(entries: list[Entry]) -> None:
    assert layout.entries_from_text(layout.entries_to_text(entries, shown=True)) == entries
    told = layout.entries_from_text(layout.entries_to_text(entries, shown=False))
    assert [(one.key, one.place, one.cells) for one in told] == [
        (one.key, one.place, one.cells) for one in entries
    ]
    assert {(one.title, one.source, one.retired) for one in told} <= {("", "", False)}


def test_all_are_tried_and_told_by_their_lines(tmp_path: Path) -> None:
    here = Layout(sources=tmp_path)
    here.pictures.parent.mkdir()
    other = "".join(
        f"\n== {size} cat Cat | drawn\n" + ("#" * size + "\n") * 7 + ("." * size + "\n") * (size - 7)
        for size in (15, 20)
    )
    here.pictures.write_text(PICTURES + other, encoding="utf-8")
    tried = []

    def work(entry: Entry) -> None:
        tried.append(entry.key)
        if entry.id != "dog":
            raise GriddlesError("it is no good.")

    entries = [Entry(10, 0, "cat", ""), Entry(10, 1, "dog", ""), Entry(10, 2, "gone", "")]
    with pytest.raises(GriddlesError) as refusal:
        layout.try_each(here, entries, work)
    assert tried == ["10-cat", "10-dog", "10-gone"]
    name = here.pictures.as_posix()
    assert str(refusal.value).splitlines() == [
        f"{name}:2: 10 cat (Cat): it is no good.",
        f"{name}:0: 10-gone: it is no good.",
    ]
    layout.try_each(here, [Entry(10, 1, "dog", "")], work)
