"""Words that have no place in this house, and the one way to swallow an error that ruff does not know."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.source import ROOT, modules

MODULES = [each for each in modules("sixqp_tui", "protocol", "tests", "tools") if each.path != Path(__file__)]
MACHINE = re.compile(r"(?<![\w./-])/(?:home|root|work|Users)/\w|\b[A-Z]:\\+Users\\+\w")
SWALLOWED = re.compile(r"\bsuppress\([^)]*\b(?:Base)?Exception\b")


def test_no_code_suppresses_every_error() -> None:
    """`except` is looked after by ruff (BLE, S110, S112)."""
    assert [module.where for module in MODULES if SWALLOWED.search(module.text)] == []


def test_no_file_contains_a_local_machine_path() -> None:
    if not ((ROOT / ".git").exists() and shutil.which("git")):
        pytest.skip("missing: git, or a clone of the repository")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    texts = {path: _text(path) for path in listed.split("\0") if (ROOT / path).is_file()}
    assert [f"{path}: {found.group()}" for path, text in texts.items() for found in MACHINE.finditer(text)] == []


def _text(path: str) -> str:
    return (ROOT / path).read_bytes().decode("utf-8", errors="ignore")
