"""The `__main__` of `sixqp.pyz`: unpacks what fits this Python, once, and starts the program."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import re
import runpy
import shutil
import stat
import sys
import sysconfig
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

MANIFEST = "bundle.json"
WHEELS = "wheels/"
OLDEST = (3, 11)
BUNDLE_VARIABLE = "SIXQP_BUNDLE"
"""Names the file that the program was started from, so that it can be lent again."""
UNUSED_SECONDS = 30 * 24 * 3600
_VERSIONED = re.compile(r"(manylinux|musllinux|macosx)_(\d+)_(\d+)_(\w+)")
_OLD_NAMES = {"manylinux1": "manylinux_2_5", "manylinux2010": "manylinux_2_12", "manylinux2014": "manylinux_2_17"}
_NEEDS_PYTHON = {
    "en": "sixqp needs Python {oldest} or newer; this is Python {this}.",
    "fr": "sixqp demande Python {oldest} ou plus récent ; ceci est Python {this}.",
}
_MISSES = {
    "en": "This file has no {projects} for Python {this} on {system}. It works on: {fits}. Your host can add the "
    "rest with `sixqp lend --prepare`, which needs the Internet.",
    "fr": "Ce fichier ne contient pas {projects} pour Python {this} sous {system}. Il fonctionne sur : {fits}. "
    "Votre hôte peut ajouter le reste avec `sixqp lend --prepare`, qui demande Internet.",
}
_NO_ROOM = {
    "en": "sixqp can't be unpacked anywhere here: {reason}.",
    "fr": "sixqp ne peut être décompressé nulle part ici : {reason}.",
}


class System(NamedTuple):
    """What a wheel has to fit.

    `name` is linux, musl, macos or windows; `version` is that of the C library or macOS; `abi` looks like cp312.
    """

    python: tuple[int, int]
    name: str
    machine: str
    version: tuple[int, int]
    abi: str


class Misfit(Exception):
    """The program can't start here; the text is for the user."""


def this_system() -> System:
    python = (sys.version_info[0], sys.version_info[1])
    abi = "cp{}{}{}".format(*python, "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else "")
    if os.name == "nt":
        return System(python, "windows", sysconfig.get_platform().replace("win-", ""), (0, 0), abi)
    machine = platform.machine()
    if platform.system() == "Darwin":
        version = _version(platform.mac_ver()[0])
        return System(python, "macos", machine, (11, 0) if version == (10, 16) else version, abi)
    if sys.maxsize < 2**32:
        machine = {"x86_64": "i686", "aarch64": "armv7l"}.get(machine, machine)
    try:
        library = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):
        library = ""
    if library.startswith("glibc "):
        return System(python, "linux", machine, _version(library[6:]), abi)
    return System(python, "musl", machine, (1, 2), abi)


def _version(text: str) -> tuple[int, int]:
    numbers = [int(each) for each in re.findall(r"\d+", text)[:2]]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def project_of(wheel: str) -> str:
    return re.sub(r"[-_.]+", "-", wheel.split("-")[0]).lower()


def rank(wheel: str, system: System) -> int:
    """How closely a wheel's file name fits a system (PEP 425); 0 if it doesn't."""
    pythons, abis, platforms = (part.split(".") for part in wheel[: -len(".whl")].split("-")[-3:])
    return max(
        (2 * _rank(python, abi, system) + (named != "any"))
        if _rank(python, abi, system) and _runs_on(named, system)
        else 0
        for python in pythons
        for abi in abis
        for named in platforms
    )


def _rank(python: str, abi: str, system: System) -> int:
    own = "cp{}{}".format(*system.python)
    minor = python[3:] if python[:3] in ("cp3", "py3") else "none"
    if abi == system.abi and python == own:
        return 3
    if abi == "abi3" and system.abi == own and python[:3] == "cp3" and minor.isdigit():
        return 2 if int(minor) <= system.python[1] else 0
    if abi != "none":
        return 0
    if python in ("py3", own):
        return 1
    return 1 if python[:3] == "py3" and minor.isdigit() and int(minor) <= system.python[1] else 0


def _runs_on(named: str, system: System) -> bool:
    if named == "any":
        return True
    if system.name == "windows":
        return named == ("win32" if system.machine == "win32" else f"win_{system.machine}")
    for old, new in _OLD_NAMES.items():
        if named.startswith(old + "_"):
            named = named.replace(old, new, 1)
    found = _VERSIONED.fullmatch(named)
    if not found:
        return named == f"linux_{system.machine}" and system.name in ("linux", "musl")
    kind, major, minor, machine = found.groups()
    kinds = {"manylinux": "linux", "musllinux": "musl", "macosx": "macos"}
    machines = (system.machine, "universal2") if system.name == "macos" else (system.machine,)
    return kinds[kind] == system.name and machine in machines and (int(major), int(minor)) <= system.version


def pick(wheels: list[str], system: System) -> dict[str, str]:
    best: dict[str, str] = {}
    for wheel in sorted(wheels, key=lambda each: (rank(each, system), each)):
        if rank(wheel, system):
            best[project_of(wheel)] = wheel
    return best


