"""Plays conversations between the two ends and writes them down: `python tools/make_conversations.py`.

They go to `protocol/vectors/conversations/`, and section 9 of SPEC.md tells one of them. Whatever stands there has
been said by the ends in this repository, but for what a host says that must not (see `BROKEN`). Nothing depends on
the time or on chance, so that the same text comes out for ever.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sixqp_protocol import facts, messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import AnyFact, Rules, Variant
from sixqp_protocol.keys import Key, continue_text
from sixqp_protocol.messages import AnyRequest, Decision, Happened, HostMessage, Refused, Settings, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.engine.table import DecisionId, RowWanted
from sixqp_tui.host.commands import Command, Send, Services, Setup
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.continuing import continuing_setup

PROTOCOL = Path(__file__).parents[1] / "protocol"
VECTORS = PROTOCOL / "vectors" / "conversations"
CERTIFICATE = bytes(range(32))
"""The SHA-256 of the certificate for which the clients sign."""
Step = dict[str, Any]


class Table:
    """A table for two, at which a game of one round begins as soon as both are seated. Its seed is `friday`.

    With `pauses` it has two rounds.
    """

    def __init__(
        self, bots: int = 0, variant: Variant = "classic", pauses: bool = False, setup: Setup | None = None
    ) -> None:
        numbers = count(1)
        self.journal: list[Command] = []
        settings = Settings(Rules(variant, None, rounds=2 if pauses else 1), 2, pause=60 if pauses else 0)
        self._setup = setup or Setup("1a2b3c4d", "Friday", settings, bots, autostart=2)
        self._services = Services(
            lambda size: next(numbers).to_bytes(size, "big"),
            lambda number: "friday",
            self.journal.append,
            CERTIFICATE,
        )
        self._room = self._new_room()
        self._peers = count(1)
        self._ends: dict[int, End] = {}
        self._now = 0.0

    def _new_room(self) -> Room:
        return Room(self._setup, self._services)

    def connect(self, end: "End") -> None:
        """A connection of this end begins."""
        end.peer = next(self._peers)
        self._ends[end.peer] = end
        self.carry(end, end.begin())

    def carry(self, end: "End", data: bytes, heard: bool = True) -> None:
        """What this end says arrives, a tenth of a second later; what comes of it may be lost with its line."""
        self._now += 0.1
        receive = partial(self._room.receive, end.peer, decode_client(data), f"192.0.2.{end.peer}")
        sent = self._room.step(self._now, receive)
        self._deliver([each for each in sent if heard or each.peer != end.peer])

    def cut(self, end: "End") -> None:
        """The connection of this end breaks."""
        del self._ends[end.peer]
        end.lose()
        self._deliver(self._room.step(self._now, partial(self._room.lose, end.peer)))

    def forget(self, inputs: int) -> None:
        """The table's process dies, and what was accepted last is lost with its disk."""
        for end in self._ends.values():
            end.lose()
        self._ends.clear()
        kept = self.journal[:-inputs]
        self.journal.clear()
        self._room = self._new_room()
        self._room.resume(kept, self._now)

    def _deliver(self, sent: Sequence[Send]) -> None:
        """Everybody hears all that is sent to them, and then answers."""
        replies: list[tuple[End, bytes]] = []
        for each in sent:
            end = self._ends.get(each.peer)
            if end is not None:
                replies += [(end, reply) for reply in end.hear(each.message)]
        for end, reply in replies:
            end.say(reply)
            self.carry(end, reply)


