"""The hall as its players reach it between two tables: everything that its host decides about connections.

No socket, no clock and no file: like the room of a table, it takes messages and returns effects.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final, NamedTuple

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import (
    AnyRequest,
    ClientMessage,
    HallLine,
    HallNews,
    HallTable,
    Hello,
    RoomNews,
    Seated,
    Settings,
)
from sixqp_protocol.person import proved_id
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean_name
from sixqp_protocol.version import CURRENT, understands
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.hall.hall import (
    DEALS,
    MAX_PLAYERS,
    Hall,
    HallFact,
    PlayerLeft,
    PlayerRegistered,
    PlayerReturned,
)
from sixqp_tui.features.hall.scoring import Line
from sixqp_tui.host.commands import Close, Command, Effect, Send, key_of
from sixqp_tui.host.participants import unique
from sixqp_tui.host.rate_limit import RateLimit

SINCE: Final = 7
"""The first MINOR version whose programs a hall can lead to a table."""
UNNAMED: Final = "Player"
TELL_SECONDS: Final = 0.25
"""Seconds between two news of the hall for everybody."""


class Progress(NamedTuple):
    """The state of a table: its deal and turn, from 1, and the heads of each seat so far."""

    deal: int
    turn: int
    heads: tuple[int, ...]

    @property
    def turns(self) -> int:
        """Turns that are over."""
        return (self.deal - 1) * HAND + self.turn - 1


class _Guest(NamedTuple):
    """Somebody who is connected; `player` is None for one who only looks on."""

    player: int | None
    limit: RateLimit


class WaitingRoom:
    """Whoever is in the hall and not at a table.

    `happen` writes facts, and returns the hall after them. `tokens` draws 16 random bytes. Players whom `seats` has
    are led to their tables, at once or as soon as they come. Nobody registers unless the room is `open`.
    """

    def __init__(
        self,
        table: str,
        hall: Hall,
        happen: Callable[[HallFact], Hall],
        tokens: Callable[[], bytes],
        certificate: bytes | None = None,
    ) -> None:
        self.table, self.hall, self.open = table, hall, True
        self.seats: Mapping[int, Seated] = {}
        self._progress: dict[int, Progress] = {}
        self._paces: dict[int, tuple[float, int]] = {}
        self._happen, self._tokens, self._certificate = happen, tokens, certificate
        self.settings = Settings(hall.rules, hall.opened.size, hall.opened.timer, pause=0)
        self._ways: tuple[messages.OpenWay, ...] = ()
        self._guests: dict[int, _Guest] = {}
        self._out: list[Effect] = []
        self.next_moment: float | None = None

    @property
    def here(self) -> frozenset[int]:
        """The players who are connected."""
        return frozenset(guest.player for guest in self._guests.values() if guest.player is not None)

    @property
    def summary(self) -> object:
        return self.here

    bots: ClassVar[dict[bytes, messages.Level]] = {}
    awaits_readers = False

    def handle(
        self,
        peer: int,
        message: ClientMessage,
        now: float,
        address: str | None = None,
        way: messages.Way | None = None,
    ) -> list[Effect]:
        guest = self._guests.get(peer)
        if guest is None:
            if isinstance(message, Hello):
                self._greet(peer, message)
                self._tell_soon(now)
            else:
                self._dismiss(peer, Farewell.BAD_MESSAGE)
        elif not guest.limit.allow(message, now):
            if guest.limit.exceeded(now):
                self._dismiss(peer, Farewell.TOO_FAST)
        elif isinstance(message, messages.Ping):
            self._send(peer, messages.Pong(message.mark))
        elif isinstance(message, messages.Leave):
            self._send(peer, messages.Accepted(message.id))
            self._leave(peer, guest)
            self._tell_soon(now)
        elif isinstance(message, AnyRequest):
            self._send(peer, messages.Refused(message.id, Refusal.NOT_ASKED))
        elif isinstance(message, Hello | messages.CodeGiven):
            self._dismiss(peer, Farewell.BAD_MESSAGE)
        return self._effects()

    def bad_message(self, peer: int, now: float) -> list[Effect]:
        self._dismiss(peer, Farewell.BAD_MESSAGE)
        return self._effects()

    def gone(self, peer: int, now: float) -> list[Effect]:
        if self._guests.pop(peer, None):
            self._tell_soon(now)
        return []

    def is_behind(self, peer: int) -> bool:
        """Nobody has a stream here."""
        return False

    def drained(self, peer: int, now: float) -> list[Effect]:
        return []

    def wake(self, now: float) -> list[Effect]:
        if self.next_moment is not None and self.next_moment <= now:
            self.next_moment = None
            ranking, left = self.hall.ranking(), self._seconds_left(now)
            for peer, guest in self._guests.items():
                self._tell(peer, guest, ranking, left)
        return self._effects()

    def set_ways(self, ways: tuple[messages.OpenWay, ...], now: float) -> list[Effect]:
        self._ways = ways
        self._tell_soon(now)
        return []

    def is_over(self, has_read: Callable[[int], bool], now: float) -> bool:
        return self.hall.ended

    def resume(self, commands: Iterable[Command], now: float) -> None:
        """The journal of a hall has facts, and `happen` writes them."""

    def stall(self, now: float) -> list[Effect]:
        return []

    def unstall(self, now: float) -> list[Effect]:
        return []

    def change(self, hall: Hall, seats: Mapping[int, Seated], now: float) -> list[Effect]:
        """Tell everybody how the hall is now, and lead those who have a seat to it."""
        self.hall, self.seats = hall, seats
        self._tell_soon(now)
        for peer, guest in tuple(self._guests.items()):
            if guest.player is not None and hall.players[guest.player].removed:
                self._dismiss(peer, Farewell.KICKED)
            elif guest.player in seats and guest.player is not None:
                self._send(peer, seats[guest.player])
        return self._effects()

    def note_progress(self, table: int, progress: Progress | None, now: float) -> list[Effect]:
        """Tell those who look on what is played at this table of the round; None: nothing yet."""
        if progress is None:
            self._progress.pop(table, None)
            self._paces.pop(table, None)
        else:
            self._progress[table] = progress
            self._paces.setdefault(table, (now, progress.turns))
        if any(guest.player is None for guest in self._guests.values()):
            self._tell_soon(now)
        return self._effects()

    def _seconds_left(self, now: float) -> int | None:
        """About how long the slowest table still plays, at its pace so far; None until every table has one."""
        waits = []
        for table in self.hall.rounds[-1].open_tables if self.hall.rounds else ():
            since, before = self._paces.get(table, (now, 0))
            done = self._progress[table].turns if table in self._progress else before
            if done == before:
                return None
            waits.append((DEALS * HAND - done) * (now - since) / (done - before))
        return round(max(waits)) if waits else None

    def _tables(self) -> tuple[HallTable, ...]:
        last = self.hall.rounds[-1]
        found = []
        for number, seated in enumerate(last.tables):
            deal, turn, heads = self._progress.get(number, Progress(0, 0, ()))
            names = tuple(None if player is None else self.hall.players[player].name for player in seated)
            found.append(HallTable(names, heads, deal, turn, number not in last.open_tables))
        return tuple(found)

    def dismiss_all(self, farewell: Farewell) -> list[Effect]:
        for peer in tuple(self._guests):
            self._dismiss(peer, farewell)
        return self._effects()

    def _greet(self, peer: int, hello: Hello) -> None:
        player = self.hall.find(key_of(hello.token)) if hello.token else None
        if not understands(hello.version) or hello.version[1] < SINCE:
            return self._dismiss(peer, Farewell.VERSION)
        if hello.table not in (None, self.table):
            return self._dismiss(peer, Farewell.OTHER_TABLE)
        if self.hall.ended:
            return self._dismiss(peer, Farewell.CLOSED)
        token = hello.token if player is not None else None
        if player is None and hello.role == "player":
            if not self.open or len(self.hall.players) >= MAX_PLAYERS:
                return self._dismiss(peer, Farewell.FULL)
            token = self._tokens()
            player = self._register(hello, token)
        elif player is not None and self.hall.players[player].removed:
            return self._dismiss(peer, Farewell.KICKED)
        elif player is not None:
            self._return(peer, player)
        self._guests[peer] = _Guest(player, RateLimit())
        self._send(peer, messages.Welcome(CURRENT, self.table, self.hall.opened.name, None, token, False, 0, 0, 0))
        self._tell(peer, self._guests[peer], self.hall.ranking())
        if player in self.seats and player is not None:
            self._send(peer, self.seats[player])
        return None

    def _register(self, hello: Hello, token: bytes) -> int:
        names = [player.name for player in self.hall.players]
        name = unique(clean_name(hello.name, UNNAMED), names)
        person = None
        if self._certificate and hello.person and hello.person_proof:
            person = proved_id(hello.person, hello.person_proof, self._certificate, hello.client)
        self.hall = self._happen(PlayerRegistered(name, key_of(token), person))
        return len(self.hall.players) - 1

    def _return(self, peer: int, player: int) -> None:
        """The newer connection of a player wins."""
        for other, guest in tuple(self._guests.items()):
            if guest.player == player and other != peer:
                self._dismiss(other, Farewell.ELSEWHERE)
        if not self.hall.players[player].here:
            self.hall = self._happen(PlayerReturned(player))

    def _leave(self, peer: int, guest: _Guest) -> None:
        if guest.player is not None and self.hall.players[guest.player].here:
            self.hall = self._happen(PlayerLeft(guest.player))
        self._dismiss(peer, Farewell.LEFT)

    def _tell_soon(self, now: float) -> None:
        """When sixty people come at once, everybody hears of all of them together."""
        if self.next_moment is None:
            self.next_moment = now + TELL_SECONDS

    def _tell(self, peer: int, guest: _Guest, ranking: tuple[Line, ...], left: int | None = None) -> None:
        news = hall_news(self.hall, guest.player, self.here, ranking)
        if guest.player is None and self.hall.rounds:
            news = replace(news, tables=self._tables(), left=left)
        self._send(peer, news)
        self._send(peer, self._room_news())

    def _room_news(self) -> RoomNews:
        """A lobby without chairs, so that programs show it as such."""
        return RoomNews("lobby", (), None, self.settings, len(self._guests), False, (), None, ways=self._ways)

    def _send(self, peer: int, message: messages.HostMessage) -> None:
        self._out.append(Send(peer, message))

    def _dismiss(self, peer: int, farewell: Farewell) -> None:
        self._guests.pop(peer, None)
        self._send(peer, messages.Goodbye(farewell))
        self._out.append(Close(peer, farewell))

    def _effects(self) -> list[Effect]:
        effects, self._out = self._out, []
        return effects


def hall_news(hall: Hall, player: int | None, here: frozenset[int], lines: tuple[Line, ...]) -> HallNews:
    """The hall with this ranking, as this player may know it: everything but the seed."""
    return HallNews(
        len(hall.rounds),
        hall.opened.rounds,
        len(hall.rounds[-1].open_tables) if hall.rounds else 0,
        hall.over,
        next((at for at, line in enumerate(lines) if line.player == player), None),
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
            for line in lines
        ),
    )
