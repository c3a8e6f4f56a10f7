"""A table as one reader sees it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sixqp_protocol.messages import Ready, RoomNews, Said, SeatNews, TallyLine
from sixqp_tui.engine.permissions import Standing, owns, standing_of, withheld
from sixqp_tui.engine.rules import ranks, reaches_limit
from sixqp_tui.engine.table import CardsWanted, DecisionId, Table
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import pgettext, phrases
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.settings import seed_warning
from sixqp_tui.presentation import presence
from sixqp_tui.presentation.medals import MedalText, describe_medals, describe_round, medals_of
from sixqp_tui.presentation.transcript import Transcript

DEFAULT_SPAN = 90.0
"""Seconds of a full clock while the room's own time is unknown."""

Phase = Literal["lobby", "draft", "table", "over"]
Kind = Literal["card", "row", "pick"]
Moment = tuple[int, DecisionId | None]
Mark = Literal["chosen", "deciding", "away", ""]


class Player(NamedTuple):
    """A player in the standings. `near` and `over`: the total is close to the limit, or ends the game.

    `heads` are from this round, `past` from earlier rounds. `total` and `rank` include both (4.1). `cards` are the
    hand if the reader may see it, as in a draft (5.2), and `laid` is its card face down.
    """

    name: str
    mark: Mark
    heads: int
    total: int
    rank: int = 1
    own: bool = False
    bot: bool = False
    near: bool = False
    over: bool = False
    past: tuple[int, ...] = ()
    bubble: str = ""
    cards: tuple[int, ...] = ()
    laid: int | None = None

    @property
    def unscored(self) -> int:
        return self.total - sum(self.past)


def phase(view: View, news: RoomNews | None) -> Phase:
    """The phase of a table; "over" lasts until the next game."""
    table = view.table
    if not table.names or (news is not None and news.phase == "lobby" and table.ended is None):
        return "lobby"
    if table.ended is not None:
        return "over"
    return "draft" if table.drafting else "table"


def is_playing(view: View, news: RoomNews | None) -> bool:
    return phase(view, news) in ("draft", "table")


def lost_by_leaving(
    view: View, news: RoomNews | None, *, alone: bool
) -> Literal["table", "own game", "game"] | None:
    """What would end if the reader left now; None if nothing would be lost.

    `alone`: the table ends with its reader.
    """
    if owns(news) and not alone:
        return "table"
    if not is_playing(view, news):
        return None
    if alone:
        return "own game"
    return "game" if news is not None and news.you is not None else None


def deadline_of(news: RoomNews, now: float) -> float | None:
    """When the clock runs out, on the clock of `now`; None if no clock runs."""
    left = None if news.paused else news.milliseconds_left
    return None if left is None else now + left / 1000


def seconds_left(deadline: float, now: float) -> int:
    """Whole seconds, at least 0."""
    return max(0, round(deadline - now))


