"""An evening as it runs: a journal, a place that players come to, and the processes of the tables."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from sixqp_protocol.messages import Holder, Seated, SeatNews, Settings
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_title
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.engine import notation
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.hall.hall import (
    DEALS,
    BotTurns,
    Hall,
    HallEnded,
    HallFact,
    HallOpened,
    ImpossibleHallFact,
    PlayerLeft,
    PlayerRegistered,
    RoundSeated,
    TableFinished,
    TableGivenUp,
    TableOpened,
    encoded,
    restored,
)
from sixqp_tui.features.hall.seating import count_tables
from sixqp_tui.features.hall.waiting_room import Progress, WaitingRoom
from sixqp_tui.features.history.games import list_games, load_game
from sixqp_tui.features.history.record import Player as RecordedPlayer
from sixqp_tui.host.commands import Sitter
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.port import CannotListen
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.hosted_table import local_endpoints
from sixqp_tui.hosting.process.table_process import (
    RestartLimit,
    TableProcess,
    WaitingProcess,
    launch_table,
    start_table_process,
)
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.i18n import _, language
from sixqp_tui.joining.endpoint import TableEndpoint, local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store import certificate, paths
from sixqp_tui.store.journal import Journal, NewerJournal, NoJournal, create_journal_file
from sixqp_tui.store.journal_store import Claim, InUse

FOLDER: Final = "halls"
VERSION: Final = 1
LIMITS: Final = ConnectionLimits(connections=300, of_one_address=60, opening=32, queued=300)
"""A whole party comes back at once, some of it from behind one address."""
MIN_PLAYERS: Final = 2
START_SECONDS: Final = 1.0
"""Seconds between two processes that start for the next round while others still play."""
WAY_SECONDS: Final = 4.0
"""Seconds that anything waits for players who are on their way to their tables, or back."""
LOST_ATTEMPTS: Final = 2
"""Tries to reach a table before its process is started again."""
MAX_ADDRESSES: Final = 4
_log = logging.getLogger(__name__)


class HallJournal:
    """The facts of one hall on the disk, only this process's until `close`. Raises Failure."""

    def __init__(self, claim: Claim, journal: Journal) -> None:
        self._claim, self._journal = claim, journal
        try:
            self.hall = restored(journal.records)
        except ImpossibleHallFact as error:
            raise Failure(
                _("The hall's journal {path} is damaged: {why}.").format(path=claim.path, why=error)
            ) from None

    def append(self, fact: HallFact) -> None:
        """Write the fact so that no crash loses it. Raises OSError."""
        self._journal.append([encoded(fact)])

    def close(self) -> None:
        self._journal.close()
        self._claim.release()


def create_hall_journal(id: str, opened: HallOpened) -> HallJournal:
    with os_errors_as_failures():
        claim = _claim(id)
        create_journal_file(claim.path, VERSION, (encoded(opened),))
        return HallJournal(claim, Journal.at(claim.path, VERSION))


def open_hall_journal(id: str) -> HallJournal:
    with os_errors_as_failures():
        claim = _claim(id)
        try:
            return HallJournal(claim, Journal.at(claim.path, VERSION))
        except (NoJournal, NewerJournal) as error:
            claim.release()
            raise Failure(
                _("The hall's journal {path} is damaged: {why}.").format(path=claim.path, why=error)
            ) from None


def _claim(id: str) -> Claim:
    try:
        return Claim(paths.data_dir() / FOLDER, id, int(time.time()))
    except InUse:
        raise Failure(_("The hall {id} is already open in another program.").format(id=id)) from None


def hall_files() -> list[Path]:
    """The journals of all halls, the newest first. Raises OSError."""
    files = (paths.data_path() / FOLDER).glob("*.journal")
    return sorted(files, key=lambda path: -path.stat().st_mtime)


