"""Every test of the command line has a folder of its own for what the game keeps, and works in an empty one."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the game keeps its files in."""
    home = tmp_path / "home"
    monkeypatch.setenv("SIXQP_HOME", str(home))
    empty = tmp_path / "work"
    empty.mkdir()
    monkeypatch.chdir(empty)
    return home
