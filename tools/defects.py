"""Plants each defect of `tests/defects/` in a copy of the committed tree, and shows which test finds it.

`python tools/defects.py [NAME ...]` fails if a defect isn't found, or if its patch doesn't apply any more. The
tests of a defect's room come first; all others only if these have found nothing. Without a defect, the tests that
have found one must pass.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

PROJECT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = PROJECT / "tests" / "defects"


class Defect(NamedTuple):
    """A patch, what players would suffer from it, and the tests to try first."""

    patch: Path
    sentence: str
    room: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.patch.stem


class Finding(NamedTuple):
    """`by` is the test that found a defect, None if none did; `trouble` says why it doesn't count."""

    defect: Defect
    by: str | None
    seconds: float
    trouble: str = ""


def read_defect(patch: Path) -> Defect:
    sentence, _blank, room, *_rest = patch.read_text("utf-8").splitlines()
    return Defect(patch, sentence, tuple(room.removeprefix("Room: ").split()))


def all_defects() -> list[Defect]:
    return [read_defect(patch) for patch in sorted(FOLDER.glob("*.patch"))]


def apply(defect: Defect, tree: Path, *options: str) -> str:
    """Apply the patch in this folder, and return what was in the way."""
    command = ("git", "apply", *options, str(defect.patch))
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return done.stderr.strip()


@contextmanager
def _copied_tree() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="defects-") as folder:
        tree = Path(folder, "sixqp")
        _git(PROJECT, "worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
        try:
            yield tree
        finally:
            _git(PROJECT, "worktree", "remove", "--force", str(tree))


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def _remove_compiled(tree: Path, changed: Sequence[str]) -> None:
    """Python takes a source of the same second and size for the one that it has compiled."""
    for source in map(Path, changed):
        for compiled in (tree / source.parent / "__pycache__").glob(f"{source.stem}.*.pyc"):
            compiled.unlink()


def _run_tests(tree: Path, *arguments: str) -> str | None:
    """The first test that fails, None if all pass."""
    path = os.pathsep.join((str(tree), str(tree / "protocol")))
    command = (sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", *arguments)
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return None
    lines = done.stdout.splitlines() or [f"pytest ended with {done.returncode}"]
    failed = (line.partition(" ")[2] for line in lines if line.startswith(("FAILED ", "ERROR ")))
    return next(failed, lines[-1]).partition(" - ")[0]


def _find(defect: Defect, tree: Path) -> Finding:
    began = time.monotonic()
    if trouble := apply(defect, tree):
        return Finding(defect, None, 0.0, f"doesn't apply: {trouble.splitlines()[0]}")
    changed = _git(tree, "diff", "--name-only", "-z").split("\0")[:-1]
    _remove_compiled(tree, changed)
    try:
        room = [each for each in defect.room if (tree / each).exists()]
        found = _run_tests(tree, "-x", "-n0", *room) if room else None
        found = found or _run_tests(tree, "-x", *(f"--ignore={each}" for each in room))
    finally:
        _git(tree, "restore", ".")
        _remove_compiled(tree, changed)
    return Finding(defect, found, time.monotonic() - began, "" if found else "not found")


def _without_defect(findings: Sequence[Finding], tree: Path) -> list[Finding]:
    """A test that fails anyway has found nothing."""
    tests = sorted({finding.by for finding in findings if finding.by})
    if not tests or _run_tests(tree, *tests) is None:
        return list(findings)
    fail = {test for test in tests if _run_tests(tree, "-n0", test)}
    return [each._replace(trouble="fails without it, too") if each.by in fail else each for each in findings]


def _table(findings: Sequence[Finding]) -> Table:
    lacking = sum(bool(finding.trouble) for finding in findings)
    table = Table(
        title=f"{len(findings) - lacking} of {len(findings)} defects found", title_justify="left", box=None
    )
    for column in ("defect", "found by"):
        table.add_column(column, overflow="fold")
    table.add_column("seconds", justify="right")
    for defect, by, seconds, trouble in findings:
        found = " · ".join(filter(None, (trouble, by)))
        table.add_row(defect.name, found, f"{seconds:.0f}", style="bold red" if trouble else "")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    known = {defect.name: defect for defect in all_defects()}
    parser.add_argument("names", nargs="*", metavar="NAME")
    names = parser.parse_args().names or list(known)
    if unknown := set(names) - known.keys():
        parser.error(f"no such defect: {', '.join(sorted(unknown))}")
    findings: list[Finding] = []
    with _copied_tree() as tree:
        for name in names:
            findings.append(_find(known[name], tree))
            print(f"{name}: {findings[-1].by or findings[-1].trouble}", file=sys.stderr)
        findings = _without_defect(findings, tree)
    wide = None if sys.stdout.isatty() else 160
    Console(width=wide).print(_table(findings))
    return int(any(finding.trouble for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
