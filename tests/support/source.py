"""The project's own source: what the tests of the architecture look at."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Module(NamedTuple):
    """A file of ours; `name` is what Python calls it."""

    path: Path
    name: str
    text: str

    @property
    def where(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every Python file below these folders of the project, in order."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return tuple(Module(path, _name(path), path.read_text(encoding="utf-8")) for path in sorted(found))


def _name(path: Path) -> str:
    start = ROOT / "protocol" if ROOT / "protocol" in path.parents else ROOT
    parts = path.relative_to(start).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
