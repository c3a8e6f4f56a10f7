"""Where the tables of a hall run: in processes on its own machine, and on the machines that serve it."""

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from itertools import count
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.messages import OpenTable, Settings, TableSeat
from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.features.hall.hall import BotTurns, TableOpened
from sixqp_tui.features.hall.results import Seen
from sixqp_tui.features.hall.waiting_room import WaitingRoom
from sixqp_tui.host.commands import Effect, Sitter
from sixqp_tui.hosting.process.table_process import TableProcess, WaitingProcess, launch_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure

TABLES_OF_CORE: Final = 6
"""Tables for each core of the hall's machine. The other machines say how many they open."""
START_SECONDS: Final = 1.0
"""Seconds until another process starts for the next round while tables play: they need the processor."""
START_WITH: Final = 1
"""Players who must be there before a table begins."""
ORDER_SECONDS: Final = 10.0
"""Seconds that another machine has to open a table, which takes about two."""


class Tables:
    """Opens the tables of a round. `act` lets the waiting room act, and `wait_until` waits for something there."""

    def __init__(
        self,
        waiting: WaitingRoom,
        act: Callable[[Callable[[float], list[Effect]]], None],
        wait_until: Callable[[Callable[[], bool], float], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        self._waiting, self._act, self._wait_until, self._tell = waiting, act, wait_until, tell
        self.processes: dict[int, TableProcess] = {}
        self.waiting_processes: list[WaitingProcess] = []
        self._chosen: dict[int, bytes | None] = {}
        self._orders = count(secrets.randbits(31))

    def begin(self) -> None:
        self.processes.clear()
        self._chosen.clear()

    def own_share(self, tables: int) -> int:
        own = TABLES_OF_CORE * (os.cpu_count() or 1)
        others = sum(machine.tables for machine in self._waiting.machines.values())
        return -(-tables * own // (own + others))

    def is_lost(self, table: int, there: TableOpened) -> bool:
        if there.pin is None:
            process = self.processes.get(table)
            return process is not None and process.died
        return there.pin in self._waiting.known_machines and there.pin not in self._waiting.machines

    async def open(
        self, number: int, table: int, options: TableOptions, there: TableOpened | None, seen: Seen
    ) -> TableOpened:
        """Raises Failure.

        The table goes on exactly where it was, if its machine still has it, and otherwise from what the hall has
        seen.
        """
        again = there.id if there else ""
        options = replace(options, played=seen.played if any(seen.played) else ())
        before = there.bots if there else ()
        bots = seen.bots(before) if options.played else ()
        if there is not None and there.pin is None and (process := await self._launch_again(table, again)):
            return _opened(number, table, process, before)
        if there is not None and there.pin is not None:
            resumed = await self._order(number, table, there.pin, options, again)
            if resumed is not None:
                return replace(resumed, bots=before if resumed.id == again else bots)
        tried = {there.pin} if there else set()
        while (pin := self._choose(table, tried)) is not None:
            if opened := await self._order(number, table, pin, options):
                return replace(opened, bots=bots)
            self._tell(_("{name} can't open table {table}.").format(name=self._name(pin), table=table + 1))
            tried.add(pin)
        spare = self.waiting_processes.pop() if self.waiting_processes else None
        self.processes[table] = await launch_table(options, spare)
        return _opened(number, table, self.processes[table], bots)

    async def _launch_again(self, table: int, id: str) -> TableProcess | None:
        """The process of a table of this machine, started again; None if it can't go on where it was."""
        if (hangs := self.processes.get(table)) is not None and not hangs.died:
            hangs.process.kill()
            await asyncio.to_thread(hangs.process.wait)
        spare = self.waiting_processes.pop() if self.waiting_processes else None
        try:
            self.processes[table] = await launch_table(resumed_table_options(id), spare)
        except Failure:
            return None
        return self.processes[table]

    def _choose(self, table: int, tried: Collection[bytes | None]) -> bytes | None:
        self._chosen.pop(table, None)
        places: dict[bytes | None, int] = {None: TABLES_OF_CORE * (os.cpu_count() or 1)}
        places |= {pin: each.tables for pin, each in self._waiting.machines.items() if pin not in tried}
        busy = Counter(self._chosen.values())
        free = [pin for pin, tables in places.items() if pin is None or busy[pin] < tables]
        pin = min(free, key=lambda pin: (busy[pin] + 1) / places[pin])
        self._chosen[table] = pin
        return pin

    async def _order(
        self, number: int, table: int, pin: bytes, options: TableOptions, again: str = ""
    ) -> TableOpened | None:
        """The table that this machine has opened; None if it is gone, can't, or doesn't answer in time."""
        if (machine := self._waiting.machines.get(pin)) is None:
            return None
        order = next(self._orders)
        seats = tuple(TableSeat(each.name, each.person_key) for each in options.sitters)
        wanted = OpenTable(
            order,
            options.title,
            options.settings,
            options.seed or "",
            seats,
            options.lock or "",
            options.hall,
            again,
            options.played,
        )
        self._act(lambda now: self._waiting.order(pin, wanted, now))
        answers = self._waiting.answers
        await self._wait_until(lambda: order in answers or pin not in self._waiting.machines, ORDER_SECONDS)
        ready = self._waiting.take_answer(order)
        if ready is None or ready.port is None or not PLAIN_ID.fullmatch(ready.table):
            return None
        return TableOpened(number, table, ready.table, ready.port, machine.addresses, pin)

    def _name(self, pin: bytes) -> str:
        machine = self._waiting.machines.get(pin)
        return machine.name if machine else "?"


def _opened(number: int, table: int, process: TableProcess, bots: tuple[BotTurns, ...]) -> TableOpened:
    return TableOpened(number, table, process.opened.table, process.opened.port, bots=bots)


def resumed_table_options(id: str) -> TableOptions:
    return TableOptions("", "", resume=id, autostart=START_WITH, announced=False)


def hall_table_options(
    title: str, settings: Settings, sitters: tuple[Sitter, ...], seed: str, code: str, owner: bytes
) -> TableOptions:
    """Unannounced, for one game, owned by the hall whose token has the hash `owner`."""
    return TableOptions(
        title,
        "",
        settings,
        port=0,
        sitters=sitters,
        seed=seed,
        secret=True,
        once=True,
        autostart=START_WITH,
        lock=code,
        announced=False,
        hall=owner,
    )
