"""The session of a shared keyboard: one session's knowledge, another's decisions, and the owner's rights."""

import dataclasses
from collections.abc import AsyncIterator

from msgspec.structs import replace

from sixqp_protocol.messages import (
    AnyRequest,
    CloseTable,
    Leave,
    NextRound,
    OwnerRequest,
    Ready,
)
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import PlayerSession, SessionState
from sixqp_tui.engine.view import View


class CompositeSession:
    """A session made of three: it shows what `knows` knows, decides by `decides`, and has the rights of `owner`.

    `seat`: shown as this seat's view, although `knows` is a watcher and sees no hidden hand.
    """

    def __init__(
        self, knows: PlayerSession, decides: PlayerSession, owner: PlayerSession, seat: int | None = None
    ) -> None:
        self.knows = knows
        self.decides = decides
        self.owner = owner
        self.seat = seat

    @property
    def state(self) -> SessionState:
        """What `knows` knows, with the rights of the owner; the watcher of the shared screen is nobody."""
        known, deciding = self.knows.state, self.decides.state
        return replace(
            known,
            view=known.view if self.seat is None else View(self.seat, known.view.table),
            welcome=known.welcome and replace(known.welcome, owner=True),
            news=known.news and replace(known.news, watchers=0, watcher_names=()),
            standing=dataclasses.replace(deciding.standing, owner=True),
            unanswered=deciding.unanswered,
        )

    def events(self) -> AsyncIterator[Event]:
        return self.knows.events()

    def come_back(self) -> None:
        self.knows.come_back()

    def request(self, request: AnyRequest) -> int | None:
        """Ask for this by the session that may: what only the owner may, by the owner's. To leave closes the table.

        Around one keyboard, one who is ready is ready for all.
        """
        if isinstance(request, Ready):
            return self.owner.request(NextRound())
        if isinstance(request, OwnerRequest | Leave):
            return self.owner.request(CloseTable() if isinstance(request, Leave) else request)
        return self.decides.request(request)
