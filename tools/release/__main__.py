"""Builds a release from the last commit, twice, and accepts it only if both builds have the same bytes.

`python -m tools.release`        the artefacts in `dist/`, from the wheels in `wheels/`, without a network
`python -m tools.release fetch`  fetches these wheels first, by pip

The source distribution, the wheel, `sixqp.pyz` and the Debian package come with SHA256SUMS, a bill of materials
(CycloneDX), the licences of everything bundled, and the release notes.
"""

import argparse
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from sixqp_tui import __version__
from tools.release.bundle import FILE, write_bundle
from tools.release.contents import UNRELEASED, NoLicence, NoNotes, bill_of_materials, licences, release_notes
from tools.release.debian_package import debian_version, write_package
from tools.release.wheels import BUILD, Wheel, fetch, locked_projects, locked_wheels, missing

ROOT = Path(__file__).resolve().parents[2]
SUMS = "SHA256SUMS"
NOTES = "tools/release/NOTES.md"
_SECOND_BUILD = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "COLUMNS": "132", "PYTHONHASHSEED": "7"}
"""What differs in the second build, besides its folder, its umask and the time."""


class Refused(Exception):
    """The release can't be built; the text says why, and what to do."""


def main() -> int:
    """0, or 1 with a sentence on standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", choices=["build", "fetch"], default="build")
    parser.add_argument("--wheels", type=Path, default=Path("wheels"), metavar="FOLDER")
    parser.add_argument("--output", type=Path, default=Path("dist"), metavar="FOLDER")
    parser.add_argument("--final", action="store_true", help="refuse a version that NOTES.md gives no date")
    parsed = parser.parse_args()
    try:
        if parsed.command == "fetch":
            _fetch(parsed.wheels)
        else:
            _build_twice(parsed.wheels, parsed.output, final=parsed.final)
    except (Refused, NoLicence, NoNotes, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"release: {error.cmd[0]} ended with code {error.returncode}; its output is above.", file=sys.stderr)
        return 1
    return 0


def _fetch(folder: Path) -> None:
    fetch(folder)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--dest", str(folder / BUILD)]
    subprocess.run([*pip, f"hatchling=={version('hatchling')}"], check=True)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def _build_twice(wheels: Path, output: Path, *, final: bool) -> None:
    if changed := _git("status", "--porcelain").decode():
        raise Refused(f"Expected everything to be committed, got changes in:\n{changed}Commit them, or undo them.")
    changes = (ROOT / NOTES).read_text(encoding="utf-8")
    if final and release_notes(changes, __version__)[0] == UNRELEASED:
        raise Refused(f"Expected a date for this version in {NOTES}, got “unreleased”. Write the date, and commit.")
    locked = (*locked_wheels(wheels),)
    if lacks := [*missing((each.file for each in locked), locked_projects())]:
        raise Refused(
            f"Expected all wheels of the lock in {wheels}, but there is none of {', '.join(lacks)}. Fetch them."
        )
    built = int(_git("log", "-1", "--format=%ct"))
    source = _git("archive", "--format=tar", "HEAD")
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory(prefix="another folder ") as second:
        print("Building for the first time…", flush=True)
        artefacts = _build(Path(first), source, locked, built, {})
        print("Building again, elsewhere and with other dates…", flush=True)
        before = os.umask(0o077)
        again = _build(Path(second), source, locked, built, _SECOND_BUILD)
        os.umask(before)
    if differing := [name for name in artefacts if artefacts[name] != again.get(name)]:
        raise Refused(f"Expected both builds to have the same bytes, but these differ: {', '.join(differing)}.")
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(artefacts.items()))
    output.mkdir(parents=True, exist_ok=True)
    for name, data in {**artefacts, SUMS: sums.encode()}.items():
        (output / name).write_bytes(data)
    print(f"Both builds have the same bytes. They are in {output}:\n{sums}", end="")


def _build(
    folder: Path, source: bytes, locked: Sequence[Wheel], built: int, environment: Mapping[str, str]
) -> dict[str, bytes]:
    """The artefacts by their names, built in `folder` from an archive of the source; `built` is their date."""
    project, output, unpacked = folder / "sixqp", folder / "output", folder / "unpacked"
    with tarfile.open(fileobj=io.BytesIO(source)) as archive:
        archive.extractall(project, filter="data")
    for path in project.rglob("*"):
        os.utime(path)  # the date of today, which no artefact may contain
    env = {**os.environ, **environment, "SOURCE_DATE_EPOCH": str(built)}
    python = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(output), str(project)]
    subprocess.run(python, check=True, env=env, stdout=subprocess.DEVNULL)
    (program,) = output.glob("*.whl")
    bundled = (*locked, Wheel(program.name, program.read_bytes()))
    bundle = output / FILE
    write_bundle(bundle, bundled)
    texts = licences(bundled)
    changes = (project / NOTES).read_text(encoding="utf-8")
    _date, notes = release_notes(changes, __version__)
    share = folder / "share"
    with zipfile.ZipFile(program) as wheel:
        wheel.extractall(unpacked)
    describe = [sys.executable, "-m", "tools.release.shell_files", str(share)]
    subprocess.run(describe, check=True, cwd=project, env={**env, "PYTHONPATH": str(unpacked), "COLUMNS": "80"})
    package = output / f"sixqp_{debian_version(__version__)}_all.deb"
    write_package(package, bundle, share, changes, texts, __version__, built)
    (output / f"sixqp-{__version__}.cdx.json").write_text(bill_of_materials(bundled, built), encoding="utf-8")
    (output / "LICENSES.txt").write_text(texts, encoding="utf-8")
    (output / "RELEASE_NOTES.md").write_text(notes, encoding="utf-8")
    return {path.name: path.read_bytes() for path in sorted(output.iterdir())}


if __name__ == "__main__":
    sys.exit(main())
