"""The room: everything that a table's host decides, without socket, clock or randomness."""

from collections.abc import Callable, Iterable

from sixqp_protocol import messages
from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.messages import AnyRequest, ClientMessage, Way, WayNews
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.view import View
from sixqp_tui.host import timers
from sixqp_tui.host.commands import Command, Send, Services, Setup
from sixqp_tui.host.handshake import enter, prove
from sixqp_tui.host.participants import Participant, Peer
from sixqp_tui.host.requests import NON_GAME_REQUESTS, answer, enact, replay_commands
from sixqp_tui.host.snapshot import send_news
from sixqp_tui.host.state import State


def _nothing() -> None: ...


class Room:
    """A table: `step` lets time pass and something happen at it, and returns what is to be sent.

    A peer is the number of a connection, never used twice. Its first message must be Hello.
    """

    def __init__(self, setup: Setup, services: Services) -> None:
        self.setup, self._services = cleaned(setup), services
        self._open()

    def _open(self) -> None:
        self.state = State(self.setup, self._services)
        self._delivery = timers.ResultDelivery()

    def step(self, now: float, act: Callable[[], None] = _nothing) -> list[Send]:
        """`now` is in seconds of a steady clock; `act` calls one of the methods below."""
        state = self.state
        state.now = now
        act()
        self._dismiss_late_newcomers()
        state.update_stillness()
        timers.run_due(state)
        send_news(state)
        sent, state.out = state.out, []
        return sent

    @property
    def next_moment(self) -> float | None:
        """When to step again although nothing happens; it changes with every step."""
        asked = self.state.lock.asked.values() if self.state.lock else ()
        moments = (timers.next_moment(self.state), *(newcomer.deadline for newcomer in asked))
        return min((moment for moment in moments if moment is not None), default=None)

    # -- what happens at a table -------------------------------------------------------------------------

    def receive(
        self, number: int, message: ClientMessage, address: str | None = None, way: Way | None = None
    ) -> None:
        """`address` is the other end of the connection; None is this process, which has no limits.

        `way` is its way in, None for a program.
        """
        state = self.state
        if number in state.dismissed:
            return
        peer = state.peers.get(number)
        asked = state.lock is not None and number in state.lock.asked
        if isinstance(message, messages.Hello) and peer is None and not asked:
            enter(state, number, message, address, way)
        elif isinstance(message, messages.CodeGiven) and asked:
            prove(state, number, message, way)
        elif isinstance(message, messages.Hello | messages.CodeGiven) or peer is None:
            state.dismiss(number, Farewell.BAD_MESSAGE)
        elif not peer.guest.rate_limit.allow(message, state.now):
            self._limit(peer, message)
        elif isinstance(message, messages.Ping):
            state.send(number, messages.Pong(message.mark))
        elif message.id <= peer.guest.last_id:
            self._answer_again(peer, message.id)
        elif self._has_room_for(peer, message):
            self._answer(peer, message)
        else:
            state.send(number, messages.Refused(message.id, Refusal.TOO_FAST))

    def receive_bad_message(self, number: int) -> None:
        if number not in self.state.dismissed:
            self.state.dismiss(number, Farewell.BAD_MESSAGE)

    def lose(self, number: int) -> None:
        """The connection is gone."""
        self.state.dismissed.discard(number)
        self.state.disconnect(number)

    def send_rest(self, number: int) -> None:
        """What was sent is on its way, so the next piece of a long stream follows."""
        if peer := self.state.peers.get(number):
            peer.behind = False
            self.state.send_piece(peer)

    def set_ways(self, ways: tuple[WayNews, ...]) -> None:
        """A way in with a problem stays closed until its owner opens it again.

        At a table without an owner, one that has stopped is still wanted.
        """
        if ways != self.state.ways:
            self.state.ways = ways
            for way in ways:
                if way.problem and not (way.problem == "stopped" and self.setup.owner is None):
                    self.state.wanted.pop(way.way, None)

    def set_owner(self, key: bytes) -> None:
        """Give the owner's seat to this key."""
        state = self.state
        for seat, chair in enumerate(state.seats.taken):
            if chair.owner and chair.person and chair.person.key != key:
                hello = messages.Hello(CURRENT, "", "player", chair.name, key)
                enact(state, Command(hello, seat, by_host=True))

    def resume(self, commands: Iterable[Command], now: float) -> None:
        """The table at which these commands were accepted.

        Nobody is connected, and clocks restart. A closed table is open again. Raises CannotReplay.
        """
        self._open()
        replay_commands(self.state, commands, now)

    # -- what others ask -----------------------------------------------------------------------------------

    @property
    def owner(self) -> bytes | None:
        return next((chair.person.key for chair in self.state.seats.taken if chair.owner and chair.person), None)

    @property
    def people(self) -> tuple[Participant, ...]:
        return tuple(chair.person for chair in self.state.seats.taken if chair.person)

    def is_behind(self, peer: int) -> bool:
        """Whether the next piece of this peer's stream waits for `drained`."""
        known = self.state.peers.get(peer)
        return known is not None and known.behind

    def is_over(self, has_read: Callable[[int], bool], now: float) -> bool:
        """Whether the table was closed, or its one game is over and `has_read` everywhere."""
        state = self.state
        return state.closed or (state.setup.once and self._delivery.is_complete(state, has_read, now))

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected but bots."""
        state = self.state
        return not state.person_here() and all(watcher.peer is None for watcher in state.watchers)

    @property
    def summary(self) -> object:
        state, seats = self.state, self.state.seats
        chairs = len(seats.taken), len(seats.bots), state.seats_here
        ways = tuple(state.wanted.items())
        return state.phase, chairs, state.settings, state.code_pauses, state.saved, self.rounds, ways

    @property
    def rounds(self) -> tuple[int, int]:
        """The number of the current or last game, and how many of its rounds are over."""
        play = self.state.play
        return (play.number, len(play.game.table.scores)) if play else (0, 0)

    @property
    def awaits_readers(self) -> bool:
        return self.state.setup.once and self.state.games_finished > 0

    @property
    def bots(self) -> dict[bytes, messages.Level]:
        bots = (chair.bot for chair in self.state.seats.taken)
        return {bot.key: bot.level for bot in bots if bot and bot.level}

    def view(self, reader: int | None) -> View:
        """What this seat (None: a watcher) may know of the current or last game."""
        play = self.state.play
        return play.streams.view(reader) if play else View(reader)

    def _dismiss_late_newcomers(self) -> None:
        state = self.state
        for number, newcomer in tuple(state.lock.asked.items()) if state.lock else ():
            if newcomer.deadline <= state.now:
                state.dismiss(number, Farewell.TOO_LATE)

    def _has_room_for(self, peer: Peer, request: AnyRequest) -> bool:
        state = self.state
        full = isinstance(request, NON_GAME_REQUESTS) and state.non_game_requests >= state.services.limits.requests
        return not full and state.address_limits.wait(request, peer.address, state.now) == 0

    def _answer(self, peer: Peer, request: AnyRequest) -> None:
        if refused := answer(self.state, peer, request):
            self.state.send(peer.number, messages.Refused(request.id, *refused))
        else:
            peer.guest.rate_limit.refund(request)

    def _limit(self, peer: Peer, message: AnyRequest | messages.Ping) -> None:
        if peer.guest.rate_limit.exceeded(self.state.now):
            self.state.dismiss(peer.number, Farewell.TOO_FAST)
        elif isinstance(message, AnyRequest):
            self._answer_again(peer, message.id, Refusal.TOO_FAST)

    def _answer_again(self, peer: Peer, id: int, refusal: Refusal = Refusal.STALE) -> None:
        """Answer a request without applying it; one that was accepted before is never refused."""
        accepted = id in peer.guest.accepted
        self.state.send(peer.number, messages.Accepted(id) if accepted else messages.Refused(id, refusal))
