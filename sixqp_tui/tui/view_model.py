"""What a part of the game screen shows: the facts shown so far, and the room around them."""

from typing import NamedTuple

from sixqp_protocol.messages import RoomNews, Said, SeatNews
from sixqp_tui.engine.pending import CardsWanted, RowWanted
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import phrases
from sixqp_tui.i18n.facts import Told, caption
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.tui.animation.frames import Frame, heads_in
from sixqp_tui.tui.widgets.draft_hands import OpenHand
from sixqp_tui.tui.widgets.players import Mark, Player


class Scene(NamedTuple):
    """One moment of a game as a player sees it: `told` of the last turn or the draft, `log` of the whole game.

    `deadline` is in seconds of the screen's clock, and `span` the seconds that a decision may take. `hint`: the
    reader wants to be shown where a lifted card would land. A `frame` shows what has just happened; while one
    does, nothing is asked, and `now` is the table as it is by then: it says who is waited for.
    """

    view: View
    told: tuple[Told, ...] = ()
    log: tuple[Told, ...] = ()
    news: RoomNews | None = None
    owner: bool = False
    said: tuple[Said, ...] = ()
    deadline: float | None = None
    span: float = 90.0
    hint: bool = True
    frame: Frame | None = None
    now: Table | None = None

    @property
    def caption(self) -> Told | None:
        """What is happening; None where nothing moves."""
        return caption(self.frame.fact, self.table, self.view.seat) if self.frame else None

    @property
    def asks(self) -> bool:
        """Whether a decision can be taken at the table as it is shown."""
        return not self.paused and self.frame is None

    def hurries(self, time: float) -> bool:
        """Whether half the time for a decision of the reader's is gone: no film takes more of it."""
        pending = (self.now or self.table).pending
        if self.deadline is None or pending is None or self.view.seat not in pending.seats:
            return False
        return self.deadline - time < self.span / 2

    @property
    def table(self) -> Table:
        """The table as it is shown."""
        return self.view.table

    @property
    def last_said(self) -> str:
        """The last thing that was said."""
        return spoken(self.said[-1].name, self.said[-1].text) if self.said else ""

    @property
    def paused(self) -> bool:
        """Whether the table accepts no decisions now."""
        return self.news is not None and self.news.paused

    @property
    def kept(self) -> bool:
        """Whether what happens can be written down; else the table pauses by itself."""
        return self.news is None or self.news.kept

    @property
    def wants_card(self) -> bool:
        """Whether the reader is to choose a card (3.1)."""
        return self.asks and self.view.wanted and isinstance(self.table.pending, CardsWanted)

    @property
    def wants_row(self) -> bool:
        """Whether the reader is to choose a row (3.7)."""
        return self.asks and self.view.wanted and isinstance(self.table.pending, RowWanted)

    @property
    def may_take_back(self) -> bool:
        """Whether the reader's laid card may still be taken back (3.1)."""
        return self.asks and self.view.laid is not None and isinstance(self.table.pending, CardsWanted)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of the others who are to decide, the bots last: they never keep a table waiting for long."""
        pending = self.table.pending
        seats = sorted(pending.seats, key=self._is_bot) if pending else ()
        return tuple(self.table.names[seat] for seat in seats if seat != self.view.seat)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Everybody who is to decide, the reader first."""
        return (*([phrases.you()] if self.view.wanted else []), *self.waiting_for)

    @property
    def seconds_held(self) -> int | None:
        """What stands on a clock that pauses; None where it runs or there is none."""
        left = self.news.milliseconds_left if self.news and self.paused else None
        return None if left is None else round(left / 1000)

    @property
    def host(self) -> str:
        """The name of the table's owner; nothing where none is at the table."""
        return next((chair.name for chair in self.news.seats if chair.owner), "") if self.news else ""

    def players(self) -> tuple[Player, ...]:
        """The players by seat, with what each is doing."""
        return tuple(self._player(seat) for seat in range(self.table.seats))

    def open_hands(self) -> tuple[OpenHand, ...]:
        """Everybody's public hand (5.2)."""
        table, pending = self.table, self.table.pending
        return tuple(
            OpenHand(
                name=name,
                cards=table.hands[seat] or (),
                own=seat == self.view.seat,
                bot=self._is_bot(seat),
                away=self._is_away(seat),
                picks=pending is not None and seat in pending.seats,
            )
            for seat, name in enumerate(table.names)
        )

    def _player(self, seat: int) -> Player:
        table, limit = self.table, self.table.rules.limit
        total = table.totals[seat]
        return Player(
            name=table.names[seat],
            mark=self._mark(seat),
            heads=heads_in(self.frame, table, seat),
            total=total,
            own=seat == self.view.seat,
            bot=self._is_bot(seat),
            near=limit is not None and 7 * total >= 6 * limit,
            past=tuple(scores[seat] for scores in table.scores),
        )

    def _mark(self, seat: int) -> Mark:
        table = self.now or self.table
        pending = table.pending
        if self._is_away(seat):
            return "away"
        if pending and seat in pending.seats:
            return "deciding"
        return "chosen" if seat in table.chosen else ""

    def _chair(self, seat: int) -> SeatNews | None:
        chairs = self.news.seats if self.news else ()
        return chairs[seat] if seat < len(chairs) else None

    def _is_bot(self, seat: int) -> bool:
        chair = self._chair(seat)
        return chair is not None and chair.occupant == "bot"

    def _is_away(self, seat: int) -> bool:
        chair = self._chair(seat)
        return chair is not None and chair.occupant == "person" and not chair.here
