"""A table that goes on at another host is not resumed here."""

from pathlib import Path

import pytest

from sixqp_tui.host.commands import Setup
from sixqp_tui.host.durability.journal_codec import Opening
from sixqp_tui.hosting.resume import find_resumable
from sixqp_tui.hosting.table_journal import create_journal, open_journal
from sixqp_tui.joining.failure import Failure


def test_a_table_that_has_moved_is_not_resumed_and_the_line_that_leads_there_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))
    journal = create_journal(Opening(Setup("1a2b3c4d", "Salon", owner=bytes(32), owner_name="Ann"), at=0))
    journal.close(keep=True, over=False)
    assert find_resumable("", "host").table == "1a2b3c4d"
    journal = open_journal("1a2b3c4d")
    journal.mark_moved()
    journal.close(keep=True, over=False)
    for wanted in ("", "Salon"):
        with pytest.raises(Failure, match='sixqp join "Salon"'):
            find_resumable(wanted, "host")
