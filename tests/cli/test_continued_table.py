"""A table that goes on at a player's machine is not resumed here, and its first host may join it there."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from sixqp_tui.cli import host
from sixqp_tui.cli.parser import parse
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.journal import create_journal, find_resumable, mark_continued
from sixqp_tui.joining.failure import Failure


@pytest.mark.parametrize(("typed", "joins"), [("", True), ("Y", True), ("n", False), (None, False)])
def test_a_moved_table_is_not_resumed_but_can_be_joined_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str | None, joins: bool
) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))
    journal = create_journal(Setup("1a2b3c4d", "Salon", owner=bytes(32), owner_name="Ann"))
    journal.close(over=False)
    assert find_resumable("", "host").table == "1a2b3c4d"
    mark_continued("1a2b3c4d")
    for wanted in ("", "Salon"):
        with pytest.raises(Failure, match='sixqp join "Salon"'):
            find_resumable(wanted, "host")
    commands = list[tuple[str, ...]]()

    def join(arguments: tuple[str, ...]) -> int:
        commands.append(arguments)
        return 0

    monkeypatch.setattr(host, "main", join)
    monkeypatch.setattr(host, "is_at_terminal", lambda: True)
    monkeypatch.setattr(host, "ask", lambda _question: typed)
    with nullcontext() if joins else pytest.raises(Failure, match="goes on at a player"):
        assert host.run(parse(["host", "--resume", "--plain"])) == 0
    assert commands == [("join", "--plain", "--", "Salon")] * joins
