"""What somebody who listens knows of the table at one moment: as far as it has been told, and no further."""

from typing import Literal, NamedTuple

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui.client.status import Connected, Status
from sixqp_tui.engine.pending import CardsWanted, DecisionId, RowWanted
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

Wanted = Literal["card", "row", "pick"]


class Known(NamedTuple):
    """One moment.

    `deadline` is in seconds of whoever asks; `join_line` leads to a table that was opened from here, and so does
    `invitation`. `alone`: the table is in this process, and ends when the reader leaves it.

    `log` is all that was worth a sentence in this game. `sent` names the decision that was sent for the moment
    at hand and has not come back as a fact.
    """

    view: View = View()
    news: RoomNews | None = None
    status: Status = Connected()
    title: str = ""
    game: int = 0
    join_line: str | None = None
    alone: bool = False
    invitation: str | None = None
    deadline: float | None = None
    log: tuple[str, ...] = ()
    sent: tuple[int, DecisionId | None] | None = None

    @property
    def table(self) -> Table:
        """The table as it was told."""
        return self.view.table

    @property
    def chairs(self) -> tuple[SeatNews, ...]:
        """All chairs, as last heard."""
        return self.news.seats if self.news else ()

    @property
    def you(self) -> int | None:
        """The own seat; None for a watcher."""
        return self.news.you if self.news else self.view.seat

    @property
    def own(self) -> SeatNews | None:
        """The own chair."""
        return self.chairs[self.you] if self.you is not None and self.you < len(self.chairs) else None

    @property
    def owner(self) -> bool:
        """Whether the table is the reader's own."""
        return self.own is not None and self.own.owner

    @property
    def seated(self) -> int:
        """How many chairs are taken."""
        return sum(seat.occupant in ("person", "bot") for seat in self.chairs)

    @property
    def playing(self) -> bool:
        """Whether a game is being played."""
        return bool(self.table.names) and self.table.ended is None

    @property
    def over(self) -> bool:
        """Whether a game was played to its end, and no other has begun."""
        return self.table.ended is not None

    @property
    def paused(self) -> bool:
        """Whether the table accepts no decisions now."""
        return self.playing and self.news is not None and self.news.paused

    @property
    def moment(self) -> tuple[int, DecisionId | None]:
        """The game, and which decision is at hand in it."""
        return self.game, self.table.decision_id

    @property
    def asked(self) -> Wanted | None:
        """What the reader is to decide; None also where the decision is on its way."""
        ready = isinstance(self.status, Connected) and not self.paused and self.sent != self.moment
        return self.wanted if ready else None

    @property
    def wanted(self) -> Wanted | None:
        """What the rules want of the reader's seat now."""
        pending = self.table.pending
        if pending is None or not self.view.wanted:
            return None
        if isinstance(pending, CardsWanted):
            return "card"
        return "row" if isinstance(pending, RowWanted) else "pick"

    @property
    def may_take_back(self) -> bool:
        """Whether the reader's laid card can still come back (3.1)."""
        return self.view.laid is not None and isinstance(self.table.pending, CardsWanted)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of the others who are to decide."""
        pending = self.table.pending
        seats = pending.seats if pending else ()
        return tuple(self.table.names[seat] for seat in seats if seat != self.view.seat)

    def name_of(self, seat: int, you: str) -> str:
        """What a player is called; `you` for the reader."""
        return you if seat == self.view.seat else self.table.names[seat]

    def here(self, *occupants: str) -> dict[str, int]:
        """The chairs of these occupants, by name."""
        return {seat.name: at for at, seat in enumerate(self.chairs) if seat.occupant in occupants}
