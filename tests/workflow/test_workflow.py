"""The whole workflow on the tiny project: what is published, what a change reruns, what bad input gets."""

import hashlib
import json
import re
import shutil
import tarfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import yaml
from snakemake.utils import validate  # type: ignore[import-untyped]

from lowpoly import project as lowpoly_project
from lowpoly import stages
from lowpoly.errors import LowPolyError
from lowpoly.layout import Layout, Named
from lowpoly.settings import Settings
from picturekit import art, buckets, canonical, codes, manifest, raster, schemas

from .harness import NO_CAIRO, ROOT, TINY, Project

SCHEMAS = ROOT / "workflow/schemas"
ICONS = "art/fluentui-emoji/icons/flat"
NAMES = {
    "76XLFK": "Fox",
    "8UN2PV": "Owl",
    "M4Y8WV": "Hamburger",
    "R5DGCT": "Swan",
    "WXRUQ8": "Guitar",
    "XNB4FN": "Cactus",
}
BUCKETS = {"00": ["76XLFK", "R5DGCT", "WXRUQ8", "XNB4FN"], "01": ["8UN2PV", "M4Y8WV"]}
SHAPING = ("light", "insert", "holes", "audit")
EVERY_STAGE = ("rasterize", *SHAPING)
GRIDDLES_BUCKETED = ("rasterize", "threshold", "touch_up", "prove", "count")

HOSTILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><script>alert(1)</script></svg>'
NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0"/></svg>'
SPECK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M15 15h2v2h-2z"/></svg>'


GAMES = ["lowpoly", "griddles", "numberlink"]
LEVELS = sorted(f"{size}-{name}" for size in (8, 10, 12, 15) for name in ("easy", "medium", "hard", "expert"))
SCHEMA_OF = {
    "manifest.json": "manifest.schema.json",
    "lowpoly": "picture.schema.json",
    "griddles": "griddles.schema.json",
    "numberlink": "numberlink.schema.json",
    "certificates/griddles": "griddles-certificate.schema.json",
    "certificates/numberlink": "numberlink-certificate.schema.json",
}
PUBLISHED = {"lowpoly_publish": 1, "publish": 1}
"""The jobs that publish a change of Low Poly's."""


class Stages:
    """The stages of a built project, run one by one in this process, without Snakemake."""

    def __init__(self, project: Project) -> None:
        folder = project.folder
        self.layout = Layout(folder / "sources", folder / "build", folder / "sheets", SCHEMAS)
        self.settings = Settings.of(yaml.safe_load(project.read("config.yaml"))["lowpoly"])

    def rows(self, bucket: str) -> list[Named]:
        """A bucket's subjects."""
        named = lowpoly_project.name_all(self.layout)
        return [row for row in named if buckets.label(buckets.bucket_of(row.code, 2)) == bucket]

    def rasterize(self, bucket: str) -> None:
        stages.rasterize(self.layout, bucket, self.rows(bucket))

    def shape(self, bucket: str) -> None:
        """From pixels to the audit."""
        rows = self.rows(bucket)
        stages.light(self.layout, bucket, self.settings)
        stages.insert(self.layout, bucket, rows, self.settings)
        stages.holes(self.layout, bucket, self.settings)
        stages.audit(self.layout, bucket, rows, self.settings)

    def publish(self) -> None:
        stages.publish(self.layout, self.settings, buckets.labels(2))
        manifest.write(
            GAMES,
            build=self.layout.build,
            sources=self.layout.sources,
            schema=SCHEMAS / "manifest.schema.json",
        )

    def pixels(self, bucket: str) -> dict[str, np.ndarray]:
        return stages.read_arrays(self.layout.stage("pixels", bucket, "npz"))

    def reports(self) -> dict[str, dict[str, Any]]:
        """How the pixels of every subject were come by, by folder."""
        paths = sorted((self.layout.build / "provenance/lowpoly").rglob("*.json"))
        rows = [row for path in paths for row in json.loads(path.read_text(encoding="utf-8"))]
        return {row["folder"]: row for row in rows}


def ran_since(before: dict[str, int], project: Project) -> list[str]:
    """The jobs that ran since those logs were looked at."""
    return sorted(job for job, at in project.logs().items() if before.get(job) != at)


