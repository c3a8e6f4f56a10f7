"""The wheels that the program needs on each system: building them from this installation, and fetching them."""

import base64
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, NamedTuple

import sixqp_protocol
import sixqp_tui
from sixqp_tui.gateways.lend.bootstrap import System, pick, project_of
from sixqp_tui.store.paths import create_private_folder

PROGRAM: Final = "sixqp"
_REQUIREMENT = re.compile(r"\s*(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^\]]*)\])?[^;]*(?:;(?P<marker>.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")
AT_A_TIME: Final = 8
"""Concurrent runs of pip, which mostly wait for the network."""
AT_ONCE: Final = 6
"""Wheels that one run of pip fetches in sequence."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file, for reproducible bytes."""
_MARKER = re.compile(r"""(?:sys_platform)\s*(?P<is>==|!=)\s*["'](?P<platform>\w+)["']""")
PLATFORMS: Final = {"linux": "linux", "musl": "linux", "macos": "darwin", "windows": "win32"}
PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
_GLIBC: Final = 28
"""The minor version of the oldest glibc 2 supported, Debian 10's."""
_MANYLINUX: Final = (*(f"manylinux_2_{minor}" for minor in range(_GLIBC, 4, -1)), "manylinux2014", "manylinux1")


class _Kind(NamedTuple):
    label: str
    name: str
    machine: str
    version: tuple[int, int]
    platforms: tuple[str, ...]


SYSTEMS: Final = {
    "linux-x86_64": _Kind(
        "Linux x86-64", "linux", "x86_64", (2, _GLIBC), tuple(f"{each}_x86_64" for each in _MANYLINUX)
    ),
    "linux-aarch64": _Kind(
        "Linux ARM64", "linux", "aarch64", (2, _GLIBC), tuple(f"{each}_aarch64" for each in _MANYLINUX)
    ),
    "macos-arm64": _Kind("macOS, Apple silicon", "macos", "arm64", (12, 0), ("macosx_12_0_arm64",)),
    "macos-x86_64": _Kind("macOS, Intel", "macos", "x86_64", (12, 0), ("macosx_12_0_x86_64",)),
    "windows-amd64": _Kind("Windows", "windows", "amd64", (0, 0), ("win_amd64",)),
}
"""Each system with the oldest version supported, and pip's names of its platforms."""


class Target(NamedTuple):
    kind: str
    python: tuple[int, int]

    @property
    def system(self) -> System:
        kind = SYSTEMS[self.kind]
        return System(self.python, kind.name, kind.machine, kind.version, "cp{}{}".format(*self.python))

    @property
    def label(self) -> str:
        return SYSTEMS[self.kind].label

    @property
    def pip_options(self) -> list[str]:
        platforms = [option for each in SYSTEMS[self.kind].platforms for option in ("--platform", each)]
        return [*platforms, "--implementation", "cp", "--python-version", "{}.{}".format(*self.python)]


TARGETS: Final = tuple(Target(kind, python) for kind in SYSTEMS for python in PYTHONS)


def label_of(system: System) -> str:
    known = (kind.label for kind in SYSTEMS.values() if (kind.name, kind.machine) == (system.name, system.machine))
    return next(known, f"{system.name} {system.machine}")


class Requirement(NamedTuple):
    """A project that the program needs.

    `version` is the installed one, or "". `systems` is a marker if only some systems need it.
    """

    project: str
    version: str
    systems: str


class NotInstalled(Exception):
    """The program runs without the metadata of an installation."""


def normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements() -> list[Requirement]:
    """All requirements, including transitive ones. Raises NotInstalled."""
    found: dict[str, Requirement] = {}
    looked: set[tuple[str, str]] = set()
    waiting = [(PROGRAM, "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in looked:
            continue
        looked.add((name, extra))
        for needed, extras, marker in _required(name, extra):
            systems = marker if "sys_platform" in marker or "platform_system" in marker else ""
            installed = _find_installed(needed)
            if installed is None and not (systems and name == PROGRAM):
                continue  # another project's marker, which doesn't hold here
            if needed not in found:
                found[needed] = Requirement(needed, installed.version if installed else "", systems)
            if installed:
                waiting += [(needed, ""), *((needed, each) for each in extras)]
    return [found[name] for name in sorted(found)]


def _required(name: str, extra: str) -> Iterator[tuple[str, list[str], str]]:
    installed = _find_installed(name)
    if installed is None and name == PROGRAM:
        raise NotInstalled
    for line in (installed.requires or ()) if installed else ():
        parts = _REQUIREMENT.fullmatch(line)
        assert parts, line
        marker = (parts["marker"] or "").strip()
        wanted = _EXTRA.findall(marker)
        if (normalise(extra) in map(normalise, wanted)) if wanted else not extra:
            extras = [each.strip() for each in (parts["extras"] or "").split(",") if each.strip()]
            yield normalise(parts["name"]), extras, _EXTRA.sub("", marker)


def _find_installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def needed_on(needed: Iterable[Requirement], name: str) -> list[str]:
    return [PROGRAM, *(each.project for each in needed if _holds(each.systems, name))]


def _holds(marker: str, name: str) -> bool:
    found = _MARKER.fullmatch(marker.strip())
    return not found or (found["is"] == "==") == (found["platform"] == PLATFORMS[name])


def make_installed_wheels(needed: Iterable[Requirement]) -> dict[str, bytes]:
    """Wheels by file name, built from the installed files. Raises NotInstalled and OSError."""
    program = _find_installed(PROGRAM)
    if program is None:
        raise NotInstalled
    made = [_wheel(program, _program_files(program))]
    for each in needed:
        if each.version:
            installed = distribution(each.project)
            made.append(_wheel(installed, _files(installed)))
    return dict(made)


def _program_files(program: Distribution) -> Iterator[tuple[str, bytes]]:
    for package in (sixqp_tui, sixqp_protocol):
        root = Path(package.__path__[0])
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{root.name}/{path.relative_to(root).as_posix()}", path.read_bytes()
    info = f"{PROGRAM}-{program.version}.dist-info"
    for name in ("METADATA", "entry_points.txt", "licenses/LICENSE"):
        yield f"{info}/{name}", (program.read_text(name) or "").encode()
    wheel = "Wheel-Version: 1.0\nGenerator: sixqp\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{info}/WHEEL", wheel.encode()


_LEFT_OUT = re.compile(
    r"(\.\.|/).*|.*__pycache__/.*|[^/]+\.pth|[^/]+\.dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json)"
)


def _files(installed: Distribution) -> Iterator[tuple[str, bytes]]:
    for path in sorted(installed.files or ()):
        name = path.as_posix()
        if not _LEFT_OUT.fullmatch(name):
            yield name, Path(str(installed.locate_file(path))).read_bytes()


def _wheel(installed: Distribution, files: Iterable[tuple[str, bytes]]) -> tuple[str, bytes]:
    contents = dict(files)
    about = next(data for name, data in contents.items() if name.endswith(".dist-info/WHEEL")).decode()
    tags = [line.partition(":")[2].strip().split("-") for line in about.splitlines() if line.startswith("Tag:")]
    tag = "-".join(".".join(dict.fromkeys(part)) for part in zip(*tags, strict=True))
    info = next(name.partition("/")[0] for name in contents if name.endswith(".dist-info/WHEEL"))
    contents[f"{info}/RECORD"] = _record(contents, info)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            add_file(archive, name, data, zipfile.ZIP_DEFLATED)
    return f"{info.removesuffix('.dist-info')}-{tag}.whl", packed.getvalue()


def _record(contents: dict[str, bytes], info: str) -> bytes:
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    for name, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        table.writerow((name, f"sha256={digest}", len(data)))
    table.writerow((f"{info}/RECORD", "", ""))
    return lines.getvalue().encode()


def add_file(archive: zipfile.ZipFile, name: str, data: bytes, compression: int) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)


def version_of(wheel: str) -> str:
    return wheel.split("-")[1]


class Fetched(NamedTuple):
    """`reason` is pip's explanation if the target still lacks wheels."""

    target: Target
    reason: str


def has_pip() -> bool:
    command = [sys.executable, "-P", "-m", "pip", "--version"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def missing_for(target: Target, folder: Path, needed: Sequence[Requirement]) -> list[str]:
    versions = {each.project: each.version for each in needed}
    # Wheels of other versions may remain from an earlier evening.
    here = [path.name for path in folder.glob("*.whl")]
    have = pick([name for name in here if _is_wanted(name, versions)], target.system)
    wanted = [each for each in needed_on(needed, target.system.name) if each != PROGRAM and each not in have]
    return [f"{each}=={versions[each]}" if versions[each] else each for each in wanted]


def _is_wanted(wheel: str, versions: dict[str, str]) -> bool:
    return versions.get(project_of(wheel)) in ("", version_of(wheel))


def fetch(folder: Path, needed: Sequence[Requirement], targets: Sequence[Target] = TARGETS) -> Iterator[Fetched]:
    """Fetch missing wheels concurrently, in the installed versions, without running their code. Raises OSError."""
    create_private_folder(folder)
    pool = ThreadPoolExecutor(AT_A_TIME)

    def download(target: Target) -> tuple[Target, list[Future[str]]]:
        wanted = missing_for(target, folder, needed)
        parts = (wanted[at : at + AT_ONCE] for at in range(0, len(wanted), AT_ONCE))
        return target, [pool.submit(_download, folder, target, part) for part in parts]

    try:
        for each in _rounds(targets):
            for target, parts in [download(target) for target in each]:
                yield Fetched(target, next(filter(None, [part.result() for part in parts]), ""))
    finally:
        pool.shutdown(cancel_futures=True)


def _rounds(targets: Sequence[Target]) -> Iterator[Sequence[Target]]:
    first, others = targets[:1], targets[1:]
    yield first
    yield [each for each in others if each.python == first[0].python]
    yield [each for each in others if each.python != first[0].python]


def _download(folder: Path, target: Target, wanted: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory(prefix=".", dir=folder) as fresh:
        command = [sys.executable, "-P", "-m", "pip", "download"]
        quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
        options = ["--only-binary=:all:", "--no-deps", "--dest", fresh, *target.pip_options]
        done = subprocess.run(
            [*command, *quiet, *options, *wanted],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        for path in Path(fresh).glob("*.whl"):
            path.replace(folder / path.name)
    if not done.returncode:
        return ""
    lines = [line for line in done.stdout.splitlines() if line.startswith("ERROR")] or done.stdout.splitlines()
    return lines[-1].removeprefix("ERROR: ") if lines else str(done.returncode)
