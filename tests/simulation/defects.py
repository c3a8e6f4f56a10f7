"""Defects to be planted in the protocol, so that it is known that the simulation finds them."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import CardLaid, Fact
from sixqp_protocol.messages import Happened, Hello, NextRound, TakeBack
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Conversation, Outbox
from sixqp_tui.client.session import Backoff
from sixqp_tui.engine import view
from sixqp_tui.engine.game import IllegalDecision
from sixqp_tui.host import apply as reducer, gate, participants, room, snapshot, state, timers
from sixqp_tui.host.admission import handshake
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command, Denied
from sixqp_tui.host.durability.journal_codec import encoded
from sixqp_tui.host.network.connection import Connection
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.participants import Participant, Peer
from sixqp_tui.host.room import RequestHandlers, Room
from sixqp_tui.host.state import State
from sixqp_tui.hosting.table_journal import TableJournal
from sixqp_tui.store.journal import Journal

Planting = Any


def sent_before_it_is_written() -> Planting:
    """The journal writes each entry with the next one."""

    def append(self: Any, entry: Any) -> None:
        self._unwritten.append(entry)
        if len(self._unwritten) > 1:
            self._journal.append(map(encoded, self._unwritten))
            self._unwritten.clear()

    return patch.object(TableJournal, "append", append)


def a_full_disk_is_not_noticed() -> Planting:
    """That the disk refuses is said to nobody."""
    append = TableJournal.append

    def deaf(self: Any, entry: Any) -> None:
        with suppress(OSError):
            append(self, entry)

    return patch.object(TableJournal, "append", deaf)


def what_the_disk_refused_is_forgotten() -> Planting:
    append = TableJournal.append

    def forgetful(self: Any, entry: Any) -> None:
        self._unwritten.clear()
        append(self, entry)

    return patch.object(TableJournal, "append", forgetful)


def a_full_disk_ends_the_game() -> Planting:
    """What is not written does not take effect."""

    def accept(self: Any, accepted: Command) -> None:
        self.journal(accepted)

    return patch.object(State, "accept", accept)


def a_neighbour_sees_the_card() -> Planting:
    """The card that is laid face down is let through to whoever looks on, too."""

    def readable(batch: Iterable[Fact], reader: int | None) -> tuple[Any, ...]:
        seen = view.readable(batch, reader)
        if reader is not None:
            return seen
        return tuple(fact for fact in batch if fact in seen or isinstance(fact, CardLaid))

    return patch.object(gate, "readable", readable)


def the_stream_of_the_next_seat() -> Planting:
    """A player is sent the stream of another seat."""
    stream_of = State.stream_of

    def wrong(self: Any, guest: Participant) -> Any:
        seat = self.seat_of(guest)
        if self.play is None or seat is None or seat + 1 >= len(self.seats.taken):
            return stream_of(self, guest)
        return self.play.streams.of(seat + 1)

    return patch.object(State, "stream_of", wrong)


def requests_count_twice() -> Planting:
    return patch.object(participants, "MAX_REMEMBERED", 0)


def requests_count_again_after_a_restart() -> Planting:
    """A table that lives again has forgotten what it had accepted."""
    reopen = reducer._reopen

    def forgetful(table: State) -> None:
        reopen(table)
        for guest in table.guests():
            guest.accepted.clear()

    return patch.object(reducer, "_reopen", forgetful)


def a_new_connection_makes_requests_forgotten() -> Planting:
    """The host remembers what a key has asked by its newest connection, and by no other."""
    connect = handshake._connect

    def forgetful(table: State, peer: Peer, hello: Hello) -> None:
        peer.guest.accepted.clear()
        connect(table, peer, hello)

    return patch.object(handshake, "_connect", forgetful)


def nothing_is_sent_again() -> Planting:
    return patch.object(Outbox, "skip_to", lambda self, last_id: self._waiting.clear())


def have_is_one_too_many() -> Planting:
    """A client that comes back says to hold one fact more than it does."""
    begin = Conversation.begin_connection

    def boasting(self: Conversation, certificate: bytes | None = None) -> bytes:
        hello = decode_client(begin(self, certificate))
        assert isinstance(hello, Hello)
        return encode(replace(hello, have=hello.have + 1 if hello.have else 0))

    return patch.object(Conversation, "begin_connection", boasting)


def a_piece_is_left_out() -> Planting:
    """Between two pieces of a stream a fact is lost."""
    drained = Room.drained

    def skipping(self: Any, peer: int, now: float) -> Any:
        known = self.state.peers.get(peer)
        if known is not None and known.behind:
            known.sent += 1
        return drained(self, peer, now)

    return patch.object(Room, "drained", skipping)


def pieces_out_of_order() -> Planting:
    """Two pieces of a stream travel in the wrong order."""

    def send_pieces(self: Any, peer: Peer, _pieces: object = None) -> None:
        facts = self.stream_of(peer.guest)
        pieces = [
            Happened(self.play.number, first, tuple(facts[first : first + self.limits.facts]))
            for first in range(peer.sent, len(facts), self.limits.facts)
        ]
        for piece in reversed(pieces):
            self.send(peer.number, piece)
        peer.sent = len(facts)

    return patch.object(State, "send_piece", send_pieces)


def a_torn_tail_stays() -> Planting:
    """New records are written behind what a crash left of the last one."""
    init = Journal.__init__

    def behind(self: Any, disk: Any) -> None:
        init(self, disk)
        self._end, self._ragged = len(disk.read()), False

    return patch.object(Journal, "__init__", behind)


def a_torn_writing_stays() -> Planting:
    """New records are written behind what a full disk took of the last ones."""
    append = Journal.append

    def behind(self: Any, records: Iterable[bytes]) -> None:
        try:
            append(self, records)
        except OSError:
            self._end, self._ragged = len(self._disk.read()), False
            raise

    return patch.object(Journal, "append", behind)


def two_connections_on_one_seat() -> Planting:
    """The older connection of a seat is not closed when a newer one comes."""
    dismiss = State.dismiss

    def kind(self: State, number: int, farewell: Farewell) -> None:
        if farewell is not Farewell.ELSEWHERE:
            dismiss(self, number, farewell)

    return patch.object(State, "dismiss", kind)


def a_stand_in_is_not_journalled() -> Planting:
    """What the stand-in decides happens, and is not written."""

    def apply_due(table: State, due: Command) -> None:
        apply(table, due)

    return patch.object(timers, "_apply_due", apply_due)


def a_take_back_is_not_journalled() -> Planting:
    """A card that is taken back lies there again after a crash."""
    accept = State.accept

    def forgetful(self: State, accepted: Command) -> None:
        if not isinstance(accepted.message, TakeBack):
            accept(self, accepted)

    return patch.object(State, "accept", forgetful)


def another_seed_after_a_restart() -> Planting:
    """The table that lives again deals again."""
    replay = reducer.replay_commands

    def dealing(table: State, commands: Iterable[Command], now: float) -> None:
        others = (replace(accepted, seed="other") if accepted.seed else accepted for accepted in commands)
        replay(table, others, now)

    return patch.object(room, "replay_commands", dealing)


def a_refusal_pauses() -> Planting:
    """A request that is refused has changed something."""
    answer = RequestHandlers.answer

    def spiteful(self: Any, peer: Peer, request: Any) -> None:
        try:
            answer(self, peer, request)
        except (Denied, IllegalDecision):
            self._state.paused = True
            raise

    return patch.object(RequestHandlers, "answer", spiteful)


def a_pause_outlasts_the_game() -> Planting:
    """A game that ends while nobody resumes leaves the next one without end."""
    finish = reducer._finish

    def pausing(table: State) -> None:
        finish(table)
        table.paused = True

    return patch.object(reducer, "_finish", pausing)


def a_pause_waits_for_nobody() -> Planting:
    return patch.object(snapshot, "awaited", lambda table, chair: False)


def a_next_round_is_not_journalled() -> Planting:
    """A round that was dealt behind a pause is gone after a crash."""
    accept = State.accept

    def forgetful(self: State, accepted: Command) -> None:
        if not isinstance(accepted.message, NextRound):
            accept(self, accepted)

    return patch.object(State, "accept", forgetful)


def the_last_cards_are_played_at_once() -> Planting:
    return patch.object(state, "LAST_CARD_SECONDS", 0.0)


def who_was_ready_once_is_ready_for_ever() -> Planting:
    """Dealing takes nobody's readiness away."""
    next_round = reducer._REDUCERS[NextRound]

    def keeping(table: State, accepted: Command, request: NextRound, sender: Any) -> None:
        ready = [chair for chair in table.seats.taken if chair.ready]
        next_round(table, accepted, request, sender)
        for chair in ready:
            chair.ready = True

    return patch.dict(reducer._REDUCERS, {NextRound: keeping})


