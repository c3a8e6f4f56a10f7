"""The wheels that the program needs: which they are, and those of what is installed here, made anew."""

import base64
import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, NamedTuple

import sixqp_protocol
import sixqp_tui

PROGRAM: Final = "sixqp"
_REQUIREMENT = re.compile(r"\s*(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^\]]*)\])?[^;]*(?:;(?P<marker>.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the same content gives the same bytes."""


class Requirement(NamedTuple):
    """One project that the program needs, as its metadata says it.

    `version` is the installed one, "" where it is not installed here. `systems`: a marker names systems on which it
    is needed; the program starts without it.
    """

    project: str
    version: str
    systems: str


class NotInstalled(Exception):
    """The program runs here without what an installation says of it."""


def normalise(name: str) -> str:
    """A project's name as indexes spell it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements() -> list[Requirement]:
    """All that the program needs besides itself, directly or not. Raises NotInstalled."""
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
                continue  # a marker that does not hold here, of somebody else's
            if needed not in found:
                found[needed] = Requirement(needed, installed.version if installed else "", systems)
            if installed:
                waiting += [(needed, ""), *((needed, each) for each in extras)]
    return [found[name] for name in sorted(found)]


def _required(name: str, extra: str) -> Iterator[tuple[str, list[str], str]]:
    """What a project requires for one of its extras, "" for none: the name, its extras, the marker."""
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


def make_installed_wheels(needed: Iterable[Requirement]) -> dict[str, bytes]:
    """Wheels of the program and of what it needs, made of what is installed here, by their file names.

    Raises NotInstalled, and OSError.
    """
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
    """The program as it runs here: also where it is installed as the folder that it lies in."""
    for package in (sixqp_tui, sixqp_protocol):
        root = Path(package.__path__[0])
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{root.name}/{path.relative_to(root).as_posix()}", path.read_bytes()
    info = f"{PROGRAM}-{program.version}.dist-info"
    for name in ("METADATA", "entry_points.txt"):
        yield f"{info}/{name}", (program.read_text(name) or "").encode()
    wheel = "Wheel-Version: 1.0\nGenerator: sixqp\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{info}/WHEEL", wheel.encode()


_LEFT_OUT = re.compile(
    r"(\.\.|/).*|.*__pycache__/.*|[^/]+\.pth|[^/]+\.dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json)"
)


def _files(installed: Distribution) -> Iterator[tuple[str, bytes]]:
    """What an installed wheel has put beside itself, but commands, and what the installer has added."""
    for path in sorted(installed.files or ()):
        name = path.as_posix()
        if not _LEFT_OUT.fullmatch(name):
            yield name, Path(str(installed.locate_file(path))).read_bytes()


def _wheel(installed: Distribution, files: Iterable[tuple[str, bytes]]) -> tuple[str, bytes]:
    """A wheel of these files, and its name by the tags that they bring."""
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
    """Put a file into an archive, without a date."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)


def version_of(wheel: str) -> str:
    return wheel.split("-")[1]
