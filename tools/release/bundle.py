"""The file `sixqp.pyz`: wheels for every system, and a bootstrap that picks among them."""

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tools.release import bootstrap
from tools.release.bootstrap import WHEELS
from tools.release.wheels import Wheel

FILE: Final = "sixqp.pyz"
_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
USED_FIRST: Final = ("packaging", "platformdirs")
"""The projects that the bootstrap imports."""


def write_bundle(path: Path, wheels: Iterable[Wheel]) -> None:
    """The same wheels give the same bytes."""
    ordered = sorted(wheels)
    with path.open("wb") as file:
        file.write(_SHEBANG)
        with zipfile.ZipFile(file, "w") as archive:
            _add(archive, "__main__.py", Path(bootstrap.__file__).read_bytes(), zipfile.ZIP_DEFLATED)
            for wheel in ordered:
                if wheel.project in USED_FIRST:
                    _add_modules(archive, wheel)
            for wheel in ordered:
                _add(archive, WHEELS + wheel.file, wheel.data, zipfile.ZIP_STORED)


def _add_modules(archive: zipfile.ZipFile, wheel: Wheel) -> None:
    with zipfile.ZipFile(io.BytesIO(wheel.data)) as contents:
        for name in contents.namelist():
            if name.endswith(".py"):
                _add(archive, name, contents.read(name), zipfile.ZIP_DEFLATED)


def _add(archive: zipfile.ZipFile, name: str, data: bytes, compression: int) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)
