"""The invariants, checked after every step."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from support.disks import MemoryDisk
from support.portrait import portrait

from sixqp_protocol.messages import Goodbye, Happened, HostMessage, Request, Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Conversation, Received
from sixqp_tui.client.status import ConnectionProblem
from sixqp_tui.host.commands import Command, Send, decoded, encoded
from sixqp_tui.host.room import Room
from sixqp_tui.store.journal import parse

TRACE = 40
LATE = 0.1
"""Seconds by which the room may be woken too late."""
OF_THE_SERVER = (Farewell.TOO_LATE, Farewell.CLOSED)
"""What the server says by itself: to those who have said nothing, and to all when the process ends."""


class Broken(AssertionError):
    """An invariant does not hold."""


class Checker:
    """Sees every step of the room, all that leaves the table and all that is heard.

    `errors` is where it says what it has found, as the product may catch what is raised within it. What was there
    before the first error is in `trace`. `accepted` are the commands of the table as the room knows them; the first
    `needed` must outlive any process, because somebody was told what follows from them.
    """

    def __init__(self, errors: list[BaseException], disk: MemoryDisk) -> None:
        self.trace: deque[tuple[object, ...]] = deque(maxlen=TRACE)
        self.errors, self._disk = errors, disk
        self.steps = self.needed = 0
        self.accepted: list[bytes] = []
        self._written = 0
        self._applied = True
        self._requests: set[tuple[bytes, int | None]] = set()
        self._outgoing: dict[int, deque[HostMessage]] = {}
        self._room: Room | None = None
        self._last: dict[str, Any] | None = None

    def demand(self, holds: bool, *what: object) -> None:
        """Raises Broken."""
        if not holds:
            error = Broken(" ".join(map(str, what)))
            self.errors.append(error)
            raise error

    def note(self, *words: object) -> None:
        if not self.errors:
            self.trace.append(words)

    def demand_same(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        for what, value in before.items():
            self.demand(value == after[what], "after the journal is read again, other", what)

    # -- the process --------------------------------------------------------------------------------

    def opened(self, room: Room, commands: Sequence[Command]) -> None:
        """The room lives, for the first time or again from these commands."""
        self.note("the room lives from its journal")
        survived = list(map(encoded, commands))
        self.demand(survived == self.accepted[: len(survived)], "the journal is not what was accepted")
        self.demand(len(survived) >= self.needed, "lost:", len(survived), "commands are kept,", self.needed, "told")
        if self._last is not None and len(survived) == len(self.accepted):
            self.demand_same(self._last, portrait(room))
        lost = map(decoded, self.accepted[len(survived) :])
        self._requests -= {_request_of(each) for each in lost if isinstance(each, Command)}
        self.accepted, self._written, self._room, self._last = survived, len(survived), room, None
        self._outgoing.clear()

    def ended(self, in_order: bool) -> None:
        """What the process was goes on if all of it was written, and in order it ends only then."""
        self.demand(not in_order or self._written == len(self.accepted), "ended before all was written")
        self._last = portrait(self._room) if self._room and self._applied else None

    # -- a step of the room -------------------------------------------------------------------------

    def accept(self, command: Command) -> None:
        """The room hands this to its journal."""
        if isinstance(command.message, Request) and not command.by_host:
            self.demand(_request_of(command) not in self._requests, "a request took effect twice:", command)
            self._requests.add(_request_of(command))
        self.accepted.append(encoded(command))
        self._applied = False

    def written(self) -> None:
        """The journal has taken this, and all before it."""
        self._written = len(self.accepted)
        _setup, *records = parse(bytes(self._disk.data)).records
        self.demand(records == self.accepted, "what was accepted is not on the disk")

    def look(self, room: Room, sent: Sequence[Send]) -> None:
        """The room has done something, and wants this to be sent.

        Whoever has left may come again as somebody new, whose requests count from 1.
        """
        self.steps += 1
        self._applied = True
        connected = [id(peer.guest) for peer in room.state.peers.values()]
        self.demand(len(connected) == len(set(connected)), "two connections on one seat")
        known = {guest.key for guest in room.state.guests()}
        self._requests = {request for request in self._requests if request[0] in known}
        for each in sent:
            self._outgoing.setdefault(each.peer, deque()).append(each.message)

    # -- what leaves the process --------------------------------------------------------------------

    def released(self, peer: int, message: HostMessage) -> None:
        """This leaves the process now, to this peer."""
        wanted = self._outgoing.setdefault(peer, deque())
        if wanted and wanted[0] == message:
            wanted.popleft()
        else:
            own = isinstance(message, Goodbye) and message.code in OF_THE_SERVER
            self.demand(own, "not sent in order:", message, "to", peer)
        if self._room is None or self._room.state.saved:
            self.demand(self._written == len(self.accepted), "sent before it was written:", message)
            self.needed = len(self.accepted)

    # -- what people hear ---------------------------------------------------------------------------

    def heard(self, end: Conversation, message: HostMessage, received: Received, void: bool) -> None:
        """A client has taken this in.

        `void`: it came with a part of another reader's stream than it now reads, which neither end could know
        before; then it comes back once more, with nothing.
        """
        self.demand(void or not received.resync, "a hole in the stream:", message)
        self.demand(
            received.over is not ConnectionProblem.BROKEN_HOST, "the client takes the host for broken:", message
        )
        play = self._room.state.play if self._room else None
        if not isinstance(message, Happened | Welcome) or not end.have or play is None:
            return
        if play.number == end.state.game:
            stream = play.streams.of(end.state.view.seat)
            self.demand(end.have <= len(stream), "a client holds more than there is")
            self.demand(end.state.history[-1] == stream[end.have - 1], "a client holds another stream")
            if end.have == len(stream):
                same = end.state.view == play.streams.view(end.state.view.seat)
                self.demand(same, "the client's table is not the host's")

    # -- the end ------------------------------------------------------------------------------------

    def demand_agreed(self, end: Conversation) -> None:
        """All is quiet: this client knows everything, and nothing is open."""
        assert self._room is not None
        self.demand(end.here and end.state.welcome is not None, "in the end somebody has not come back")
        if end.have or (end.state.welcome and end.state.welcome.stream):
            reader = end.state.view.seat
            self.demand(self._room.view(reader) == end.state.view, "in the end the view is not the host's")
            same = self._room.state.play and end.state.history == tuple(self._room.state.play.streams.of(reader))
            self.demand(bool(same), "in the end a client lacks a part of its stream")
        self.demand(not end.state.unanswered, "in the end there is no answer to", end.state.unanswered)

    def demand_kept(self, again: Room, commands: Sequence[Command]) -> None:
        """All is quiet: what the journal alone makes of the table is the table."""
        assert self._room is not None
        survived = list(map(encoded, commands))
        self.demand(survived == self.accepted[: len(survived)], "in the end the journal is not what was accepted")
        if self._room.state.saved:
            self.demand(len(survived) == len(self.accepted), "in the end the journal lacks what was accepted")
            self.demand_same(portrait(self._room), portrait(again))


def _request_of(command: Command) -> tuple[bytes, int | None]:
    return command.key, command.message.id if isinstance(command.message, Request) else None
