"""A whole game between several hosts: its table is found, joined by title and by address, and played to the end."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.lan import Lan

from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table

pytestmark = pytest.mark.namespaces

SIXQP = [sys.executable, "-m", "sixqp_tui"]
PATIENCE = 90


@pytest.fixture(scope="module")
def lan() -> Iterator[Lan]:
    with Lan(4) as hosts:
        yield hosts


class Party:
    """One table on host 1, its guests on hosts 2 to 4, and somebody on host 2 who looks on."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        title = "Salon"
        serve = ["serve", "--title", title, "--variant", "draft", "--limit", "20"]
        serve += ["--start-with", "4", "--bots", "1", "--once"]
        self._lan, self._folder = lan, folder
        self.table = self._start(1, "table", serve)
        address = self._address(self.table)
        self.watcher = self._start(2, "watcher", ["join", address, "--watch", "--json"])
        self.guests = [
            self._start(2, "two", ["join", title, "--bot"]),
            self._start(3, "three", ["join", title, "--bot"]),
            self._start(4, "four", ["join", address, "--bot"]),
        ]

    def _start(self, host: int, name: str, arguments: list[str]) -> subprocess.Popen[str]:
        return self._lan.start(host, [*SIXQP, *arguments], self._folder / name)

    def _address(self, table: subprocess.Popen[str]) -> str:
        assert table.stdout is not None
        line = next(line for line in table.stdout if self._lan.address(1) in line)
        return line.split()[-1]

    def outcome(self) -> list[dict[str, Any]]:
        """The public facts, after every program has ended well."""
        lines, _errors = self.watcher.communicate(timeout=PATIENCE)
        for program in (*self.guests, self.table, self.watcher):
            _out, errors = program.communicate(timeout=PATIENCE) if program is not self.watcher else ("", _errors)
            assert program.returncode == 0, errors
            assert "Traceback" not in errors
        return [json.loads(line) for line in lines.splitlines()]


@pytest.mark.soak
def test_four_hosts_play_a_whole_draft_game(lan: Lan, tmp_path: Path) -> None:
    facts = msgspec.convert(Party(lan, tmp_path).outcome(), type=list[AnyFact])
    table = apply_facts(Table(), facts)
    assert table.ended == "limit"
    assert max(table.totals) >= 20
    assert table.seats == 4
