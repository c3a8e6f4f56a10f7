"""The wheels inside a `sixqp.pyz`, and the lock that says which they must be."""

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

from sixqp_tui.gateways.lend.bootstrap import WHEELS, project_of
from sixqp_tui.gateways.lend.wheels import PROGRAM, version_of

_LOCKED = re.compile(
    r"^(?P<project>[\w.-]+)==(?P<version>\S+)|--hash=sha256:(?P<digest>[0-9a-f]{64})", re.MULTILINE
)
BUILD = "build"
"""The folder of the wheels that build the source distribution."""
_HEADER = """\
# The wheels that a release bundles, for every system, with their SHA-256.
# Written by `python -m tools.release lock`; pip reads it with `--require-hashes -r`.
"""


class Wheel(NamedTuple):
    file: str
    data: bytes

    @property
    def project(self) -> str:
        return project_of(self.file)

    @property
    def version(self) -> str:
        return version_of(self.file)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def metadata(self) -> Message:
        name = next(each for each in self._names() if each.endswith(".dist-info/METADATA"))
        return Parser().parsestr(self.read(name).decode())

    def licence_texts(self) -> dict[str, str]:
        """By file name; empty if the wheel has none."""
        found = re.compile(
            r"[^/]+\.dist-info/(?:licenses/(?:.*/)?)?((?:licen[cs]e|copying|notice)[^/]*)", re.IGNORECASE
        )
        matches = [(name, found.fullmatch(name)) for name in self._names()]
        return {match[1]: self.read(name).decode("utf-8", "replace") for name, match in matches if match}

    def read(self, name: str) -> bytes:
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return archive.read(name)

    def _names(self) -> list[str]:
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return archive.namelist()


def wheels_in(bundle: Path) -> tuple[Wheel, ...]:
    """By name."""
    with zipfile.ZipFile(bundle) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith(WHEELS))
        return tuple(Wheel(name.removeprefix(WHEELS), archive.read(name)) for name in names)


def write_lock(path: Path, wheels: Iterable[Wheel]) -> None:
    digests: dict[str, list[str]] = {}
    for wheel in wheels:
        if wheel.project != PROGRAM:
            digests.setdefault(f"{wheel.project}=={wheel.version}", []).append(wheel.digest)
    lines = (
        " \\\n".join((project, *(f"    --hash=sha256:{digest}" for digest in sorted(found)))) + "\n"
        for project, found in sorted(digests.items())
    )
    path.write_text(_HEADER + "".join(lines), encoding="utf-8")


def read_lock(path: Path) -> Mapping[str, frozenset[str]]:
    """The digests of each project's wheels; a project is such as `rich==15.0.0`."""
    found: dict[str, set[str]] = {}
    project = ""
    for match in _LOCKED.finditer(path.read_text(encoding="utf-8")):
        if match["project"]:
            project = f"{match['project']}=={match['version']}"
            found[project] = set()
        else:
            found[project].add(match["digest"])
    return {project: frozenset(digests) for project, digests in found.items()}


def not_locked(wheels: Iterable[Wheel], lock: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """A sentence for each wheel that the lock doesn't have, and for each that it has and the bundle lacks."""
    bundled = {wheel.digest: wheel for wheel in wheels if wheel.project != PROGRAM}
    locked = {digest: project for project, digests in lock.items() for digest in digests}
    for digest in sorted(bundled.keys() - locked.keys(), key=lambda each: bundled[each].file):
        yield f"{bundled[digest].file} (SHA-256 {digest}) isn't in the lock"
    for digest in sorted(locked.keys() - bundled.keys(), key=lambda each: locked[each]):
        yield f"a wheel of {locked[digest]} (SHA-256 {digest}) is in the lock but not in the bundle"