class End:
    """One client, and the steps of its conversation."""

    def __init__(self, name: str, role: Literal["player", "watcher"] = "player", table: str | None = None) -> None:
        self.key = Key.of(f"key of {name}".encode().ljust(32, b"."))
        self.conversation = Conversation(Identity(name, role, table, self.key), "example 1")
        self.steps: list[Step] = []
        self.peer = 0
        self._decided: DecisionId | None = None

    def begin(self) -> bytes:
        return self.say(self.conversation.begin_connection(CERTIFICATE))

    def ask(self, request: AnyRequest) -> bytes:
        """A request, as it is sent."""
        if isinstance(request, Decision):
            self._decided = self.conversation.state.view.decision_id
        data = self.conversation.request(request)
        assert data
        return self.say(data)

    def say(self, data: bytes) -> bytes:
        """Write down what is sent."""
        self.steps.append({"client": _plain(decode_client(data))})
        return data

    def hear(self, message: HostMessage) -> tuple[bytes, ...]:
        """Take a message of the host in; what is sent for it."""
        received = self.conversation.receive(encode(message))
        refused = isinstance(message, Refused)
        if self.conversation.state.caught_up and (
            refused or self.conversation.state.view.decision_id != self._decided
        ):
            self._decided = None
        held = {"game": self.conversation.state.game, "have": self.conversation.have}
        step: Step = {"host": _plain(message), "holds": held, "asked": self._asked()}
        if received.resync or received.over:
            step["then"] = "return" if received.resync else "stop"
        self.steps.append(step)
        return received.replies

    def lose(self) -> None:
        """The connection is gone."""
        self.conversation.end_connection()
        self.steps.append({"lost": True})

    def _asked(self) -> Step | None:
        """Which decision is asked, as the request for it without card or row; None once that is on its way."""
        asked = self.conversation.state.view.decision_id
        if not self.conversation.state.caught_up or asked == self._decided:
            return None
        match asked:
            case DecisionId("card", number, turn):
                return {"kind": "ChooseCard", "round": number, "turn": turn}
            case DecisionId("row", number, turn):
                return {"kind": "ChooseRow", "round": number, "turn": turn}
            case DecisionId("pick", number, pick):
                return {"kind": "DraftCard", "round": number, "pick": pick}
        return None


def _plain(message: messages.Message) -> Step:
    """A message as it stands in JSON; a binary is `{"$bytes": …}`."""
    plain: Step = json.loads(json.dumps(_hexadecimal(msgspec.to_builtins(message, builtin_types=(bytes,)))))
    return plain


