"""What the product's lazy imports save: `python tools/lazy_imports.py [MILLISECONDS]`, all below this many or all.

A lazy import stands in a function. It saves the processor time that its module would need for it if it stood at the
top: measured in a process that has imported the module alone, at best of five. In a program that has imported more,
it saves less. Needs a POSIX system.
"""

import ast
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module  # noqa: TID251 (it measures any import)
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"sixqp_tui": ROOT / "sixqp_tui", "sixqp_protocol": ROOT / "protocol" / "sixqp_protocol"}
TIMES = 5


class LazyImport(NamedTuple):
    """A module's line on which a function imports these others."""

    module: str
    line: int
    imported: tuple[str, ...]


def modules() -> Iterator[tuple[str, Path]]:
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *parts)).removesuffix(".__init__"), path


def lazy_imports(module: str, path: Path) -> Iterator[LazyImport]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.walk(function):
                if isinstance(each, ast.Import):
                    yield LazyImport(module, each.lineno, tuple(alias.name for alias in each.names))
                elif isinstance(each, ast.ImportFrom) and each.module:
                    names = (f"{each.module}.{alias.name}" for alias in each.names)
                    yield LazyImport(module, each.lineno, (each.module, *names))


def seconds(lazy: LazyImport) -> float:
    """Processor time of these imports in a copy of this process; the copy ends."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return float(pickle.loads(told)) if told else float("nan")
    began = time.process_time()
    for name in lazy.imported:
        with suppress(ImportError):  # of `from a import b`, b may be no module
            import_module(name)
    os.write(writing, pickle.dumps(time.process_time() - began))
    os._exit(0)


def measure(module: str, path: Path) -> list[tuple[float, LazyImport]]:
    """Milliseconds that each lazy import of this module saves, in this process."""
    with suppress(ImportError):
        import_module(module)
    found = sorted(set(lazy_imports(module, path)), key=lambda each: each.line)
    return [(1000 * min(seconds(each) for _ in range(TIMES)), each) for each in found]


def main() -> int:
    if sys.argv[1:2] == ["--module"]:
        for milliseconds, each in measure(sys.argv[2], Path(sys.argv[3])):
            print(f"{milliseconds:.2f}\t{each.module}\t{each.line}\t{each.imported[0]}")
        return 0
    below = float(sys.argv[1]) if sys.argv[1:] else float("inf")
    rows = []
    for module, path in modules():
        if any(lazy_imports(module, path)):
            command = [sys.executable, __file__, "--module", module, str(path)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            rows += [line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 3]
    for row in sorted(rows, key=lambda row: float(row[0])):
        if float(row[0]) < below:
            print(f"{row[0]:>8} ms  {row[1]}:{row[2]}  {row[3]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
