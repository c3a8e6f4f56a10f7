"""The hall as its players reach it between two tables: everything that its host decides about connections.

No socket, no clock and no file: like the room of a table, it takes messages and returns effects.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final, NamedTuple

from msgspec.structs import replace
from sixqp_protocol.person import proved_id

from sixqp_protocol import messages
from sixqp_protocol.messages import (
    ClientMessage,
    HallLine,
    HallNews,
    HallTable,
    Hello,
    RoomNews,
    Seated,
    Settings,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import ADDRESS_CELLS, clean, clean_name
from sixqp_protocol.version import CURRENT, understands
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.features.hall.hall import (
    DEALS,
    MAX_PLAYERS,
    Hall,
    HallFact,
    PlayerLeft,
    PlayerRegistered,
    PlayerReturned,
    folded,
)
from sixqp_tui.features.hall.scoring import Line
from sixqp_tui.host.admission.room_code import Lock, expire, machine_of, next_expiry
from sixqp_tui.host.commands import Close, Effect, Send, key_of
from sixqp_tui.host.participants import Machine, PendingAuth, remote_addresses, unique
from sixqp_tui.host.rate_limit import RateLimit

SINCE: Final = 7
"""The first MINOR version whose programs a hall can lead to a table."""
UNNAMED: Final = "Player"
NEW_OF_MACHINE: Final = 60
"""New players from one machine at once: a whole hall whose network hides its addresses."""
NEW_OF_MACHINE_RATE: Final = 1 / 300
"""New players from one machine, a second: alone it would take half a day to fill a hall."""
MAX_WATCHERS: Final = 60
"""From other machines: with all players, they leave some of the hall's connections free."""
RETURNS: Final = 10
"""Returns of one player at once that are written down."""
RETURNS_RATE: Final = 1 / 20
"""The same, a second: leaving and coming back must not fill the journal."""
TELL_SECONDS: Final = 0.25
"""Seconds between two news of the hall for everybody."""
MAX_ADDRESSES: Final = 4
MAX_LEFT: Final = 24 * 3600
"""Seconds: a machine that was asleep can look like a table that takes a week."""


class Progress(NamedTuple):
    """The state of a table: its deal and turn, from 1, and the heads of each seat so far."""

    deal: int
    turn: int
    heads: tuple[int, ...]

    @property
    def turns(self) -> int:
        return (self.deal - 1) * HAND + self.turn - 1


class ServingMachine(NamedTuple):
    """A machine that opens up to this many tables for the hall, at the connection `peer`."""

    peer: int
    name: str
    addresses: tuple[str, ...]
    tables: int


class _Guest(NamedTuple):
    """Somebody who is connected: a player, or a machine that `serves` the hall under this name, or a watcher.

    Only a watcher's `machine` is known here; None is the hall's own.
    """

    player: int | None
    limit: RateLimit
    serves: str | None = None
    machine: Machine = None


class NotKept(Exception):
    """The disk can't be written, so that nothing may happen."""


