"""A room with its server, bots and journal: what every table has, wherever it runs."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from sixqp_protocol.keys import PUBLIC_BYTES
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.worker_process import BotProcesses
from sixqp_tui.client.finished_games import FinishedGame, GameReports, ended_with_result
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.apply import CannotReplay
from sixqp_tui.host.commands import Setup
from sixqp_tui.host.durability.journal_codec import Opening
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.bot_seats import draw_pause, run_bot_seat
from sixqp_tui.hosting.table_journal import TableJournal
from sixqp_tui.hosting.table_options import seed_source
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure

_logger = logging.getLogger(__name__)


class JournalledRoom:
    """A room and its server.

    `stands`: the table opened properly, so its journal may end with it. `resumable`: the journal counts as
    unfinished even without a game.
    """

    def __init__(self, room: Room, server: Server, stands: bool) -> None:
        self.room = room
        self.server = server
        self.stands = stands
        self.resumable = False


@asynccontextmanager
async def open_room(
    opening: Opening,
    journal: TableJournal | None,
    lock: Lock | None = None,
    resumed: bool = False,
    gateway_key: bytes = b"",
    certificate: bytes | None = None,
) -> AsyncIterator[JournalledRoom]:
    """Of this opening, or of its journal if `resumed`.

    Raises Failure. Gateways prove themselves with `gateway_key`, b"" if none may. `certificate` is the SHA-256 that
    clients see; None within one process. Without a `journal`, only finished games outlive the process. Journals
    stay if the game is unfinished or can't be resumed. With a chosen seed the bots are repeatable,
    and everybody is told of it, but nobody who plays alone.
    """
    alone = certificate is None and not any(each.key for each in opening.setup.sitters)
    seeded = opening.seed is not None and not alone
    bots = BotProcesses(seed=opening.seed)
    room = Room(
        opening.setup,
        lambda: secrets.token_bytes(PUBLIC_BYTES),
        seed_source(opening.seed),
        journal.append if journal else None,
        lock,
        seeded=seeded,
        once=opening.once,
        certificate=certificate,
    )
    seat = partial(run_bot_seat, bots=bots.bot, pause=draw_pause)
    server = Server(room, seat_bot=seat, gateway_key=gateway_key)
    opened = JournalledRoom(room, server, stands=not resumed)
    reports = GameReports()
    recorder = _GameRecorder(room, opening.setup, seeded, reports)
    server.on_change.append(recorder.note)
    syncs = RoundSync(room, journal) if journal else None
    if syncs:
        server.on_change.append(syncs.note)
    try:
        if resumed and journal:
            _resume(room, journal)
            recorder.resume()
        yield opened
    finally:
        await server.close(Farewell.CLOSED)
        recorder.note()
        await reports.close()
        await asyncio.to_thread(bots.close)
        if journal and syncs:
            await syncs.end()
            unfinished = room.state.phase != "lobby" or opened.resumable
            journal.close(keep=room.state.games_finished > 0, over=opened.stands and not unfinished)


def _resume(room: Room, journal: TableJournal) -> None:
    try:
        room.resume(journal.commands, time.monotonic())
    except CannotReplay:
        raise Failure(errors_words.journal_is_damaged(journal.path)) from None


class RoundSync:
    """Syncs the journal in a thread at the end of each round; call `note` when the room has changed."""

    def __init__(self, room: Room, journal: TableJournal) -> None:
        self._room, self._journal = room, journal
        self._synced = room.rounds
        self._syncing: asyncio.Task[None] | None = None

    def note(self) -> None:
        if self._room.rounds != self._synced and (self._syncing is None or self._syncing.done()):
            self._syncing = asyncio.create_task(self._sync())

    async def end(self) -> None:
        if self._syncing is not None:
            await self._syncing

    async def _sync(self) -> None:
        while self._room.rounds != self._synced:
            self._synced = self._room.rounds
            try:
                await asyncio.to_thread(self._journal.sync)
            except OSError as error:
                _logger.error("the journal could not be synced: %s", error)


class _GameRecorder:
    """Reports every game that ends in this room; call `note` when the room has changed.

    That includes a game that ended before the room was resumed, as its process may have died before saving it.
    """

    def __init__(self, room: Room, setup: Setup, seeded: bool, reports: GameReports) -> None:
        self._room, self._setup, self._seeded, self._reports = room, setup, seeded, reports
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
                        self._seeded,
                    )
                )
        if playing and not self._playing:
            self._began = int(time.time())
        self._playing = playing

    def resume(self) -> None:
        self.note()
        self._began = None
