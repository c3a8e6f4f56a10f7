"""Conversations of clients with a room, and messages that a host might send them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from support.keys import key_of
from support.tables import TABLE

from sixqp_protocol import messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Way, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.client.events import Event, Facts
from sixqp_tui.host.commands import Send
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
        self.now += 0.1
        return self._greet(end)

    def _greet(
        self,
        end: Conversation,
        certificate: bytes | None = None,
        address: str | None = None,
        way: Way | None = None,
    ) -> int:
        """Say Hello to a host with this certificate, from this address."""
        self._peers += 1
        self.ends[self._peers], self.events[self._peers] = end, []
        hello = decode_client(end.begin_connection(certificate))
        self.act(self.room.receive, self._peers, hello, address, way)
        return self._peers

    def say(self, peer: int, data: bytes | None) -> None:
        if data:
            self.now += 0.1
            self.act(self.room.receive, peer, decode_client(data))

    def cut(self, peer: int) -> None:
        self.ends.pop(peer).end_connection()
        self.act(self.room.lose, peer)

    def act(self, act: Callable[..., None], *words: Any) -> None:
        """Let this happen at the table, and everybody hear of it."""
        self._carry(self.room.step(self.now, partial(act, *words)))

    def _carry(self, sent: Sequence[Send]) -> None:
        for each in sent:
            if each.peer in self.ends:
                self._hear(each.peer, self.ends[each.peer].receive(encode(each.message)))
                self.act(self.room.send_rest, each.peer)

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


def happened(first: int, *happening: AnyFact) -> bytes:
    return encode(messages.Happened(1, first, happening))
