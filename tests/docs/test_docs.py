"""The pages against what they tell of: commands, files, keys, rules, and the parts that are generated."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import gallery
import make
import pytest
import rulegraph
import yaml
from PIL import Image
from snakemake.cli import get_argument_parser  # type: ignore[import-untyped]

from griddles import __main__ as griddles_cli
from griddles import puzzle as griddles_rules
from lowpoly import __main__ as lowpoly_cli
from lowpoly import puzzle
from lowpoly.puzzle import Picture, Tier
from numberlink import __main__ as numberlink_cli
from numberlink import puzzle as numberlink_rules
from picturekit import __main__ as picturekit_cli
from picturekit import canonical, fingerprints, schemas
from picturekit.errors import KitError

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {path.relative_to(ROOT).as_posix(): path for path in [*ROOT.glob("*.md"), *DOCS.glob("*.md")]}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in sorted(PAGES.items())}

BUILT = ("build/", "sheets/", ".venv/", ".cache/")
"""What a build or `make` makes: a page may name it where nothing is there yet."""

HOSTS = {"github.com"}
PROSE = {name: re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S) for name, text in TEXTS.items()}


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a page in a language, indented ones too."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", text, re.M | re.S)
    return [dedent(block) for _, block in found]


def commands() -> list[tuple[str, str]]:
    """Each command in a shell block, and those of ours in a page's lines, with the page's name."""
    found = []
    for name, text in TEXTS.items():
        lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
        quoted = re.findall(r"`((?:make|python -m|snakemake)(?: [^`]+)?)`", PROSE[name].replace("\n", " "))
        found += [(name, line) for line in [*lines, *quoted] if line.strip()]
    return found


def makefile() -> str:
    return (ROOT / "Makefile").read_text(encoding="utf-8")


def targets() -> set[str]:
    phony = re.search(r"^\.PHONY: (.*)", makefile(), re.M)
    assert phony is not None
    return set(phony[1].split())


def variables() -> set[str]:
    """What a user may set: what has a default, and what is only looked at."""
    kinds = (r"^([A-Z_]+) \?=", r"^ifndef ([A-Z_]+)", r"\$\(if (?:\$\(filter-out 0,)?\$\(([A-Z]+)\)")
    found = {name for kind in kinds for name in re.findall(kind, makefile(), re.M)}
    return found - {"MAKECMDGOALS"}


def cells(text: str, heading: str, column: int = 0) -> list[str]:
    """A column of the tables under a heading."""
    part = re.split(r"^#+ ", text.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.M)[0]
    rows = [line.split("|")[1:-1] for line in part.splitlines() if line.startswith("| ")]
    return [row[column].strip() for row in rows if set(row[0].strip()) != {"-"}]


def flat(config: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in config.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def config() -> dict[str, Any]:
    return dict(flat(yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))))


def rules() -> set[str]:
    files = [ROOT / "Snakefile", *(ROOT / "workflow/rules").glob("*.smk")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return {rule for text in texts for rule in re.findall(r"^rule (\w+):", text, re.M)}


class TestCommands:
    """Each command on a page is one that would run."""

    @pytest.mark.parametrize(("page", "command"), commands())
    def test_is_real(self, page: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
        words = shlex.split(command, comments=True)
        match words:
            case ["make", *rest]:
                names = [word.partition("=")[0] for word in rest if "=" in word]
                assert set(names) <= variables()
                assert {word for word in rest if "=" not in word} <= targets()
            case ["python", "-m", "lowpoly", *rest]:
                monkeypatch.setattr(lowpoly_cli, "run", lambda args: None)
                # A command that is only named, as `python -m lowpoly make`, is asked for its help.
                argv = rest if len(rest) > 1 else [*rest, "--help"]
                assert exit_code(lowpoly_cli.main, argv) == 0
            case ["python", "-m", "griddles", *rest]:
                monkeypatch.setattr(griddles_cli, "run", lambda args: None)
                argv = rest if len(rest) > 1 else [*rest, "--help"]
                assert exit_code(griddles_cli.main, argv) == 0
            case ["python", "-m", "numberlink", *rest]:
                monkeypatch.setattr(numberlink_cli, "run", lambda args: None)
                argv = rest if len(rest) > 1 or rest == ["verify"] else [*rest, "--help"]
                assert exit_code(numberlink_cli.main, argv) == 0
            case ["python", "-m", "picturekit", name]:
                assert exit_code(picturekit_cli.main, [name, "--help"]) == 0
            case ["python", script, *rest]:
                text = (ROOT / script).read_text(encoding="utf-8")
                assert all(f'"{word}"' in text for word in rest if word.startswith("--"))
            case ["snakemake", *rest]:
                args = get_argument_parser().parse_args(rest)
                assert set(args.targets) <= rules()
                assert args.cores or args.dryrun or args.rulegraph, "Snakemake asks for --cores"
            case ["sudo", "apt-get", "install", *packages]:
                assert all(re.search(rf"\b{name}\b", makefile()) for name in packages)
            case ["source", path]:
                assert path == ".venv/bin/activate"
            case ["grep", *_]:
                assert "/Fox" in grep_folders(words)
            case _:
                pytest.fail(f"{page}: nothing here knows {command!r}")

    def test_help_lists_what_the_page_does(self) -> None:
        done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
        listed = re.findall(r"^make ([a-z-]+) ", done.stdout, re.M)
        assert listed
        assert set(listed) <= set(documented_targets())

    def test_every_target_is_documented_and_no_other(self) -> None:
        assert sorted(documented_targets()) == sorted(targets())

    def test_every_variable_is_documented_and_no_other(self) -> None:
        told = [
            found[1]
            for cell in cells(TEXTS["docs/building.md"], "The commands")
            if (found := re.match("`([A-Z]+(?:_[A-Z]+)*)=", cell))
        ]
        assert sorted(told) == sorted(variables())

    def test_the_environment_variables_are_looked_at(self) -> None:
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
        named = {name for text in TEXTS.values() for name in re.findall(r"`(PICTUREMILL_\w+)`", text)}
        assert named
        assert [name for name in sorted(named) if f'"{name}"' not in sources] == []


def exit_code(main: Any, argv: list[str]) -> Any:
    try:
        return main(argv)
    except SystemExit as ended:
        return ended.code


def grep_folders(words: list[str]) -> str:
    """What the command on a page prints of a small table like the set's."""
    table = '[{"glyph":"x","folder":"/Fox","images":{}},{"glyph":"y","folder":"/Waving hand/Dark"}]'
    done = subprocess.run(words[:-1], input=table, capture_output=True, encoding="utf-8", check=True)
    assert "Waving" not in done.stdout
    return done.stdout


