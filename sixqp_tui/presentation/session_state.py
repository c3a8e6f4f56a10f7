"""What is known at a table, whoever knows it: a session, a conversation, or several of them seen as one."""

from collections.abc import Sequence
from typing import Protocol

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import RoomNews, TallyLine, Welcome
from sixqp_tui.engine.view import View


class SessionState(Protocol):
    """What the table has told. `history` holds all facts of the game `game` that this reader has read."""

    @property
    def view(self) -> View:
        """The newest knowledge of the seat: the fold of `history`."""

    @property
    def game(self) -> int:
        """Which game of the table `view` and `history` belong to, from 1; 0 before the first."""

    @property
    def history(self) -> Sequence[AnyFact]:
        """The facts of the game so far, as far as this reader may read them."""

    @property
    def news(self) -> RoomNews | None:
        """The newest news of the room; None before the first."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat, as told last while a game went on: a seat may change hands; empty before."""

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        """What everybody has played here since the table opened, as last told."""

    @property
    def welcome(self) -> Welcome | None:
        """How the host took this client in; None before it did."""


def named_view(session: SessionState) -> View:
    """What the session knows, its players called as they were told last: no fact tells who took over a seat."""
    names, view = session.names, session.view
    return view.named(names) if names and len(names) == view.table.seats else view
