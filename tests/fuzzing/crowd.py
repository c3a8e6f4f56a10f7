"""A room and everybody who is connected to it, with everything that is said on tape."""

from typing import Any, NamedTuple

from host.party import OWNER
from support.keys import CERTIFICATE

from sixqp_protocol.facts import Fact
from sixqp_protocol.messages import Accepted, ClientMessage, Happened, Hello, Level, RoomNews, Settings, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Close, Command, Effect, Send, Setup
from sixqp_tui.host.room import Room


class Call(NamedTuple):
    """What was done to the room: the name of its method, and with what."""

    name: str
    words: tuple[Any, ...]


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

    def hear(self, effect: Effect) -> None:
        """The host says this."""
        if isinstance(effect, Close):
            self.open = False
            return
        match effect.message:
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

    `calls[i]` was done to the room, while the disk was `full[i]`; then it wanted `sent[i]`, and to be woken at
    `due[i]`, and the table stood as `stood[i]` says, with the number of the game.
    """

    def __init__(self, seed: str, settings: Settings, **setup: Any) -> None:
        self.setup = Setup("table", "Title", settings, owner=OWNER.public, owner_name="Olga", **setup)
        self.seed = seed
        self.journal: list[Command] = []
        self.disk_full, self.saved = False, True
        self.drawn = 0
        self.room = Room(self.setup, self.draw_key, self.seed_of, self._keep, certificate=CERTIFICATE)
        self.now = 1000.0
        self.lines: dict[int, Line] = {}
        self.here: list[int] = []
        self.calls: list[Call] = []
        self.full: list[bool] = []
        self.sent: list[list[Effect]] = []
        self.due: list[float | None] = []
        self.stood: list[tuple[int, Table]] = []

    def draw_key(self) -> bytes:
        """The key of another bot: this many have been drawn."""
        self.drawn += 1
        return b"bot" + self.drawn.to_bytes(29, "big")

    def seed_of(self, game: int) -> str:
        return f"{self.seed} {game}"

    def _keep(self, accepted: Command) -> None:
        self.journal.append(accepted)
        self.saved = not self.disk_full
        if self.disk_full:
            raise OSError(28, "no space left on device")

    def act(self, name: str, *words: Any) -> list[Effect]:
        """Do this to the room, and let everybody hear what it says."""
        words = (*words, self.now)
        effects: list[Effect] = getattr(self.room, name)(*words)
        self.calls.append(Call(name, words))
        self.full.append(self.disk_full)
        self.sent.append(effects)
        self.due.append(self.room.next_moment)
        play = self.room.state.play
        self.stood.append((play.number, play.game.table) if play else (0, Table()))
        fed = []
        for effect in effects:
            line = self.lines[effect.peer]
            line.hear(effect)
            if isinstance(effect, Close):
                self.here.remove(effect.peer)
            elif isinstance(effect.message, Happened):
                fed.append(effect.peer)
        for peer in fed:
            self.act("drained", peer)
        return effects

    def say(self, peer: int, message: ClientMessage) -> list[Effect]:
        return self.act("handle", peer, message)

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
        self.act("gone", peer)

    def wait(self, seconds: float) -> None:
        """Time passes."""
        until = self.now + seconds
        while (moment := self.room.next_moment) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.act("wake")
        self.now = until
        self.act("wake")

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


def said(effects: list[Effect], peer: int) -> list[Any]:
    return [effect.message for effect in effects if isinstance(effect, Send) and effect.peer == peer]