class Evening:
    """A hall that is open. `tell` gets a line for the organiser whenever something happens.

    With `page_tls` its page is served over TLS.
    """

    def __init__(self, id: str, journal: HallJournal, fingerprint: str, tell: Callable[[str], None]) -> None:
        self.id, self.hall, self.tell = id, journal.hall, tell
        self.fingerprint = fingerprint
        self._journal, self._pin = journal, bytes.fromhex(fingerprint)
        self.waiting = WaitingRoom(id, self.hall, self.happen, lambda: secrets.token_bytes(16), self._pin)
        self.server = Server(self.waiting, limits=LIMITS, gateway_key=self.hall.gateway_key)
        self.page_tls = False
        self.ways = WaysIn(self._gateway_options)
        self.ways.on_change = self._tell_way
        self.waiting_processes: list[WaitingProcess] = []
        self._preparing: asyncio.Task[None] | None = None
        self._seated_ahead: tuple[Hall, RoundSeated] | None = None
        self._moved = asyncio.Event()
        self.server.on_change.append(self._moved.set)
        self.port = 0
        self.changed, self.ended = asyncio.Event(), asyncio.Event()
        self._up: set[int] = set()
        self._tables: set[asyncio.Task[None]] = set()
        self.processes: dict[int, TableProcess] = {}

    def happen(self, fact: HallFact) -> Hall:
        """Write the fact, and then believe it. Raises ImpossibleHallFact, OSError."""
        after = self.hall.after(fact)
        self._journal.append(fact)
        self.hall = after
        self.changed.set()
        if isinstance(fact, PlayerRegistered | TableFinished | TableGivenUp):
            self._prepare()
        return after

    def _prepare(self) -> None:
        """Start the next round's table processes one by one and seat it, so that nobody waits for that later."""
        if self._preparing is None or self._preparing.done():
            self._preparing = asyncio.create_task(self._prepare_round())
            self._preparing.add_done_callback(_report)

    async def _prepare_round(self) -> None:
        while len(self.waiting_processes) < self._tables_wanted:
            if self.hall.playing:
                await asyncio.sleep(START_SECONDS)  # noqa: TID251 (the tables need the processor)
            self.waiting_processes.append(await start_table_process(locked=True))
        if self.hall.rounds and not (self.hall.playing or self.hall.over):
            await self._seat_round()

    async def _seat_round(self) -> RoundSeated:
        """The seating of the next round; nothing is computed again while nobody comes or goes."""
        hall = self.hall
        if self._seated_ahead is None or self._seated_ahead[0] != hall:
            self._seated_ahead = hall, await asyncio.to_thread(hall.seat_round)
        return self._seated_ahead[1]

    @property
    def _tables_wanted(self) -> int:
        if self.hall.ended or len(self.hall.rounds) == self.hall.opened.rounds:
            return 0
        return count_tables(sum(player.here for player in self.hall.players), self.hall.opened.size)

    def update(self) -> None:
        """Tell everybody how the hall is now, and where those sit who have a seat."""
        seats = self._seats()
        self.server.act(lambda now: self.waiting.change(self.hall, seats, now))

    async def begin_round(self) -> None:
        """Seat everybody who is here, and open the tables. Raises Failure."""
        if self.hall.playing or self.hall.over:
            raise Failure(_("No round can start now."))
        await self._wait_until_back()
        for player in range(len(self.hall.players)):
            if self.hall.players[player].here and player not in self.waiting.here:
                self.happen(PlayerLeft(player))
        self.update()
        if sum(player.here for player in self.hall.players) < MIN_PLAYERS:
            raise Failure(_("A round needs two players."))
        self.processes.clear()
        self.happen(await self._seat_round())
        for table in range(len(self.hall.rounds[-1].tables)):
            self._note(table, None)
        self.update()
        self.play()

    async def _wait_until_back(self) -> None:
        tables = self.hall.rounds[-1].tables if self.hall.rounds else ()
        seated = {player for table in tables for player in table if player is not None}
        await self._wait_until(lambda: not any(self.hall.players[each].here for each in seated - self.waiting.here))

    async def _wait_until(self, right: Callable[[], bool]) -> None:
        """Wait until this is true of the players who are connected, but no longer than their way takes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(WAY_SECONDS):
                while not right():
                    self._moved.clear()
                    await self._moved.wait()

    def play(self) -> None:
        """Open or find again every table that plays."""
        if self.hall.rounds:
            for table in self.hall.rounds[-1].open_tables:
                task = asyncio.create_task(self._play(len(self.hall.rounds), table))
                self._tables.add(task)
                task.add_done_callback(self._tables.discard)
                task.add_done_callback(_report)

    def remove(self, name: str) -> None:
        """Remove the player of this name. Raises Failure."""
        wanted = name.casefold()
        found = next((n for n, each in enumerate(self.hall.players) if each.name.casefold() == wanted), None)
        if found is None:
            raise Failure(_("Nobody here is called {name}.").format(name=name))
        self.happen(PlayerLeft(found, removed=True))
        self.update()

    def give_up(self, table: int) -> None:
        """Wait no more for the table with this number, from 1. Raises Failure."""
        if not self.hall.playing or table - 1 not in self.hall.rounds[-1].open_tables:
            raise Failure(_("Table {table} doesn't play.").format(table=table))
        self._enter(TableGivenUp(len(self.hall.rounds), table - 1))

    def end(self) -> None:
        self.happen(HallEnded())
        self.update()
        self.server.act(lambda _now: self.waiting.dismiss_all(Farewell.CLOSED))
        self._end_processes()
        self.ended.set()

    async def close(self, farewell: Farewell) -> None:
        """Stop, and let the tables play on."""
        for task in self._tables:
            task.cancel()
        await asyncio.gather(*self._tables, return_exceptions=True)
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.wait((self._preparing,))
        for spare in self.waiting_processes:
            spare.process.kill()
            await asyncio.to_thread(spare.process.wait)
        await (self.ways.finish() if self.hall.ended else self.ways.leave_open())
        await self.server.close(farewell)
        self._journal.close()

    def _gateway_options(self) -> GatewayOptions:
        return GatewayOptions(
            local_endpoints(self.port),
            self.id,
            self.hall.opened.name,
            self.fingerprint,
            self.hall.gateway_key,
            language(),
            join_line=f'sixqp join "{self.hall.opened.name}"',
            tls=self.page_tls,
            hall=True,
        )

    def _tell_way(self, sentence: str | None) -> None:
        if sentence:
            self.tell(sentence)

    def _seats(self) -> dict[int, Seated]:
        if not self.hall.rounds:
            return {}
        last, number = self.hall.rounds[-1], len(self.hall.rounds)
        addresses = local_addresses()[:MAX_ADDRESSES]
        seats = {}
        for table in set(last.open_tables) & self._up:
            people = [player for player in last.tables[table] if player is not None]
            there = last.opened[table]
            for seat, player in enumerate(last.tables[table]):
                if player is not None:
                    token = self.hall.seat_token(number, player)
                    names = tuple(self.hall.players[other].name for other in people if other != player)
                    seats[player] = Seated(
                        there.id, table + 1, seat, names, addresses, there.port, self._pin, token
                    )
        return seats

    async def _play(self, number: int, table: int) -> None:
        limit = RestartLimit()
        clock = asyncio.get_running_loop().time
        try:
            while table in self.hall.rounds[-1].open_tables:
                finished = await self._follow(number, table)
                self._up.discard(table)
                if finished is not None:
                    self._enter(finished)
                elif (pause := limit.pause(clock())) is None:
                    self.tell(
                        _("Table {table} died again and again; nobody's hands there count.").format(table=table + 1)
                    )
                    self._enter(TableGivenUp(number, table))
                else:
                    await asyncio.sleep(pause)  # noqa: TID251 (one that dies again and again shouldn't burn the processor)
        except Failure as failure:
            self.tell(_("Table {table} can't be opened: {why}").format(table=table + 1, why=failure))
            self._enter(TableGivenUp(number, table))

    def _enter(self, fact: TableFinished | TableGivenUp) -> None:
        """Enter a result, unless the table has one. A false one counts for nobody."""
        if fact.table not in self.hall.rounds[-1].open_tables or fact.number != len(self.hall.rounds):
            return
        try:
            self.happen(fact)
        except ImpossibleHallFact as error:
            self.tell(_("Table {table} sent a false result: {why}.").format(table=fact.table + 1, why=error))
            self.happen(TableGivenUp(fact.number, fact.table))
        self._up.discard(fact.table)
        self.update()

    async def _follow(self, number: int, table: int) -> TableFinished | None:
        """The result of this table; None if it was lost. Raises Failure if it can't be opened."""
        there = self.hall.rounds[-1].opened.get(table)
        if there is None or ((process := self.processes.get(table)) is not None and process.died):
            if there is not None and (found := await asyncio.to_thread(recorded_result, there)):
                return found
            there = await self._launch(number, table, there.id if there else "")
        place = TableEndpoint(
            local_endpoints(there.port),
            there.id,
            self._pin.hex(),
            certain=True,
            code=self.hall.room_code,
            trusted=True,
        )
        if table in self.processes:  # it is open, so nobody needs to wait for the hall's own connection
            self._lead(table)
            led = self.hall.rounds[-1].tables[table]
            await self._wait_until(lambda: self.waiting.here.isdisjoint(led))
        try:
            async with take_seat(place, Player(self.hall.opened.name, keeps=False), watch=True) as seat:
                self._lead(table)
                return await result_of(seat.session, number, table, partial(self._note, table))
        except Failure as failure:
            _log.warning("table %d doesn't answer: %s", table, failure)
            if found := await asyncio.to_thread(recorded_result, there):
                return found
            await self._launch(number, table, there.id)
            return None

    def _note(self, table: int, progress: Progress | None) -> None:
        self.server.act(lambda now: self.waiting.note_progress(table, progress, now))

    def _lead(self, table: int) -> None:
        if table not in self._up:
            self._up.add(table)
            self.update()

    async def _launch(self, number: int, table: int, resume: str) -> TableOpened:
        options = self._options(number, table)
        try:
            resumed = TableOptions("", "", resume=resume, autostart=2, announced=False)
            spare = self.waiting_processes.pop() if self.waiting_processes else None
            process = await launch_table(resumed if resume else options, spare)
        except Failure:
            if not resume:
                raise
            process = await launch_table(options)
        self._prepare()
        self.processes[table] = process
        opened = TableOpened(number, table, process.opened.table, process.opened.port)
        self.happen(opened)
        return opened

    def _options(self, number: int, table: int) -> TableOptions:
        hall = self.hall
        sitters = tuple(
            Sitter() if player is None else Sitter(hall.players[player].name, token=hall.seat_token(number, player))
            for player in hall.rounds[-1].tables[table]
        )
        settings = Settings(hall.rules, hall.opened.size, hall.opened.timer, pause=0)
        title = clean_title(f"{hall.opened.name} {number}.{table + 1}", hall.opened.name)
        return TableOptions(
            title,
            "",
            settings,
            port=0,
            sitters=sitters,
            seed=hall.seed(number),
            secret=True,
            once=True,
            autostart=2,
            lock=hall.room_code,
            outlives=False,
            announced=False,
        )

    def _end_processes(self) -> None:
        for process in self.processes.values():
            process.process.terminate()


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a table of the hall failed", exc_info=error)


