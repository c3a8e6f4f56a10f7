"""The project's own source: what the tests of the architecture look at."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = {"sixqp_tui": ROOT / "sixqp_tui", "sixqp_protocol": ROOT / "protocol" / "sixqp_protocol"}


class Module(NamedTuple):
    """A file of ours; `name` is what Python calls it."""

    path: Path
    name: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """What Python makes of it."""
        return _tree(self.path)

    @property
    def where(self) -> str:
        """The path from the root of the project, the same on every platform."""
        return self.path.relative_to(ROOT).as_posix()


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every Python file below these folders of the project, in order."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return tuple(Module(path, _name(path), path.read_text(encoding="utf-8")) for path in sorted(found))


def forget() -> None:
    """Keep no tree any longer: so many parts slow down everything that runs in this process later."""
    _tree.cache_clear()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _name(path: Path) -> str:
    start = ROOT / "protocol" if ROOT / "protocol" in path.parents else ROOT
    parts = path.relative_to(start).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(module: Module) -> Iterator[str]:
    """The full names that a module imports, wherever it does: at the top, in a function, for types only."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node)
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _is_import_call(node):
            yield from (str(part.value) for part in node.args[:1] if isinstance(part, ast.Constant))


def _is_import_call(node: ast.Call) -> bool:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("import_module", "__import__")


def _origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    drop = node.level - (module.path.name == "__init__.py")
    package = module.name.split(".")
    return ".".join((*package[: len(package) - drop], *([node.module] if node.module else [])))
