"""`sixqp serve --for HALL`: this machine opens tables for a hall on another one."""

import argparse
import asyncio
import logging
import os
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.messages import OfferTables, OpenTable, TableReady
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import HallChanged, StatusChanged, TableWanted
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.features.hall.seating import count_tables
from sixqp_tui.features.hall.tables import (
    START_SECONDS,
    TABLES_OF_CORE,
    hall_table_options,
    resumed_table_options,
)
from sixqp_tui.host.commands import Sitter
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.hosting.process.table_process import (
    TableProcess,
    WaitingProcess,
    launch_table,
    start_table_process,
)
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.store import certificate, paths
from sixqp_tui.terminal.output import print_notice
from sixqp_tui.terminal.player_name import find_name
from sixqp_tui.terminal.progress_line import ProgressLine

MAX_WAITING: Final = 12
"""Processes that wait for a table of the next round; each holds some 60 MiB."""
MAX_ADDRESSES: Final = 4
_log = logging.getLogger(__name__)


def run_serving(parsed: argparse.Namespace) -> int:
    """Until the hall ends, or this program is stopped. Raises Failure."""
    log_to_stderr(logging.WARNING)
    if not parsed.code:
        sentence = _("The code of the hall is missing: add --code CODE. The hall prints it when it opens.")
        raise Failure(sentence, code=2)
    return asyncio.run(_serve(parsed.hall, find_name(parsed), parsed.code, parsed.tables or own_tables()))


def own_tables() -> int:
    return TABLES_OF_CORE * (os.cpu_count() or 1)


async def _serve(title: str, player: Player, code: str, tables: int) -> int:
    with os_errors_as_failures():
        pin = bytes.fromhex(certificate.load_or_create(paths.data_dir()).fingerprint)
    with stop_requested() as stop:
        async with ProgressLine() as progress:
            taking = take_seat(
                title, player, watch=True, code=code, serves=True, on_step=progress.step, tell=progress.say
            )
            seat = await taking.__aenter__()
        try:
            return await _open_tables(seat, OfferTables(local_addresses()[:MAX_ADDRESSES], pin, tables), stop)
        finally:
            await taking.__aexit__(None, None, None)


async def _open_tables(seat: Seat, offer: OfferTables, stop: asyncio.Event) -> int:
    events = seat.session.events()
    while seat.session.state.hall is None:
        if seat.session.state.news is not None:
            title = seat.session.state.welcome.title if seat.session.state.welcome else "?"
            raise Failure(_("{title} is a table, not a hall.").format(title=quoted(title)))
        await anext(events)
    served = ServedTables(seat.session, offer)
    working, stopping = asyncio.create_task(served.run()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            print_notice(working.result())
            return 0
        print_notice(_("This computer opens no more tables. Its tables continue elsewhere."))
        return 130
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)
        await served.close()


class ServedTables:
    """The processes of the tables that this machine has opened for a hall."""

    def __init__(self, session: Session, offer: OfferTables) -> None:
        self._session, self._offer = session, offer
        self.processes: dict[str, TableProcess] = {}
        self._waiting: list[WaitingProcess] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._preparing = asyncio.Lock()

    async def run(self) -> str:
        """Returns the sentence that says why it is over.

        Raises Failure if this computer may open no more tables.
        """
        events = self._session.events()
        self._session.offer(self._offer)
        sentence = ngettext(
            "This computer opens up to {n} table for {title}.",
            "This computer opens up to {n} tables for {title}.",
            self._offer.tables,
        )
        print_notice(sentence.format(n=self._offer.tables, title=quoted(self._title)))
        self._do(self._prepare())
        async for event in events:
            match event:
                case HallChanged():
                    self._do(self._prepare())
                case TableWanted(wanted):
                    self._do(self._answer(wanted))
                case StatusChanged(Reconnecting(attempt=1)):
                    print_notice(_("The connection to the hall is lost. It is being restored…"))
                case StatusChanged(Connected()):
                    print_notice(_("The connection to the hall is back."))
                case StatusChanged(Closed(Farewell.CLOSED)):
                    break
                case StatusChanged(Closed(reason)):
                    raise Failure(why_closed(reason))
        return why_closed(Farewell.CLOSED)

    @property
    def _title(self) -> str:
        return self._session.state.welcome.title if self._session.state.welcome else "?"

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _prepare(self) -> None:
        """Start the processes of the next round one by one. While tables start or play, they need the processor."""
        async with self._preparing:
            while len(self._waiting) < min(MAX_WAITING, self._offer.tables, self._tables_wanted):
                if any(not each.died for each in self.processes.values()):
                    await asyncio.sleep(START_SECONDS)  # noqa: TID251 (the tables need the processor)
                self._waiting.append(await start_table_process(locked=True))

    @property
    def _tables_wanted(self) -> int:
        hall, news = self._session.state.hall, self._session.state.news
        return count_tables(len(hall.lines), news.settings.seats) if hall and news and not hall.over else 0

    async def _answer(self, wanted: OpenTable) -> None:
        table, port = "", None
        try:
            opened = await self._open(wanted)
            table, port = opened.opened.table, opened.opened.port
            print_notice(_("{title} is open.").format(title=quoted(wanted.title)))
        except Failure as failure:
            print_notice(_("{title} can't be opened: {why}").format(title=quoted(wanted.title), why=failure))
        self._session.tell(TableReady(wanted.order, table, port))
        await self._prepare()

    async def _open(self, wanted: OpenTable) -> TableProcess:
        before = self.processes.get(wanted.resume)
        if before is not None:
            before.process.kill()
            await asyncio.to_thread(before.process.wait)
            with suppress(Failure):
                return self._kept(await launch_table(resumed_table_options(wanted.resume)))
        spare = self._waiting.pop() if self._waiting else None
        return self._kept(await launch_table(options_of(wanted), spare))

    def _kept(self, process: TableProcess) -> TableProcess:
        self.processes = {id: each for id, each in self.processes.items() if not each.died}
        self.processes[process.opened.table] = process
        return process

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for spare in self._waiting:
            spare.process.kill()
        for table in self.processes.values():
            table.process.terminate()
        for process in (
            *(each.process for each in self._waiting),
            *(each.process for each in self.processes.values()),
        ):
            await asyncio.to_thread(process.wait)


def options_of(wanted: OpenTable) -> TableOptions:
    sitters = tuple(Sitter(seat.name, key=seat.key) for seat in wanted.seats)
    options = hall_table_options(wanted.title, wanted.settings, sitters, wanted.seed, wanted.code, wanted.owner)
    return replace(options, played=wanted.played)
