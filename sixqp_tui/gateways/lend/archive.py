"""The file `sixqp.pyz`: wheels for many systems, a manifest, and a bootstrap that picks among them."""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from sixqp_tui.gateways.common.http import FilePart
from sixqp_tui.gateways.lend import bootstrap
from sixqp_tui.gateways.lend.bootstrap import BUNDLE_VARIABLE, MANIFEST, WHEELS, pick, project_of, this_system
from sixqp_tui.gateways.lend.wheels import (
    PLATFORMS,
    TARGETS,
    Requirement,
    Target,
    add_file,
    label_of,
    make_installed_wheels,
    needed_on,
    version_of,
)

FILE: Final = "sixqp.pyz"
_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_LOCAL_HEADER: Final = 30
"""Bytes before a file's name in a zip archive; the last four are the lengths of the name and the extra field."""


def collect(folder: Path, needed: Sequence[Requirement]) -> dict[str, bytes]:
    """In the versions installed here. Raises NotInstalled and OSError."""
    versions = {each.project: each.version for each in needed}
    found: dict[str, bytes] = {}
    for name, data in (*_in_folder(folder), *_in_bundle(os.environ.get(BUNDLE_VARIABLE))):
        project = project_of(name)
        if project in versions and versions[project] in ("", version_of(name)):
            found.setdefault(name, data)
    have = pick(list(found), this_system())
    installed = make_installed_wheels([each for each in needed if each.project not in have])
    return {**found, **installed}


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.glob("*.whl")):
        yield path.name, path.read_bytes()


def _in_bundle(path: str | None) -> Iterator[tuple[str, bytes]]:
    if not path or not Path(path).is_file():
        return
    with zipfile.ZipFile(path) as bundle:
        for name in bundle.namelist():
            if name.startswith(WHEELS) and name.endswith(".whl"):
                yield name.removeprefix(WHEELS), bundle.read(name)


def targets_of(wheels: Sequence[str], needed: Sequence[Requirement]) -> list[Target]:
    return [
        target
        for target in TARGETS
        if set(needed_on(needed, target.system.name)) <= pick(list(wheels), target.system).keys()
    ]


def systems_served(wheels: Sequence[str], needed: Sequence[Requirement]) -> list[str]:
    """A line for each system that has all its wheels, including this one."""
    versions: dict[str, list[str]] = {}
    for target in targets_of(wheels, needed):
        versions.setdefault(target.label, []).append("{}.{}".format(*target.python))
    here = this_system()
    whole = set(needed_on(needed, here.name)) <= pick(list(wheels), here).keys()
    # This system may be newer than the targets, and have wheels that they can't use.
    label = label_of(here)
    if whole and "{}.{}".format(*here.python) not in versions.get(label, []):
        versions.setdefault(label, []).append("{}.{}".format(*here.python))
    return [f"{label} (Python {', '.join(found)})" for label, found in versions.items()]


def write_bundle(path: Path, wheels: Mapping[str, bytes], needed: Sequence[Requirement]) -> None:
    """Reproducible: the same wheels give the same bytes. Raises OSError."""
    names = sorted(wheels)
    manifest = {
        "requires": {name: needed_on(needed, name) for name in PLATFORMS},
        "fits": systems_served(names, needed),
        "wheels": {name: hashlib.sha256(wheels[name]).hexdigest() for name in names},
    }
    with path.open("wb") as file:
        file.write(_SHEBANG)
        with zipfile.ZipFile(file, "w") as archive:
            source = Path(bootstrap.__file__).read_bytes()
            add_file(archive, "__main__.py", source, zipfile.ZIP_DEFLATED)
            add_file(archive, MANIFEST, json.dumps(manifest, indent=1).encode(), zipfile.ZIP_DEFLATED)
            for name in names:
                add_file(archive, WHEELS + name, wheels[name], zipfile.ZIP_STORED)


def digests(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        wheels: dict[str, str] = json.loads(archive.read(MANIFEST))["wheels"]
    return wheels


def parts(path: Path) -> dict[str, FilePart]:
    """Where each wheel is stored, uncompressed, in a bundle."""
    found: dict[str, FilePart] = {}
    with zipfile.ZipFile(path) as archive, path.open("rb") as file:
        for entry in archive.infolist():
            if entry.filename.startswith(WHEELS):
                file.seek(entry.header_offset)
                header = file.read(_LOCAL_HEADER)
                lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
                start = entry.header_offset + _LOCAL_HEADER + lengths
                found[entry.filename.removeprefix(WHEELS)] = FilePart(path, start, entry.file_size)
    return found
