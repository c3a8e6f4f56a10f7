"""The room: everything that a table's host decides, without socket, clock or randomness."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import AnyRequest, ClientMessage, Decision, OpenWay, Way
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.engine.permissions import bar, refusal
from sixqp_tui.engine.view import View
from sixqp_tui.host import timers
from sixqp_tui.host.admission.handshake import enter, free_name
from sixqp_tui.host.admission.room_code import Lock, expire, next_expiry
from sixqp_tui.host.apply import NON_GAME_REQUESTS, apply, next_number, replay_commands
from sixqp_tui.host.commands import Command, Denied, Effect, Setup
from sixqp_tui.host.participants import Participant, Peer, bot_name, unique
from sixqp_tui.host.snapshot import room_news, send_news, standing_of, standing_to_decide
from sixqp_tui.host.state import RoomLimits, State


class Room:
    """A table. Inputs go in with their moment, in seconds of a steady clock; effects come out.

    A peer is the number of a connection, never used twice. Its first message must be Hello. `draw_key` draws 32
    random bytes for a bot, `seeds` the seed of a game by number; `journal` gets every command before it is applied.
    With a `lock`, newcomers must prove its code. `seeded`: a person chose the seeds, which everybody learns. With
    `once`, no second game begins by itself. `certificate` is the SHA-256 of the host's certificate, None within one
    process.
    """

    def __init__(  # noqa: PLR0913  # all that differs between tables
        self,
        setup: Setup,
        draw_key: Callable[[], bytes],
        seeds: Callable[[int], str],
        journal: Callable[[Command], None] | None = None,
        lock: Lock | None = None,
        seeded: bool = False,
        once: bool = False,
        certificate: bytes | None = None,
        limits: RoomLimits | None = None,
    ) -> None:
        self._seeds, self.lock = seeds, lock
        self._new_state = partial(
            State, setup, draw_key, journal, certificate=certificate, seeded=seeded, once=once, limits=limits
        )
        self._open()

    def _open(self) -> None:
        self.state = self._new_state(code=self.lock.code if self.lock else None)
        self._delivery = timers.ResultDelivery()
        self._handlers = RequestHandlers(self.state, self._seeds)

    def resume(self, commands: Iterable[Command], now: float) -> None:
        """The table at which these commands were accepted.

        Nobody is connected, and clocks restart. A closed table is open again. Raises CannotReplay.
        """
        self._open()
        replay_commands(self.state, commands, now)

    @property
    def owner(self) -> bytes | None:
        return next((chair.person.key for chair in self.state.seats.taken if chair.owner and chair.person), None)

    def set_owner(self, key: bytes, now: float) -> None:
        """Give the owner's seat to this key."""
        state = self.state
        state.now = now
        for seat, chair in enumerate(state.seats.taken):
            if chair.owner and chair.person and chair.person.key != key:
                coming = Command(messages.Hello(CURRENT, "", "player", chair.name, key), seat, by_host=True)
                state.accept(coming)
                apply(state, coming)

    @property
    def people(self) -> tuple[Participant, ...]:
        return tuple(chair.person for chair in self.state.seats.taken if chair.person)

    def handle(
        self, peer: int, message: ClientMessage, now: float, address: str | None = None, way: Way | None = None
    ) -> list[Effect]:
        """`address` is the other end of the connection; None is this process, which has no limits.

        `way` is its way in, None for a program.
        """
        self.state.now = now
        if peer not in self.state.dismissed:
            self._receive(peer, message, address, way)
        return self._effects()

    def set_ways(self, ways: tuple[OpenWay, ...], now: float) -> list[Effect]:
        self.state.now = now
        if ways != self.state.ways:
            self.state.ways = ways
            self.state.announce()
        return self._effects()

    def bad_message(self, peer: int, now: float) -> list[Effect]:
        self.state.now = now
        if peer not in self.state.dismissed:
            self.state.dismiss(peer, Farewell.BAD_MESSAGE)
        return self._effects()

    def gone(self, peer: int, now: float) -> list[Effect]:
        self.state.now = now
        self.state.dismissed.discard(peer)
        self.state.disconnect(peer)
        return self._effects()

    def is_behind(self, peer: int) -> bool:
        """Whether the next piece of this peer's stream waits for `drained`."""
        known = self.state.peers.get(peer)
        return known is not None and known.behind

    def drained(self, peer: int, now: float) -> list[Effect]:
        self.state.now = now
        known = self.state.peers.get(peer)
        if known is not None:
            known.behind = False
            self.state.send_piece(known)
        return self._effects()

    def wake(self, now: float) -> list[Effect]:
        self.state.now = now
        return self._effects()

    def is_over(self, has_read: Callable[[int], bool], now: float) -> bool:
        """Whether the table was closed, or its one game is over and `has_read` everywhere."""
        state = self.state
        return state.closed or (state.once and self._delivery.is_complete(state, has_read, now))

    @property
    def abandonment_timeout(self) -> float | None:
        return timers.abandonment_timeout(self.state)

    @property
    def next_moment(self) -> float | None:
        """When to call `wake`; it changes with every input."""
        moments = (timers.next_moment(self.state), next_expiry(self.state))
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def summary(self) -> object:
        state, seats = self.state, self.state.seats
        here = state.seats_here if state.setup.kept else ()
        chairs = len(seats.taken), len(seats.bots), here
        return state.phase, chairs, state.settings, state.code, state.saved, self.rounds

    @property
    def rounds(self) -> tuple[int, int]:
        """The number of the current or last game, and how many of its rounds are over."""
        play = self.state.play
        return (play.number, len(play.game.table.scores)) if play else (0, 0)

    @property
    def awaits_readers(self) -> bool:
        return self.state.once and self.state.games_finished > 0

    @property
    def asks_codes(self) -> bool:
        return self.lock is not None

    @property
    def bots(self) -> dict[bytes, messages.Level]:
        return {chair.bot.guest.key: chair.bot.level for chair in self.state.seats.taken if chair.bot}

    def view(self, reader: int | None) -> View:
        """What this seat (None: a watcher) may know of the current or last game."""
        play = self.state.play
        return play.streams.view(reader) if play else View(reader)

    def _receive(self, number: int, message: ClientMessage, address: str | None, way: Way | None) -> None:
        state = self.state
        peer = state.peers.get(number)
        asked = number in state.newcomers
        if isinstance(message, messages.Hello) and peer is None and not asked:
            enter(state, number, message, self.lock, address, way)
        elif isinstance(message, messages.CodeGiven) and asked and self.lock:
            if hello := self.lock.verify(state, number, message):
                enter(state, number, hello, address=address, way=way)
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

    def _has_room_for(self, peer: Peer, request: AnyRequest) -> bool:
        state = self.state
        full = isinstance(request, NON_GAME_REQUESTS) and state.non_game_requests >= state.limits.requests
        return not full and state.address_limits.wait(request, peer.address, state.now) == 0

    def _answer(self, peer: Peer, request: AnyRequest) -> None:
        try:
            self._handlers.answer(peer, request)
        except (Denied, IllegalDecision) as refusal:
            self.state.send(peer.number, messages.Refused(request.id, refusal.code, refusal.article))
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

    def _effects(self) -> list[Effect]:
        state = self.state
        expire(state)
        state.update_stillness()
        timers.run_due(state, self._seeds)
        send_news(state)
        effects, state.out = state.out, []
        return effects