def told(jobs: str) -> list[str]:
    """Those of Low Poly's jobs, sorted; and with its publishing that of the manifest."""
    together = ["publish"] if "publish" in jobs.split() else []
    return sorted([f"lowpoly/{job}" for job in jobs.split()] + together)


def job_stats(printed: str) -> dict[str, int]:
    """How many jobs of each rule Snakemake said there are."""
    return {rule: int(count) for rule, count in re.findall(r"^(\w+) +(\d+)$", printed, re.MULTILINE)}


def no_such_number(text: str) -> NoReturn:
    raise AssertionError(f"{text} is no whole number")


def change_pixel(path: Path) -> None:
    """Give the middle pixel of a PNG another blue."""
    pixels = raster.read_png(path)
    assert pixels[128, 128, 3]
    pixels[128, 128, 2] ^= 1
    raster.write_png(path, pixels)


def kind_of(path: str) -> str:
    """What a published file is, which says its schema."""
    folder = path.partition("/")[0]
    return path.partition("-")[0] if folder == "certificates" else folder


# What a build makes.


def test_a_build_is_as_locked(built: Project) -> None:
    """Where a change of a maker is meant: `python tests/workflow/harness.py` writes the lock anew."""
    assert built.fingerprints() == (TINY / "sources/fingerprints.lock").read_text(encoding="utf-8")
    run = built.check()
    assert run.code == 0, run.printed
    assert "As locked: 43 pictures." in run.printed


def test_what_is_published_is_there_and_nothing_else(built: Project) -> None:
    published = built.published()
    assert sorted(published) == [
        *(f"certificates/griddles-{size}.json" for size in (10, 15, 20)),
        *(f"certificates/numberlink-{level}.json" for level in LEVELS),
        *(f"griddles/{size}.json" for size in (10, 15, 20)),
        *(f"lowpoly/{code}.json" for code in NAMES),
        "manifest.json",
        *(f"numberlink/{level}.json" for level in LEVELS),
    ]
    for path, data in published.items():
        value = json.loads(data, parse_float=no_such_number, parse_constant=no_such_number)
        assert canonical.dumps(value) == data
        schemas.check(value, schemas.load(SCHEMAS / SCHEMA_OF[kind_of(path)]), path)
        assert str(built.folder).encode() not in data


def test_the_manifest_tells_what_is_published(built: Project) -> None:
    published = built.published()
    manifest = json.loads(published["manifest.json"])
    game = manifest["games"]["lowpoly"]
    rows = {row["code"]: row for row in game["pictures"]}
    assert {code: row["source"] for code, row in rows.items()} == NAMES
    for row in rows.values():
        picture = json.loads(published[row["file"]])
        assert row["fingerprint"] == hashlib.sha256(published[row["file"]]).hexdigest()[:16]
        assert {key: row[key] for key in ("code", "title", "kind")} == {
            key: picture[key] for key in ("code", "title", "kind")
        }
        assert sorted(row["sizes"]) == sorted(picture["tiers"])
    assert rows["R5DGCT"]["sizes"] == ["medium", "hard"]
    assert len(json.loads(published["lowpoly/8UN2PV.json"])["tiers"]["easy"]["dots"]) == 30
    assert sorted(game["daily"]) == sorted(rows.keys() - {"R5DGCT"})
    notice = (TINY / "sources/licences/drawings.txt").read_text(encoding="utf-8")
    assert [licence["notice"] for licence in manifest["licences"]] == [notice] * 4


def test_where_the_art_is_given_npm_is_not_asked(built: Project) -> None:
    assert (built.tools / "npm").exists()
    assert not (built.tools / "npm.log").exists()


def test_the_sheets_show_every_subject(built: Project) -> None:
    page = built.read("sheets/lowpoly.html")
    subjects = yaml.safe_load(built.read("sources/lowpoly/subjects.yaml"))
    assert [row["title"] for row in subjects if row["title"] not in page] == []
    assert [code for code in NAMES if code not in page] == []
    assert sorted(path for path in built.path("sheets").rglob("*.png")) == [
        *(built.path(f"sheets/griddles/{size}.png") for size in (10, 15, 20)),
        *(built.path(f"sheets/lowpoly/{bucket}.png") for bucket in BUCKETS),
        *sorted(built.path(f"sheets/numberlink/{size}.png") for size in (8, 10, 12, 15)),
    ]


