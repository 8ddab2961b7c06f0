"""The source files that a stage is made of, found by reading their imports: Snakemake doesn't see an imported
module.

Only the files are read, nothing is imported, so a broken or heavy module costs nothing. What a name that is
put together at run time imports (`importlib.import_module`) is not seen.
"""

import ast
import functools
from collections.abc import Iterable, Iterator
from pathlib import Path

from picturekit import files
from picturekit.errors import KitError

SOURCE = Path(__file__).resolve().parents[1]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)


def closure(roots: Iterable[str], source: Path = SOURCE) -> list[str]:
    """The files under `source` that the roots may load: sorted relative paths such as `lowpoly/light.py`.

    A root is `module` or `module:function`. A module counts with all its imports, those inside functions too,
    and with the `__init__.py` of every package around it. A module that is named with functions counts, from
    wherever it is imported, with its top level and what those functions import, or the functions and classes
    beside them that they mention: so the other stages in one file don't matter. Imports for type checkers
    alone are passed over. Raises KitError for a root that isn't there and for a file that isn't Python.
    """
    asked: dict[str, set[str]] = {}
    whole: set[str] = set()
    for root in roots:
        module, _, function = root.partition(":")
        if _file_of(module, source) is None:
            raise KitError(
                f"{root} is not in {source.name}/: mend the name where the rule asks for its files."
            )
        if function:
            asked.setdefault(module, set()).add(function)
        else:
            whole.add(module)
    found: dict[str, Path] = {}
    waiting = [*whole, *asked]
    while waiting:
        module = waiting.pop()
        path = _file_of(module, source)
        if path is None or module in found:
            continue
        found[module] = path
        functions = None if module in whole else asked.get(module)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        for name in _imports(path, package, functions):
            waiting += _with_packages(name)
        waiting += _with_packages(module)
    return sorted(path.relative_to(source).as_posix() for path in found.values())


def _file_of(module: str, source: Path) -> Path | None:
    stem = source.joinpath(*module.split("."))
    for path in (stem / "__init__.py", stem.with_name(f"{stem.name}.py")):
        if path.is_file():
            return path
    return None


def _with_packages(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _imports(path: Path, package: str, functions: set[str] | None) -> Iterator[str]:
    """The absolute names that a file imports. `from x import y` gives x and x.y: y may be a module."""
    for node in _import_nodes(_parse(files.read_bytes(path), str(path)), path, functions):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            continue
        base = node.module or ""
        if node.level:
            around = package.split(".")
            around = around[: len(around) - node.level + 1]
            base = ".".join([*around, base] if base else around)
        yield base
        yield from (f"{base}.{alias.name}" for alias in node.names)


@functools.cache
def _parse(content: bytes, name: str) -> ast.Module:
    try:
        return ast.parse(content, name)
    except (SyntaxError, ValueError) as error:
        raise KitError(f"{name} is not Python ({error}): mend it there.") from None


def _import_nodes(
    tree: ast.Module, path: Path, functions: set[str] | None
) -> Iterator[ast.Import | ast.ImportFrom]:
    if functions is None:
        yield from _walk(tree, into_functions=True)
        return
    yield from _walk(tree, into_functions=False)
    definitions = {node.name: node for node in tree.body if isinstance(node, _DEFINITIONS)}
    if unknown := sorted(functions - definitions.keys()):
        raise KitError(
            f"{path} has no function {unknown[0]}: mend the name where the rule asks for its files."
        )
    reached: set[str] = set()
    waiting = sorted(functions)
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        yield from _walk(definitions[name], into_functions=True)
        mentioned = {node.id for node in ast.walk(definitions[name]) if isinstance(node, ast.Name)}
        waiting += sorted(mentioned & definitions.keys())


def _walk(node: ast.AST, *, into_functions: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
        return
    if isinstance(node, _FUNCTIONS) and not into_functions:
        return
    children = (
        node.orelse
        if isinstance(node, ast.If) and _is_for_type_checkers(node.test)
        else ast.iter_child_nodes(node)
    )
    for child in children:
        yield from _walk(child, into_functions=into_functions)


def _is_for_type_checkers(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"
