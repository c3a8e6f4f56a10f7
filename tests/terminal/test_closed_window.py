"""A host whose window is closed: the table goes with it where nobody else sits there."""

import os
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from filelock import FileLock
from support.terminal import PATIENCE, Terminal

from sixqp_tui.store.journal_store import unfinished

pytestmark = pytest.mark.terminal

HOST = [sys.executable, "-m", "sixqp_tui", "host", "--name", "Ann", "--bots", "2", "--port", "0"]


@pytest.mark.soak
def test_a_closed_window_closes_a_table_without_guests_and_keeps_the_game(tmp_path: Path) -> None:
    (tmp_path / "config.txt").write_text("", encoding="utf-8")
    host = Terminal(HOST, tmp_path, cwd=tmp_path)
    host.until("3 are seated")
    host.press("Enter")
    host.until("choose a card")
    (journal,) = unfinished(tmp_path / "tables")
    host.close_window()
    _, status = os.waitpid(host.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130, "it did not come to its end by itself"
    with FileLock(journal.with_suffix(".lock"), timeout=PATIENCE):
        assert unfinished(tmp_path / "tables") == [journal]
