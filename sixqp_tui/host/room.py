"""The room: everything that a table's host decides, without a socket, a clock or a lot of its own."""

from collections.abc import Callable, Iterable
from typing import Literal

from sixqp_protocol.messages import (
    Accepted,
    AnyRequest,
    ClientMessage,
    CodeGiven,
    Hello,
    Level,
    Ping,
    Pong,
    Refused,
    Settings,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.view import View
from sixqp_tui.host.abandonment import abandonment_timeout
from sixqp_tui.host.admission.handshake import enter
from sixqp_tui.host.admission.room_code import Lock, awaited_until, expire
from sixqp_tui.host.apply import ASIDES, apply
from sixqp_tui.host.commands import Command
from sixqp_tui.host.effects import Effect
from sixqp_tui.host.errors import Denied
from sixqp_tui.host.hosted_game import FinishedGame
from sixqp_tui.host.participants import Peer
from sixqp_tui.host.replay import replay_commands
from sixqp_tui.host.request_handlers import RequestHandlers
from sixqp_tui.host.result_delivery import ResultDelivery
from sixqp_tui.host.setup import Setup
from sixqp_tui.host.snapshot import tell_news
from sixqp_tui.host.state import State
from sixqp_tui.host.timers import next_moment, settle

MAX_NON_GAME_REQUESTS = 50_000
"""Requests that do not carry the game on, from one game's start to the next: 12 MB of a journal. Ten people who
take a card back and say something at each of 1,000 turns make 20,000; a usual game has 100 turns."""
_REFUSALS_SINCE = {Refusal.NOT_KEPT: (1, Refusal.PAUSED), Refusal.HAD_SEAT: (3, Refusal.NO_SUCH_SEAT)}
"""The MINOR from which an end knows this refusal, and the one that an older end is told."""
_TOO_FAST_SINCE = 2
"""The MINOR from which an end knows the farewell `too_fast`; an older one is told `bad_message`."""


class Room:
    """A table. Inputs go in with the moment they came at, in seconds of one steady clock; effects come out.

    A peer is the number of a connection; a number is never used again. Connections need no announcing: the
    first message of a peer must be its Hello. `tokens` draws 16 random bytes, `seeds` the seed of the game
    with this number; `journal` is handed every accepted command before it is applied. With a `lock`, newcomers
    have to prove its code. `seeded`: a person has chosen the seeds, which everybody is told. With `once` no
    second game begins by itself. `certificate` is the SHA-256 of the one that clients see, by which they prove who
    they are; within one process there is none.
    """

    def __init__(
        self,
        setup: Setup,
        tokens: Callable[[], bytes],
        seeds: Callable[[int], str],
        journal: Callable[[Command], None] | None = None,
        lock: Lock | None = None,
        seeded: bool = False,
        once: bool = False,
        certificate: bytes | None = None,
    ) -> None:
        self._setup, self._tokens, self._seeds, self._journal, self._lock = setup, tokens, seeds, journal, lock
        self._seeded, self.once, self._certificate = seeded, once, certificate
        self._create_state()

    def _create_state(self) -> None:
        self._state = State(self._setup, self._tokens, self._journal)
        self._state.code, self._state.seeded, self._state.once = self.code, self._seeded, self.once
        self._state.certificate = self._certificate
        self._delivery = ResultDelivery()
        self._handlers = RequestHandlers(self._state, self._seeds)

    def resume(self, commands: Iterable[Command], now: float) -> None:
        """Become the table at which these commands were accepted, in this order, from its opening on.

        Nobody is connected, and nothing is said. The clock of the decision at hand starts anew, and so does
        the time that those who are away are waited for. A table that was closed is open again. Raises
        CannotReplay for a command that cannot have been accepted here.
        """
        self._create_state()
        replay_commands(self._state, commands, now)

    def set_owner_key(self, key: bytes, now: float) -> None:
        """The token with this hash proves the owner from now on, and no other one."""
        for seat, chair in enumerate(self._state.seats.taken):
            if chair.owner and chair.person is not None and chair.person.key != key:
                self.set_seat_key(seat, key, now)

    def set_seat_key(self, seat: int, key: bytes, now: float) -> None:
        """The token with this hash proves the person of this seat from now on, and no other one."""
        state = self._state
        state.move_to(now)
        hello = Hello(CURRENT, "", "player", state.seats.taken[seat].name, bytes(16), 0)
        coming = Command(hello, seat, by_host=True, new_key=key)
        state.accept(coming)
        apply(state, coming)

    @property
    def people(self) -> dict[int, str]:
        return {seat: chair.name for seat, chair in enumerate(self._state.seats.taken) if chair.person}

    def stall(self, now: float) -> list[Effect]:
        return self._stand_still(True, now)

    def unstall(self, now: float) -> list[Effect]:
        return self._stand_still(False, now)

    def _stand_still(self, still: bool, now: float) -> list[Effect]:
        state = self._state
        state.move_to(now)
        if still != state.stalled:
            state.stalled = still
            state.hold_clock()
            state.announce()
        return self._effects()

    def handle(self, peer: int, message: ClientMessage, now: float, address: str | None = None) -> list[Effect]:
        """What follows from a message of this peer, whose connection comes from this address.

        None: from within this process, to which no limit of an address applies.
        """
        self._state.move_to(now)
        if peer not in self._state.dismissed:
            self._hear(peer, message, address)
        return self._effects()

    def bad_message(self, peer: int, now: float) -> list[Effect]:
        """This peer sent what is no message of the protocol: it is told, and the line closed."""
        self._state.move_to(now)
        if peer not in self._state.dismissed:
            self._state.dismiss(peer, Farewell.BAD_MESSAGE)
        return self._effects()

    def gone(self, peer: int, now: float) -> list[Effect]:
        """The connection of this peer is no more, whoever closed it."""
        self._state.move_to(now)
        self._state.dismissed.discard(peer)
        self._state.lose(peer)
        return self._effects()

    def is_behind(self, peer: int) -> bool:
        """Whether more of its stream waits until all that was sent to this peer is out: see `drained`."""
        known = self._state.peers.get(peer)
        return known is not None and known.behind

    def drained(self, peer: int, now: float) -> list[Effect]:
        """All that was sent to this peer is out: the next piece of its stream may follow."""
        self._state.move_to(now)
        known = self._state.peers.get(peer)
        if known is not None:
            known.behind = False
            self._state.feed(known)
        return self._effects()

    def wake(self, now: float) -> list[Effect]:
        """Do what is due at this moment; harmless when nothing is."""
        self._state.move_to(now)
        return self._effects()

    def is_over(self, has_read: Callable[[int], bool], now: float) -> bool:
        """Whether the table has nothing left to do: it was closed, or it was for one game, and all know its result.

        `has_read` tells whether a peer has read all that was sent to it.
        """
        return self.closed or (self.once and self._delivery.is_complete(self._state, has_read, now))

    @property
    def abandonment_timeout(self) -> float | None:
        """Seconds for which nobody need be at the table as it stands; None while somebody is."""
        return abandonment_timeout(self._state)

    @property
    def deadline(self) -> float | None:
        """The moment at which `wake` wants to be called; it changes with every input."""
        moments = (next_moment(self._state), awaited_until(self._state))
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def code(self) -> str | None:
        """The room code that counts now; None where the table is open to everybody."""
        return self._lock.code if self._lock else None

    @property
    def bots(self) -> dict[bytes, Level]:
        """The tokens of all seats that a bot must play now, and how strong each is."""
        return {chair.bot.token: chair.bot.level for chair in self._state.seats.taken if chair.bot}

    @property
    def phase(self) -> Literal["lobby", "playing"]:
        return self._state.phase

    @property
    def games_finished(self) -> int:
        return self._state.games_finished

    @property
    def finished(self) -> FinishedGame | None:
        """The last game that has ended here; None before the first."""
        return self._state.finished

    @property
    def closed(self) -> bool:
        return self._state.closed

    @property
    def settings(self) -> Settings:
        return self._state.settings

    @property
    def seated(self) -> int:
        return len(self._state.seats.taken)

    @property
    def seats(self) -> int:
        return self._state.seats.count

    @property
    def bot_seats(self) -> int:
        return len(self._state.seats.bots)

    @property
    def autostart(self) -> int:
        """With how many seated a game begins by itself; 0 where the owner starts it."""
        return self._setup.autostart or 0

    def view(self, reader: int | None) -> View:
        """What this seat (None: whoever looks on) has been let know of the current or the last game."""
        play = self._state.play
        return play.streams.view(reader) if play else View(reader)

    def _hear(self, number: int, message: ClientMessage, address: str | None) -> None:
        state = self._state
        peer = state.peers.get(number)
        asked = number in state.newcomers
        if isinstance(message, Hello) and peer is None and not asked:
            enter(state, number, message, self._lock, address)
        elif isinstance(message, CodeGiven) and asked and self._lock:
            if hello := self._lock.verify(state, number, message):
                enter(state, number, hello, address=address)
        elif isinstance(message, Hello | CodeGiven) or peer is None:
            state.dismiss(number, Farewell.BAD_MESSAGE)
        elif not peer.guest.rate_limit.allow(message, state.now):
            self._object(peer, message)
        elif isinstance(message, Ping):
            state.send(number, Pong(message.mark))
        elif message.id <= peer.guest.last_id:
            state.send(number, Accepted(message.id))
        elif self._has_room_for(peer, message):
            self._answer(peer, message)
        else:
            state.send(number, Refused(message.id, Refusal.TOO_FAST))

    def _has_room_for(self, peer: Peer, request: AnyRequest) -> bool:
        """Whether the journal and the limits of the peer's address have room for this."""
        full = isinstance(request, ASIDES) and self._state.non_game_requests >= MAX_NON_GAME_REQUESTS
        return not full and self._state.address_limits.wait(request, peer.address, self._state.now) == 0

    def _answer(self, peer: Peer, request: AnyRequest) -> None:
        try:
            self._handlers.answer(peer, request)
        except Denied as refusal:
            since, older = _REFUSALS_SINCE.get(refusal.code, (0, refusal.code))
            code = refusal.code if peer.minor_version >= since else older
            self._state.send(peer.number, Refused(request.id, code, refusal.article))
        else:
            peer.guest.rate_limit.refund(request)

    def _object(self, peer: Peer, message: AnyRequest | Ping) -> None:
        """This was more than one person may say; again and again, it ends the connection."""
        if peer.guest.rate_limit.exceeded(self._state.now):
            known = peer.minor_version >= _TOO_FAST_SINCE
            self._state.dismiss(peer.number, Farewell.TOO_FAST if known else Farewell.BAD_MESSAGE)
        elif not isinstance(message, Ping):
            self._state.send(peer.number, Refused(message.id, Refusal.TOO_FAST))

    def _effects(self) -> list[Effect]:
        expire(self._state)
        settle(self._state, self._seeds)
        tell_news(self._state)
        effects, self._state.out = self._state.out, []
        return effects
