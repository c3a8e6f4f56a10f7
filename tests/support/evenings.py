"""Tables on several machines, without wires: who sits at one may continue it at the next."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from random import Random

from support.conversations import BackToBack
from support.keys import key_of

from sixqp_protocol.codec import decode_client
from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard, Settings, Start
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.host.commands import Command, Setup
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import LAST_CARD_SECONDS
from sixqp_tui.hosting.continuing import continuing_options
from sixqp_tui.hosting.table_options import setup_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
OVER_THE_NETWORK = "192.0.2.7"


def pin_of(machine: str) -> bytes:
    """The SHA-256 of the certificate of this player's machine."""
    return sha256(machine.encode()).digest()


class Machine(BackToBack):
    """A table on one player's machine."""

    def __init__(self, name: str, setup: Setup) -> None:
        self.name, self.setup, self.journal = name, setup, list[Command]()
        drawn = Random(name)
        super().__init__(
            Room(setup, lambda: drawn.randbytes(32), lambda game: f"{name} {game}", self.journal.append,
                 certificate=pin_of(name))
        )  # fmt: skip

    def connect(self, end: Conversation) -> int:
        self._peers += 1
        self.ends[self._peers], self.events[self._peers] = end, []
        hello = decode_client(end.begin_connection(pin_of(self.name)))
        self._carry(self.room.handle(self._peers, hello, self.now, OVER_THE_NETWORK))
        return self._peers

    def connect_by_page(self, end: Conversation, address: str = OVER_THE_NETWORK) -> int:
        """Through a gateway on this machine, which proves the guest to the table."""
        self._peers += 1
        self.ends[self._peers], self.events[self._peers] = end, []
        hello = decode_client(end.begin_connection(pin_of(self.name)))
        self._carry(self.room.handle(self._peers, hello, self.now, address, "page"))
        return self._peers

    def connect_bots(self) -> list[Conversation]:
        bots = []
        for key in self.room.bots:
            bots.append(Conversation(Identity("bot", key=Key.unsigned(key)), "test"))
            self._peers += 1
            self.ends[self._peers], self.events[self._peers] = bots[-1], []
            hello = decode_client(bots[-1].begin_connection())
            self._carry(self.room.handle(self._peers, hello, self.now))
        return bots

    def ask(self, end: Conversation, request: object) -> None:
        peer = next(peer for peer, each in self.ends.items() if each is end)
        self.say(peer, end.request(request))  # type: ignore[arg-type]

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (moment := self.room.next_moment) is not None and moment <= until:
            self.now = max(self.now, moment)
            self._carry(self.room.wake(self.now))
        self.now = until

    def play(self, *ends: Conversation, turns: int = 10_000, rng: Random | None = None) -> None:
        """These players decide until nothing is asked of any of them, or the table is at this turn of its game.

        The table itself plays the last cards of a round.
        """
        while self.turn < turns:
            turn, asked = self.turn, any(list(map(partial(self._decide, rng), ends)))
            play = self.room.state.play
            if not asked and play and play.game.table.in_last_turn:
                self.wait(LAST_CARD_SECONDS)
            if not asked and self.turn == turn:
                return

    @property
    def turn(self) -> int:
        """The turns that were played of this game, over all rounds."""
        table = self.room.view(None).table
        return 10 * (table.round - 1) + table.turn - 1 if table.round else 0

    def _decide(self, rng: Random | None, end: Conversation) -> bool:
        view, choose = end.state.view, rng.choice if rng else min
        if not view.wanted or end.state.unanswered:
            return False
        match view.table.pending:
            case CardsWanted():
                self.ask(end, ChooseCard(card=choose(view.hand)))
            case DraftWanted():
                self.ask(end, DraftCard(card=choose(view.table.deck)))
            case RowWanted():
                self.ask(end, ChooseRow(row=choose((0, 1, 2, 3))))
        return True


def first_table(
    people: int = 3,
    variant: Variant = "classic",
    rounds: int = 3,
    bots: int = 0,
    timer: int | None = None,
) -> tuple[Machine, list[Conversation]]:
    """Ann's table in the lobby, with everybody there."""
    settings = Settings(Rules(variant, None, rounds=rounds), timer=timer)
    owner = key_of(NAMES[0]).public
    table = Machine("Ann", Setup("1a2b3c4d", "Friday", settings, bots=bots, owner=owner, owner_name=NAMES[0]))
    ends = [player(name) for name in NAMES[:people]]
    for end in ends:
        table.connect(end)
    return table, ends


def player(name: str, table: str | None = None) -> Conversation:
    return Conversation(Identity(name, table=table, key=key_of(name)), "test")


def begun(**table: object) -> tuple[Machine, list[Conversation]]:
    """The same, in the first turn of a game."""
    first, ends = first_table(**table)  # type: ignore[arg-type]
    first.ask(ends[0], Start())
    return first, [*ends, *first.connect_bots()]


def continued(by: Conversation, now: float = 0.0) -> Machine:
    """The table that this player opens from what their program knows."""
    assert by.identity.key
    options = continuing_options(by.state, by.identity.key, None, pin_of(by.identity.name))
    there = Machine(by.identity.name, setup_of(options))
    there.now = now
    return there


def go(there: Machine, end: Conversation) -> Conversation:
    """A visit of this player's program."""
    visitor = player(end.identity.name, there.setup.table)
    there.connect(visitor)
    return visitor


def go_all(there: Machine, ends: Sequence[Conversation]) -> list[Conversation]:
    return [go(there, end) for end in ends]