def documented_targets() -> list[str]:
    told = " ".join(cells(TEXTS["docs/building.md"], "The commands"))
    return [name or "all" for name in re.findall(r"`make ?([a-z-]*)`", told) if name]


class TestPlaces:
    """Links lead somewhere, files are there, and nothing belongs to one machine."""

    @pytest.mark.parametrize("name", TEXTS)
    def test_links(self, name: str) -> None:
        for target in re.findall(r"\]\(\s*([^)\s]+)\s*\)", TEXTS[name]):
            if target.startswith("https://"):
                continue
            path, _, anchor = target.partition("#")
            page = (PAGES[name].parent / path).resolve() if path else PAGES[name]
            assert page.exists(), target
            assert not anchor or anchor in anchors(page.read_text(encoding="utf-8")), target

    @pytest.mark.parametrize("name", TEXTS)
    def test_footnotes(self, name: str) -> None:
        used = re.findall(r"(?<!^)\[\^(\w+)\]", TEXTS[name], re.M)
        assert sorted(set(used)) == sorted(re.findall(r"^\[\^(\w+)\]:", TEXTS[name], re.M))

    @pytest.mark.parametrize("name", TEXTS)
    def test_files(self, name: str) -> None:
        for path in named_files(PROSE[name]):
            assert path.startswith(BUILT) or (ROOT / path).exists(), path

    def test_what_is_built_is_named_by_a_rule(self) -> None:
        texts = [path.read_text(encoding="utf-8") for path in (ROOT / "workflow/rules").glob("*.smk")]
        layouts = [ROOT / f"src/{game}/layout.py" for game in ("lowpoly", "griddles", "numberlink")]
        stages = "".join(path.read_text(encoding="utf-8") for path in layouts)
        for cell in cells(TEXTS["docs/building.md"], "The rules", 2)[1:]:
            for path in re.findall("`([^`]+)`", cell):
                folder = path.rstrip("/").rpartition("/")[2]
                assert any(path in text for text in texts) or f'"{folder}"' in stages, path

    @pytest.mark.parametrize("name", TEXTS)
    def test_no_place_of_one_machine(self, name: str) -> None:
        assert re.findall(r"(?<![\w./~])/(?:home|root|tmp|work|usr|opt|mnt|Users)\b", TEXTS[name]) == []
        hosts = re.findall(r"\b[a-z]+://([^/\s)>]+)", TEXTS[name])
        assert set(hosts) <= HOSTS


