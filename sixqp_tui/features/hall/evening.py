"""An evening as it runs: a journal, a place that players come to, and the tables."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from ssl import SSLContext
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.messages import (
    AnyRequest,
    CloseTable,
    GiveSeat,
    OpenWay,
    Pause,
    Resume,
    RoomNews,
    Seated,
    SetSeat,
    Settings,
    Way,
)
from sixqp_protocol.pairing import prepare
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_title
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Connected
from sixqp_tui.discovery.advertisement import Advertisement, HallState
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.features.hall.hall import (
    CodeDrawn,
    Hall,
    HallEnded,
    HallFact,
    HallListened,
    HallPaused,
    HallResumed,
    ImpossibleHallFact,
    PlayerLeft,
    PlayerRegistered,
    RoundSeated,
    TableFinished,
    TableGivenUp,
    TableOpened,
    latecomer_hand_counts,
)
from sixqp_tui.features.hall.journal import HallJournal
from sixqp_tui.features.hall.results import Seen, recorded_result, result_of
from sixqp_tui.features.hall.seating import count_tables
from sixqp_tui.features.hall.tables import START_SECONDS, Tables, hall_table_options
from sixqp_tui.features.hall.waiting_room import NotKept, Progress, WaitingRoom
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.commands import Sitter, key_of
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.neighbours import ethernet_address
from sixqp_tui.host.network.port import CannotListen
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.hosted_table import local_endpoints
from sixqp_tui.hosting.process.table_process import RestartLimit, start_table_process
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.i18n import _, language, ngettext
from sixqp_tui.joining.endpoint import TableEndpoint, local_addresses, show_address
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.tasks import log_failure
from sixqp_tui.presentation.ways_in import WayIn, open_way
from sixqp_tui.store import certificate, paths

LIMITS: Final = ConnectionLimits(connections=300, of_one_address=60, opening=32, queued=300)
"""A whole party comes back at once, some of it from behind one address."""
MIN_PLAYERS: Final = 2
WAY_SECONDS: Final = 4.0
"""Seconds that anything waits for players who are on their way to their tables, or back."""
MAX_ADDRESSES: Final = 4
PAGE_SECONDS: Final = 3.0
"""Seconds that a way into a hall whose program starts again has to come back: it tries every second."""
CLOSE_SECONDS: Final = 5.0
"""Seconds between two tries to close a table that goes on elsewhere."""
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "a table of the hall failed")


class DiskFailed(Failure):
    """The hall's journal can't be written, so that nothing may happen."""


class Evening:
    """A hall that is open. `tell` gets a line for the organiser whenever something happens.

    With `page_tls` its page is served over TLS.
    """

    def __init__(self, id: str, journal: HallJournal, fingerprint: str, tell: Callable[[str], None]) -> None:
        self.id, self.tell, self.fingerprint = id, tell, fingerprint
        self.announcement: Announcement | None = None
        self._journal, self._pin = journal, bytes.fromhex(fingerprint)
        self._queue = CommitQueue[HallFact]()
        self.changed, self.ended = asyncio.Event(), asyncio.Event()
        self.waiting = WaitingRoom(
            id,
            journal.hall,
            self._record,
            lambda: secrets.token_bytes(16),
            self._pin,
            self._lock(journal.hall.code, serving=False),
            self._lock(journal.hall.serving_code, serving=True),
            ethernet_address,
        )
        self.server = Server(
            self.waiting,
            limits=LIMITS,
            queue=self._queue,
            journal=journal,
            gateway_key=journal.hall.gateway_key,
        )
        self.tables = Tables(self.waiting, self.server.act, self._wait_until, tell)
        self.page_tls = False
        self._resumed = bool(journal.hall.players)
        self.ways = WaysIn(self._gateway_options)
        self.ways.on_change = self._tell_way
        self._preparing: asyncio.Task[None] | None = None
        self._seated_ahead: tuple[Hall, RoundSeated] | None = None
        self.moved = asyncio.Event()
        self.server.on_change.append(self._note_change)
        self.port = 0
        self._up: set[int] = set()
        self._pending: set[tuple[int, int]] = set()
        self._seen: dict[int, Seen] = {}
        self._sessions: dict[int, Session] = {}
        self._following: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._machines: dict[bytes, str] = {}
        self._over_at = asyncio.get_running_loop().time()

    @property
    def hall(self) -> Hall:
        return self.waiting.hall

    def _lock(self, code: str | None, serving: bool) -> Lock | None:
        if code is None:
            return None
        lock = Lock(code, self._pin, secrets.token_bytes, ethernet_address)
        lock.on_change = partial(self._change_code, serving)
        return lock

    def _change_code(self, serving: bool, code: str) -> None:
        """Store the code that replaces one after very many wrong ones."""
        try:
            self.happen(CodeDrawn(code, serving))
        except DiskFailed:
            _log.error("the new room code could not be kept")
        self.tell(_("Too many wrong codes were tried. The new code is {code}.").format(code=code))

    def _record(self, fact: HallFact) -> None:
        self._queue.append(fact)
        self.changed.set()
        if isinstance(fact, PlayerRegistered | RoundSeated | TableFinished | TableGivenUp):
            self._prepare()

    def happen(self, *facts: HallFact) -> None:
        """Nothing of it reaches anybody before it is on the disk. Raises ImpossibleHallFact, DiskFailed."""
        try:
            self.waiting.happen(*facts)
        except NotKept:
            raise DiskFailed(
                _("The hall's journal can't be written. Make room on the disk, and try again.")
            ) from None
        self.server.act(lambda now: [])

    def _note_change(self) -> None:
        """Somebody has come or gone, a round has begun, or the disk has failed or works again."""
        self.moved.set()
        if self.announcement:
            self.announcement.update(advertisement(self.id, self.hall, self.fingerprint))
        machines = {pin: machine.name for pin, machine in self.waiting.machines.items()}
        for pin in machines.keys() - self._machines.keys():
            count = self.waiting.machines[pin].tables
            sentence = ngettext("{name} opens up to {n} table.", "{name} opens up to {n} tables.", count)
            self.tell(sentence.format(name=machines[pin], n=count))
        for pin in self._machines.keys() - machines.keys():
            gone = _("{name} is no longer there. Its tables continue elsewhere.")
            self.tell(gone.format(name=self._machines[pin]))
        self._machines = machines
        if not self.waiting.stalled and not self.ended.is_set():
            self.play()
            self._seat_latecomers()

    def _prepare(self) -> None:
        """Start the next round's table processes one by one and seat it, so that nobody waits for that later."""
        if self._preparing is None or self._preparing.done():
            self._preparing = asyncio.create_task(self._prepare_round())
            self._preparing.add_done_callback(_report_failure)

    async def _prepare_round(self) -> None:
        while len(self.tables.waiting_processes) < self.tables.own_share(self._tables_wanted):
            if self.hall.playing:
                await asyncio.sleep(START_SECONDS)  # noqa: TID251 (the tables need the processor)
            self.tables.waiting_processes.append(await start_table_process(locked=True))
        if self.hall.rounds and not (self.hall.playing or self.hall.over):
            await self._seat_round()

    async def _seat_round(self) -> RoundSeated:
        while self._seated_ahead is None or self._seated_ahead[0] != self.hall:
            hall = self.hall
            self._seated_ahead = hall, await asyncio.to_thread(hall.seat_round)
        return self._seated_ahead[1]

    @property
    def _tables_wanted(self) -> int:
        if self.hall.ended or len(self.hall.rounds) == self.hall.opened.rounds:
            return 0
        return count_tables(sum(player.here for player in self.hall.players), self.hall.opened.size)

    def update(self) -> None:
        seats = self._seats()
        self.server.act(lambda now: self.waiting.change(seats, now))
        for table in tuple(self._sessions):
            self._steer(table)

    async def begin_round(self) -> None:
        """Seat everybody who is here, and open the tables. Raises Failure."""
        if self.hall.playing or self.hall.over:
            raise Failure(_("No round can start now."))
        if self.hall.paused:
            raise Failure(_("The hall is paused. Continue it with: resume"))
        await self._wait_until_back()
        away = [number for number, each in enumerate(self.hall.players) if each.here]
        self.happen(*(PlayerLeft(player) for player in away if player not in self.waiting.here))
        self.update()
        if sum(player.here for player in self.hall.players) < MIN_PLAYERS:
            raise Failure(_("A round needs two players."))
        seated = await self._seat_round()
        self.happen(seated)
        self.tables.begin()
        self._sessions.clear()
        self._seen.clear()
        self._pending.clear()
        for table in range(len(seated.tables)):
            self._note(seated.number, table, None)
        self.update()
        self.play()

    def pause(self, paused: bool = True) -> None:
        if self.hall.paused == paused:
            raise Failure(_("The hall is paused already.") if paused else _("The hall isn't paused."))
        self.happen(HallPaused() if paused else HallResumed())
        self.waiting.restart_paces(asyncio.get_running_loop().time())
        self.update()

    async def _wait_until_back(self) -> None:
        """Wait for players who have lost their connection, or finished the round, only a moment ago."""
        tables = self.hall.rounds[-1].tables if self.hall.rounds else ()
        seated = {player for table in tables for player in table if player is not None}
        missing = {each for each in seated - self.waiting.here if self.hall.players[each].here}
        since = max((self.waiting.gone_at.get(each, 0.0) for each in missing), default=0.0)
        seconds = max(since, self._over_at) + WAY_SECONDS - asyncio.get_running_loop().time()

        def all_are_back() -> bool:
            return not any(self.hall.players[each].here for each in missing - self.waiting.here)

        await self._wait_until(all_are_back, seconds)

    async def _wait_until(self, right: Callable[[], bool], seconds: float = WAY_SECONDS) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not right():
                    self.moved.clear()
                    await self.moved.wait()

    def play(self) -> None:
        number = len(self.hall.rounds)
        for table in self.hall.rounds[-1].open_tables if self.hall.rounds else ():
            following = self._following.get((number, table))
            if following is None or following.done():
                task = self._following[number, table] = asyncio.create_task(self._play(number, table))
                task.add_done_callback(_report_failure)

    def remove(self, name: str) -> None:
        wanted = name.casefold()
        found = next((n for n, each in enumerate(self.hall.players) if each.name.casefold() == wanted), None)
        if found is None:
            raise Failure(_("Nobody here is called {name}.").format(name=name))
        self.happen(PlayerLeft(found, removed=True))
        self.update()

    def give_up(self, table: int) -> None:
        """Close the table with this number, from 1, and wait no more for it. Raises Failure."""
        if not self.hall.playing or table - 1 not in self.hall.rounds[-1].open_tables:
            raise Failure(_("Table {table} isn't playing.").format(table=table))
        self._enter(TableGivenUp(len(self.hall.rounds), table - 1))
        if session := self._sessions.get(table - 1):
            session.request(CloseTable())

    def end(self) -> None:
        """Raises Failure."""
        self.happen(HallEnded())
        self.update()
        self.server.act(lambda _now: self.waiting.dismiss_all(Farewell.CLOSED))
        for process in self.tables.processes.values():
            process.process.terminate()
        self.ended.set()

    async def close(self, farewell: Farewell) -> None:
        tasks = (*self._following.values(), *self._closing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.wait((self._preparing,))
        for spare in self.tables.waiting_processes:
            spare.process.kill()
            await asyncio.to_thread(spare.process.wait)
        await (self.ways.finish() if self.hall.ended else self.ways.leave_open())
        await self.server.close(farewell)
        self._journal.close()

    async def open_way(self, way: Way, port: int | None = None) -> WayIn:
        """This way in; the one that is open already, also if it outlived this program. Raises Failure."""

        def before() -> OpenWay | None:
            return next((each for each in self.waiting.ways if each.way == way), None)

        if self._resumed:
            await self._wait_until(lambda: before() is not None, PAGE_SECONDS)
        found = before()
        if found is not None and not any(each.open for each in self.ways.listed() if each.kind == way):
            return open_way(found, local_addresses()[0])
        return await self.ways.open(way, port)

    def _gateway_options(self) -> GatewayOptions:
        return GatewayOptions(
            local_endpoints(self.port),
            self.id,
            self.hall.opened.name,
            self.fingerprint,
            self.hall.gateway_key,
            language(),
            join_line=f"sixqp join {show_address(local_addresses()[0], self.port)}",
            locked=self.hall.code is not None,
            tls=self.page_tls,
            hall=True,
            code=self.hall.code,
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
                if player is not None and (table, seat) not in self._pending:
                    token = self.hall.seat_token(number, player)
                    names = tuple(self.hall.players[other].name for other in people if other != player)
                    seats[player] = Seated(
                        there.id,
                        table + 1,
                        seat,
                        names,
                        there.addresses or addresses,
                        there.port,
                        there.pin or self._pin,
                        token,
                    )
        return seats

    def _is_open(self, number: int, table: int) -> bool:
        hall = self.hall
        return not hall.ended and number == len(hall.rounds) and table in hall.rounds[-1].open_tables

    async def _play(self, number: int, table: int) -> None:
        limit = RestartLimit()
        clock = asyncio.get_running_loop().time
        try:
            while self._is_open(number, table):
                finished = await self._follow(number, table)
                self._up.discard(table)
                if finished is not None:
                    self._enter(finished)
                elif (pause := limit.pause(clock())) is None:
                    self.tell(
                        _("Table {table} stopped several times; the hands played there don't count.").format(
                            table=table + 1
                        )
                    )
                    self._enter(TableGivenUp(number, table))
                else:
                    await asyncio.sleep(pause)  # noqa: TID251 (one that dies again and again shouldn't burn the processor)
        except DiskFailed as failure:
            _log.warning("table %d waits for the disk: %s", table, failure)
        except Failure as failure:
            self.tell(_("Table {table} can't be opened: {why}").format(table=table + 1, why=failure))
            self._enter(TableGivenUp(number, table))

    def _enter(self, fact: TableFinished | TableGivenUp) -> None:
        """Enter a result, unless the table has one. A false one counts for nobody. Raises DiskFailed."""
        if not self._is_open(fact.number, fact.table):
            return
        try:
            self.happen(fact)
        except ImpossibleHallFact as error:
            self.tell(_("Table {table} sent a false result: {why}.").format(table=fact.table + 1, why=error))
            there = self.hall.rounds[-1].opened.get(fact.table)
            self.happen(TableGivenUp(fact.number, fact.table))
            if there is not None and there.pin is not None:
                pin = there.pin
                self.server.act(lambda now: self.waiting.refuse(pin, now))
        self._up.discard(fact.table)
        if not self.hall.playing:
            self._over_at = asyncio.get_running_loop().time()
        self.update()

    async def _follow(self, number: int, table: int) -> TableFinished | None:
        """None if it was lost. Raises Failure if it can't be opened."""
        there = self.hall.rounds[-1].opened.get(table)
        if there is None or self.tables.is_lost(table, there):
            if there is not None and (found := await self._recorded(there)):
                return found
            there = await self._open(number, table, there)
            self._lead(table)  # nobody needs to wait for the hall's own connection
            led = self.hall.rounds[-1].tables[table]
            await self._wait_until(lambda: self.waiting.here.isdisjoint(led))
        endpoints = tuple((each, there.port) for each in there.addresses) or local_endpoints(there.port)
        pin = (there.pin or self._pin).hex()
        place = TableEndpoint(endpoints, there.id, pin, certain=True, trusted=True)
        watcher, token = Player(self.hall.opened.name, keeps=False), self.hall.owner_token(number, table)
        try:
            async with take_seat(place, watcher, watch=True, token=token) as seat:
                outcome = await self._watch(seat.session, there)
        except Failure as failure:
            _log.warning("table %d doesn't answer: %s", table, failure)
            if found := await self._recorded(there):
                return found
            await self._open(number, table, there)
            return None
        if isinstance(outcome, TableFinished):
            return outcome
        if self._is_open(number, table):
            self._seen[table] = outcome
        return None

    async def _watch(self, session: Session, there: TableOpened) -> TableFinished | Seen:
        """The result of a table that the hall is connected to, or what was seen of it when it was lost."""
        number, table = there.number, there.table
        if not self._is_open(number, table):
            session.request(CloseTable())
            return await result_of(session, there, lambda progress: None, lambda: False)
        self._sessions[table] = session
        try:
            self._steer(table)
            self._lead(table)
            note, steer = partial(self._note, number, table), partial(self._steer, table)
            return await result_of(session, there, note, steer)
        finally:
            if self._sessions.get(table) is session:
                del self._sessions[table]

    async def _recorded(self, there: TableOpened) -> TableFinished | None:
        return await asyncio.to_thread(recorded_result, there) if there.pin is None else None

    async def _open(self, number: int, table: int, there: TableOpened | None) -> TableOpened:
        seen = self._seen.get(table, Seen())
        opened = await self.tables.open(number, table, self.options(number, table), there, seen)
        self._prepare()
        self.happen(opened)
        if there is not None and opened.id != there.id:
            self._pending = {each for each in self._pending if each[0] != table}
        if there is not None and there.pin is not None and opened.id != there.id:
            closing = asyncio.create_task(self._close_there(number, table, there))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        return opened

    async def _close_there(self, number: int, table: int, there: TableOpened) -> None:
        endpoints = tuple((each, there.port) for each in there.addresses) or local_endpoints(there.port)
        place = TableEndpoint(endpoints, there.id, (there.pin or self._pin).hex(), certain=True, trusted=True)
        token, watcher = self.hall.owner_token(number, table), Player(self.hall.opened.name, keeps=False)
        while self._is_open(number, table):
            with suppress(Failure):
                async with take_seat(place, watcher, watch=True, token=token) as seat:
                    seat.session.request(CloseTable())
                    async for _event in seat.session.events():
                        if not isinstance(seat.session.state.status, Connected):
                            return
            await asyncio.sleep(CLOSE_SECONDS)  # noqa: TID251 (nothing tells that a lost machine is back)

    # -- while the tables play ----------------------------------------------------------------------

    def _steer(self, table: int) -> bool:
        """Ask the table for what the hall wants of it, and say whether it may still be there."""
        session = self._sessions.get(table)
        if session is None or self.hall.ended:
            return True
        news, before = session.state.news, frozenset(self._pending)
        if isinstance(session.state.status, Connected) and news and news.phase == "playing" and news.kept:
            asked = [replace(each, id=0) for each in session.state.unanswered]
            for request in self._wanted(table, news):
                if request not in asked:
                    session.request(request)
        there = self.hall.rounds[-1].opened[table]
        if before != self._pending:
            self.update()
        self._seat_latecomers()
        return not self.tables.is_lost(table, there)

    def _wanted(self, table: int, news: RoomNews) -> Iterator[AnyRequest]:
        """Requests that align a table with the hall. It notes which seats their players can't take yet."""
        if news.paused != self.hall.paused:
            yield Pause() if self.hall.paused else Resume()
        for seat, player in enumerate(self.hall.rounds[-1].tables[table]):
            if player is None or seat >= len(news.seats):
                continue
            plays, person = news.seats[seat].occupant == "bot", self.hall.players[player]
            if person.removed and not plays:
                yield SetSeat(seat=seat, to="kick")
            elif plays and not person.removed:
                self._pending.add((table, seat))
                token = self.hall.seat_token(len(self.hall.rounds), player)
                yield GiveSeat(seat=seat, name=person.name, key=key_of(token))
            else:
                self._pending.discard((table, seat))

    def _seat_latecomers(self) -> None:
        if not self.hall.playing or self.waiting.stalled:
            return
        for player in sorted(self.hall.unseated & self.waiting.here):
            tables = [table for table in self.hall.rounds[-1].open_tables if self._takes_latecomers(table)]
            if (given := self.hall.seat_of_bot(player, tables)) is None:
                return
            self._pending.add((given.table, given.seat))
            self.happen(given)
            self._steer(given.table)

    def _takes_latecomers(self, table: int) -> bool:
        session = self._sessions.get(table)
        if session is None or session.state.news is None or table not in self._up:
            return False
        return session.state.news.phase == "playing" and latecomer_hand_counts(session.state.view)

    def _note(self, number: int, table: int, progress: Progress | None) -> None:
        if number == len(self.hall.rounds):
            self.server.act(lambda now: self.waiting.note_progress(table, progress, now))

    def _lead(self, table: int) -> None:
        if table not in self._up:
            self._up.add(table)
            self.update()

    def options(self, number: int, table: int) -> TableOptions:
        hall = self.hall
        sitters = tuple(
            Sitter() if player is None else Sitter(hall.players[player].name, token=hall.seat_token(number, player))
            for player in hall.rounds[-1].tables[table]
        )
        settings = Settings(hall.rules, hall.opened.size, hall.opened.timer, pause=0)
        title = clean_title(f"{hall.opened.name} {number}.{table + 1}", hall.opened.name)
        owner = key_of(hall.owner_token(number, table))
        return hall_table_options(title, settings, sitters, hall.seed(number), hall.room_code, owner)


def advertisement(id: str, hall: Hall, fingerprint: str) -> Advertisement:
    players = sum(player.here for player in hall.players)
    state = HallState(players, len(hall.rounds), hall.opened.rounds)
    return Advertisement(
        id,
        hall.opened.name,
        variant=hall.opened.variant,
        locked=hall.code is not None,
        fingerprint=fingerprint,
        hall=state,
    )


async def _listen(evening: Evening, port: int | None, context: SSLContext) -> int:
    """On this port, or where the hall has listened before, or on a usual one. Raises CannotListen, DiskFailed."""
    taken = 0
    if port is None and evening.hall.port is not None:
        with suppress(CannotListen):
            taken = await evening.server.listen(evening.hall.port, context)
    taken = taken or await evening.server.listen(port, context)
    if taken != evening.hall.port and not evening.hall.over:
        evening.happen(HallListened(taken))
    return taken


@asynccontextmanager
async def open_evening(
    id: str, journal: HallJournal, port: int | None, tell: Callable[[str], None]
) -> AsyncIterator[Evening]:
    """Listening and announced; without a `port` where it was before. Raises Failure."""
    with os_errors_as_failures():
        identity = certificate.load_or_create(paths.data_dir())
        context = certificate.server_context(identity)
    await asyncio.to_thread(prepare)
    evening = Evening(id, journal, identity.fingerprint, tell)
    try:
        evening.port = await _listen(evening, port, context)
    except CannotListen as error:
        raise Failure(_("sixqp can't open a hall here: {reason}.").format(reason=error.strerror or error)) from None
    try:
        advert = advertisement(id, journal.hall, identity.fingerprint)
        async with Announcement(advert, evening.port) as evening.announcement:
            evening.play()
            yield evening
    finally:
        await evening.close(Farewell.CLOSED if evening.hall.ended else Farewell.RESTART)
