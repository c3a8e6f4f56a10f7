"""What comes again and again is logged a few times, then once a minute."""

import logging
import os
from pathlib import Path

import pytest

from sixqp_tui.terminal.log_files import MAX_KINDS, PrivateLog, RepeatLimit


def record(text: str, *values: object, at: float = 0.0, line: int = 7) -> logging.LogRecord:
    """Something to be logged, at this moment in seconds."""
    made = logging.LogRecord("sixqp", logging.WARNING, "there.py", line, text, values, None)
    made.created = at
    return made


def test_a_repeated_line_is_logged_a_few_times_then_once_a_minute() -> None:
    limit = RepeatLimit()
    taken = [limit.filter(record("peer %d: bad", number, at=number / 100)) for number in range(1000)]
    assert taken == [True] * 3 + [False] * 997
    later = record("peer %d: bad", 1000, at=75.0)
    assert limit.filter(later) and later.getMessage() == "peer 1000: bad (997 more like this before)"
    assert not limit.filter(record("peer %d: bad", 1001, at=76.0))
    last = record("peer %d: bad", 1002, at=200.0)
    assert limit.filter(last) and last.getMessage() == "peer 1002: bad (1 more like this before)"


def test_other_lines_are_still_logged() -> None:
    limit = RepeatLimit()
    assert [limit.filter(record("accept\nsocket %s" % number)) for number in range(4)] == [True] * 3 + [False]  # noqa: UP031
    assert limit.filter(record("another")) and limit.filter(record("accept\n", line=8))


def test_ever_changing_lines_fill_neither_memory_nor_the_log() -> None:
    limit = RepeatLimit()
    assert sum(limit.filter(record(f"at {number:#x}")) for number in range(10_000)) == MAX_KINDS + 3


def test_a_log_open_in_another_program_loses_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(os, "rename", refuse)
    log = PrivateLog(tmp_path / "screen.log", maxBytes=10, backupCount=1, encoding="utf-8")
    for number in range(3):
        log.handle(record(f"line {number}"))
    log.close()
    assert (tmp_path / "screen.log").read_text(encoding="utf-8").split("\n") == ["line 0", "line 1", "line 2", ""]
