"""Fetching the wheels of other systems, by pip, while there is the Internet."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sixqp_tui.gateways.lend.archive import needed_on
from sixqp_tui.gateways.lend.bootstrap import pick, project_of
from sixqp_tui.gateways.lend.systems import TARGETS, Target
from sixqp_tui.gateways.lend.wheels import PROGRAM, Requirement, version_of
from sixqp_tui.store.paths import create_private_folder


class Fetched(NamedTuple):
    """What came of one target: `reason` says in pip's words why it has not all it needs, "" where it has."""

    target: Target
    reason: str


def has_pip() -> bool:
    """Whether this Python has pip."""
    command = [sys.executable, "-m", "pip", "--version"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def missing_for(target: Target, folder: Path, needed: Sequence[Requirement]) -> list[str]:
    """What pip is to be asked for: those projects of which no wheel for this target is in the folder."""
    versions = {each.project: each.version for each in needed}
    # A wheel of another version that lies there from an earlier evening is none.
    here = [path.name for path in folder.glob("*.whl")]
    have = pick([name for name in here if _is_wanted(name, versions)], target.system)
    wanted = [each for each in needed_on(needed, target.system.name) if each != PROGRAM and each not in have]
    return [f"{each}=={versions[each]}" if versions[each] else each for each in wanted]


def _is_wanted(wheel: str, versions: dict[str, str]) -> bool:
    return versions.get(project_of(wheel)) in ("", version_of(wheel))


def fetch(folder: Path, needed: Sequence[Requirement], targets: Sequence[Target] = TARGETS) -> Iterator[Fetched]:
    """Fetch what is missing, one target after the other; each is told when it is done.

    What was fetched stays when this is stopped, and is not fetched again. Wheels alone, and of exactly the versions
    that are installed here: nothing that comes is run. Raises OSError.
    """
    create_private_folder(folder)
    for target in targets:
        wanted = missing_for(target, folder, needed)
        yield Fetched(target, _download(folder, target, wanted) if wanted else "")


def _download(folder: Path, target: Target, wanted: Sequence[str]) -> str:
    """Why pip did not get all of it, "" where it did; whole wheels alone come into the folder."""
    with tempfile.TemporaryDirectory(prefix=".", dir=folder) as fresh:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
        options = ["--only-binary=:all:", "--no-deps", "--dest", fresh, *target.pip_options]
        done = subprocess.run(
            [*command, *options, *wanted],
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
