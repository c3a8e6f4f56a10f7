"""What may be asked of the table by those who are in, and what becomes of it. One function a request."""

from collections.abc import Callable
from typing import Any

from sixqp_protocol import messages
from sixqp_protocol.messages import Accepted, AnyRequest, Said, Settings
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_tui.engine.rules import playable
from sixqp_tui.host.course import abandon, begin, next_number, vacate
from sixqp_tui.host.denied import Denied, demand
from sixqp_tui.host.guests import Guest, Peer, key_of
from sixqp_tui.host.inputs import Input
from sixqp_tui.host.names import unique
from sixqp_tui.host.news import room_news
from sixqp_tui.host.play import Decision
from sixqp_tui.host.seats import Chair
from sixqp_tui.host.state import State


class Desk:
    """Answers the requests of one room. An answer that raises Denied or IllegalDecision has changed nothing."""

    def __init__(self, state: State, seeds: Callable[[int], str]) -> None:
        self._state = state
        self._seeds = seeds
        self._answers: dict[type[AnyRequest], Callable[[Peer, Any], None]] = {
            messages.ChooseCard: self._decide,
            messages.TakeBack: self._decide,
            messages.DraftCard: self._decide,
            messages.ChooseRow: self._decide,
            messages.SetRules: self._set_rules,
            messages.SetSeat: self._set_seat,
            messages.Start: self._start,
            messages.Pause: self._pause,
            messages.Resume: self._resume,
            messages.Rename: self._rename,
            messages.TakeSeat: self._take_seat,
            messages.Say: self._say,
            messages.Leave: self._leave,
            messages.CloseTable: self._close_table,
        }

    def answer(self, peer: Peer, request: AnyRequest) -> None:
        """Grant a request, or raise Denied or IllegalDecision."""
        self._answers[type(request)](peer, request)

    def _grant(self, peer: Peer, request: AnyRequest, *, key: bytes = b"", game: int = 0, seed: str = "") -> None:
        """From here on nothing may fail: the request is written, then acknowledged, then applied."""
        seat, guest = self._state.seat_of(peer.guest), peer.guest
        self._state.accept(Input(request, seat, key=key or guest.key, name=guest.name, game=game, seed=seed))
        peer.guest.last_id = request.id
        self._state.send(peer.number, Accepted(request.id))

    # -- decisions of the game ----------------------------------------------------------------------

    def _decide(self, peer: Peer, decision: Decision) -> None:
        state = self._state
        seat = state.seat_of(peer.guest)
        if seat is None:
            raise Denied(Refusal.NOT_SEATED)
        demand(state.phase == "playing", Refusal.NOT_PLAYING)
        demand(not state.paused, Refusal.PAUSED)
        assert state.play is not None
        batch = state.play.outcome(seat, decision)
        self._grant(peer, decision)
        state.happen(batch)

    # -- what the owner decides ---------------------------------------------------------------------

    def _set_rules(self, peer: Peer, request: messages.SetRules) -> None:
        self._demand_owner(peer)
        self._demand_lobby()
        demand(self._fits(request.settings), Refusal.BAD_RULES)
        self._grant(peer, request)
        self._state.settings = request.settings
        self._state.seats.count = request.settings.seats
        self._state.announce()

    def _fits(self, settings: Settings) -> bool:
        return playable(settings.rules) and settings.seats >= len(self._state.seats.taken)

    def _set_seat(self, peer: Peer, request: messages.SetSeat) -> None:
        self._demand_owner(peer)
        if request.to == "kick":
            self._kick(peer, request)
            return
        self._demand_lobby()
        demand(request.seat < self._state.seats.count, Refusal.NO_SUCH_SEAT)
        chair = self._state.seats.at(request.seat)
        demand(chair is None or chair.person is None, Refusal.NO_SUCH_SEAT)
        self._grant(peer, request)
        if request.to == "open":
            self._open(request.seat, chair)
        else:
            self._seat_bot(request, chair)
        self._state.announce()

    def _open(self, seat: int, chair: Chair | None) -> None:
        if chair is None:
            self._state.seats.unexpect(seat)
        else:
            chair.expected_as = None
            vacate(self._state, chair)

    def _seat_bot(self, request: messages.SetSeat, chair: Chair | None) -> None:
        if chair is None:
            self._state.seats.unexpect(request.seat)
            self._state.add_bot(request.level)
        else:
            self._state.retire_bot(chair)
            chair.bot = self._state.new_bot(request.level, chair.name)

    def _kick(self, peer: Peer, request: messages.SetSeat) -> None:
        state = self._state
        chair = state.seats.at(request.seat)
        if chair is None or chair.person is None or chair.owner:
            raise Denied(Refusal.NO_SUCH_SEAT)
        self._grant(peer, request)
        kicked, chair.expected_as = chair.person, None
        if kicked.peer is not None:
            state.dismiss(kicked.peer, Farewell.KICKED)
        if state.phase == "lobby":
            vacate(state, chair)
        else:
            chair.person = None
            chair.bot = chair.bot or state.new_bot(request.level, chair.name)
        state.announce()

    def _start(self, peer: Peer, request: messages.Start) -> None:
        self._demand_owner(peer)
        self._demand_lobby()
        demand(len(self._state.seats.taken) >= 2, Refusal.TOO_FEW_PLAYERS)
        number = next_number(self._state)
        seed = self._seeds(number)
        self._grant(peer, request, game=number, seed=seed)
        begin(self._state, seed)

    def _pause(self, peer: Peer, request: messages.Pause) -> None:
        self._demand_owner(peer)
        demand(self._state.phase == "playing", Refusal.NOT_PLAYING)
        self._grant(peer, request)
        if not self._state.paused:
            self._state.paused = True
            self._state.clock.hold(self._state.now)
            self._state.announce()

    def _resume(self, peer: Peer, request: messages.Resume) -> None:
        self._demand_owner(peer)
        demand(self._state.phase == "playing", Refusal.NOT_PLAYING)
        self._grant(peer, request)
        self._go_on()

    def _go_on(self) -> None:
        if self._state.paused:
            self._state.paused = False
            self._state.clock.go_on(self._state.now)
            self._state.announce()

    def _close_table(self, peer: Peer, request: messages.CloseTable) -> None:
        self._demand_owner(peer)
        self._grant(peer, request)
        abandon(self._state)
        for number in tuple(self._state.peers):
            self._state.dismiss(number, Farewell.CLOSED)
        self._state.closed = True

    # -- what everybody may ask ---------------------------------------------------------------------

    def _rename(self, peer: Peer, request: messages.Rename) -> None:
        state, guest = self._state, peer.guest
        self._demand_lobby()
        chair = state.seats.of(guest)
        demand(chair is None or chair.person is guest, Refusal.NOT_SEATED)
        name = clean_name(request.name, "")
        demand(bool(name), Refusal.EMPTY_TEXT)
        self._grant(peer, request)
        guest.name = unique(name, self._other_names(guest.name))
        if chair is not None:
            chair.name = guest.name
        state.announce()

    def _other_names(self, own: str) -> list[str]:
        names = list(self._state.names())
        names.remove(own)
        return names

    def _take_seat(self, peer: Peer, request: messages.TakeSeat) -> None:
        state, guest = self._state, peer.guest
        chair = state.seats.at(request.seat)
        if chair is None or chair.person is not None or guest not in state.watchers:
            raise Denied(Refusal.NO_SUCH_SEAT)
        token = state.tokens()
        key = key_of(token)
        self._grant(peer, request, key=key)
        peer.token, guest.key = token, key
        state.retire_bot(chair)
        state.watchers.remove(guest)
        chair.person, chair.name = guest, guest.name
        state.announce()
        state.welcome(peer, room_news(state, guest))

    def _say(self, peer: Peer, request: messages.Say) -> None:
        text = clean_chat(request.text)
        demand(bool(text), Refusal.EMPTY_TEXT)
        self._grant(peer, request)
        said = Said(self._state.seat_of(peer.guest), peer.guest.name, text)
        for number in self._state.peers:
            self._state.send(number, said)

    def _leave(self, peer: Peer, request: messages.Leave) -> None:
        state, guest = self._state, peer.guest
        self._grant(peer, request)
        state.dismiss(peer.number, Farewell.LEFT)
        chair = state.seats.of(guest)
        if chair is None:
            state.watchers.remove(guest)
        elif chair.person is guest:
            self._leave_chair(chair)

    def _leave_chair(self, chair: Chair) -> None:
        if chair.owner:
            self._go_on()
        if self._state.phase == "playing":
            chair.bot = self._state.new_bot("medium", chair.name)
        elif not chair.owner:
            vacate(self._state, chair)

    # -- who may ------------------------------------------------------------------------------------

    def _demand_owner(self, peer: Peer) -> None:
        demand(self._owns(peer.guest), Refusal.NOT_OWNER)

    def _owns(self, guest: Guest) -> bool:
        chair = self._state.seats.of(guest)
        return chair is not None and chair.owner and chair.person is guest

    def _demand_lobby(self) -> None:
        demand(self._state.phase == "lobby", Refusal.NOT_IN_LOBBY)