def test_the_summary_counts_pictures(built: Project) -> None:
    run = built.python("-m", "lowpoly", "summary")
    assert run.code == 0, run.printed
    assert "6 subjects" in run.printed
    assert re.search(r"easy: +5 pictures", run.printed)
    assert re.search(r"hard: +6 pictures", run.printed)


# The commands of Snakemake.


def test_a_second_run_runs_no_job(built: Project) -> None:
    before = built.logs()
    run = built.snakemake()
    assert run.code == 0, run.printed
    assert "Nothing to be done" in run.printed
    assert ran_since(before, built) == []


def test_a_dry_run_tells_the_jobs_and_makes_nothing(fresh: Callable[[str], Project]) -> None:
    project = fresh("tiny")
    run = project.snakemake("-n")
    assert run.code == 0, run.printed
    stats = job_stats(run.printed)
    assert stats == {
        "art": 4,
        "warm": 1,
        **dict.fromkeys(EVERY_STAGE, 2),
        "lowpoly_publish": 1,
        "publish": 1,
        "lowpoly_sheet": 1,
        "lowpoly_sheet_png": 2,
        **dict.fromkeys([f"griddles_{stage}" for stage in GRIDDLES_BUCKETED], 2),
        **dict.fromkeys([f"griddles_{stage}" for stage in ("warm", "likeness", "publish", "sheet")], 1),
        "griddles_sheet_png": 3,
        **dict.fromkeys([f"numberlink_{stage}" for stage in ("fill", "prove", "measure")], 2),
        **dict.fromkeys([f"numberlink_{stage}" for stage in ("warm", "publish", "sheet", "audit")], 1),
        "numberlink_sheet_png": 4,
        "all": 1,
        "total": 52,
    }
    assert not project.path("build").exists()
    assert not project.path("sheets").exists()


def test_the_rule_graph_is_the_chain(built: Project) -> None:
    run = built.snakemake("lowpoly", "--rulegraph")
    assert run.code == 0, run.printed
    rules = dict(re.findall(r'(\d+)\[label = "(\w+)"', run.printed))
    edges = {(rules[one], rules[other]) for one, other in re.findall(r"(\d+) -> (\d+)", run.printed)}
    chain = ["art", *EVERY_STAGE, "lowpoly_publish", "lowpoly"]
    assert set(pairwise(chain)) <= edges
    assert {("warm", "insert"), ("audit", "lowpoly_sheet"), ("lowpoly_sheet", "lowpoly")} <= edges
    assert ("warm", "rasterize") not in edges


# What a change makes again.


def test_a_new_subject_reruns_one_bucket_and_changes_no_other_picture(copied: Project) -> None:
    before, published = copied.logs(), copied.published()
    first = "- {folder: Fox"
    copied.replace(
        "sources/lowpoly/subjects.yaml",
        first,
        f"- {{folder: Mushroom, title: Mushroom, kind: plant}}\n{first}",
    )
    run = copied.snakemake()
    assert run.code == 0, run.printed
    assert ran_since(before, copied) == told(
        "rasterize/01 light/01 insert/01 holes/01 audit/01 publish sheet sheet-png/01"
    )
    after = copied.published()
    assert after.keys() - published.keys() == {"lowpoly/68WCRG.json"}
    assert {path: after[path] for path in published if path != "manifest.json"} == {
        path: data for path, data in published.items() if path != "manifest.json"
    }
    old, new = (json.loads(of["manifest.json"])["games"]["lowpoly"]["pictures"] for of in (published, after))
    assert [row for row in new if row["code"] != "68WCRG"] == old
    assert Stages(copied).reports()["Mushroom"]["state"] == "unpinned"
    assert "unpinned" in copied.read("sheets/lowpoly.html")
    check = copied.check()
    assert check.code == 1
    assert "Mushroom (68WCRG) is not in the lock" in check.printed
    assert "Mushroom (68WCRG) has no pinned pixels" in check.printed
    assert [name for name in NAMES.values() if name in check.printed] == []