async def result_of(
    session: Session, number: int, table: int, note: Callable[[Progress], None]
) -> TableFinished | None:
    """The result of the game that this session watches; None if the connection is lost before its end.

    `note` hears of every turn.
    """
    noted: Progress | None = None
    events, seats = session.events(), tuple[SeatNews, ...]()
    while True:
        state = session.state
        if state.news is not None and state.news.phase == "playing":
            seats = state.news.seats
        shown = state.view.table
        progress = Progress(shown.round, shown.turn, shown.totals_so_far)
        if shown.turn and progress != noted:
            noted = progress
            note(progress)
        if shown.ended is not None:
            game = notation.write(open_hands(state.history))
            return TableFinished(number, table, game, tuple(bot_turns(seats)))
        event = await anext(events, None)
        match event:
            case None | StatusChanged(Closed()):
                return None
            case StatusChanged(Reconnecting(attempt=attempt)) if attempt > LOST_ATTEMPTS:
                return None


def bot_turns(seats: Sequence[SeatNews]) -> list[BotTurns]:
    """How many cards of each hand a bot chose in the place of a player."""
    found = []
    for seat, news in enumerate(seats):
        for deal in range(1, DEALS + 1):
            holders = [
                next((each for each in reversed(news.holders) if (each.round, each.turn) <= (deal, turn)), None)
                for turn in range(1, HAND + 1)
            ]
            turns = sum(each is not None and each.level is not None for each in holders)
            found += [BotTurns(deal, seat, turns)] if turns else []
    return found