def anchors(text: str) -> list[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = [title.strip().lower() for title in re.findall(r"^#+ (.*)", text, re.M)]
    return [re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles]


def named_files(text: str) -> list[str]:
    """What is quoted and looks like a path in the project."""
    quoted = re.findall(r"`([\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:md|py|yaml|toml|lock))`", text)
    return [path for path in quoted if not re.fullmatch("[0-9/]+", path)]


class TestReference:
    """Tables that people write hold what the code has."""

    def test_every_key_of_the_config_with_its_value(self) -> None:
        page = TEXTS["docs/changing-a-maker.md"]
        heading = "Every key of config.yaml"
        keys = [cell.strip("`") for cell in cells(page, heading)[1:]]
        values = [cell.strip() for cell in cells(page, heading, 1)[1:]]
        told = dict(zip(keys, values, strict=True))
        assert told == {key: spelled(value) for key, value in config().items()}

    def test_every_rule(self) -> None:
        page = TEXTS["docs/building.md"]
        part = page.partition("## The rules\n")[2].partition("\n## ")[0]
        told = [cell.strip("`") for cell in cells(page, "The rules")[1:]]
        aside = re.search(r"The rules (`.*?) only name", part, re.S)
        assert aside is not None
        assert sorted([*told, *re.findall(r"`(\w+)`", aside[1])]) == sorted(rules())

    def test_the_exit_codes(self) -> None:
        page = TEXTS["docs/building.md"]
        codes, sentences = cells(page, "Checking"), cells(page, "Checking", 1)
        told = {code: said.partition(",")[0] for code, said in zip(codes, sentences, strict=True)}
        for code, meaning in fingerprints.MEANINGS.items():
            assert told[str(code)] == meaning

    def test_the_kinds_and_the_dots_of_easy(self) -> None:
        schema = yaml.safe_load((ROOT / "workflow/schemas/subjects.schema.yaml").read_text(encoding="utf-8"))
        properties = schema["items"]["properties"]
        page = TEXTS["docs/adding-pictures.md"]
        told = dict(zip(cells(page, "Adding pictures"), cells(page, "Adding pictures", 1), strict=True))
        assert {key.strip("`") for key in told} - {"Key"} == set(properties)
        assert re.findall(r"`(\w+)`", told["`kind`"]) == properties["kind"]["enum"]
        assert set(map(int, re.findall(r"\d+", told["`easy`"]))) == set(properties["easy"]["enum"])

    @pytest.mark.parametrize("block", blocks(TEXTS["docs/adding-pictures.md"], "yaml"))
    def test_the_rows_fit_the_schema(self, block: str) -> None:
        schema = schemas.load(ROOT / "workflow/schemas/subjects.schema.yaml")
        schemas.check(yaml.safe_load(block), schema, "docs/adding-pictures.md")

    def test_the_limits_that_are_told_are_the_audits(self) -> None:
        text = (ROOT / "src/lowpoly/audit.py").read_text(encoding="utf-8")
        named = re.search(r"limits \((.*?)\)", TEXTS["docs/changing-a-maker.md"], re.S)
        assert named is not None
        for name in re.findall(r"`([A-Z_]+)`", named[1]):
            assert re.search(rf"^{name}\b.* = ", text, re.M), name


def spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


SWITCH = r"`((?:lowpoly|griddles|numberlink)[\w.]+): ([^`\s]+)`"
"""A key of the config with a value."""


class TestDepartures:
    """Each departure says all that it should, and its switch is one."""

    page = TEXTS["docs/departures.md"]
    sections = re.split(r"^### ", page.partition("## Where the specification is silent")[0], flags=re.M)[1:]

    @pytest.mark.parametrize("section", sections, ids=lambda section: section.partition("\n")[0])
    def test_says_the_specifications_way_ours_and_why(self, section: str) -> None:
        heads = re.findall(r"^- \*\*(\w+):\*\*", section, re.M)
        assert heads[:3] == ["Specification", "Here", "Why"]
        assert heads[3:] in ([], ["Switch"])

    def test_switches_are_keys_of_the_config_and_may_be_so(self) -> None:
        switches = dict(re.findall(SWITCH, self.page))
        assert set(switches) <= set(config())
        schema = schemas.load(ROOT / "workflow/schemas/config.schema.yaml")
        for key, value in switches.items():
            whole = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
            part = whole
            for step in key.split(".")[:-1]:
                part = part[step]
            part[key.rpartition(".")[2]] = yaml.safe_load(value)
            schemas.check(whole, schema, f"{key}: {value}")

    def test_switches_change_something_and_readings_are_the_value(self) -> None:
        departures, silent = self.page.split("## Where the specification is silent")
        told = config()
        for key, value in re.findall(SWITCH, departures):
            assert spelled(told[key]) != value, key
        for key, value in re.findall(SWITCH, silent):
            assert spelled(told[key]) == value, key

    def test_every_switch_of_the_config_is_named(self) -> None:
        schema = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text(encoding="utf-8"))
        insert = schema["properties"]["lowpoly"]["properties"]["insert"]["properties"]
        switches = [key for key, kind in insert.items() if kind.get("type") == "boolean" or "enum" in kind]
        assert switches
        assert [key for key in switches if f"`lowpoly.insert.{key}: " not in self.page] == []
        touchup = schema["properties"]["griddles"]["properties"]["touchup"]["properties"]
        booleans = [key for key, kind in touchup.items() if kind["type"] == "boolean"]
        assert [key for key in booleans if f"`griddles.touchup.{key}: " not in self.page] == []

    def test_the_engine_version_is_told(self) -> None:
        for rules in (puzzle, griddles_rules, numberlink_rules):
            assert f"### Engine version {rules.ENGINE_VERSION}\n" in self.page


