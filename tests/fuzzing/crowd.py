"""A room and everybody who is connected to it, with everything that is said on tape."""

from functools import partial
from typing import Any, NamedTuple

from host.party import OWNER
from support.keys import CERTIFICATE

from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.facts import Fact
from sixqp_protocol.messages import (
    Accepted,
    ClientMessage,
    Goodbye,
    Happened,
    Hello,
    HostMessage,
    Level,
    RoomNews,
    Settings,
    Welcome,
)
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Command, Send, Services, Setup
from sixqp_tui.host.room import Room


class Call(NamedTuple):
    """What was done to the room: when, the name of its method (none: time passed), and with what."""

    now: float
    name: str
    words: tuple[Any, ...]

    def on(self, room: Room) -> list[Send]:
        return (
            room.step(self.now, partial(getattr(room, self.name), *self.words))
            if self.name
            else room.step(self.now)
        )


class Step(NamedTuple):
    """A call, while the disk was `full` or not; then what the room has `sent`, when it is `due`, how it stood."""

    call: Call
    full: bool
    sent: list[Send]
    due: float | None
    game: int
    table: Table


class Line:
    """A connection as its own end knows it: what it was told, and nothing else."""

    def __init__(self, key: bytes, bot: bool, accepted_ids: set[int]) -> None:
        self.key, self.bot = key, bot
        self.news: RoomNews | None = None
        self.open = True
        self.accepted = 0
        self.accepted_ids = accepted_ids
        self.game = 0
        self._facts: list[Fact] = []
        self._folded = 0
        self._view = View(None)

    @property
    def you(self) -> int | None:
        return self.news.you if self.news else None

    @property
    def view(self) -> View:
        """What the facts that have come say of the table."""
        self._view = self._view.after(self._facts[self._folded :])
        self._folded = len(self._facts)
        return self._view

    def hear(self, message: HostMessage) -> None:
        """The host says this."""
        match message:
            case Goodbye():
                self.open = False
            case Welcome() as welcome:
                self.game, self.accepted = welcome.game, welcome.last_id
                if welcome.last_id == 0:
                    self.accepted_ids.clear()
                self._begin(welcome.seat)
            case Accepted(number):
                self.accepted = max(self.accepted, number)
                self.accepted_ids.add(number)
            case RoomNews() as news:
                self.news = news
            case Happened() as happened:
                if happened.game != self.game or happened.first == 0:
                    self.game = happened.game
                    self._begin(self.you)
                assert happened.first == len(self._facts)
                self._facts.extend(happened.facts)

    def _begin(self, seat: int | None) -> None:
        self._facts, self._folded, self._view = [], 0, View(seat)


class Crowd:
    """Everybody at a table; times in seconds.

    All that was done to the room is on `tape`.
    """

    def __init__(self, seed: str, settings: Settings, **setup: Any) -> None:
        self.setup = Setup("table", "Title", settings, owner=OWNER.public, owner_name="Olga", **setup)
        self.seed = seed
        self.journal: list[Command] = []
        self.disk_full, self.saved = False, True
        self.drawn = 0
        self.room = Room(self.setup, Services(self.draw, self.seed_of, self._keep, CERTIFICATE))
        self.now = 1000.0
        self.lines: dict[int, Line] = {}
        self.here: list[int] = []
        self.tape: list[Step] = []

    def draw(self, size: int) -> bytes:
        """The key of another bot: this many have been drawn."""
        self.drawn += 1
        return b"bot" + self.drawn.to_bytes(size - 3, "big")

    def seed_of(self, game: int) -> str:
        return f"{self.seed} {game}"

    def _keep(self, accepted: Command) -> None:
        self.journal.append(accepted)
        self.saved = not self.disk_full
        if self.disk_full:
            raise OSError(28, "no space left on device")

    def act(self, name: str = "", *words: Any) -> list[Send]:
        """Do this to the room, and let everybody hear what it says."""
        call = Call(self.now, name, words)
        sent = call.on(self.room)
        play = self.room.state.play
        game, table = (play.number, play.game.table) if play else (0, Table())
        self.tape.append(Step(call, self.disk_full, sent, self.room.next_moment, game, table))
        fed = []
        for each in sent:
            self.lines[each.peer].hear(each.message)
            if isinstance(each.message, Goodbye):
                self.here.remove(each.peer)
            elif isinstance(each.message, Happened):
                fed.append(each.peer)
        for peer in fed:
            self.act("send_rest", peer)
        return sent

    def say(self, peer: int, message: ClientMessage) -> list[Send]:
        return self.act("receive", peer, cleaned(message))

    def newcomer(self, bot: bool = False, key: bytes | None = None) -> int:
        """A line from now on, of which nothing has been heard; its number."""
        peer = len(self.lines) + 1
        key = key or peer.to_bytes(32, "big")
        accepted_ids = next((line.accepted_ids for line in self.lines.values() if line.key == key), set())
        self.lines[peer] = Line(key, bot, accepted_ids)
        self.here.append(peer)
        return peer

    def come(self, name: str = "Ann", bot: bool = False, key: bytes | None = None, **hello: Any) -> int:
        """Somebody comes; the number of the line."""
        peer = self.newcomer(bot, key)
        words = {"version": CURRENT, "app": "fuzz", "role": "player", "key": self.lines[peer].key}
        self.say(peer, Hello(name=name, **{**words, **hello}))
        return peer

    def lose(self, peer: int) -> None:
        """This line breaks."""
        self.here.remove(peer)
        self.lines[peer].open = False
        self.act("lose", peer)

    def wait(self, seconds: float) -> None:
        """Time passes."""
        until = self.now + seconds
        while (moment := self.room.next_moment) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.act()
        self.now = until
        self.act()

    def owner_comes(self) -> int | None:
        """The owner's line, which is made again where it does not stand; None where the owner is sent away."""
        mine = (peer for peer in self.here if self.lines[peer].key == OWNER.public)
        peer = next(mine, None) or self.come("Olga", key=OWNER.public)
        return peer if self.lines[peer].open else None

    def bots_come(self) -> None:
        """Every bot that the room wants and that is not here."""
        here = {self.lines[peer].key for peer in self.here}
        wanted: dict[bytes, Level] = self.room.bots
        for key in wanted:
            if key not in here:
                self.come("bot", bot=True, key=key)


def said(sent: list[Send], peer: int) -> list[Any]:
    return [each.message for each in sent if each.peer == peer]