def _hexadecimal(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$bytes": value.hex()}
    if isinstance(value, dict):
        return {key: _hexadecimal(inner) for key, inner in value.items()}
    return [_hexadecimal(inner) for inner in value] if isinstance(value, list | tuple) else value


# -- what is played ---------------------------------------------------------------------------------------


def _two(table: Table) -> tuple[End, End]:
    """Ann and Bob are seated, and their game has begun."""
    ann, bob = End("Ann"), End("Bob")
    table.connect(ann)
    table.connect(bob)
    return ann, bob


def _lay(table: Table, end: End, place: int = 0) -> None:
    table.carry(end, end.ask(messages.ChooseCard(card=end.conversation.state.view.hand[place])))


def _play_round(table: Table, *ends: End) -> None:
    """All turns of the round, or of what is left of it: everybody lays the lowest card, and takes row 0."""
    while any(end.conversation.state.view.wanted for end in ends):
        for end in ends:
            view = end.conversation.state.view
            if isinstance(view.table.pending, RowWanted) and view.wanted:
                table.carry(end, end.ask(messages.ChooseRow(row=0)))
            elif view.wanted:
                _lay(table, end)


def _whole_game() -> End:
    table, ann, bob = Table(), End("Ann"), End("Bob")
    table.connect(ann)
    table.connect(bob)
    _lay(table, ann)
    _lay(table, bob, place=-1)
    table.carry(ann, ann.ask(messages.ChooseRow(row=2)))
    ann.ask(messages.ChooseCard(card=ann.conversation.state.view.hand[0]))
    table.cut(ann)
    _lay(table, bob, place=-1)
    table.connect(ann)
    _play_round(table, ann, bob)
    table.carry(ann, ann.ask(messages.Leave()))
    return ann


def _return_continues() -> End:
    table = Table()
    ann, bob = _two(table)
    table.cut(ann)
    _lay(table, bob)
    table.connect(ann)
    return ann


def _return_to_nothing_new() -> End:
    table = Table()
    ann, bob = _two(table)
    table.cut(ann)
    table.connect(ann)
    _lay(table, bob)
    return ann


def _more_than_the_host_has() -> End:
    table = Table()
    ann, bob = _two(table)
    _lay(table, ann)
    _lay(table, bob)
    table.forget(1)
    table.connect(ann)
    return ann


def _seat_taken() -> End:
    table = Table(bots=1)
    ann, watcher = End("Ann"), End("Wim", "watcher")
    table.connect(ann)
    table.connect(watcher)
    table.carry(watcher, watcher.ask(messages.TakeSeat(seat=0)))
    return watcher


def _seat_taken_and_the_welcome_lost() -> End:
    table = Table(bots=1)
    ann, watcher = End("Ann"), End("Wim", "watcher")
    table.connect(ann)
    table.connect(watcher)
    table.carry(watcher, watcher.ask(messages.TakeSeat(seat=0)), heard=False)
    table.cut(watcher)
    table.connect(watcher)
    return watcher


def _begins_behind_any_welcome() -> End:
    """Nothing in the Welcome says so: a host that has forgotten how much it has sent, for one."""
    end, dealt = _dealt()
    end.lose()
    end.begin()
    end.hear(_welcome(len(dealt)))
    end.hear(Happened(1, 0, dealt))
    return end


def _begins_again_before_an_answer() -> End:
    end, dealt = _dealt()
    end.ask(messages.ChooseCard(card=end.conversation.state.view.hand[0]))
    end.lose()
    end.begin()
    for message in (_welcome(len(dealt)), Happened(1, 0, dealt)):
        for reply in end.hear(message):
            end.say(reply)
    return end


def _taken_back() -> End:
    table = Table()
    ann, _ = _two(table)
    _lay(table, ann)
    table.carry(ann, ann.ask(messages.TakeBack()))
    _lay(table, ann, place=1)
    return ann


def _refused() -> End:
    table = Table()
    ann, bob = _two(table)
    table.carry(ann, ann.ask(messages.ChooseCard(card=bob.conversation.state.view.hand[0])))
    _lay(table, ann)
    return ann


def _answers_lost() -> End:
    table = Table()
    ann, bob = _two(table)
    table.carry(ann, ann.ask(messages.Rename(name="Anna")), heard=False)
    table.carry(ann, ann.ask(messages.ChooseCard(card=ann.conversation.state.view.hand[0])), heard=False)
    table.cut(ann)
    _lay(table, bob)
    table.connect(ann)
    return ann


def _drafted() -> End:
    table = Table(variant="draft")
    ann, bob = _two(table)
    for card in range(1, 5):
        picker = next(end for end in (ann, bob) if end.conversation.state.view.wanted)
        table.carry(picker, picker.ask(messages.DraftCard(card=card)))
    return ann


def _pause() -> End:
    """Ann's last decision of a round; what came before it is told to the reader, and not played out."""
    table = Table(pauses=True)
    ann, bob = _two(table)
    _play_round(table, ann, bob)
    table.carry(ann, ann.ask(messages.Ready()))
    table.cut(ann)
    table.connect(ann)
    table.carry(bob, bob.ask(messages.Ready()))
    return ann


def _continued() -> End:
    """Ann visits the table that Bob continues after their first round."""
    table = Table(pauses=True)
    ann, bob = _two(table)
    _play_round(table, ann, bob)
    for each in (ann, bob):
        table.carry(each, each.ask(messages.Ready()))
    _lay(table, ann)
    setup = continuing_setup(bob.conversation.state, bob.key, CERTIFICATE)
    assert setup.kept
    proof = replace(setup.kept.proof, signature=bob.key.sign(continue_text("1a2b3c4d", "5e6f7a8b", CERTIFICATE)))
    kept = replace(setup.kept, proof=proof, seed="saturday")
    there = Table(setup=replace(setup, table="5e6f7a8b", kept=kept))
    here, visitor = End("Bob", table="5e6f7a8b"), End("Ann", table="5e6f7a8b")
    there.connect(here)
    there.connect(visitor)
    _lay(there, visitor)
    return visitor


def _moved_in_the_lobby() -> End:
    """Bob's seat is another one since Ann has left."""
    table = Table()
    ann, bob = _two(table)
    _play_round(table, ann, bob)
    table.carry(ann, ann.ask(messages.Leave()))
    table.cut(bob)
    table.connect(bob)
    return bob


def _history_in_pieces() -> End:
    ann, bob = _two(table := Table())
    for each in (ann, bob):
        _lay(table, each, place=-1)
    told, end = tuple(ann.conversation.state.history), End("Ann")
    end.begin()
    end.hear(_welcome(len(told)))
    for first, piece in ((0, told[:4]), (4, told[4:6]), (6, told[6:])):
        end.hear(Happened(1, first, piece))
    return end


def _next_game() -> End:
    end, _ = _dealt()
    end.hear(Happened(2, 0, (facts.GameStarted(Rules(limit=None, rounds=1), ("Ann", "Bob")),)))
    return end


def _next_game_while_away() -> End:
    end, dealt = _dealt()
    end.lose()
    end.begin()
    end.hear(_welcome(len(dealt), game=2))
    end.hear(Happened(2, 0, dealt))
    return end


def _dealt() -> tuple[End, tuple[AnyFact, ...]]:
    """Ann, who has seen the cards of game 1 dealt, and what she has read."""
    ann, _ = _two(Table())
    return ann, tuple(ann.conversation.state.history)


def _welcome(stream: int, game: int = 1) -> Welcome:
    return Welcome(CURRENT, "1a2b3c4d", "Friday", 0, False, game, stream, 0)


BROKEN: dict[str, tuple[str, Callable[[int], Happened]]] = {
    "gap": ("A fact is missing.", lambda have: Happened(1, have + 1, (facts.CardChosen(1),))),
    "facts-again": (
        "The host repeats facts that the client has.",
        lambda have: Happened(1, have - 1, (facts.CardChosen(1),)),
    ),
    "stream-again": (
        "The host repeats the whole stream without a Welcome before it.",
        lambda have: Happened(1, 0, (facts.GameStarted(Rules(limit=None, rounds=1), ("Ann", "Bob")),)),
    ),
    "earlier-game": (
        "The host sends facts of an earlier game.",
        lambda have: Happened(0, have, (facts.CardChosen(1),)),
    ),
    "next-game-not-from-0": (
        "The stream of a new game doesn't start at 0.",
        lambda have: Happened(2, 3, (facts.CardChosen(1),)),
    ),
    "impossible-fact": (
        "An impossible fact: the fifth round can't begin now.",
        lambda have: Happened(1, have, (facts.RoundBegan(5),)),
    ),
    "secret-of-another": (
        "A secret of another reader: the card of seat 1.",
        lambda have: Happened(1, have, (facts.CardLaid(1, 7),)),
    ),
}
"""What a host must not say behind the cards of game 1, which a client has read."""


def _broken(say: Callable[[int], Happened]) -> End:
    end, dealt = _dealt()
    end.hear(say(len(dealt)))
    return end


SCENES: dict[str, tuple[str, Callable[[], End]]] = {
    "whole-game": (
        "Ann joins, plays a game of one round in which her connection breaks once, and leaves (SPEC.md, 9).",
        _whole_game,
    ),
    "return-continues": (
        "A client returns: it gets the facts that it lacks, and keeps the others.",
        _return_continues,
    ),
    "return-to-nothing-new": (
        "A client returns and has missed nothing: no Happened follows.",
        _return_to_nothing_new,
    ),
    "return-with-more-than-the-host-has": (
        "The host has lost its newest fact with its disk: it sends the whole stream, and the client drops its own.",
        _more_than_the_host_has,
    ),
    "seat-taken": ("A watcher takes a bot's seat and becomes another reader: its stream starts at 0.", _seat_taken),
    "seat-taken-and-the-welcome-lost": (
        "A watcher took a seat, but the connection broke before the Welcome: the client still drops its facts.",
        _seat_taken_and_the_welcome_lost,
    ),
    "stream-from-0-behind-a-welcome": (
        "After the Welcome the stream seems to continue, but it starts at 0: the client drops its facts.",
        _begins_behind_any_welcome,
    ),
    "stream-from-0-before-an-answer": (
        "The whole stream comes again before a decision is answered: the client only sends the decision again.",
        _begins_again_before_an_answer,
    ),
    "decision-taken-back": (
        "A card is played and taken back: the player is asked again, for the same turn.",
        _taken_back,
    ),
    "decision-refused": ("A card that isn't in the hand is refused: the player is still asked.", _refused),
    "answers-lost": (
        "One request was refused and the next accepted, but the answers were lost: each gets its answer again.",
        _answers_lost,
    ),
    "draft": ("In the draft, picks are counted over all seats.", _drafted),
    "pause-between-rounds": (
        "A round is over: nobody is asked until both players are ready, and the next round starts a new batch.",
        _pause,
    ),
    "continued": (
        "Bob continues the table after its first round: the finished round comes first, and the next one is dealt.",
        _continued,
    ),
    "return-to-another-seat-of-the-lobby": (
        "The game is over and a player has left: the client has another seat, whose stream of that game is empty.",
        _moved_in_the_lobby,
    ),
    "history-in-pieces": (
        "The player isn't asked before the client has all facts that Welcome.stream announces.",
        _history_in_pieces,
    ),
    "next-game": ("A new game starts: its stream starts at 0, without a Welcome.", _next_game),
    "next-game-while-away": ("A client returns and finds the next game.", _next_game_while_away),
    **{f"broken-{name}": (why, partial(_broken, say)) for name, (why, say) in BROKEN.items()},
}


def render(name: str) -> str:
    """The text of the file of this conversation, a step a line."""
    description, play = SCENES[name]
    steps = ",\n".join(json.dumps(step, ensure_ascii=False) for step in play().steps)
    return f'{{\n"description": {json.dumps(description)},\n"steps": [\n{steps}\n]\n}}\n'


def main() -> None:
    """Write every conversation."""
    VECTORS.mkdir(exist_ok=True)
    for name in SCENES:
        (VECTORS / f"{name}.json").write_text(render(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
