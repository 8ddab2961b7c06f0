import ast
import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["optional-dependencies"]


def name_of(requirement: str) -> str:
    return re.split("[^a-z0-9-]", requirement, maxsplit=1)[0]


DECLARED = sorted((extra, name_of(requirement)) for extra, all_of in EXTRAS.items() for requirement in all_of)


def test_the_table_has_a_row_for_each_direct_dependency() -> None:
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([a-z]+) \| \S.* \|$", page, re.MULTILINE)
    assert sorted((extra, name) for name, extra in rows if name != "package") == DECLARED


def test_every_direct_dependency_is_pinned_within_its_bounds() -> None:
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCK, re.MULTILINE))
    bounds = [requirement.split(">=") for all_of in EXTRAS.values() for requirement in all_of]
    assert [name for name, least in bounds if release(pinned[name]) < release(least)] == []


def release(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def test_every_pin_has_hashes_and_no_address() -> None:
    pins = re.split(r"^(?=[a-z])", LOCK, flags=re.MULTILINE)[1:]
    assert len(pins) >= len(DECLARED)
    assert [
        pin for pin in pins if not re.match(r"[a-z0-9-]+==[^\n]+ \\\n    --hash=sha256:[0-9a-f]{64}", pin)
    ] == []
    assert re.findall(r"://|--(?:extra-)?index|--find-links", LOCK) == []


def test_no_package_is_pinned_twice() -> None:
    names = re.findall(r"^([a-z0-9-]+)==", LOCK, re.MULTILINE)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("package", sorted(path.parent.name for path in ROOT.glob("src/*/__init__.py")))
def test_what_the_sources_import_is_declared(package: str) -> None:
    own = {path.parent.name for path in ROOT.glob("src/*/__init__.py")}
    distributions = importlib.metadata.packages_distributions()
    undeclared = set()
    for path in sorted((ROOT / "src" / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                imported = [node.module or ""]
            for module in {name.partition(".")[0] for name in imported} - own - sys.stdlib_module_names:
                names = {name.lower() for name in distributions[module]}
                if not names & {name for extra, name in DECLARED if extra == "build"}:
                    undeclared.add(f"{path.relative_to(ROOT)}: {module}")
    assert sorted(undeclared) == []
