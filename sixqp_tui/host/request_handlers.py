"""What may be asked of the table by those who are in, and what becomes of it. One function a request."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import Accepted, AnyRequest, Said, Settings
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.rules import playable
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command
from sixqp_tui.host.errors import Denied, demand
from sixqp_tui.host.hosted_game import Decision
from sixqp_tui.host.lifecycle import next_number
from sixqp_tui.host.names import bot_name, unique
from sixqp_tui.host.participants import Participant, Peer, key_of
from sixqp_tui.host.snapshot import room_news
from sixqp_tui.host.state import State


class RequestHandlers:
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
            messages.Pause: self._pause_or_resume,
            messages.Resume: self._pause_or_resume,
            messages.Rename: self._rename,
            messages.TakeSeat: self._take_seat,
            messages.Say: self._say,
            messages.Leave: self._leave,
            messages.CloseTable: self._close_table,
        }

    def answer(self, peer: Peer, request: AnyRequest) -> None:
        """Grant a request, or raise Denied or IllegalDecision; whatever it is, where nothing can be written."""
        demand(not self._state.stalled, Refusal.NOT_KEPT)
        self._answers[type(request)](peer, request)

    def _grant(
        self, peer: Peer, request: AnyRequest, decided: tuple[Batch, Game] | None = None, **more: Any
    ) -> None:
        """From here on nothing may fail: the request is written, then acknowledged, then it takes effect."""
        state, guest = self._state, peer.guest
        named = {"name": "" if guest.key else guest.name, **more}
        accepted = Command(request, state.seat_of(guest), key=guest.key, client=guest.client, **named)
        state.accept(accepted)
        state.send(peer.number, Accepted(request.id))
        apply(state, accepted, decided)

    # -- decisions of the game ----------------------------------------------------------------------

    def _decide(self, peer: Peer, decision: Decision) -> None:
        state = self._state
        seat = state.seat_of(peer.guest)
        if seat is None:
            raise Denied(Refusal.NOT_SEATED)
        demand(state.phase == "playing", Refusal.NOT_PLAYING)
        demand(not state.paused, Refusal.PAUSED)
        assert state.play is not None
        self._grant(peer, decision, decided=state.play.decide(seat, decision))

    # -- what the owner decides ---------------------------------------------------------------------

    def _set_rules(self, peer: Peer, request: messages.SetRules) -> None:
        self._demand_owner(peer)
        if replace(request.settings, timer=None) != replace(self._state.settings, timer=None):
            self._demand_lobby()
        demand(self._fits(request.settings), Refusal.BAD_RULES)
        self._grant(peer, request)

    def _fits(self, settings: Settings) -> bool:
        return playable(settings.rules) and settings.seats >= len(self._state.seats.taken)

    def _set_seat(self, peer: Peer, request: messages.SetSeat) -> None:
        self._demand_owner(peer)
        state = self._state
        chair = state.seats.at(request.seat)
        if request.to == "kick":
            demand(chair is not None and chair.person is not None and not chair.owner, Refusal.NO_SUCH_SEAT)
        elif request.to == "bot" and state.phase == "playing":
            demand(chair is not None and not chair.owner, Refusal.NO_SUCH_SEAT)
            demand(chair is not None and (chair.bot is not None or not chair.here), Refusal.NO_SUCH_SEAT)
        else:
            self._demand_lobby()
            demand(request.seat < state.seats.count, Refusal.NO_SUCH_SEAT)
            demand(chair is None or chair.person is None, Refusal.NO_SUCH_SEAT)
        self._grant(peer, request, name=bot_name(state.names()) if chair is None else chair.name)

    def _start(self, peer: Peer, request: messages.Start) -> None:
        self._demand_owner(peer)
        self._demand_lobby()
        demand(len(self._state.seats.taken) >= 2, Refusal.TOO_FEW_PLAYERS)
        number = next_number(self._state)
        self._grant(peer, request, game=number, seed=self._seeds(number))

    def _pause_or_resume(self, peer: Peer, request: messages.Pause | messages.Resume) -> None:
        self._demand_owner(peer)
        demand(self._state.phase == "playing", Refusal.NOT_PLAYING)
        self._grant(peer, request)

    def _close_table(self, peer: Peer, request: messages.CloseTable) -> None:
        self._demand_owner(peer)
        self._grant(peer, request)

    # -- what everybody may ask ---------------------------------------------------------------------

    def _rename(self, peer: Peer, request: messages.Rename) -> None:
        state, guest = self._state, peer.guest
        self._demand_lobby()
        chair = state.seats.of(guest)
        demand(chair is None or chair.person is guest, Refusal.NOT_SEATED)
        name = clean_name(request.name, "")
        demand(bool(name), Refusal.EMPTY_TEXT)
        self._grant(peer, request, name=unique(name, self._other_names(guest.name)))

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
        self._grant(peer, request, new_key=key_of(token))
        peer.token = token
        state.welcome(peer, room_news(state, guest))

    def _say(self, peer: Peer, request: messages.Say) -> None:
        text = clean_chat(request.text)
        demand(bool(text), Refusal.EMPTY_TEXT)
        self._grant(peer, replace(request, text=""))
        said = Said(self._state.seat_of(peer.guest), peer.guest.name, text)
        for number in self._state.peers:
            self._state.send(number, said)

    def _leave(self, peer: Peer, request: messages.Leave) -> None:
        self._grant(peer, request)

    # -- who may ------------------------------------------------------------------------------------

    def _demand_owner(self, peer: Peer) -> None:
        demand(self._owns(peer.guest), Refusal.NOT_OWNER)

    def _owns(self, guest: Participant) -> bool:
        chair = self._state.seats.of(guest)
        return chair is not None and chair.owner and chair.person is guest

    def _demand_lobby(self) -> None:
        demand(self._state.phase == "lobby", Refusal.NOT_IN_LOBBY)
