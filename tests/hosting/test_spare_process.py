"""A successor has its table's process ready, and leaves none behind."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.fake_session import FakeSession

from sixqp_protocol.messages import CanHost, Hosting, Successor
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import HostingChanged
from sixqp_tui.hosting import succession
from sixqp_tui.hosting.process.table_process import WaitingProcess
from sixqp_tui.hosting.succession import stand_by

PIN, OTHER = bytes(32), bytes(range(32))
ADDRESSES = ("192.0.2.7",)
NAMED = Hosting(1, 0, (Successor(1, ADDRESSES, 4666, PIN),))
UNNAMED = Hosting(1, 0, (Successor(2, ADDRESSES, 4666, OTHER),))


class Processes:
    """The processes that were started, and how many of them were killed."""

    def __init__(self) -> None:
        self.started = self.killed = 0
        self._changed = asyncio.Event()

    async def start(self) -> WaitingProcess:
        self.started += 1
        self._changed.set()
        return WaitingProcess(cast("Any", self), Path())

    def kill(self) -> None:
        self.killed += 1
        self._changed.set()

    def wait(self) -> None:
        return

    async def until(self, started: int, killed: int) -> None:
        while (self.started, self.killed) != (started, killed):
            self._changed.clear()
            await self._changed.wait()


class Guest(FakeSession):
    """A guest's session that hears which successors the host names."""

    def offer(self, _offered: CanHost) -> None:
        return

    def name(self, hosting: Hosting) -> None:
        self.update(hosting=hosting)
        self.tell(HostingChanged(hosting))


async def test_a_successor_has_a_process_ready_and_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    processes, session = Processes(), Guest(you=1)
    monkeypatch.setattr(succession, "start_table_process", processes.start)
    monkeypatch.setattr(succession, "SPARE_SECONDS", 0.0)  # a timer of the running loop
    monkeypatch.setattr(succession, "_place", lambda: CanHost(ADDRESSES, 4666, PIN))
    async with stand_by(cast("Any", SimpleNamespace(session=session))):
        session.name(NAMED)
        session.name(NAMED)
        await processes.until(started=1, killed=0)
        session.name(UNNAMED)
        await processes.until(started=1, killed=1)
        session.name(NAMED)
        await processes.until(started=2, killed=1)
    assert processes.killed == 2
    async with stand_by(cast("Any", SimpleNamespace(session=session))):
        await processes.until(started=3, killed=2)
        session.close(Farewell.CLOSED)
        await processes.until(started=3, killed=3)  # though the player still reads the results
