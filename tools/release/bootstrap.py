"""The `__main__` of `sixqp.pyz`: unpacks the wheels that fit this Python, once, and starts the program.

Python 3.8 can still read it, and says that it is too old. The projects that it imports lie beside it in the file.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import runpy
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

WHEELS = "wheels/"
OLDEST = (3, 11)
UNUSED_SECONDS = 30 * 24 * 3600
_NEEDS_PYTHON = {
    "en": "sixqp needs Python 3.11 or newer; this is Python {this}.",
    "fr": "sixqp demande Python 3.11 ou plus récent ; ceci est Python {this}.",
}
_MISSES = {
    "en": "This file has no {projects} for Python {this} on this system. Install sixqp with pip.",
    "fr": "Ce fichier n'a pas de {projects} pour Python {this} sur ce système. Installez sixqp avec pip.",
}
_CANNOT_UNPACK = {
    "en": "sixqp can't be unpacked: {reason}. Set SIXQP_HOME to use another folder.",
    "fr": "sixqp ne peut pas être décompressé : {reason}. Indiquez un autre dossier dans SIXQP_HOME.",
}


def main() -> None:
    this = "{}.{}".format(*sys.version_info)
    if sys.version_info < OLDEST:
        sys.exit("sixqp: " + _in_language(_NEEDS_PYTHON).format(this=this))
    from packaging.tags import sys_tags
    from platformdirs import user_cache_path

    own = os.environ.get("SIXQP_HOME")
    cache = Path(own).expanduser().absolute() / "cache" if own else user_cache_path("sixqp", appauthor=False)
    with zipfile.ZipFile(Path(__file__).absolute().parent) as bundle:
        wheels = [name[len(WHEELS) :] for name in bundle.namelist() if name.startswith(WHEELS)]
        best = pick(wheels, sys_tags())
        if missing := {project_of(wheel) for wheel in wheels} - best.keys():
            sys.exit("sixqp: " + _in_language(_MISSES).format(projects=", ".join(sorted(missing)), this=this))
        try:
            folder = str(unpack_once(bundle, sorted(best.values()), cache / "unpacked"))
        except OSError as error:
            sys.exit("sixqp: " + _in_language(_CANNOT_UNPACK).format(reason=error.strerror or error))
    sys.path[0] = folder
    # The program's other processes start with `-m`.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    runpy.run_module("sixqp_tui", run_name="__main__", alter_sys=True)


def project_of(wheel: str) -> str:
    return re.sub(r"[-_.]+", "-", wheel.split("-")[0]).lower()


def pick(wheels: Iterable[str], tags: Iterable[object]) -> dict[str, str]:
    """The wheel of each project that fits `tags` best; the first tag is the best one."""
    from packaging.tags import parse_tag

    ranks = {tag: rank for rank, tag in enumerate(tags)}
    fitting: dict[str, list[tuple[int, str]]] = {}
    for wheel in wheels:
        for tag in parse_tag("-".join(Path(wheel).stem.split("-")[-3:])) & ranks.keys():
            fitting.setdefault(project_of(wheel), []).append((ranks[tag], wheel))
    return {project: min(ranked)[1] for project, ranked in fitting.items()}


def unpack_once(bundle: zipfile.ZipFile, wheels: list[str], parent: Path) -> Path:
    """A folder below `parent` with the contents of these wheels, never visible half unpacked. Raises OSError."""
    parts = [bundle.getinfo(WHEELS + wheel) for wheel in wheels]
    key = hashlib.sha256(repr([(part.filename, part.file_size, part.CRC) for part in parts]).encode()).hexdigest()
    whole = parent / key[:32]
    if whole.is_dir():
        with suppress(OSError):  # not ours to mark as used
            os.utime(whole)
        return whole
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _remove_unused(parent)
    fresh = Path(tempfile.mkdtemp(prefix=".", dir=parent))
    try:
        for part in parts:
            with zipfile.ZipFile(io.BytesIO(bundle.read(part))) as wheel:
                wheel.extractall(fresh)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    try:
        fresh.rename(whole)
    except OSError:
        if not whole.is_dir():
            return fresh  # something, such as a virus scanner, holds the folder; this start can use it anyway
        shutil.rmtree(fresh, ignore_errors=True)  # another start was faster
    return whole


def _remove_unused(parent: Path) -> None:
    for each in parent.iterdir():
        with suppress(OSError):  # another start has removed it
            if each.stat().st_mtime < time.time() - UNUSED_SECONDS:
                shutil.rmtree(each)


def _in_language(sentences: dict[str, str]) -> str:
    """The sentence in French if `--lang` or the system asks for it, otherwise in English."""
    arguments = sys.argv[1:]
    asked = [arguments[at] for at in range(1, len(arguments)) if arguments[at - 1] == "--lang"]
    named = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return sentences["fr" if (asked[-1] if asked else named)[:2].lower() == "fr" else "en"]


if __name__ == "__main__":
    main()
