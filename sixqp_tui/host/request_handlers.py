"""What becomes of a request: refused by the one rule of permissions, or written, acknowledged and applied."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.messages import SINCE, Accepted, AnyRequest, Reacted, Said
from sixqp_protocol.text import clean_chat, clean_name
from sixqp_tui.engine.permissions import refusal
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command
from sixqp_tui.host.errors import Denied
from sixqp_tui.host.lifecycle import next_number
from sixqp_tui.host.names import bot_name, unique
from sixqp_tui.host.participants import Peer, key_of
from sixqp_tui.host.snapshot import room_news, standing_of
from sixqp_tui.host.state import State


class RequestHandlers:
    """Answers the requests of one room.

    What is not to be found in the request itself (names, tokens, seeds), or is told to others than its sender, has
    a handler. Every other request is granted as it stands.
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
        """Grant a request, or raise Denied: then nothing has changed."""
        if isinstance(request, messages.SetRules):
            request = replace(request, settings=self._completed(peer, request.settings))
        forbidden = refusal(request, standing_of(self._state, peer.guest))
        if forbidden is not None:
            raise Denied(*forbidden)
        handle = self._handlers.get(type(request)) or self._grant
        handle(peer, request)

    def _completed(self, peer: Peer, settings: messages.Settings) -> messages.Settings:
        """The settings that are asked for; what an older end cannot know of stays as it is."""
        if peer.minor_version >= messages.SINCE[messages.Ready]:
            return settings
        agreed = self._state.settings
        return replace(settings, pause=agreed.pause, bank=agreed.bank)

    def _grant(self, peer: Peer, request: AnyRequest, **more: Any) -> None:
        """From here on nothing may fail: the request is written, then acknowledged, then it takes effect."""
        state, guest = self._state, peer.guest
        named = {"name": "" if guest.key else guest.name, **more}
        accepted = Command(request, state.seat_of(guest), key=guest.key, client=guest.client, **named)
        state.accept(accepted)
        state.send(peer.number, Accepted(request.id))
        apply(state, accepted)

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
        came_from = tuple(sorted(guest.addresses))
        held = {"proved": guest.proved, "person": guest.person_id}
        self._grant(peer, request, new_key=key_of(token), addresses=came_from, **held)
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
