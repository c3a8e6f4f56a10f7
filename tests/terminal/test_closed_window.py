"""A host whose window is closed: the table goes with it where nobody else sits there."""

import os
from pathlib import Path

import pytest
from filelock import FileLock
from support.terminal import PATIENCE, SIXQP, Terminal

from sixqp_tui.store.journal_store import unfinished

pytestmark = pytest.mark.terminal


def test_a_closed_window_closes_a_table_without_guests_and_keeps_the_game(tmp_path: Path) -> None:
    host = Terminal([*SIXQP, "host", "--name", "Ann", "--bots", "2", "--port", "0"], tmp_path, cwd=tmp_path)
    host.until("3 players are seated")
    host.press("Enter")
    host.until("choose a card")
    (journal,) = unfinished(tmp_path / "tables")
    host.close_window()
    _, status = os.waitpid(host.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130, "it did not come to its end by itself"
    with FileLock(journal.with_suffix(".lock"), timeout=PATIENCE):
        assert unfinished(tmp_path / "tables") == [journal]