def recorded_result(there: TableOpened) -> TableFinished | None:
    """The result that the table's process has left in the history of this machine. Blocks."""
    with os_errors_as_failures():
        for game in list_games(limit=200).games:
            if game.table == there.id:
                record = load_game(game.id)
                seats = [SeatNews(each.name, "person", True, holders=_holders(each)) for each in record.players]
                game_text = notation.write(record.facts)
                return TableFinished(there.number, there.table, game_text, tuple(bot_turns(seats)))
    return None


def _holders(player: RecordedPlayer) -> tuple[Holder, ...]:
    return tuple(Holder(each.name, each.round, each.turn, level=each.level) for each in player.holders)


@asynccontextmanager
async def open_evening(
    id: str, journal: HallJournal, port: int | None, tell: Callable[[str], None]
) -> AsyncIterator[Evening]:
    """The hall of this journal, listening and announced. Raises Failure."""
    with os_errors_as_failures():
        identity = certificate.load_or_create(paths.data_dir())
        context = certificate.server_context(identity)
    evening = Evening(id, journal, identity.fingerprint, tell)
    try:
        evening.port = await evening.server.listen(port, context)
    except CannotListen as error:
        raise Failure(_("sixqp can't open a hall here: {reason}.").format(reason=error.strerror or error)) from None
    advert = Advertisement(
        id, journal.hall.opened.name, variant=journal.hall.opened.variant, fingerprint=identity.fingerprint
    )
    try:
        async with Announcement(advert, evening.port):
            evening.play()
            yield evening
    finally:
        await evening.close(Farewell.CLOSED if evening.hall.ended else Farewell.RESTART)