class TestGenerated:
    """What `make docs` makes is what it would make now."""

    @pytest.mark.parametrize(
        ("page", "part"), [(page, part) for page, made in make.parts().items() for part in made]
    )
    def test_part(self, page: str, part: str) -> None:
        text = TEXTS[f"docs/{page}"]
        assert make.filled(text, part, make.parts()[page][part]) == text

    def test_no_part_is_unknown(self) -> None:
        known = {f"docs/{page}": {*made} for page, made in make.parts().items()}
        for page in ("docs/low-poly.md", "docs/griddles.md", "docs/numberlink.md"):
            known[page].add("measured")
        for name, text in TEXTS.items():
            assert set(re.findall("<!-- made: (.*?) -->", text)) == known.get(name, set())

    def test_licences(self) -> None:
        assert TEXTS["docs/licences.md"] == make.licence_page()

    def test_licences_hold_every_notice(self) -> None:
        page = " ".join(TEXTS["docs/licences.md"].split())
        for pin in yaml.safe_load((ROOT / "sources/art.yaml").read_text(encoding="utf-8")):
            notice = (ROOT / "sources" / pin["notice"]).read_text(encoding="utf-8")
            assert " ".join(notice.split()) in page
            assert f"| {pin['name']} | `{pin['package']}` | {pin['version']} | {pin['licence']} |" in page

    def test_rule_graph(self) -> None:
        drawn = (DOCS / "images/rulegraph.svg").read_text(encoding="utf-8")
        assert drawn == rulegraph.draw(rulegraph.ask(ROOT))

    def test_picture_shows_what_is_locked(self) -> None:
        locked = fingerprints.read(ROOT / "sources/fingerprints.lock").pictures
        with Image.open(DOCS / "images/lowpoly.png") as image:
            told = dict(line.split() for line in image.info["Pictures"].splitlines())
        assert len(told) == len(gallery.SHOWN)
        assert told == {code: locked["lowpoly", code].hashes["publish"] for code in told}

    @pytest.mark.slow
    def test_what_was_measured_is_what_is_built(self) -> None:
        text = TEXTS["docs/low-poly.md"]
        assert make.filled(text, "measured", make.measured(ROOT / "build")) == text
        text = TEXTS["docs/griddles.md"]
        assert make.filled(text, "measured", make.griddles_measured(ROOT / "build")) == text
        text = TEXTS["docs/numberlink.md"]
        assert make.filled(text, "measured", make.numberlink_measured(ROOT / "build")) == text

    @pytest.mark.parametrize("page", ["", "<!-- made: it -->\n<!-- end -->\n" * 2])
    def test_a_page_without_its_part_is_refused(self, page: str) -> None:
        with pytest.raises(KitError, match="made: it"):
            make.filled(page, "it", "x")

    def test_a_part_goes_between_its_comments(self) -> None:
        page = "a\n<!-- made: it -->\nold\n<!-- end -->\nb\n<!-- made: other -->\nkept\n<!-- end -->\n"
        assert make.filled(page, "it", r"\1 new") == page.replace("old", r"\1 new")
        assert make.filled(make.filled(page, "it", ""), "it", "old") == page

    @pytest.mark.parametrize(
        ("numbers", "told"), [([3], "3–3–3"), ([5, 1, 4], "1–4–5"), ([4, 1, 3, 2], "1–3–4")]
    )
    def test_a_spread(self, numbers: list[int], told: str) -> None:
        assert make.spread(numbers) == told

    def test_measures_over_all_buckets(self, tmp_path: Path) -> None:
        audit = tmp_path / "lowpoly/audit"
        audit.mkdir(parents=True)
        measures = {"lines": 7, "triangles": 5, "busiest": 4, "sharpest": 146, "nearest": 70, "short": 0}
        for bucket, dots in enumerate((25, 30, 24)):
            rows = [
                {"code": f"A{bucket}", "size": size, **measures, "dots": dots, "short": int(dots < 25)}
                for size in ("easy", "medium", "hard")
            ]
            text = "".join(json.dumps(row) + "\n" for row in rows)
            (audit / f"{bucket:02}.jsonl").write_text(text, encoding="utf-8")
        easy = make.measured(tmp_path).splitlines()[2]
        assert (
            easy == "| Easy | 3 | 24–25–30 | 7–7–7 | 5–5–5 | 4–4–4 | 14.6–14.6–14.6° | 0.70–0.70–0.70 | 1 |"
        )

    def test_measures_of_nothing_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(KitError, match="run make first"):
            make.measured(tmp_path)


