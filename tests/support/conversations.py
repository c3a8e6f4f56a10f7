"""Conversations of clients with a room, and messages that a host might send them."""

from collections.abc import Sequence

from support.keys import key_of
from support.tables import TABLE

from sixqp_protocol import facts, messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import Event, Facts
from sixqp_tui.host.commands import Effect, Send
from sixqp_tui.host.room import Room


def conversation(name: str = "Ann", key: Key | None = None, table: str | None = None) -> Conversation:
    return Conversation(Identity(name, table=table, key=key or key_of(name)), "test")


class BackToBack:
    """Conversations with a room; each connection is a peer, and a peer that is cut hears nothing any more."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = 0.0
        self.ends: dict[int, Conversation] = {}
        self.events: dict[int, list[Event]] = {}
        self.over: dict[int, Received] = {}
        self._peers = 0

    def connect(self, end: Conversation) -> int:
        self._peers += 1
        self.ends[self._peers], self.events[self._peers] = end, []
        self.say(self._peers, end.begin_connection())
        return self._peers

    def say(self, peer: int, data: bytes | None) -> None:
        if data:
            self.now += 0.1
            self._carry(self.room.handle(peer, decode_client(data), self.now))

    def cut(self, peer: int) -> None:
        self.ends.pop(peer).end_connection()
        self._carry(self.room.gone(peer, self.now))

    def _carry(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send) and effect.peer in self.ends:
                self._hear(effect.peer, self.ends[effect.peer].receive(encode(effect.message)))
                self._carry(self.room.drained(effect.peer, self.now))

    def _hear(self, peer: int, received: Received) -> None:
        self.events[peer].extend(received.events)
        if received.over or received.resync:
            self.over[peer] = received
        for reply in received.replies:
            self.say(peer, reply)

    def facts(self, peer: int) -> list[Facts]:
        return [event for event in self.events[peer] if isinstance(event, Facts)]


def welcome(seat: int | None = 0, game: int = 0, stream: int = 0, last_id: int = 0, table: str = TABLE) -> bytes:
    return encode(Welcome(CURRENT, table, "A table", seat, False, game, stream, last_id))


def happened(first: int, *happening: AnyFact, game: int = 1) -> bytes:
    return encode(messages.Happened(game, first, happening))


STARTED = facts.GameStarted(facts.Rules(), ("Ann", "Bob"))
