"""What must hold after every step. The checker keeps books of its own, and reads the journal in its own way."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from simulation.broken import demand
from simulation.follower import Follower, Reader
from simulation.safe_journal import SafeJournal
from simulation.waits import LATE, Waits

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    Accepted,
    ClientMessage,
    Goodbye,
    Happened,
    Hello,
    HostMessage,
    Leave,
    Refused,
    SetSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Conversation, Received
from sixqp_tui.client.status import ConnectionProblem
from sixqp_tui.host.commands import Close, Command, Effect, Send
from sixqp_tui.host.durability.journal_codec import decoded, encoded
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.room import Room

P = ParamSpec("P")
T = TypeVar("T")
TRACE = 40


class Awaited(NamedTuple):
    """An effect that the room wants, how many commands must be written before that, and whose stream it is of."""

    effect: Effect
    needed: int
    reader: Reader


class Outgoing:
    """What is to leave by one connection, in order; `ended` when the server has said goodbye by itself.

    `have` facts of its stream are held by the other end, as far as both can know.
    """

    def __init__(self) -> None:
        self.awaited: deque[Awaited] = deque()
        self.ended = False
        self.have = 0


def observed(check: Callable[Concatenate["Checker", P], T]) -> Callable[Concatenate["Checker", P], T]:
    """What it finds broken ends the run, though the part in which it was found may go on and only log it."""

    def checked(self: "Checker", /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return check(self, *args, **kwargs)
        except Exception as error:
            self.errors.append(error)
            raise

    return checked


class Checker:
    """Sees every step of the room, all that leaves the table and all that is heard, and raises Broken.

    `errors` is where it says what it has found: the product may catch what is raised within it. `closing`: the
    process ends in order.
    """

    def __init__(self, errors: list[BaseException]) -> None:
        self.trace: deque[tuple[object, ...]] = deque(maxlen=TRACE)
        self.moment: Callable[[], float] = lambda: 0.0
        self.errors = errors
        self.steps = 0
        self.repeated: set[tuple[bytes, int]] = set()
        self.closing = self._living = False
        self._applied = True
        self._refused: set[tuple[bytes, int]] = set()
        self._newest: dict[bytes, Conversation] = {}
        self._journal = SafeJournal()
        self._room: Room | None = None
        self._appended: list[bytes] = []
        self._outgoing: dict[int, Outgoing] = {}
        self._told: dict[tuple[int, Reader], list[AnyFact]] = {}
        self._follower: Follower | None = None
        self._last: dict[str, Any] | None = None
        self._needed = 0
        self._waits = Waits()

    def note(self, *words: object) -> None:
        self.trace.append((round(self.moment(), 3), *words))

    # -- the process --------------------------------------------------------------------------------

    @observed
    def close(self) -> None:
        """The process begins to end in order."""
        self.closing = True
        if self._room is not None:
            self._waits.end(self._room, self.moment())

    @observed
    def ended(self, in_order: bool) -> None:
        """The process ends; what it was goes on if all of it was written, and in order it ends only then."""
        if in_order:
            demand(len(self._journal.commands) == len(self._appended), "ended before all was written")
        if self._room is not None and self._living and self._applied:
            self._last = picture(self._room)
        self._living = False
        self._outgoing.clear()

    @observed
    def opened(self, room: Room) -> None:
        """The room lives, for the first time or again from its journal."""
        first, self._room = self._room is None, room
        self.note("the room lives from its journal")
        survived = self._journal.commands
        demand(survived == self._appended[: len(survived)], "the journal is not what was accepted")
        demand(len(survived) >= self._needed, "lost:", len(survived), "commands are kept,", self._needed, "told")
        if not first and self._last is not None and len(survived) == len(self._appended):
            demand_same(self._last, picture(room))
        self._last, self.closing, self._living = None, False, True
        self._appended = list(survived)
        self._journal.sent_away.clear()
        self._follower = None
        self._waits.begin_anew()
        self.look()

    @observed
    def written(self, data: bytes) -> None:
        self._journal.read_on(data, self._refused)

    # -- a step of the room -------------------------------------------------------------------------

    @observed
    def accepted(self, accepted: Command) -> None:
        """The room hands this to its journal."""
        if self._room is not None:
            earlier = (entry for entry in map(decoded, self._appended) if isinstance(entry, Command))
            self._waits.demand_due(accepted, earlier, self._room, self.moment())
        if keys := self._sent_away(accepted):
            self._journal.sent_away[len(self._appended)] = keys
        self._appended.append(encoded(accepted))
        self._applied = False

    def _sent_away(self, accepted: Command) -> set[bytes]:
        """The key whose person loses their chair by this: kicked, or away from the lobby for too long."""
        assert self._room is not None
        seats, message, chair = self._room.state.seats, accepted.message, None
        if isinstance(message, SetSeat) and message.to in ("kick", "open"):
            chair = seats.at(message.seat)
        elif isinstance(message, Leave) and accepted.by_host and accepted.seat is not None:
            chair = seats.taken[accepted.seat]
        return {chair.person.key} if chair and chair.person else set()

    @observed
    def woken(self, due: float, now: float) -> None:
        demand(now <= due + LATE, "not woken in time:", due)

    def picture_for_refusal(self) -> object:
        """What must be the same after a request that was refused."""
        assert self._room is not None
        state = self._room.state
        chairs = tuple(
            (id(chair.person), id(chair.bot), chair.name, chair.played, chair.ready) for chair in state.seats.taken
        )
        play = state.play
        return (
            len(self._appended), chairs, play and (play.number, id(play.game), len(play.streams.of(None))),
            state.phase, state.paused, state.closed, state.settings, state.seats.count, tuple(state.seats.expected),
        )  # fmt: skip

    @observed
    def answered(self, peer: int, message: ClientMessage, effects: list[Effect], before: object) -> None:
        """The room has dealt with a message; before that it was so."""
        assert self._room is not None
        refused = any(isinstance(e, Send) and e.peer == peer and isinstance(e.message, Refused) for e in effects)
        if refused:
            demand(self.picture_for_refusal() == before, "a refusal has changed the table:", message)
        if isinstance(message, Hello):
            self._outgoing.setdefault(peer, Outgoing()).have = message.have
        guests = [id(known.guest) for known in self._room.state.peers.values()]
        demand(len(guests) == len(set(guests)), "two connections on one seat, after", message)

    @observed
    def look(self) -> None:
        """The room has done something: the game is what all streams together tell."""
        assert self._room is not None
        self.steps += 1
        self._applied = True
        self._waits.remember(self._room, self.moment())
        play = self._room.state.play
        if play is None:
            demand(not self._told, "the game is gone")
            return
        streams = _streams(play)
        if self._follower is None or self._follower.number != play.number:
            self._follower = Follower(play.number, list(streams))
            self._demand_nothing_lost(play.number, streams)
        elif self._follower.seen[None] == len(streams[None]) and all(
            self._follower.seen[reader] == len(stream) for reader, stream in streams.items()
        ):
            return
        self._follower.follow(streams)
        self._follower.demand_conserved()
        demand(self._follower.table == play.game.table, "the streams do not tell the game")

    def _demand_nothing_lost(self, number: int, streams: Mapping[Reader, Sequence[AnyFact]]) -> None:
        for (game, reader), told in self._told.items():
            demand(game <= number, "game", game, "is gone")
            if game == number:
                same = list(streams[reader][: len(told)]) == told
                demand(same, "the stream of", reader, "is another one than was told")

    # -- what leaves the process --------------------------------------------------------------------

    @observed
    def held(self, effects: list[Effect]) -> None:
        """The room wants this to be sent, after all that it has accepted so far."""
        assert self._room is not None
        needed = len(self._appended)
        for effect in effects:
            known = self._room.state.peers.get(effect.peer)
            reader: Reader = None
            if known is not None and isinstance(effect, Send) and isinstance(effect.message, Happened):
                reader = self._reader(effect.message, known.guest)
            self._outgoing.setdefault(effect.peer, Outgoing()).awaited.append(Awaited(effect, needed, reader))

    def _reader(self, happened: Happened, guest: Any) -> Reader:
        assert self._room is not None
        state = self._room.state
        reader = state.seat_of(guest)
        assert state.play is not None
        stream = state.play.streams.of(reader)
        piece = tuple(stream[happened.first : happened.first + len(happened.facts)])
        demand(piece == happened.facts, "what is sent to", reader, "is no piece of its stream")
        return reader

    @observed
    def released(self, peer: int, message: HostMessage) -> None:
        """This leaves the process now, to this peer.

        It is what the room wanted next, or the server's own farewell, behind which nothing follows.
        """
        line = self._outgoing.setdefault(peer, Outgoing())
        demand(not line.ended, "sent after the farewell:", message)
        first = line.awaited[0] if line.awaited else None
        wanted = first is not None and isinstance(first.effect, Send) and first.effect.message == message
        if self._is_farewell(message) and not wanted:
            line.ended = True
            return
        demand(wanted, "not sent in order:", message, "to", peer)
        self._demand_written(leaving := line.awaited.popleft())
        if isinstance(message, Happened):
            self._tell(message, leaving.reader, line)

    def _is_farewell(self, message: HostMessage) -> bool:
        """Whether the server may say this by itself: to who has said nothing, and to all when the process ends."""
        if not isinstance(message, Goodbye):
            return False
        return message.code is Farewell.TOO_LATE or (self.closing and message.code is Farewell.CLOSED)

    @observed
    def closed(self, peer: int, code: int) -> None:
        """The connection to this peer is closed now, with this code."""
        line = self._outgoing.pop(peer, None)
        last = line.awaited[0] if line and line.awaited else None
        if last is not None and isinstance(last.effect, Close) and last.effect.farewell.close_code == code:
            self._demand_written(last)

    @property
    def _saved(self) -> bool:
        """Whether the table does not say that it isn't."""
        return self._room is None or self._room.state.saved

    def _demand_written(self, leaving: Awaited) -> None:
        written = len(self._journal.commands) >= leaving.needed
        demand(written or not self._saved, "sent before it was written:", leaving.effect)
        self._needed = max(self._needed, leaving.needed)

    def _tell(self, happened: Happened, reader: Reader, line: Outgoing) -> None:
        told = self._told.setdefault((happened.game, reader), [])
        overlap = told[happened.first : happened.first + len(happened.facts)]
        demand(tuple(overlap) == happened.facts[: len(overlap)], "the stream of", reader, "has changed")
        demand(happened.first in (0, line.have), "the stream of", reader, "has a gap")
        line.have = happened.first + len(happened.facts)
        if happened.first <= len(told):
            told.extend(happened.facts[len(overlap) :])

    # -- what people hear ---------------------------------------------------------------------------

    @observed
    def heard(self, end: Conversation, key: bytes, message: object, received: Received, void: bool) -> None:
        """A client has taken this in.

        `void`: it came with a part of another reader's stream than it now reads, which neither end could know
        before; then it comes back once more, with nothing.
        """
        demand(void or not received.resync, "a hole in the stream:", message)
        demand(received.over is not ConnectionProblem.BROKEN_HOST, "the client takes the host for broken:", message)
        if isinstance(message, Accepted):
            name = key, message.id
            written = name in self._journal.taken or name in self.repeated
            demand(written or not self._saved, "accepted and not in the journal:", message)
        elif isinstance(message, Refused):
            name = key, message.id
            if self._newest[key] is end and name not in self.repeated and key not in self._journal.left:
                demand(name not in self._journal.taken, "refused, and in the journal:", message)
                self._refused.add(name)
        elif isinstance(message, Happened | Welcome):
            if isinstance(message, Welcome):
                self._welcomed(end, key, message.last_id)
            self._demand_same_knowledge(end)

    def _welcomed(self, end: Conversation, key: bytes, last_id: int) -> None:
        """Another program of the key goes on after this id, with numbers of which some may have been refused."""
        if self._newest.get(key) is not end:
            self._newest[key] = end
            self._refused = {name for name in self._refused if name[0] != key or name[1] <= last_id}

    def _demand_same_knowledge(self, end: Conversation) -> None:
        reader = end.state.view.seat
        told = self._told.get((end.state.game, reader))
        if told is None or not end.have:
            return
        demand(end.have <= len(told), "a client holds more than was told")
        demand(end.state.history[-1] == told[end.have - 1], "a client holds another stream than its reader's")
        follower = self._follower
        if follower and follower.number == end.state.game and follower.seen[reader] == end.have:
            demand(end.state.view.table == follower.known_to(reader), "the client's table is not the host's")

    # -- the end ------------------------------------------------------------------------------------

    def demand_agreed(self, end: Conversation) -> None:
        """All is quiet: this client knows everything, and nothing is open."""
        assert self._room is not None
        demand(end.here and end.state.welcome is not None, "in the end somebody has not come back")
        if end.have or (end.state.welcome and end.state.welcome.stream):
            reader = end.state.view.seat
            told = tuple(self._told[end.state.game, reader])
            demand(end.state.history == told, "in the end a client lacks a part of its stream")
            demand(self._room.view(reader) == end.state.view, "in the end the view is not the host's")
        demand(not end.state.unanswered, "in the end there is no answer to", end.state.unanswered)

    def demand_present(self, connected: set[int]) -> None:
        """All is quiet: the room knows who is here."""
        assert self._room is not None
        here = set(self._room.state.peers)
        demand(here <= connected, "in the end the room takes somebody for present:", here, connected)

    def demand_kept(self, again: Room) -> None:
        """All is quiet: what the journal alone makes of the table is the table."""
        assert self._room is not None
        survived = self._journal.commands
        demand(survived == self._appended[: len(survived)], "in the end the journal is not what was accepted")
        if self._saved:
            demand(len(survived) == len(self._appended), "in the end the journal lacks what was accepted")
            demand_same(picture(self._room), picture(again))


def picture(room: Room) -> dict[str, Any]:
    """What of a room must outlive its process."""
    state = room.state
    chairs = [
        (chair.name, chair.person and (chair.person.key, chair.person.name), chair.bot and chair.bot.level,
         chair.owner, chair.expected_as, chair.played, chair.ready)
        for chair in state.seats.taken
    ]  # fmt: skip
    return {
        "streams": state.play and _streams(state.play),
        "game": state.play and (state.play.number, state.play.game.table), "chairs": chairs,
        "expected": list(state.seats.expected), "count": state.seats.count, "settings": state.settings,
        "phase": state.phase, "paused": state.paused, "finished": state.games_finished,
    }  # fmt: skip


def _streams(play: HostedGame) -> dict[Reader, list[AnyFact]]:
    readers = (None, *range(len(play.game.table.names)))
    return {reader: list(play.streams.of(reader)) for reader in readers}


def demand_same(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Raise Broken where the table that lives again is another one."""
    for what, value in before.items():
        demand(value == after[what], "after the journal is read again, other", what)