def wheels_for(manifest: dict[str, Any], system: System) -> list[str]:
    """Raises Misfit if one is missing."""
    this = "{}.{}".format(*system.python)
    if system.python < OLDEST:
        raise Misfit(_in_language(_NEEDS_PYTHON).format(oldest="{}.{}".format(*OLDEST), this=this))
    best = pick(list(manifest["wheels"]), system)
    missing = [project for project in manifest["requires"][system.name] if project not in best]
    if missing:
        named = f"{system.name} {system.machine}"
        fits = ", ".join(manifest["fits"]) or "–"
        raise Misfit(_in_language(_MISSES).format(projects=", ".join(missing), this=this, system=named, fits=fits))
    return sorted(best[project] for project in manifest["requires"][system.name])


def _in_language(sentences: dict[str, str]) -> str:
    """The sentence in French if `--lang` or the system asks for it, otherwise in English."""
    arguments = sys.argv[1:]
    asked = [arguments[at] for at in range(1, len(arguments)) if arguments[at - 1] == "--lang"]
    named = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return sentences["fr" if (asked[-1] if asked else named)[:2].lower() == "fr" else "en"]


def cache_folders() -> list[Path]:
    own = os.environ.get("SIXQP_HOME")
    if own:
        usual = Path(own).expanduser().absolute() / "cache"
    elif os.name == "nt":
        usual = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "sixqp" / "Cache"
    elif platform.system() == "Darwin":
        usual = Path.home() / "Library" / "Caches" / "sixqp"
    else:
        named = os.environ.get("XDG_CACHE_HOME", "")
        usual = (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "sixqp"
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    return [usual / "unpacked", Path(tempfile.gettempdir()) / f"sixqp-{user}"]


def unpack_once(bundle: Path, wheels: list[str], key: str, folders: list[Path]) -> Path:
    """A folder with the contents of these wheels, writable by this user only, and never visible half unpacked.

    If none of `folders` is writable, it is temporary. Raises Misfit.
    """
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_private(folder):
                return _unpack(bundle, wheels, folder / key)
        except OSError:
            continue  # the next folder may be writable
    try:
        return _unpack(bundle, wheels, Path(tempfile.mkdtemp(prefix="sixqp-")) / key)
    except OSError as error:
        raise Misfit(_in_language(_NO_ROOM).format(reason=error.strerror or error)) from None


def _is_private(folder: Path) -> bool:
    """Whether only this user can write to it; on Windows that depends on the parent folders."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _unpack(bundle: Path, wheels: list[str], whole: Path) -> Path:
    if whole.is_dir() and _is_private(whole):
        _mark_used(whole)
        return whole
    _remove_unused(whole.parent)
    fresh = Path(tempfile.mkdtemp(prefix=".", dir=str(whole.parent)))
    try:
        with zipfile.ZipFile(str(bundle)) as outer:
            for wheel in wheels:
                with zipfile.ZipFile(io.BytesIO(outer.read(WHEELS + wheel))) as inner:
                    _extract(inner, fresh)
    except BaseException:
        shutil.rmtree(str(fresh), ignore_errors=True)
        raise
    try:
        fresh.rename(whole)
    except OSError:
        if not (whole.is_dir() and _is_private(whole)):
            return fresh  # something, such as a virus scanner, holds the folder; this start can use it anyway
        shutil.rmtree(str(fresh), ignore_errors=True)  # another start was faster
    return whole


def _extract(wheel: zipfile.ZipFile, folder: Path) -> None:
    """`ZipFile.extract` keeps every file inside the folder, whatever its name."""
    for each in wheel.infolist():
        top, _, rest = each.filename.partition("/")
        if not top.endswith(".data"):
            wheel.extract(each, str(folder))
        elif rest.startswith(("purelib/", "platlib/")):
            each.filename = rest.partition("/")[2]
            wheel.extract(each, str(folder))


def _mark_used(folder: Path) -> None:
    try:
        os.utime(str(folder))
    except OSError:
        return  # read-only by now, but usable


def _remove_unused(folder: Path) -> None:
    for each in folder.iterdir():
        try:
            if each.is_dir() and each.stat().st_mtime < time.time() - UNUSED_SECONDS:
                shutil.rmtree(str(each), ignore_errors=True)
        except OSError:
            continue  # another start has removed it


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def main() -> None:
    bundle = Path(__file__).absolute().parent
    system = this_system()
    try:
        with zipfile.ZipFile(str(bundle)) as outer:
            manifest = json.loads(outer.read(MANIFEST).decode())
        wheels = wheels_for(manifest, system)
        key = "-".join((_digest(bundle)[:32], system.abi, system.name, system.machine))
        folder = unpack_once(bundle, wheels, key, cache_folders())
    except Misfit as misfit:
        sys.exit(f"sixqp: {misfit}")
    sys.path[0] = str(folder)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(folder) + (os.pathsep + before if before else "")
    os.environ[BUNDLE_VARIABLE] = str(bundle)
    runpy.run_module("sixqp_tui", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
