"""What a reader knows of a table, from a session, a conversation or several sessions together."""

from collections.abc import Sequence
from typing import Protocol

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import RoomNews, TallyLine, Welcome
from sixqp_tui.engine.view import View


class SessionState(Protocol):
    """The knowledge of one reader."""

    @property
    def view(self) -> View:
        """The fold of `history`."""

    @property
    def game(self) -> int:
        """The number of the game of `view` and `history`, from 1; 0 before the first."""

    @property
    def history(self) -> Sequence[AnyFact]:
        """The facts of this game that the reader may read."""

    @property
    def news(self) -> RoomNews | None: ...

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat, from the last news during a game; empty before."""

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        """What everybody has played here since the table opened."""

    @property
    def welcome(self) -> Welcome | None: ...


def named_view(session: SessionState) -> View:
    """The view with the players' current names: no fact says who took over a seat."""
    names, view = session.names, session.view
    return view.named(names) if names and len(names) == view.table.seats else view
