"""Tables on several machines, without wires: who sits at one may continue it at the next."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from random import Random

from support.conversations import BackToBack, conversation
from support.keys import key_of

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import AnyRequest, ChooseCard, ChooseRow, DraftCard, Settings, Start, Way
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.discovery.advertisement import Advertisement, Continues, decode, encode
from sixqp_tui.discovery.table_list import Endpoint, FoundTable
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.host.commands import Command, Services, Setup
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import LAST_CARD_SECONDS
from sixqp_tui.hosting.continuing import continuing_setup

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
OVER_THE_NETWORK = "192.0.2.7"


def pin_of(machine: str) -> bytes:
    """The SHA-256 of the certificate of this player's machine."""
    return sha256(machine.encode()).digest()


class Machine(BackToBack):
    """A table on one player's machine."""

    def __init__(self, name: str, setup: Setup) -> None:
        self.name, self.setup, self.journal = name, setup, list[Command]()
        keys, seed = Random(name), f"{name} {setup.table}"
        super().__init__(
            Room(
                setup,
                Services(keys.randbytes, lambda game: f"{seed} {game}", self.journal.append, pin_of(name)),
            )
        )

    def connect(self, end: Conversation, address: str = OVER_THE_NETWORK, way: Way | None = None) -> int:
        """From this address, with a `way` through a gateway on this machine."""
        return self._greet(end, pin_of(self.name), address, way)

    def connect_bots(self) -> list[Conversation]:
        bots = [Conversation(Identity("bot", key=Key.unsigned(key)), "test") for key in self.room.bots]
        for bot in bots:
            self._greet(bot)
        return bots

    def ask(self, end: Conversation, request: AnyRequest) -> None:
        peer = next(peer for peer, each in self.ends.items() if each is end)
        self.say(peer, end.request(request))

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (moment := self.room.next_moment) is not None and moment <= until:
            self.now = max(self.now, moment)
            self._carry(self.room.step(self.now))
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
        return 10 * len(table.scores) + max(table.turn - 1, 0)

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
    ends = [conversation(name) for name in NAMES[:people]]
    for end in ends:
        table.connect(end)
    return table, ends


def begun(**table: object) -> tuple[Machine, list[Conversation]]:
    """The same, in the first turn of a game."""
    first, ends = first_table(**table)  # type: ignore[arg-type]
    first.ask(ends[0], Start())
    return first, [*ends, *first.connect_bots()]


def continued(by: Conversation, now: float = 0.0) -> Machine:
    """The table that this player opens from what their program knows."""
    assert by.identity.key
    options = continuing_setup(by.state, by.identity.key, pin_of(by.identity.name))
    there = Machine(by.identity.name, options)
    there.now = now
    return there


def go(there: Machine, end: Conversation) -> Conversation:
    """A visit of this player's program."""
    visitor = conversation(end.identity.name, table=there.setup.table)
    there.connect(visitor)
    return visitor


def go_all(there: Machine, ends: Sequence[Conversation]) -> list[Conversation]:
    return [go(there, end) for end in ends]


def announced(there: Machine, *endpoints: Endpoint) -> FoundTable:
    """This table, which continues another one, as somebody hears of it."""
    assert there.setup.kept
    proof = there.setup.kept.proof
    says = Continues(proof.evening, proof.key, proof.signature, 0, (0, 1))
    advert = Advertisement(there.setup.table, "Friday", fingerprint=pin_of(there.name).hex(), continues=says)
    heard = decode({key.encode(): value.encode() for key, value in encode(advert).items()})
    assert heard == advert
    return FoundTable(heard, endpoints)