class WaitingRoom:
    """The players and watchers who are in the hall and not at a table.

    `journal` gets every fact before anything follows from it. `tokens` draws 16 random bytes. Players with an entry
    in `seats` are sent to their tables. Nobody registers unless the room is `open`. `lock` and `serving` check the
    codes of players and of machines. `machines` open tables now, by the SHA-256 of their certificate;
    `known_machines` were here once, and the `refused` ones have lied. `answers` go by the number of the order.
    `gone_at` is when each player's last connection ended. `ethernet_address` returns that of a neighbour by IP
    address, or None.
    """

    def __init__(  # noqa: PLR0913  # all that differs between halls
        self,
        table: str,
        hall: Hall,
        journal: Callable[[HallFact], None],
        tokens: Callable[[], bytes],
        certificate: bytes | None = None,
        lock: Lock | None = None,
        serving: Lock | None = None,
        ethernet_address: Callable[[str], bytes | None] = lambda address: None,
    ) -> None:
        self.table, self.hall, self.open = table, hall, True
        self.now, self.code = 0.0, hall.code
        self.newcomers: dict[int, PendingAuth] = {}
        self.stalled = False
        self.machines: dict[bytes, ServingMachine] = {}
        self.known_machines: set[bytes] = set()
        self.refused: set[bytes] = set()
        self.answers: dict[int, messages.TableReady] = {}
        self.gone_at: dict[int, float] = {}
        self._ordered: set[int] = set()
        self._lock, self._serving = lock, serving
        self.seats: Mapping[int, Seated] = {}
        self._progress: dict[int, Progress] = {}
        self._paces: dict[int, tuple[float, int]] = {}
        self._sent: dict[int, HallNews] = {}
        self._sent_left: int | None = None
        self._journal, self._tokens, self._certificate = journal, tokens, certificate
        self._ethernet_address = ethernet_address
        self._new: TokenBuckets[Machine] = TokenBuckets(NEW_OF_MACHINE_RATE, NEW_OF_MACHINE)
        self.settings = Settings(hall.rules, hall.opened.size, hall.opened.timer, pause=0)
        self._returns: TokenBuckets[int] = TokenBuckets(RETURNS_RATE, RETURNS)
        self.ways: tuple[messages.OpenWay, ...] = ()
        self._guests: dict[int, _Guest] = {}
        self._out: list[Effect] = []
        self._tells_at: float | None = None

    def happen(self, *facts: HallFact) -> None:
        """Raises ImpossibleHallFact, and NotKept; then nothing has happened."""
        after = self.hall.after(*facts)
        if self.stalled:
            raise NotKept
        for fact in facts:
            self._journal(fact)
        self.hall = after

    @property
    def next_moment(self) -> float | None:
        moments = (self._tells_at, next_expiry(self))
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def here(self) -> frozenset[int]:
        return frozenset(guest.player for guest in self._guests.values() if guest.player is not None)

    @property
    def summary(self) -> object:
        players = sum(player.here for player in self.hall.players)
        return (
            self.here,
            players,
            len(self.hall.rounds),
            tuple(self.machines),
            tuple(self.answers),
            self.stalled,
            self.ways,
        )

    bots: ClassVar[dict[bytes, messages.Level]] = {}
    awaits_readers = False

    @property
    def asks_codes(self) -> bool:
        return self._lock is not None

    def handle(
        self,
        peer: int,
        message: ClientMessage,
        now: float,
        address: str | None = None,
        way: messages.Way | None = None,
    ) -> list[Effect]:
        self.now = now
        guest = self._guests.get(peer)
        if guest is None:
            self._enter(peer, message, address)
        elif not guest.limit.allow(message, now):
            if guest.limit.exceeded(now):
                self.dismiss(peer, Farewell.TOO_FAST)
        else:
            self._answer(peer, guest, message, address)
        return self._effects()

    def _answer(self, peer: int, guest: _Guest, message: ClientMessage, address: str | None) -> None:
        match message:
            case messages.Ping(mark):
                self.send(peer, messages.Pong(mark))
            case messages.Leave():
                self._leave(peer, guest, message)
            case messages.OfferTables():
                self._note_machine(peer, guest, message, address)
            case messages.TableReady(order) if guest.serves is not None and order in self._ordered:
                self._ordered.remove(order)
                self.answers[order] = message
            case messages.Request(id=id):
                self.send(peer, messages.Refused(id, Refusal.NOT_ASKED))
            case Hello() | messages.CodeGiven():
                self.dismiss(peer, Farewell.BAD_MESSAGE)

    def _enter(self, peer: int, message: ClientMessage, address: str | None) -> None:
        asked = self.newcomers.get(peer)
        if isinstance(message, Hello) and asked is None:
            self._greet(peer, message, address)
        elif isinstance(message, messages.CodeGiven) and asked and (lock := self._lock_for(asked.hello)):
            if hello := lock.verify(self, peer, message):
                self._admit(peer, hello, address)
        else:
            self.dismiss(peer, Farewell.BAD_MESSAGE)

    def _lock_for(self, hello: Hello) -> Lock | None:
        return self._serving if hello.serves else self._lock

    def bad_message(self, peer: int, now: float) -> list[Effect]:
        self.dismiss(peer, Farewell.BAD_MESSAGE)
        return self._effects()

    def gone(self, peer: int, now: float) -> list[Effect]:
        self.now = now
        self._forget(peer)
        return []

    def _forget(self, peer: int) -> None:
        self.newcomers.pop(peer, None)
        self.machines = {pin: each for pin, each in self.machines.items() if each.peer != peer}
        self._sent.pop(peer, None)
        if guest := self._guests.pop(peer, None):
            if guest.player is not None:
                self.gone_at[guest.player] = self.now
            self._tell_soon()

    def _note_machine(self, peer: int, guest: _Guest, offer: messages.OfferTables, address: str | None) -> None:
        if guest.serves is None or offer.pin in self.refused:
            return
        said = (clean(each, ADDRESS_CELLS) for each in offer.addresses)
        addresses = tuple(dict.fromkeys((*remote_addresses(address), *said)))[:MAX_ADDRESSES]
        self.known_machines.add(offer.pin)
        self.machines[offer.pin] = ServingMachine(peer, guest.serves, addresses, offer.tables)

    def order(self, pin: bytes, table: messages.OpenTable, now: float) -> list[Effect]:
        if machine := self.machines.get(pin):
            self._ordered.add(table.order)
            self.send(machine.peer, table)
        return self._effects()

    def take_answer(self, order: int) -> messages.TableReady | None:
        self._ordered.discard(order)
        return self.answers.pop(order, None)

    def refuse(self, pin: bytes, now: float) -> list[Effect]:
        """Let this machine open tables no more, because it has lied about one."""
        self.refused.add(pin)
        if machine := self.machines.get(pin):
            self.dismiss(machine.peer, Farewell.KICKED)
        return self._effects()

    def is_behind(self, peer: int) -> bool:
        """Nobody has a stream here."""
        return False

    def drained(self, peer: int, now: float) -> list[Effect]:
        return []

    def wake(self, now: float) -> list[Effect]:
        self.now = now
        expire(self)
        if self._tells_at is not None and self._tells_at <= now:
            self._tells_at = None
            ranking = self.hall.ranking()
            news, places = self._news(ranking), _places(ranking)
            self._sent_left = _minutes(news.left)
            for peer, guest in self._guests.items():
                self._tell(peer, guest, news, places)
        return self._effects()

    def set_ways(self, ways: tuple[messages.OpenWay, ...], now: float) -> list[Effect]:
        self.ways, self.now = ways, now
        self._tell_soon()
        return []

    def is_over(self, has_read: Callable[[int], bool], now: float) -> bool:
        return self.hall.ended

    def resume(self, facts: Iterable[HallFact], now: float) -> None:
        self.hall = folded(tuple(facts))

    def stall(self, now: float) -> list[Effect]:
        self.stalled = True
        return []

    def unstall(self, now: float) -> list[Effect]:
        self.stalled = False
        return []

    def change(self, seats: Mapping[int, Seated], now: float) -> list[Effect]:
        self.seats, self.now = seats, now
        self._tell_soon()
        for peer, guest in tuple(self._guests.items()):
            if guest.player is not None and self.hall.players[guest.player].removed:
                self.dismiss(peer, Farewell.KICKED)
            elif guest.player in seats and guest.player is not None:
                self.send(peer, seats[guest.player])
        return self._effects()

    def note_progress(self, table: int, progress: Progress | None, now: float) -> list[Effect]:
        self.now = now
        if progress is None:
            self._progress.pop(table, None)
            self._paces.pop(table, None)
        else:
            self._progress[table] = progress
            self._paces.setdefault(table, (now, progress.turns))
        watched = any(guest.player is None for guest in self._guests.values())
        if watched or _minutes(self._seconds_left(now)) != self._sent_left:
            self._tell_soon()
        return self._effects()

    def progress_of(self, table: int) -> Progress:
        return self._progress.get(table, Progress(0, 0, ()))

    def restart_paces(self, now: float) -> None:
        self._paces = {table: (now, progress.turns) for table, progress in self._progress.items()}

    def _seconds_left(self, now: float) -> int | None:
        """None until each table has played a deal: somebody who still reads the rules makes a table look slow."""
        if self.hall.paused:
            return None
        waits = []
        for table in self.hall.rounds[-1].open_tables if self.hall.rounds else ():
            since, before = self._paces.get(table, (now, 0))
            done = self._progress[table].turns if table in self._progress else before
            if done - before < HAND:
                return None
            waits.append((DEALS * HAND - done) * (now - since) / (done - before))
        return min(max(0, round(max(waits))), MAX_LEFT) if waits else None

    def _tables(self) -> tuple[HallTable, ...]:
        last = self.hall.rounds[-1]
        found = []
        for number, seated in enumerate(last.tables):
            deal, turn, heads = self.progress_of(number)
            names = tuple(None if player is None else self.hall.players[player].name for player in seated)
            found.append(HallTable(names, heads, deal, turn, number not in last.open_tables))
        return tuple(found)

    def dismiss_all(self, farewell: Farewell) -> list[Effect]:
        for peer in tuple(self._guests):
            self.dismiss(peer, farewell)
        return self._effects()

    def _greet(self, peer: int, hello: Hello, address: str | None) -> None:
        player = self.hall.find(key_of(hello.token)) if hello.token else None
        lock = self._lock_for(hello)
        if not understands(hello.version) or hello.version[1] < SINCE:
            return self.dismiss(peer, Farewell.VERSION)
        if hello.table not in (None, self.table):
            return self.dismiss(peer, Farewell.OTHER_TABLE)
        if self.hall.ended:
            return self.dismiss(peer, Farewell.CLOSED)
        if hello.serves and lock is None:
            return self.dismiss(peer, Farewell.FULL)
        if lock is not None and (player is None or hello.serves):
            return lock.ask(self, peer, hello, address)
        return self._admit(peer, hello, address)

    def _admit(self, peer: int, hello: Hello, address: str | None) -> None:
        """Let this connection in. It has proved a player, or the room code if there is one."""
        try:
            known = self._recognized(peer, hello, address)
        except NotKept:
            known = Farewell.RESTART
        if isinstance(known, Farewell):
            return self.dismiss(peer, known)
        player, token = known
        serves = clean_name(hello.name, UNNAMED) if hello.serves else None
        watches = player is None and serves is None and bool(remote_addresses(address))
        machine = machine_of(address, self._ethernet_address) if watches else None
        if not self._may_watch(machine):
            return self.dismiss(peer, Farewell.FULL)
        self._guests[peer] = _Guest(player, RateLimit(), serves, machine)
        self.send(peer, messages.Welcome(CURRENT, self.table, self.hall.opened.name, None, token, False, 0, 0, 0))
        ranking = self.hall.ranking()
        self._tell(peer, self._guests[peer], self._news(ranking), _places(ranking))
        self._tell_soon()
        if player in self.seats and player is not None:
            self.send(peer, self.seats[player])
        return None

    def _may_watch(self, machine: Machine) -> bool:
        """At the limit, the newest watcher of a machine that has at least two more makes room."""
        machines = {peer: guest.machine for peer, guest in self._guests.items() if guest.machine is not None}
        if machine is None or len(machines) < MAX_WATCHERS:
            return True
        crowd = Counter(machines.values())
        busiest, most = crowd.most_common(1)[0]
        if most <= crowd[machine] + 1:
            return False
        self.dismiss(next(peer for peer in reversed(machines) if machines[peer] == busiest), Farewell.FULL)
        return True

    def _recognized(
        self, peer: int, hello: Hello, address: str | None
    ) -> tuple[int | None, bytes | None] | Farewell:
        """The player who comes and their token, nobody for a watcher, or why they can't come in."""
        player = self.hall.find(key_of(hello.token)) if hello.token else None
        token, person = hello.token if player is not None else None, self._proved_person(hello)
        if player is None and person is not None and (hello.token or hello.role == "player"):
            player = self.hall.find_person(person)  # an older token was theirs until another program came
        if hello.serves or (player is None and hello.role == "watcher"):
            return None, None
        if player is not None and self.hall.players[player].removed:
            return Farewell.KICKED
        full = not self.open or len(self.hall.players) >= MAX_PLAYERS
        if player is None and (full or not self._may_register(address)):
            return Farewell.FULL
        new = self._tokens() if token is None else None
        if player is None and new is not None:
            names = [each.name for each in self.hall.players]
            name = unique(clean_name(hello.name, UNNAMED), names)
            self.happen(PlayerRegistered(name, key_of(new), person))
            return len(names), new
        assert player is not None
        writes = new is not None or not self.hall.players[player].here
        if writes and not self._returns.of(player, self.now).take(self.now):
            return Farewell.RESTART
        self._return(peer, player, key_of(new) if new else None)
        return player, new or token

    def _may_register(self, address: str | None) -> bool:
        """Count one more new player of this machine. The hall's own machine may have any number."""
        if not remote_addresses(address):
            return True
        return self._new.of(machine_of(address, self._ethernet_address), self.now).take(self.now)

    def _proved_person(self, hello: Hello) -> bytes | None:
        if not (self._certificate and hello.person and hello.person_proof):
            return None
        return proved_id(hello.person, hello.person_proof, self._certificate, hello.client)

    def _return(self, peer: int, player: int, key: bytes | None = None) -> None:
        """The newer connection of a player wins. A new `key` proves them from now on."""
        if key or not self.hall.players[player].here:
            self.happen(PlayerReturned(player, key))
        for other, guest in tuple(self._guests.items()):
            if guest.player == player and other != peer:
                self.dismiss(other, Farewell.ELSEWHERE)

    def _leave(self, peer: int, guest: _Guest, request: messages.Leave) -> None:
        try:
            if guest.player is not None and self.hall.players[guest.player].here:
                self.happen(PlayerLeft(guest.player))
        except NotKept:
            return self.send(peer, messages.Refused(request.id, Refusal.NOT_KEPT))
        self.send(peer, messages.Accepted(request.id))
        return self.dismiss(peer, Farewell.LEFT)

    def _tell_soon(self) -> None:
        if self._tells_at is None:
            self._tells_at = self.now + TELL_SECONDS

    announce = _tell_soon

    def _news(self, ranking: tuple[Line, ...]) -> HallNews:
        tables = self._tables() if self.hall.rounds else ()
        return replace(hall_news(self.hall, self.here, ranking), tables=tables, left=self._seconds_left(self.now))

    def _tell(self, peer: int, guest: _Guest, news: HallNews, places: Mapping[int, int]) -> None:
        if guest.player is not None:
            news = replace(news, you=places.get(guest.player), tables=())
        sent = self._sent.get(peer)
        same_minute = sent is not None and _minutes(sent.left) == _minutes(news.left)
        if sent is None or not same_minute or replace(sent, left=news.left) != news:
            self._sent[peer] = news
            self.send(peer, news)
        self.send(peer, self._room_news())

    def _room_news(self) -> RoomNews:
        """A lobby without chairs, so that programs show it as such."""
        return RoomNews("lobby", (), None, self.settings, len(self._guests), False, (), None, ways=self.ways)

    def send(self, peer: int, message: messages.HostMessage) -> None:
        self._out.append(Send(peer, message))

    def dismiss(self, number: int, farewell: Farewell, retry_after: int | None = None) -> None:
        self._forget(number)
        self.send(number, messages.Goodbye(farewell, retry_after))
        self._out.append(Close(number, farewell))

    def _effects(self) -> list[Effect]:
        effects, self._out = self._out, []
        return effects


def _minutes(seconds: int | None) -> int | None:
    return None if seconds is None else round(seconds / 60)


def _places(ranking: tuple[Line, ...]) -> dict[int, int]:
    return {line.player: at for at, line in enumerate(ranking)}


def hall_news(hall: Hall, here: frozenset[int], ranking: tuple[Line, ...]) -> HallNews:
    return HallNews(
        len(hall.rounds),
        hall.opened.rounds,
        len(hall.rounds[-1].open_tables) if hall.rounds else 0,
        hall.over,
        None,
        tuple(
            HallLine(
                hall.players[line.player].name,
                line.place,
                round(100 * line.points),
                round(100 * line.within),
                line.heads,
                line.hands,
                line.player in here,
            )
            for line in ranking
        ),
        paused=hall.paused,
    )
