"""Layout: where files are, how subjects reach a job, and that one bad picture doesn't keep the others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowpoly.errors import LowPolyError
from lowpoly.layout import Layout, Named, from_text, to_text, try_each
from lowpoly.subjects import KINDS, Subject
from picturekit.errors import KitError

FOX = Named("76XLFK", Subject("Fox", "Red fox", "creature", 25, 3))
FACE = Named("CCCCCC", Subject("Cat face", "Cat", "creature", 0, 1))
PINATA = Named("PPPPPP", Subject("Piñata", "Piñata", "thing", 35, 2))

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
ROWS = st.lists(
    st.builds(
        Named,
        st.text("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", min_size=6, max_size=6),
        st.builds(
            Subject, NAMES, NAMES, st.sampled_from(KINDS), st.sampled_from([0, 25, 30, 35]), st.just(0)
        ),
    )
)


def test_where_things_are() -> None:
    layout = Layout(Path("a"), Path("b"), Path("c"), Path("d"))
    assert layout.stage("insert", "07", "jsonl") == Path("b/lowpoly/insert/07.jsonl")
    assert layout.rasters("07") == Path("b/provenance/lowpoly/raster/07.json")
    assert layout.fresh("76XLFK") == Path("b/lowpoly/fresh/76XLFK.png")
    assert layout.art_set("fluentui-emoji") == Path("b/art/fluentui-emoji")
    assert layout.publish == Path("b/publish")
    assert [layout.pinned(row.subject.folder) for row in (FOX, FACE, PINATA)] == [
        Path("a/lowpoly/pixels/fox.png"),
        Path("a/lowpoly/pixels/cat-face.png"),
        Path("a/lowpoly/pixels/pinata.png"),
    ]


def test_the_usual_folders_are_those_of_the_checkout() -> None:
    assert Layout() == Layout(Path("sources"), Path("build"), Path("sheets"), Path("workflow/schemas"))


def test_what_other_buckets_left(tmp_path: Path) -> None:
    layout = Layout(build=tmp_path / "build", sheets=tmp_path / "sheets")
    assert layout.leftovers(["00"]) == []
    stale = (
        "build/lowpoly/holes/01.jsonl",
        "build/lowpoly/pixels/15.npz",
        "build/provenance/lowpoly/raster/01.json",
        "sheets/lowpoly/01.png",
    )
    for name in (
        *stale,
        "build/lowpoly/holes/00.jsonl",
        "build/lowpoly/warm.txt",
        "build/lowpoly/fresh/76XLFK.png",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert layout.leftovers(["00"]) == [tmp_path / name for name in stale]
    assert layout.leftovers(["00", "01"]) == [tmp_path / "build/lowpoly/pixels/15.npz"]


# Rows on a command line


def test_a_job_is_told_no_more_than_shapes_its_files() -> None:
    rows = [FOX, PINATA]
    assert to_text(rows, shown=False) == (
        '[{"code":"76XLFK","easy":25,"folder":"Fox"},{"code":"PPPPPP","easy":35,"folder":"Piñata"}]'
    )
    assert to_text([FOX], shown=True) == (
        '[{"code":"76XLFK","easy":25,"folder":"Fox","kind":"creature","title":"Red fox"}]'
    )


@given(ROWS)
def test_rows_come_back(rows: list[Named]) -> None:
    text = to_text(rows, shown=True)
    assert "\n" not in text
    assert from_text(text) == rows


@given(ROWS)
def test_what_was_left_out_is_empty(rows: list[Named]) -> None:
    bare = [Named(row.code, Subject(row.subject.folder, "", "", row.subject.easy, 0)) for row in rows]
    assert from_text(to_text(rows, shown=False)) == bare


def test_rows_that_are_none() -> None:
    with pytest.raises(KitError, match="--rows is not JSON"):
        from_text("[{")


def test_a_row_s_line_is_not_told() -> None:
    """A row put in above moves the lines below it, which is no reason to run their jobs again."""
    moved = Named(FOX.code, Subject("Fox", "Red fox", "creature", 25, 99))
    for shown in (False, True):
        assert to_text([FOX], shown=shown) == to_text([moved], shown=shown)


# Trying each


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    subjects = tmp_path / "sources" / "lowpoly" / "subjects.yaml"
    subjects.parent.mkdir(parents=True)
    rows = [
        f"- {{folder: {row.subject.folder}, title: {row.subject.title}, kind: {row.subject.kind}}}\n"
        for row in (FACE, PINATA, FOX)
    ]
    subjects.write_text("".join(rows), encoding="utf-8")
    return Layout(sources=tmp_path / "sources")


def test_each_is_tried_and_each_bad_one_named(layout: Layout) -> None:
    tried = []

    def work(row: Named) -> None:
        tried.append(row)
        if row.code != PINATA.code:
            raise KitError(f"no {row.subject.folder} today.")

    # A job isn't told the lines: they are looked up when they are needed.
    rows = from_text(to_text([FOX, PINATA, FACE], shown=False))
    with pytest.raises(LowPolyError) as error:
        try_each(layout, rows, work)
    assert tried == rows
    path = (layout.sources / "lowpoly" / "subjects.yaml").as_posix()
    assert str(error.value).split("\n") == [
        f"{path}:3: Fox (76XLFK): no Fox today.",
        f"{path}:1: Cat face (CCCCCC): no Cat face today.",
    ]


def test_a_subject_that_went_meanwhile_is_named_all_the_same(layout: Layout) -> None:
    def work(row: Named) -> None:
        raise LowPolyError("it is gone.")

    gone = Named("GGGGGG", Subject("Ghost", "", "", 25, 0))
    with pytest.raises(LowPolyError, match=r"subjects\.yaml:0: Ghost \(GGGGGG\): it is gone\.$"):
        try_each(layout, [gone], work)


def test_when_all_goes_well_nothing_is_read(tmp_path: Path) -> None:
    done: list[Named] = []
    try_each(Layout(sources=tmp_path / "nowhere"), [FOX, FACE], done.append)
    assert done == [FOX, FACE]


def test_a_fault_of_the_mill_s_own_is_not_hidden(layout: Layout) -> None:
    def work(row: Named) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        try_each(layout, [FOX], work)
