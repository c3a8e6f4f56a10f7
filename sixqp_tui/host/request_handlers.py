"""What becomes of a request: refused by the one rule of permissions, or written, acknowledged and applied."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import SINCE, Accepted, AnyRequest, Decision, Reacted, Said
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.permissions import bar, refusal
from sixqp_tui.host.apply import apply, next_number
from sixqp_tui.host.commands import Command, Denied, key_of
from sixqp_tui.host.participants import Peer, bot_name, unique
from sixqp_tui.host.snapshot import room_news, standing_of
from sixqp_tui.host.state import State


class RequestHandlers:
    """Answers the requests of one room.

    A kind of request has a handler if it needs something that it doesn't contain (names, tokens, seeds), or if
    others than its sender get a message. Every other request is granted as it is.
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
            messages.React: self._react,
        }

    def answer(self, peer: Peer, request: AnyRequest) -> None:
        """Grant a request. Raises Denied or IllegalDecision, and has changed nothing then."""
        standing = standing_of(self._state, peer.guest)
        if isinstance(request, messages.SetRules):
            request = replace(request, settings=self._completed(peer, request.settings))
        if isinstance(request, Decision):
            if forbidden := bar(type(request), standing):
                raise Denied(*forbidden)
            assert self._state.play is not None and standing.seat is not None
            self._grant(peer, request, decided=self._state.play.decide(standing.seat, request))
            return
        if forbidden := refusal(request, standing):
            raise Denied(*forbidden)
        handle = self._handlers.get(type(request)) or self._grant
        handle(peer, request)

    def _completed(self, peer: Peer, settings: messages.Settings) -> messages.Settings:
        """The settings; what an older client doesn't know stays as it is."""
        if peer.minor_version >= messages.SINCE[messages.Ready]:
            return settings
        agreed = self._state.settings
        return replace(settings, pause=agreed.pause, bank=agreed.bank)

    def _grant(
        self, peer: Peer, request: AnyRequest, decided: tuple[Batch, Game] | None = None, **more: Any
    ) -> None:
        """Write the request, acknowledge it and apply it; after the writing, nothing may fail."""
        state, guest = self._state, peer.guest
        named = {"name": "" if guest.key else guest.name, **more}
        accepted = Command(request, state.seat_of(guest), key=guest.key, client=guest.client, **named)
        state.accept(accepted)
        state.send(peer.number, Accepted(request.id))
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
        wanted, others = clean_name(request.name, ""), list(self._state.names())
        others.remove(peer.guest.name)
        seated = self._state.seat_of(peer.guest) is not None
        kept = next((each for each in self._state.seats.expected if each.casefold() == wanted.casefold()), None)
        if kept is not None and seated:
            others.remove(kept)
        name = unique(kept if kept is not None and seated else wanted, others)
        self._grant(peer, replace(request, name=name), name=name)

    def _take_seat(self, peer: Peer, request: messages.TakeSeat) -> None:
        token, guest = self._state.tokens(), peer.guest
        addresses = tuple(sorted(guest.addresses))
        self._grant(
            peer,
            request,
            new_key=key_of(token),
            addresses=addresses,
            proved=guest.proved,
            person=guest.person_id,
        )
        peer.token = token
        self._state.welcome(peer, room_news(self._state, peer))

    def _say(self, peer: Peer, request: messages.Say) -> None:
        self._grant(peer, replace(request, text=""))
        said = Said(self._state.seat_of(peer.guest), peer.guest.name, clean_chat(request.text))
        for number in self._state.peers:
            self._state.send(number, said)

    def _react(self, peer: Peer, request: messages.React) -> None:
        self._grant(peer, request)
        reacted = Reacted(self._state.seat_of(peer.guest), peer.guest.name, request.reaction)
        for number, reader in self._state.peers.items():
            if reader.minor_version >= SINCE[messages.React]:
                self._state.send(number, reacted)