# -- in the server and the session -----------------------------------------------------------------


def the_room_is_not_told_who_is_gone() -> Planting:
    return patch.object(Room, "gone", lambda self, peer, now: [])


def the_timer_is_set_once() -> Planting:
    """When the room wants to be woken earlier or later than before, it is not."""
    arm = Server._arm

    def lazy(self: Any, least: float) -> None:
        if self._timer is None:
            arm(self, least)

    return patch.object(Server, "_arm", lazy)


def whoever_reads_late_misses_something() -> Planting:
    """A queue that grows is not ended, but drops what comes last."""
    put = Connection.put

    def dropping(self: Any, data: bytes) -> None:
        if len(self._queue) < 3:
            put(self, data)

    return patch.object(Connection, "put", dropping)


def the_last_is_sent_first() -> Planting:
    """What is queued for a connection leaves in the wrong order."""

    async def write_queue(self: Any) -> None:
        while self._queue:
            data = self._queue.pop()
            self._size -= len(data)
            await self.transport.send(data)

    return patch.object(Connection, "_write_queue", write_queue)


def a_client_stays_away() -> Planting:
    return patch.object(Backoff, "seconds", lambda self: 1e6)


DEFECTS: tuple[Callable[[], Planting], ...] = (
    sent_before_it_is_written,
    a_full_disk_is_not_noticed,
    what_the_disk_refused_is_forgotten,
    a_full_disk_ends_the_game,
    a_neighbour_sees_the_card,
    the_stream_of_the_next_seat,
    requests_count_twice,
    requests_count_again_after_a_restart,
    a_new_connection_makes_requests_forgotten,
    nothing_is_sent_again,
    have_is_one_too_many,
    a_piece_is_left_out,
    pieces_out_of_order,
    a_torn_tail_stays,
    a_torn_writing_stays,
    two_connections_on_one_seat,
    a_stand_in_is_not_journalled,
    a_take_back_is_not_journalled,
    another_seed_after_a_restart,
    a_refusal_pauses,
    a_pause_outlasts_the_game,
    a_pause_waits_for_nobody,
    a_next_round_is_not_journalled,
    the_last_cards_are_played_at_once,
    who_was_ready_once_is_ready_for_ever,
    the_room_is_not_told_who_is_gone,
    the_timer_is_set_once,
    whoever_reads_late_misses_something,
    the_last_is_sent_first,
    a_client_stays_away,
)
NEAR = {
    "a_client_stays_away": 38,
    "a_neighbour_sees_the_card": 1,
    "a_next_round_is_not_journalled": 45,
    "a_pause_waits_for_nobody": 1,
    "a_piece_is_left_out": 13,
    "a_stand_in_is_not_journalled": 37,
    "a_take_back_is_not_journalled": 27,
    "a_torn_tail_stays": 3,
    "another_seed_after_a_restart": 7,
    "have_is_one_too_many": 49,
    "nothing_is_sent_again": 9,
    "pieces_out_of_order": 13,
    "requests_count_again_after_a_restart": 32,
    "requests_count_twice": 39,
    "the_stream_of_the_next_seat": 4,
    "the_timer_is_set_once": 34,
    "who_was_ready_once_is_ready_for_ever": 18,
    "whoever_reads_late_misses_something": 11,
}
"""A seed whose run soon shows a defect that the first runs show late or not at all."""
