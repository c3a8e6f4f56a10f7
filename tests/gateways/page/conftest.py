"""A folder of each test's own for what the game keeps."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path / "home"))