class TestPublished:
    """The published files of a small library, read as the pages say, and shown as README.md shows them."""

    @pytest.fixture
    def publish(self, tmp_path: Path) -> Path:
        """A library of the subjects that are shown, all the same picture."""
        cases = json.loads((ROOT / "tests/cases/lowpoly/pictures.json").read_text(encoding="utf-8"))
        tier = Tier.from_json(cases["square"])
        publish = tmp_path / "build/publish"
        rows = []
        for number, folder in enumerate(gallery.SHOWN):
            code = f"76XLF{'KABCDEFGH'[number]}"
            picture = Picture(code, folder, "thing", dict.fromkeys(puzzle.SIZES, tier))
            file = publish / f"lowpoly/{code}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(canonical.dumps(picture.to_json()))
            row = {"code": code, "source": folder, "sizes": [*puzzle.SIZES], "file": f"lowpoly/{code}.json"}
            rows.append(row | {"fingerprint": fingerprints.fingerprint(file.read_bytes())})
        game = {"engine": puzzle.ENGINE_VERSION, "pictures": rows}
        (publish / "manifest.json").write_bytes(canonical.dumps({"games": {"lowpoly": game}}))
        return publish

    def test_the_readers_code_finds_lines_and_numbers(
        self, publish: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(publish.parents[1])
        (code,) = blocks(TEXTS["README.md"], "python")
        found: dict[str, Any] = {}
        exec(code, found)
        tier = puzzle.Library(publish).load("76XLFK").tiers["easy"]
        assert found["lines"] == puzzle.lines(tier)
        assert found["numbers"] == puzzle.degrees(tier)
        assert capsys.readouterr().out == "Fox 4 dots, 5 lines\n"

    def test_the_picture_is_drawn_and_knows_what_it_shows(self, publish: Path, tmp_path: Path) -> None:
        gallery.save(publish, tmp_path / "shown.png")
        with Image.open(tmp_path / "shown.png") as image, Image.open(DOCS / "images/lowpoly.png") as real:
            assert image.size == real.size
            assert image.info["Pictures"] == gallery.told(publish)
            # The square's one colour, where the first picture is at Easy.
            colours = image.convert("RGB").getcolors(image.width * image.height) or []
        assert (0x33, 0x66, 0x99) in [colour for _, colour in colours]

    def test_a_subject_that_is_not_published_is_named(self, publish: Path) -> None:
        with pytest.raises(KitError, match="Owl"):
            gallery.rows(publish, ["Fox", "Owl"])


@pytest.mark.slow
def test_one_picture_by_hand(tmp_path: Path) -> None:
    """README.md's own command, on the pinned pixels."""
    (block,) = [block for block in blocks(TEXTS["README.md"], "sh") if "lowpoly make" in block]
    line = block.splitlines()[-1]
    for name in ("sources", "config.yaml"):
        (tmp_path / name).symlink_to(ROOT / name)
    command = ["bash", "-c", line.replace("python ", '"$PYTHON" ', 1)]
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Fox (76XLFK), easy: 25 dots")
    with Image.open(tmp_path / "fox.png") as image:
        assert image.width == 1024
    assert (tmp_path / "fox.svg").read_text(encoding="utf-8").startswith("<svg")
