import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import picturekit
from picturekit.closure import closure
from picturekit.errors import KitError

SOURCE = Path(picturekit.__file__).parents[1]

LOADED = """
import importlib, json, sys
from pathlib import Path
source = Path(sys.argv[1])
importlib.import_module(sys.argv[2])
files = [Path(module.__file__) for module in sys.modules.values() if getattr(module, "__file__", None)]
print(json.dumps(sorted(path.relative_to(source).as_posix() for path in files if source in path.parents)))
"""

PACKAGES = {
    "kit/__init__.py": "",
    "kit/base.py": "import os\nfrom collections import abc\n",
    "kit/paper.py": "from kit import base, missing_name\nfrom kit.base import something\n",
    "kit/lazy.py": "def late():\n    import kit.paper\n",
    "kit/random.py": "import random\nimport json.decoder\n",
    "kit/typed.py": (
        "import typing\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from kit import paper\nelse:\n    from kit import base\n"
        "if typing.TYPE_CHECKING:\n    import kit.lazy\n"
    ),
    "kit/branches.py": (
        "try:\n    from . import base\nexcept ImportError:\n    from .deep.leaf import x\n"
        "class C:\n    from kit import random\n    def method(self):\n        import kit.lazy\n"
    ),
    "kit/deep/__init__.py": "from .leaf import thing\n",
    "kit/deep/leaf.py": "from .. import base\n",
    "kit/deep/other.py": "from ..random import x\n",
    "kit/loop_a.py": "import kit.loop_b\n",
    "kit/loop_b.py": "import kit.loop_a\n",
    "game/__init__.py": "from game import rules\n",
    "game/rules.py": "",
    "game/__main__.py": "from game import stages\n",
    "game/stages.py": (
        "from kit import base\n"
        "def draw():\n    from kit import paper\n    _save()\n"
        "async def mesh():\n    import kit.lazy as lazy\n"
        "def publish():\n    return Writer().write()\n"
        "def _save():\n    def inner():\n        from kit.deep import leaf\n    return inner\n"
        "class Writer:\n    def write(self):\n        from kit import random\n"
    ),
    "bare/module.py": "from bare.sub import leaf\n",
    "bare/sub/leaf.py": "",
    "broken.py": "def (:\n",
}

BASE = ["kit/__init__.py", "kit/base.py"]
GAME = ["game/__init__.py", "game/rules.py"]
STAGES = [*GAME, "game/stages.py", *BASE]
DEEP = ["kit/deep/__init__.py", "kit/deep/leaf.py"]

CASES = [
    (["kit.base"], BASE),
    (["kit"], ["kit/__init__.py"]),
    (["kit.paper"], [*BASE, "kit/paper.py"]),
    (["kit.lazy"], [*BASE, "kit/lazy.py", "kit/paper.py"]),
    (["kit.random"], ["kit/__init__.py", "kit/random.py"]),
    (["kit.typed"], [*BASE, "kit/typed.py"]),
    (["kit.branches"], [*BASE, "kit/branches.py", *DEEP, "kit/lazy.py", "kit/paper.py", "kit/random.py"]),
    (["kit.deep.other"], [*BASE, *DEEP, "kit/deep/other.py", "kit/random.py"]),
    (["kit.loop_a"], ["kit/__init__.py", "kit/loop_a.py", "kit/loop_b.py"]),
    (["bare.module"], ["bare/module.py", "bare/sub/leaf.py"]),
    (["game.stages:draw"], [*STAGES, *DEEP, "kit/paper.py"]),
    (["game.stages:mesh"], [*STAGES, "kit/lazy.py", "kit/paper.py"]),
    (["game.stages:publish"], [*STAGES, "kit/random.py"]),
    (["game.__main__", "game.stages:publish"], [*STAGES, "game/__main__.py", "kit/random.py"]),
    (["game.stages:mesh", "game.stages:publish"], [*STAGES, "kit/lazy.py", "kit/paper.py", "kit/random.py"]),
    (["game.stages"], [*STAGES, *DEEP, "kit/lazy.py", "kit/paper.py", "kit/random.py"]),
    (["game.stages:mesh", "game.stages"], [*STAGES, *DEEP, "kit/lazy.py", "kit/paper.py", "kit/random.py"]),
    ([], []),
]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("src")
    for name, content in PACKAGES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("roots", "files"), CASES)
def test_the_closure_of(source: Path, roots: list[str], files: list[str]) -> None:
    assert closure(roots, source) == sorted(files)


@pytest.mark.parametrize(
    ("root", "message"),
    [
        ("kit.nothing", r"kit\.nothing is not in src"),
        ("json", r"json is not in src"),
        ("game.stages:nothing", r"stages\.py has no function nothing"),
        ("broken", r"broken\.py is not Python"),
    ],
)
def test_a_bad_root_is_refused(source: Path, root: str, message: str) -> None:
    with pytest.raises(KitError, match=message):
        closure([root], source)


@pytest.mark.parametrize("module", ["picturekit.fingerprints", "picturekit.random", "picturekit.closure"])
def test_the_closure_is_what_an_import_loads(module: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LOADED, SOURCE, module],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert closure([module]) == json.loads(run.stdout)