def test_a_new_title_makes_no_mesh_again(copied: Project) -> None:
    before, published = copied.logs(), copied.published()
    copied.replace("sources/lowpoly/subjects.yaml", "title: Fox", "title: Red fox")
    run = copied.snakemake("publish")
    assert run.code == 0, run.printed
    assert ran_since(before, copied) == told("publish")
    after = copied.published()
    assert [path for path in after if after[path] != published[path]] == [
        "lowpoly/76XLFK.json",
        "manifest.json",
    ]
    assert json.loads(after["lowpoly/76XLFK.json"])["title"] == "Red fox"
    check = copied.check()
    assert check.code == 13
    assert "Fox (76XLFK): the writer changed." in check.printed


def test_another_light_reruns_what_depends_on_it(built: Project, relit: Project) -> None:
    ran = [f"{stage}/{bucket}" for stage in SHAPING for bucket in BUCKETS]
    assert ran_since(built.logs(), relit) == told(" ".join([*ran, "publish"]))
    old, new = built.published(), relit.published()
    assert [path for path in new if path.startswith("lowpoly/") and new[path] == old[path]] == []
    others = [path for path in new if not path.startswith("lowpoly/") and path != "manifest.json"]
    assert [path for path in others if new[path] != old[path]] == []
    check = relit.check()
    assert check.code == 12
    assert (
        "Not as locked: the maker changed, first at insert; 6 of 43 pictures moved (exit 12)."
        in check.printed
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "jobs"),
    [
        ("src/lowpoly/audit.py", {"audit": 2, **PUBLISHED, "lowpoly_sheet": 1, "lowpoly_sheet_png": 2}),
        ("src/lowpoly/sheet.py", {"lowpoly_sheet": 1, "lowpoly_sheet_png": 2}),
        ("src/lowpoly/single.py", {}),
        (
            "src/lowpoly/insertion.py",
            {
                **{"warm": 1, "insert": 2, "holes": 2, "audit": 2},
                **{**PUBLISHED, "lowpoly_sheet": 1, "lowpoly_sheet_png": 2},
            },
        ),
    ],
)
def test_a_changed_module_reruns_the_stages_that_import_it(
    module: str, jobs: dict[str, int], copied: Project
) -> None:
    copied.write(module, copied.read(module) + "\n# A word more.\n")
    run = copied.snakemake("-n")
    assert run.code == 0, run.printed
    totals = {"all": 1, "total": sum(jobs.values()) + 1} if jobs else {}
    assert job_stats(run.printed) == {**jobs, **totals}


# The renderer, the pinned pixels and the art.


