"""A room with its server, bots and journal: what every table has, wherever it runs."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Level
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.worker_process import BotProcesses
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.finished_games import FinishedGame, GameReports, ended_with_result
from sixqp_tui.client.link import Link, MemoryChannel, MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.host.commands import Services, Setup
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.requests import CannotReplay
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journal import TableJournal, changing_facts, journal_is_damaged
from sixqp_tui.hosting.table_options import seed_source
from sixqp_tui.joining.background import log_failure
from sixqp_tui.joining.failure import Failure

MIN_PAUSE: Final = 0.5
MAX_PAUSE: Final = 2.0
_RNG: Final = Random()
_logger = logging.getLogger(__name__)
_report_failure = log_failure(_logger, "the journal is not kept any more")


@dataclass
class JournalledRoom:
    """A room and its server. `keeps_journal`: the journal stays even if no game is unfinished."""

    room: Room
    server: Server
    keeps_journal: bool


@asynccontextmanager
async def open_room(
    setup: Setup,
    journal: TableJournal | None,
    code: str | None = None,
    resumed: bool = False,
    gateway_key: bytes = b"",
    certificate: bytes | None = None,
) -> AsyncIterator[JournalledRoom]:
    """Of this setup, or of its journal if `resumed`.

    Raises Failure. Gateways prove themselves with `gateway_key`, b"" if none may. `certificate` is the SHA-256 that
    clients see; None within one process. Without a `journal`, only finished games outlive the process. That of a
    resumed table is kept until the caller says that it has opened. With a chosen seed the bots are repeatable.
    """
    bots = BotProcesses(seed=setup.seed)
    append = journal.append if journal else None
    room = Room(setup, Services(secrets.token_bytes, seed_source(setup.seed), append, certificate, code))
    seat = partial(run_bot_seat, bots=bots.bot, pause=draw_pause)
    server = Server(room, seat_bot=seat, gateway_key=gateway_key)
    opened = JournalledRoom(room, server, keeps_journal=resumed)
    reports = GameReports()
    reporter = _RoomReporter(room, reports)
    server.on_change.append(reporter.note)
    keeper = JournalKeeper(room, journal) if journal else None
    if keeper:
        server.on_change.append(keeper.note)
    try:
        if resumed and journal:
            _resume(room, journal)
            reporter.resume()
        yield opened
    finally:
        await server.close(Farewell.CLOSED)
        reporter.note()
        await reports.close()
        await asyncio.to_thread(bots.close)
        if journal and keeper:
            await keeper.end()
            journal.close(over=room.state.phase == "lobby" and not opened.keeps_journal)


def _resume(room: Room, journal: TableJournal) -> None:
    try:
        room.resume(journal.commands, time.monotonic())
    except CannotReplay:
        raise Failure(journal_is_damaged(journal.path)) from None


class JournalKeeper:
    """Syncs the journal in a thread at the end of each round, and keeps its header; call `note` on every change."""

    def __init__(self, room: Room, journal: TableJournal) -> None:
        self._room, self._journal = room, journal
        self._synced, self._noted = room.rounds, dict[str, object]()
        self._keeping: asyncio.Task[None] | None = None

    def note(self) -> None:
        if self._has_changed and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self._keep())
            self._keeping.add_done_callback(_report_failure)

    async def end(self) -> None:
        if self._keeping is not None:
            await asyncio.wait((self._keeping,))

    @property
    def _has_changed(self) -> bool:
        return self._room.rounds != self._synced or changing_facts(self._room) != self._noted

    async def _keep(self) -> None:
        while self._has_changed:
            over, self._synced = self._room.rounds != self._synced, self._room.rounds
            self._noted = changing_facts(self._room)
            try:
                if over:
                    await asyncio.to_thread(self._journal.sync)
                await asyncio.to_thread(partial(self._journal.note, **self._noted))
            except OSError as error:
                _logger.error("the journal could not be synced: %s", error)


class _RoomReporter:
    """Reports every game that ends in this room; call `note` when the room has changed.

    That includes a game that ended before the room was resumed, as its process may have died before saving it.
    """

    def __init__(self, room: Room, reports: GameReports) -> None:
        self._room, self._setup, self._reports = room, room.setup, reports
        self._last = 0
        self._began: int | None = None
        self._playing = False

    def note(self) -> None:
        finished, playing = self._room.state.finished, self._room.state.phase == "playing"
        if finished is not None and finished.number > self._last:
            self._last = finished.number
            persons = any(seat.occupant == "person" for seat in finished.seats)
            if persons and ended_with_result(finished.facts):
                self._reports.report(
                    FinishedGame(
                        self._setup.kept.proof.evening if self._setup.kept else self._setup.table,
                        finished.number,
                        self._setup.title,
                        finished.facts,
                        finished.seats,
                        int(time.time()),
                        self._began,
                        self._room.state.seeded,
                    )
                )
        if playing and not self._playing:
            self._began = int(time.time())
        self._playing = playing

    def resume(self) -> None:
        self.note()
        self._began = None


# -- bots -------------------------------------------------------------------------------------------------


def draw_pause() -> float:
    """Seconds that a bot takes for a decision, so that people can follow."""
    return _RNG.uniform(MIN_PAUSE, MAX_PAUSE)


async def run_bot_seat(
    attach: Callable[[MemoryChannel], None],
    key: bytes,
    level: Level,
    bots: Callable[[Level], Bot] = create_bot,
    pause: Callable[[], float] | None = None,
    sessions: Callable[[Link, Identity], Session] = Session,
) -> None:
    """Until the table takes it away, or until cancelled.

    `pause` draws the seconds that the bot takes for a decision.
    """
    session = sessions(MemoryLink(attach), Identity("Bot", key=Key.unsigned(key)))
    async with session.running():
        await run_bot(session, bots(level), until="closed", pause=pause)
