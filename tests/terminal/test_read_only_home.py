"""A home that takes nothing: the screens play alone and look on, and say that nothing is kept."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.terminal import SIXQP, Terminal

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform != "linux", reason="needs folders that take nothing from anybody, even root"),
]

READ_ONLY = Path("/proc/sixqp")


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where a table is open, whose host has a home."""
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))
    command = [*SIXQP, "serve", "--port", "0", "--title", "Salon"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as served:
        assert served.stdout
        port = next(found[1] for line in served.stdout if (found := re.search(r"sixqp join \S+:(\d+)$", line)))
        yield f"127.0.0.1:{port}"
        served.terminate()


@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_screen_opens_and_warns_that_nothing_is_saved(tmp_path: Path, address: str, command: str) -> None:
    words = ["play", "--bots", "1"] if command == "play" else ["join", address, "--watch"]
    terminal = Terminal([*SIXQP, *words, "--name", "Olga"], READ_ONLY, cwd=tmp_path, named=False)
    try:
        terminal.until("Nothing will be saved")
        terminal.until("choose a card" if command == "play" else "1 watching")
    finally:
        terminal.kill()
    assert b"Traceback" not in terminal.raw