def test_a_pixel_that_is_drawn_otherwise_is_renderer_drift(
    copied: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = Stages(copied)
    pinned = copied.path("sources/lowpoly/pixels/fox.png")
    others = [report for report in steps.reports().values() if report["folder"] != "Fox"]
    change_pixel(pinned)
    steps.rasterize("00")
    steps.rasterize("01")
    report = steps.reports()["Fox"]
    assert report["state"] == "drift"
    assert "cairosvg" in report["tools"]
    assert [report for report in steps.reports().values() if report["folder"] != "Fox"] == others
    assert "renderer drift: Fox (76XLFK): " in capsys.readouterr().err
    assert np.array_equal(steps.pixels("00")["76XLFK"], raster.read_png(pinned))
    drawn = raster.draw(art.icon(copied.path("build/art"), "Fox"), "Fox")
    assert np.array_equal(raster.read_png(steps.layout.fresh("76XLFK")), drawn)


def test_pixels_pinned_anew_are_told(copied: Project) -> None:
    steps = Stages(copied)
    published = copied.published()
    change_pixel(copied.path("sources/lowpoly/pixels/fox.png"))
    steps.rasterize("00")
    steps.shape("00")
    steps.publish()
    check = copied.check()
    assert check.code == 11
    assert "Fox (76XLFK): the pixels changed." in check.printed
    assert "Fox (76XLFK): renderer drift: " in check.printed
    assert "1 of 43 pictures moved (exit 11)" in check.printed
    after = copied.published()
    assert after.keys() == published.keys()
    assert {path for path in after if after[path] != published[path]} <= {
        "lowpoly/76XLFK.json",
        "manifest.json",
    }


def test_art_that_changed_is_told_and_changes_no_byte(copied: Project) -> None:
    steps = Stages(copied)
    published = copied.published()
    copied.replace("build/art/fluentui-emoji/icons/flat/fox.svg", "#7a3b12", "#7a3b52")
    steps.rasterize("00")
    steps.publish()
    assert copied.published() == published
    check = copied.check()
    assert check.code == 10
    assert "Fox (76XLFK): the art changed." in check.printed
    assert "Fox (76XLFK): renderer drift: " in check.printed


def without_art_hashes(text: str) -> str:
    """The fingerprints as they are where Low Poly's art wasn't there."""
    return re.sub("^(lowpoly [A-Z0-9]{6}) art=[0-9a-f]{16}", r"\1", text, flags=re.MULTILINE)


def test_without_art_and_network_the_pinned_pixels_do(built: Project, copied: Project) -> None:
    shutil.rmtree(copied.path("build/art"))
    shutil.rmtree(copied.path("build/publish/lowpoly"))
    copied.path("build/publish/manifest.json").unlink()
    copied.path("nothing").mkdir()
    copied.configure({"art_dir": "nothing"})
    run = copied.snakemake(*(f"build/lowpoly/pixels/{bucket}.npz" for bucket in BUCKETS))
    assert run.code == 0, run.printed
    assert (copied.tools / "npm.log").exists()
    steps = Stages(copied)
    steps.publish()
    assert copied.published() == built.published()
    assert copied.fingerprints() == without_art_hashes(built.fingerprints())
    for report in steps.reports().values():
        assert report["state"] == "unchecked"
        assert "ENOTFOUND" in report["why"]
    check = copied.check("--strict")
    assert check.code == 0
    assert "The renderer was not checked on 6 pictures." in check.printed
    summary = copied.python("-m", "lowpoly", "summary")
    assert "not checked against the art: 6" in summary.printed
    assert "ENOTFOUND" in summary.printed


def test_without_libcairo_the_pinned_pixels_do(built: Project, copied: Project) -> None:
    shutil.rmtree(copied.path("build/publish/lowpoly"))
    copied.path("build/publish/manifest.json").unlink()
    copied.hook(NO_CAIRO)
    steps = Stages(copied)
    for bucket in BUCKETS:
        rows = canonical.dumps(
            [
                {"code": row.code, "folder": row.subject.folder, "easy": row.subject.easy}
                for row in steps.rows(bucket)
            ]
        ).decode()
        run = copied.python("-m", "lowpoly", "rasterize", "--bucket", bucket, "--rows", rows)
        assert run.code == 0, run.printed
    steps.publish()
    assert copied.published() == built.published()
    assert copied.fingerprints() == without_art_hashes(built.fingerprints())
    assert {report["state"] for report in steps.reports().values()} == {"unchecked"}
    check = copied.check()
    assert check.code == 0
    assert "The renderer was not checked on 6 pictures." in check.printed
    assert "libcairo2" in copied.python("-m", "lowpoly", "summary").printed


def pack(project: Project, name: str) -> str:
    """Pack an art folder as npm does, where the build looks for it. Returns its sha512."""
    path = project.path(f"art/{name}-1.0.0.tgz")
    with tarfile.open(path, "w:gz") as tar:
        tar.add(project.path(f"art/{name}"), "package")
    return hashlib.sha512(path.read_bytes()).hexdigest()


def test_a_tarball_that_is_not_the_pinned_one_stops_the_build(copied: Project) -> None:
    before, published = copied.logs(), copied.published()
    pack(copied, "fluentui-emoji")
    copied.replace("sources/art.yaml", "a" * 128, "c" * 128)
    run = copied.snakemake("lowpoly")
    assert run.code != 0
    assert ran_since(before, copied) == ["art/fluentui-emoji"]
    assert "is not the pinned tarball of the set fluentui-emoji" in run.printed
    assert f"sha512 pinned {'c' * 128}" in run.printed
    assert copied.published() == published
    assert not copied.path("build/art/fluentui-emoji.json").exists()
    # A build that failed is not done the next time.
    assert copied.snakemake("lowpoly").code != 0


def test_a_pinned_tarball_is_taken(copied: Project) -> None:
    folder = copied.path("taken")
    copied.replace("sources/art.yaml", "b" * 128, pack(copied, "fluentui-emoji-js"))
    fetch = ("-m", "picturekit", "fetch", "--set", "fluentui-emoji-js", "--art-dir", "art", "--out", "taken")
    run = copied.python(*fetch)
    assert run.code == 0, run.printed
    assert art.table(folder) == art.table(TINY / "art")


def test_an_empty_set_stops_the_build(copied: Project) -> None:
    for path in copied.path(ICONS).iterdir():
        path.unlink()
    run = copied.python("-m", "picturekit", "fetch", "--set", "fluentui-emoji", "--art-dir", "art")
    assert run.code == 2
    assert "fluentui-emoji" in run.printed
    assert "there is no file icons/flat/*.svg in it" in run.printed


# Bad input. Every bad picture is named with its line and why; what was published stays.


def test_bad_pictures_are_named_after_the_rest_was_tried(copied: Project) -> None:
    before, published = copied.logs(), copied.published()
    copied.write(f"{ICONS}/fox.svg", HOSTILE)
    copied.write(f"{ICONS}/guitar.svg", NOTHING)
    copied.path(f"{ICONS}/cactus.svg").unlink()
    copied.write(f"{ICONS}/mushroom.svg", SPECK)
    subjects = copied.read("sources/lowpoly/subjects.yaml")
    copied.write(
        "sources/lowpoly/subjects.yaml", f"{subjects}- {{folder: Mushroom, title: Mushroom, kind: plant}}\n"
    )
    copied.replace("sources/art.yaml", "a" * 128, "c" * 128)
    run = copied.snakemake("publish")
    assert run.code != 0
    assert ran_since(before, copied) == [
        "art/fluentui-emoji",
        *told("insert/01 light/01 rasterize/00 rasterize/01"),
    ]
    logs = [copied.read(f"build/log/lowpoly/{job}.log") for job in ("rasterize/00", "insert/01")]
    assert [line.split(": ")[:2] for log in logs for line in log.splitlines()] == [
        ["sources/lowpoly/subjects.yaml:2", "Fox (76XLFK)"],
        ["sources/lowpoly/subjects.yaml:6", "Guitar (WXRUQ8)"],
        ["sources/lowpoly/subjects.yaml:5", "Cactus (XNB4FN)"],
        ["sources/lowpoly/subjects.yaml:8", "Mushroom (68WCRG)"],
    ]
    for line in "".join(logs).splitlines():
        assert line in run.printed
    fox, guitar, cactus, mushroom = "".join(logs).splitlines()
    assert "script" in fox
    assert "nothing" in guitar
    assert "no file cactus.svg" in cactus
    assert "the candidates run out at" in mushroom
    for path in ("pixels/00.npz", "insert/01.jsonl"):
        assert not copied.path(f"build/lowpoly/{path}").exists()
    assert copied.published() == published


def test_a_folder_that_the_set_has_not_is_named(copied: Project) -> None:
    copied.replace("sources/lowpoly/subjects.yaml", "folder: Cactus", "folder: Unicorn")
    bucket = buckets.label(buckets.bucket_of(codes.code_of("Unicorn"), len(BUCKETS)))
    with pytest.raises(LowPolyError) as error:
        Stages(copied).rasterize(bucket)
    (line,) = str(error.value).splitlines()
    assert "sources/lowpoly/subjects.yaml:5: Unicorn (" in line
    assert "fluentui-emoji-js has no folder Unicorn" in line


def test_a_subject_without_art_and_pixels_is_named(copied: Project) -> None:
    steps = Stages(copied)
    copied.path("sources/lowpoly/pixels/fox.png").unlink()
    status = json.loads(copied.read("build/art/fluentui-emoji.json"))
    copied.write(
        "build/art/fluentui-emoji.json",
        canonical.dumps({**status, "present": False, "why": "npm is not there."}).decode(),
    )
    with pytest.raises(LowPolyError, match=r"subjects\.yaml:2: Fox \(76XLFK\): .*fox\.png.*npm is not there"):
        steps.rasterize("00")


def test_unfair_pictures_stop_the_build_and_all_are_named(copied: Project) -> None:
    # The audit goes by its own numbers, so a config that lets lines come nearer is found out.
    copied.configure({"lowpoly.board.clear": 30, "lowpoly.board.corner": "1/100"})
    steps = Stages(copied)
    audited = copied.path("build/lowpoly/audit/00.jsonl").read_bytes()
    with pytest.raises(LowPolyError) as error:
        steps.shape("00")
    lines = str(error.value).splitlines()
    named = [
        line for line in lines if re.match(r".*subjects\.yaml:\d+: \w+ \(\w{6}\): (easy|medium|hard): ", line)
    ]
    assert lines == named
    assert len(lines) > 1
    assert copied.path("build/lowpoly/audit/00.jsonl").read_bytes() == audited


def test_rows_that_are_wrong_are_all_named(fresh: Callable[[str], Project]) -> None:
    project = fresh("tiny")
    file = "sources/lowpoly/subjects.yaml"
    project.replace(
        file, "folder: Owl, title: Owl, kind: creature, easy: 30", "folder: Owl, title: Fox, kind: bird"
    )
    project.replace(file, "folder: Cactus", "folder: Fox")
    project.replace(file, "easy: 0", "easy: 27")
    run = project.snakemake("publish")
    assert run.code != 0
    for line in (
        f"{file}:3: no kind “bird”",
        f"{file}:3: the title “Fox” is on line 2 already",
        f"{file}:5: the folder “Fox” is on line 2 already",
        f"{file}:7: easy is one of 0, 25, 30, 35",
    ):
        assert line in run.printed
    assert not project.path("build").exists()


def test_a_config_out_of_its_schema_stops_the_build(fresh: Callable[[str], Project]) -> None:
    project = fresh("tiny")
    project.configure({"lowpoly.light": 0.24})
    run = project.snakemake("publish")
    assert run.code != 0
    assert "'lowpoly'" in run.printed
    assert "'light'" in run.printed
    assert "0.24 is not of type 'string'" in run.printed
    assert not project.path("build").exists()


def placed(config: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The config with another value at a path such as `lowpoly.light`; None takes it out."""
    key, _, rest = path.partition(".")
    if not rest and value is None:
        return {name: old for name, old in config.items() if name != key}
    return {**config, key: placed(config.get(key, {}), rest, value) if rest else value}


def our_config() -> dict[str, Any]:
    config: dict[str, Any] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    return config


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("released", "no"),
        ("released", None),
        ("buckets", 0),
        ("buckets", 101),
        ("buckets", 16.5),
        ("bucket", 16),
        ("art_dir", None),
        ("art_dir", ["a"]),
        ("lowpoly", []),
        ("lowpoly.engine", 2),
        ("lowpoly.light", "24 / 100"),
        ("lowpoly.light", "24/0"),
        ("lowpoly.light", "0.24"),
        ("lowpoly.lights", "24/100"),
        ("lowpoly.keep", 1),
        ("lowpoly.sizes.huge", {"dots": 200, "gap": 7}),
        ("lowpoly.sizes.easy", None),
        ("lowpoly.sizes.easy.dots", 3),
        ("lowpoly.sizes.easy.gap", 65),
        ("lowpoly.board.nearest", 59),
        ("lowpoly.board.clear", "42"),
        ("lowpoly.insert.retry", "yes"),
        ("lowpoly.insert.cavity", "worst"),
        ("lowpoly.insert.attempts", 0),
        ("lowpoly.insert.lattice", None),
    ],
)
def test_the_schema_names_the_key(path: str, value: Any) -> None:
    config = our_config()
    validate(config, str(SCHEMAS / "config.schema.yaml"))
    with pytest.raises(Exception, match=f"'{path.rpartition('.')[2]}'"):
        validate(placed(config, path, value), str(SCHEMAS / "config.schema.yaml"))


def test_no_number_of_the_config_has_a_point() -> None:
    json.dumps(our_config())
    canonical.dumps(our_config())


# Publishing.


def test_what_is_no_longer_published_goes(built: Project, copied: Project) -> None:
    stray = (
        "lowpoly/ZZZZZZ.json",
        "lowpoly/.76XLFK.0123456789abcdef.json",
        ".manifest.0123456789abcdef.json",
    )
    for path in stray:
        copied.write(f"build/publish/{path}", "{}\n")
    copied.path("build/publish.done").unlink()
    run = copied.snakemake("publish")
    assert run.code == 0, run.printed
    assert copied.published() == built.published()
