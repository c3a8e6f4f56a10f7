"""A table without wires: messages go straight into a Room, and what it sends is kept for each peer."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from support.keys import CERTIFICATE, key_of

from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.facts import Fact, Rules, StoodIn, Variant
from sixqp_protocol.keys import Key, hello_text
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    ChooseRow,
    ClientMessage,
    Decision,
    DraftCard,
    Goodbye,
    Happened,
    Hello,
    HostMessage,
    Refused,
    RoomNews,
    Settings,
    Start,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import DEFAULT_LIMITS, Command, RoomLimits, Send, Services, Setup
from sixqp_tui.host.room import Room

OWNER = key_of("owner")
M = TypeVar("M", bound=HostMessage)


class Party:
    """A room and its peers. `views` folds what each peer received, and demands that no fact is missing."""

    def __init__(
        self,
        drains: bool = True,
        owned: bool = True,
        settings: Settings | None = None,
        certificate: bytes | None = CERTIFICATE,
        code: str | None = None,
        limits: RoomLimits = DEFAULT_LIMITS,
        **setup: Any,
    ) -> None:
        self.journal: list[Command] = []
        self._drawn, self.disk_full = 0, False
        setup["owner"] = OWNER.public if owned else None
        self.certificate = certificate
        self.setup = Setup("table", "Title", settings or Settings(), owner_name="Olga", **setup)
        self.room = Room(
            self.setup,
            Services(self.draw, lambda number: f"seed {number}", self._write, certificate, code, limits),
        )
        self.drains = drains
        self.now = 1000.0
        self.addresses: dict[int, str | None] = {}
        self.keys: dict[int, Key] = {}
        self.inbox: dict[int, list[HostMessage]] = {}
        self.facts: dict[int, list[Fact]] = {}
        self.views: dict[int, View] = {}
        self.games: dict[int, int] = {}
        self.closed: dict[int, Farewell] = {}
        self._ids = 0
        self.held: list[Fact] = []

    def _write(self, accepted: Command) -> None:
        if self.disk_full:
            raise OSError(28, "no space left on device")
        self.journal.append(accepted)

    def draw(self, size: int) -> bytes:
        self._drawn += 1
        return self._drawn.to_bytes(size, "big")

    def join(self, name: str = "Ann", key: Key | None = None, **hello: Any) -> int:
        """A new connection says Hello, with this key or a new one; its number.

        From an `address`, if one is given, the Hello is signed for the table's certificate.
        """
        peer = len(self.inbox) + 1
        self.addresses[peer] = address = hello.pop("address", None)
        self.inbox[peer], self.keys[peer] = [], key or key_of(f"peer {peer}")
        words: dict[str, Any] = {"version": CURRENT, "app": "test", "role": "player"}
        if address and self.certificate and "signature" not in hello:
            words["signature"] = self.keys[peer].sign(hello_text(self.certificate))
        self.tell(peer, Hello(name=name, key=self.keys[peer].public, **{**words, **hello}))
        return peer

    def back(self, peer: int, have: int = 0, game: int | None = None, **hello: Any) -> int:
        """Whoever came by this connection comes back by another, and says to hold this many facts."""
        game = self.games[peer] if game is None else game
        self.held = self.facts[peer][:have]
        return self.join("back", self.keys[peer], **{"have": have, "game": game, **hello})

    def owner(self, **hello: Any) -> int:
        return self.join("Olga", OWNER, **hello)

    def bots(self) -> list[int]:
        """Every bot that the room wants and that has not come yet comes."""
        come = {key.public for key in self.keys.values()}
        return [self.join("bot", Key.unsigned(key)) for key in self.room.bots if key not in come]

    def tell(self, peer: int, message: ClientMessage) -> list[HostMessage]:
        """Say something; what this peer is told then."""
        before = len(self.inbox[peer])
        self.take(self._said(peer, message))
        return self.inbox[peer][before:]

    def _said(self, peer: int, message: ClientMessage) -> list[Send]:
        return self.room.step(self.now, lambda: self.room.receive(peer, cleaned(message), self.addresses.get(peer)))

    def ask(self, peer: int, kind: type[AnyRequest], *words: Any) -> list[HostMessage]:
        return self.tell(peer, self._request(peer, kind, *words))

    def _request(self, peer: int, kind: type[AnyRequest], *words: Any) -> AnyRequest:
        """A decision is about the game that the peer knows of."""
        self._ids += 1
        named = [name for name in kind.__struct_fields__ if name != "game"]
        game: dict[str, Any] = {"game": self.games[peer]} if issubclass(kind, Decision) else {}
        return kind(**game, **dict(zip(named, (self._ids, *words), strict=False)))

    def refusal(self, peer: int, kind: type[AnyRequest], *words: Any) -> Refusal:
        """The code with which this request is refused; it must have no other effect."""
        sent = self._said(peer, self._request(peer, kind, *words))
        assert len(sent) == 1
        self.take(sent)
        return self.last(peer, Refused).code

    def wait(self, seconds: float) -> None:
        """Let time pass, waking the room whenever it wants to be woken."""
        until = self.now + seconds
        while (moment := self.room.next_moment) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.take(self.room.step(self.now))
        self.now = until

    def lose(self, peer: int) -> None:
        self.act(self.room.lose, peer)

    def act(self, act: Callable[..., None], *words: Any) -> None:
        """Let this happen at the table."""
        self.take(self.room.step(self.now, partial(act, *words)))

    def take(self, sent: list[Send]) -> None:
        """Keep what the room sends, and say that it is out."""
        fed = []
        for peer, message in ((each.peer, each.message) for each in sent):
            assert peer not in self.closed
            self.inbox[peer].append(message)
            self._fold(peer, message)
            if isinstance(message, Goodbye):
                self.closed[peer] = message.code
            elif isinstance(message, Happened):
                fed.append(peer)
        for peer in fed if self.drains else ():
            self.act(self.room.send_rest, peer)

    def _fold(self, peer: int, message: HostMessage) -> None:
        if isinstance(message, Welcome):
            self.facts[peer], self.held = self.held, []
            self.views[peer] = View(message.seat).after(self.facts[peer])
            self.games[peer] = message.game
        elif isinstance(message, Happened):
            if message.game != self.games[peer]:
                seat = self.last(peer, RoomNews).you
                self.views[peer], self.facts[peer], self.games[peer] = View(seat), [], message.game
            if message.first == 0:
                self.views[peer], self.facts[peer] = View(self.views[peer].seat), []
            assert message.first == len(self.facts[peer])
            self.views[peer] = self.views[peer].after(message.facts)
            self.facts[peer].extend(message.facts)

    def phase(self) -> str:
        return self.room.state.phase

    def has(self, peer: int, kind: type[HostMessage]) -> bool:
        return any(isinstance(message, kind) for message in self.inbox[peer])

    def last(self, peer: int, kind: type[M]) -> M:
        """The newest message of this kind that the peer was told."""
        return next(message for message in reversed(self.inbox[peer]) if isinstance(message, kind))

    def news(self, peer: int) -> RoomNews:
        """The newest news of the room that the peer has."""
        return self.last(peer, RoomNews)

    def seat(self, peer: int) -> int | None:
        """Where this peer was welcomed."""
        return self.last(peer, Welcome).seat

    def farewell(self, peer: int) -> Farewell | None:
        """Why this connection was ended, if it was."""
        return self.closed.get(peer)

    def names(self, peer: int) -> list[str]:
        """Who sits on which chair, as this peer was told."""
        return [chair.name for chair in self.news(peer).seats]

    def stood_in(self, peer: int) -> list[int]:
        """For which seats a stand-in has decided, as this peer was told."""
        return [fact.seat for fact in self.facts[peer] if isinstance(fact, StoodIn)]

    def decide(self, peer: int, rng: Random | None = None) -> bool:
        """Decide what is asked of this peer: the first possible choice, or by lot. False if nothing is."""
        view = self.views[peer]
        pending = view.table.pending
        if pending is None or not view.wanted:
            return False
        pick = rng.choice if rng else lambda cards: cards[0]
        table = view.table
        if isinstance(pending, CardsWanted):
            self.ask(peer, ChooseCard, table.round, table.turn, pick(view.hand))
        elif isinstance(pending, DraftWanted):
            self.ask(peer, DraftCard, table.round, table.pick, pick(table.deck))
        else:
            self.ask(peer, ChooseRow, table.round, table.turn, pick((0, 1, 2, 3)))
        return True

    def play(self, *peers: int, rng: Random | None = None, steps: int = 100_000) -> None:
        """These peers decide until nothing is asked of any of them, or this many decisions are made."""
        while steps and any(self.decide(peer, rng) for peer in peers):
            steps -= 1


def begun(
    players: int = 3, variant: Variant = "classic", rounds: int | None = 1, timer: int | None = 90, **setup: Any
) -> tuple[Party, list[int]]:
    """A table at which this many persons, the owner first, have just begun a game."""
    settings = Settings(Rules(variant, 66, "over", rounds), timer=timer)
    party = Party(settings=settings, **setup)
    peers = [party.owner(), *(party.join(f"P{seat}") for seat in range(1, players))]
    party.ask(peers[0], Start)
    return party, peers