class ViewModel(NamedTuple):
    """A moment of a table as one reader sees it.

    `deadline` is on the reader's clock. `by_now` is the actual table during an animation. `sent` is the `moment`
    whose decision is on its way. `hint`: show where a lifted card would land. `recorded`: a replay. `who` is the
    reader's name, if people share the screen.
    """

    shown: Transcript = Transcript()
    news: RoomNews | None = None
    game: int = 0
    said: tuple[Said, ...] = ()
    bubbles: Mapping[int, str] = {}
    tally: tuple[TallyLine, ...] = ()
    deadline: float | None = None
    by_now: Table | None = None
    sent: Moment | None = None
    online: bool = True
    hint: bool = True
    recorded: bool = False
    who: str = ""

    @property
    def view(self) -> View:
        return self.shown.view

    @property
    def table(self) -> Table:
        return self.shown.view.table

    # -- the log --------------------------------------------------------------------------------------

    @property
    def log(self) -> tuple[LogEntry, ...]:
        known = [LogEntry(seed_warning(), "cost")] if self.news and self.news.seeded else []
        return (*known, *self.shown.entries)

    @property
    def last_turn(self) -> tuple[LogEntry, ...]:
        return self.shown.entries[self.shown.latest :]

    @property
    def said_lately(self) -> tuple[LogEntry, ...]:
        """What was said in the last turn and since."""
        return tuple(entry for entry in self.last_turn if entry.tone == "said")

    # -- the room -----------------------------------------------------------------------------------

    @property
    def chairs(self) -> tuple[SeatNews, ...]:
        return self.news.seats if self.news else ()

    @property
    def you(self) -> int | None:
        return self.news.you if self.news else self.view.seat

    @property
    def owner(self) -> bool:
        return owns(self.news)

    @property
    def standing(self) -> Standing:
        return standing_of(self.news, self.table)

    @property
    def host(self) -> str:
        return presence.host_name(self.news) or ""

    @property
    def playing(self) -> bool:
        return is_playing(self.view, self.news)

    @property
    def over(self) -> bool:
        return self.table.ended is not None

    @property
    def paused(self) -> bool:
        return self.news is not None and self.news.paused

    # -- the pause between two rounds ---------------------------------------------------------------

    @property
    def between_rounds(self) -> bool:
        return self.table.between_rounds and self.playing and self.by_now is None and not self.recorded

    @property
    def round_just_over(self) -> bool:
        table, rounds = self.table, len(self.table.scores)
        return rounds > 0 and (table.round == rounds or table.turn <= 1)

    @property
    def may_say_ready(self) -> bool:
        return self.between_rounds and self.online and withheld(Ready(), self.standing) is None

    def is_ready(self, seat: int) -> bool:
        return self.news is not None and seat in self.news.ready

    def not_ready(self) -> tuple[str, ...]:
        """Those for whom the next round waits; a table that goes on doesn't wait for its old host."""
        seats = self.news.waiting_for if self.news and self.between_rounds else ()
        return tuple(self._awaited_name(seat) for seat in seats if seat != self.view.seat)

    @property
    def round_story(self) -> str:
        scores, names = self.table.scores, self.table.names
        return describe_round(self.shown.plays, len(scores), scores[-1], names) if scores else ""

    # -- the decision at hand -----------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        return self.game, self.table.decision_id

    @property
    def wanted(self) -> Kind | None:
        decision = self.view.decision_id
        return decision.kind if decision else None

    @property
    def asks(self) -> bool:
        return not (self.paused or self.recorded) and self.by_now is None

    @property
    def prompted(self) -> Kind | None:
        return self.wanted if self.asks and self.online and self.sent != self.moment else None

    @property
    def may_take_back(self) -> bool:
        """The rules let the reader take the card back while others choose (3.1)."""
        return self.asks and self.view.laid is not None and isinstance(self.table.pending, CardsWanted)

    def waiting_for(self, bots_last: bool = False, own: bool = False) -> tuple[str, ...]:
        """The others who must decide, with a mark for those away; bots are quick, and may come last.

        `own`: the reader's name, too.
        """
        pending = self.table.pending
        seats = [seat for seat in pending.seats if own or seat != self.view.seat] if pending else []
        return tuple(map(self._awaited_name, sorted(seats, key=self._is_bot) if bots_last else seats))

    def _awaited_name(self, seat: int) -> str:
        name = self.table.names[seat]
        return phrases.person(name, [pgettext("chair", "away")]) if self._is_away(seat) else name

    # -- the clock ----------------------------------------------------------------------------------

    @property
    def span(self) -> float:
        """Seconds for a decision, or for the pause between rounds."""
        settings = self.news.settings if self.news else None
        return float((settings and (settings.pause if self.between_rounds else settings.timer)) or DEFAULT_SPAN)

    @property
    def seconds_held(self) -> int | None:
        left = self.news.milliseconds_left if self.news and self.paused else None
        return None if left is None else round(left / 1000)

    def hurries(self, now: float) -> bool:
        """Whether half the reader's time is gone, which stops animations."""
        pending = (self.by_now or self.table).pending
        if self.deadline is None or pending is None or self.view.seat not in pending.seats:
            return False
        return self.deadline - now < self.span / 2

    # -- the players --------------------------------------------------------------------------------

    def name_of(self, seat: int) -> str:
        return phrases.you() if seat == self.view.seat else self.table.names[seat]

    def players(self) -> tuple[Player, ...]:
        table, rules, totals = self.table, self.table.rules, self.table.totals_so_far
        return tuple(
            Player(
                name=table.names[seat],
                mark=self._mark(seat),
                heads=heads,
                total=total,
                rank=rank,
                own=seat == self.view.seat,
                bot=self._is_bot(seat),
                near=rules.limit is not None and 7 * total >= 6 * rules.limit,
                over=reaches_limit(rules, total),
                past=tuple(scores[seat] for scores in table.scores),
                bubble=self.bubbles.get(seat, ""),
                cards=table.hands[seat] or (),
                laid=table.laid[seat],
            )
            for seat, (heads, total, rank) in enumerate(zip(table.heads, totals, ranks(totals), strict=True))
        )

    def medals(self) -> tuple[MedalText, ...]:
        return describe_medals(medals_of(self.table, self.shown.plays), self.table.names)

    def _mark(self, seat: int) -> Mark:
        table = self.by_now or self.table
        pending = table.pending
        if self._is_away(seat):
            return "away"
        if pending and seat in pending.seats:
            return "deciding"
        if self.between_rounds:
            return "chosen" if self.is_ready(seat) else "deciding"
        return "chosen" if seat in table.chosen else ""

    def _is_bot(self, seat: int) -> bool:
        return seat < len(self.chairs) and self.chairs[seat].occupant == "bot"

    def _is_away(self, seat: int) -> bool:
        return seat < len(self.chairs) and presence.is_away(self.chairs[seat])
