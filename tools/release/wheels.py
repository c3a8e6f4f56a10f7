"""The wheels inside `sixqp.pyz`: fetched for every system by the lock, which names each by its hash."""

import hashlib
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Final, NamedTuple

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms

from tools.release.bootstrap import pick, project_of

LOCK: Final = Path(__file__).with_name("wheels.lock")
BUILD: Final = "build"
"""The folder of the wheels that build the source distribution."""
PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
_GLIBC: Final = 28
"""The minor version of the oldest glibc 2 supported, Debian 10's."""


def _linux(machine: str) -> tuple[str, ...]:
    names = (*(f"manylinux_2_{minor}" for minor in range(_GLIBC, 4, -1)), "manylinux2014", "manylinux1")
    return tuple(f"{each}_{machine}" for each in names)


SYSTEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "Linux x86-64": _linux("x86_64"),
    "Linux ARM64": _linux("aarch64"),
    "macOS, Apple silicon": tuple(mac_platforms((12, 0), "arm64")),
    "Windows": ("win_amd64",),
}
"""The names of each system's platforms in wheels, from the oldest version supported. cryptography has no wheels for
Intel Macs."""


class Wheel(NamedTuple):
    file: str
    data: bytes

    @property
    def project(self) -> str:
        return project_of(self.file)

    @property
    def version(self) -> str:
        return self.file.split("-")[1]

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


def fetch(folder: Path) -> None:
    """Fetch every wheel of the lock by pip, which refuses other hashes. Raises CalledProcessError."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--no-deps"]
    for system, platforms in SYSTEMS.items():
        named = [option for each in platforms for option in ("--platform", each)]
        for python in PYTHONS:
            version = "{}.{}".format(*python)
            print(f"{system}, Python {version}", flush=True)
            into = ["--dest", str(folder), "--python-version", version, "--implementation", "cp"]
            subprocess.run([*pip, *named, *into, "--require-hashes", "--requirement", str(LOCK)], check=True)


def locked_projects() -> frozenset[str]:
    return frozenset(re.findall(r"^([\w.-]+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE))


def locked_wheels(folder: Path) -> Iterator[Wheel]:
    """Those in the folder that the lock names."""
    digests = frozenset(re.findall(r"sha256:([0-9a-f]{64})", LOCK.read_text(encoding="utf-8")))
    for path in sorted(folder.glob("*.whl")):
        wheel = Wheel(path.name, path.read_bytes())
        if wheel.digest in digests:
            yield wheel


def missing(wheels: Iterable[str], projects: Iterable[str]) -> Iterator[str]:
    """Each project that some system has no wheel of, with the system."""
    files, needed = tuple(wheels), frozenset(projects)
    for system, platforms in SYSTEMS.items():
        for python in PYTHONS:
            for project in sorted(needed - pick(files, _tags(python, platforms)).keys()):
                yield "{} for {} with Python {}.{}".format(project, system, *python)


def _tags(python: tuple[int, int], platforms: tuple[str, ...]) -> tuple[Tag, ...]:
    own = cpython_tags(python, platforms=platforms)
    return (*own, *compatible_tags(python, "cp{}{}".format(*python), platforms))