class RequestHandlers:
    """Answers the requests of one room.

    A request has a handler if it needs something that it doesn't contain (names, keys, seeds), or if others get a
    message too. All others are granted as they are.
    """

    def __init__(self, state: State, seeds: Callable[[int], str]) -> None:
        self._state = state
        self._seeds = seeds
        self._handlers: dict[type[AnyRequest], Callable[[Peer, Any], None]] = {
            messages.SetSeat: self._set_seat,
            messages.Start: self._start,
            messages.Rename: self._rename,
            messages.TakeSeat: self._take_seat,
            messages.Say: self._say,
        }

    def answer(self, peer: Peer, request: AnyRequest) -> None:
        """Grant a request. Raises Denied or IllegalDecision without having changed anything."""
        if isinstance(request, Decision):
            standing = standing_to_decide(self._state, peer.guest)
            if forbidden := bar(type(request), standing):
                raise Denied(*forbidden)
            assert self._state.play is not None and standing.seat is not None
            if request.game != self._state.play.number:
                raise Denied(Refusal.STALE)
            self._grant(peer, request, decided=self._state.play.decide(standing.seat, request))
            return
        if forbidden := refusal(request, standing_of(self._state, peer.guest)):
            raise Denied(*forbidden)
        handle = self._handlers.get(type(request)) or self._grant
        handle(peer, request)

    def _grant(
        self, peer: Peer, request: AnyRequest, decided: tuple[Batch, Game] | None = None, **more: Any
    ) -> None:
        """Write, acknowledge and apply a request; after the writing, nothing may fail."""
        state, guest = self._state, peer.guest
        seat = state.seat_of(guest)
        accepted = Command(request, seat, key=guest.key, **{"name": guest.name if seat is None else "", **more})
        state.accept(accepted)
        state.send(peer.number, messages.Accepted(request.id))
        apply(state, accepted, decided)

    def _set_seat(self, peer: Peer, request: messages.SetSeat) -> None:
        chair = self._state.seats.at(request.seat)
        removed = chair.person if chair and request.to == "kick" else None
        name = bot_name(self._state.names()) if chair is None else chair.name
        self._grant(peer, request, name=name, addresses=tuple(sorted(removed.addresses)) if removed else ())

    def _start(self, peer: Peer, request: messages.Start) -> None:
        number = next_number(self._state)
        self._grant(peer, request, game=number, seed=self._seeds(number))

    def _rename(self, peer: Peer, request: messages.Rename) -> None:
        wanted = clean_name(request.name, "")
        free_name(self._state, wanted)
        others = list(self._state.names())
        others.remove(peer.guest.name)
        seated = self._state.seat_of(peer.guest) is not None
        kept = next((each for each in self._state.seats.expected if each.casefold() == wanted.casefold()), None)
        if kept is not None and seated:
            others.remove(kept)
        name = unique(kept if kept is not None and seated else wanted, others)
        self._grant(peer, replace(request, name=name), name=name)

    def _take_seat(self, peer: Peer, request: messages.TakeSeat) -> None:
        guest = peer.guest
        if self._state.saw_another_hand(guest, request.seat):
            raise Denied(Refusal.HAD_SEAT)
        self._grant(peer, request, addresses=tuple(sorted(guest.addresses)))
        self._state.welcome(peer, room_news(self._state, peer))

    def _say(self, peer: Peer, request: messages.Say) -> None:
        self._grant(peer, messages.Say(id=request.id))
        text = "" if request.reaction else clean_chat(request.text)
        said = messages.Said(self._state.seat_of(peer.guest), peer.guest.name, text, request.reaction)
        for number in self._state.peers:
            self._state.send(number, said)
        for chair in self._state.seats.taken:
            if chair.person:
                chair.person.hear(said)
