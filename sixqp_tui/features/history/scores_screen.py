"""The scores of all games: those of the player, and everybody's."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, TypeVar

from msgspec.structs import replace
from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Center, ScrollableContainer
from textual.screen import Screen

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history import words
from sixqp_tui.features.history.decisions_screen import DecisionsScreen
from sixqp_tui.features.history.game_list import describe_notes
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.scores import score_lines
from sixqp_tui.features.history.statistics import ALL_GAMES, Scores
from sixqp_tui.features.history.widgets import GAP, LineSheet, show_once
from sixqp_tui.i18n import N_, NC_, _, pgettext
from sixqp_tui.i18n.local_time import format_month, local_moment, month_limits
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.feature import Hook
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import CLOSE, ENDS, GAMES, PAGE, READ_AGAIN, RULES, SCROLL, Command, check_action
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.home.foot import Foot

Value = TypeVar("Value")
NARROW = 76
"""Cells of a single column."""
TWO_COLUMNS = 116
"""Cells of a window with room for two columns."""
MARGIN = 4
"""Cells around the scores, with the scrollbar."""
LOW_CURVE, HIGH_CURVE = 5, 8
"""Lines of the curve in a low window and in a high one."""
HIGH_FROM = 36
"""Lines of a high window."""


class ScoreScroll(ScrollableContainer, inherit_bindings=False):
    """Scrolls only up and down: left and right select other players."""

    DEFAULT_CSS = """
    ScoreScroll { height: 1fr; margin: 1 0; overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; }
    ScoreScroll > Center { height: auto; }
    """
    BINDINGS = [
        SCROLL,
        SCROLL.by("down", "scroll_down"),
        PAGE,
        PAGE.by("pagedown", "page_down"),
        ENDS,
        ENDS.by("end", "scroll_end"),
    ]


OTHER_PERSON = Command(
    "left",
    "person(-1)",
    # Translators: another player, whose scores are shown: a noun
    NC_("key", "player"),
    N_("Show the scores of the previous player, or the next one"),
    key_display="←→",
).when(lambda self: self.scores is not None and len(self.scores.people) > 1)


class ScoresScreen(Screen[None]):
    """Counts when it opens, and after every change of the selection."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    BINDINGS = [
        OTHER_PERSON,
        OTHER_PERSON.by("right", "person(1)"),
        # Translators: what the player's decisions cost in the reviewed games: a noun
        Command("d", "decisions", NC_("key, scores", "decisions"), N_("Show what your decisions cost over time")),
        # Translators: games of which variant the scores count: a noun
        Command("v", "variant", NC_("key", "variant"), N_("Count only games of another variant")).when(
            lambda self: len(self._variants) > 1
        ),
        # Translators: games of how many players the scores count: a noun
        Command("n", "players", NC_("key", "players"), N_("Count only games with another number of players")).when(
            lambda self: len(self._sizes) > 1
        ),
        # Translators: the month whose games the scores count: a noun
        Command("m", "month", NC_("key", "month"), N_("Count only the games of another month"), rank=1).when(
            lambda self: len(self._months) > 1
        ),
        # Translators: count only games without bots: a noun
        Command("p", "people", NC_("key", "people"), N_("Count only games without bots, or all"), rank=1),
        Command("b", "bots", NC_("key", "bots"), N_("Show people only, or the bots too"), rank=1),
        # Translators: ratings as numbers: a noun
        Command("x", "ratings", NC_("key", "figures"), N_("Show the figures behind who is ahead")),
        GAMES,
        READ_AGAIN.by("r", "count"),
        CLOSE,
        CLOSE.by("q,s"),
        RULES,
    ]

    page = getters.query_one(Page)
    sheet = getters.query_one(LineSheet)
    foot = getters.query_one(Foot)

    def __init__(self, history: History, hooks: Mapping[str, Hook]) -> None:
        super().__init__()
        self._hooks = hooks
        self.history = history
        self.selection = ALL_GAMES
        self.person: str | None = None
        self.scores: Scores | None = None
        self._variants: tuple[Variant, ...] = ()
        self._sizes: tuple[int, ...] = ()
        self._months: tuple[tuple[int, int], ...] = ()
        self._month: tuple[int, int] | None = None
        self._counting = False
        self._bots = False
        self._ratings = False

    def compose(self) -> ComposeResult:
        with Page(self._title, self._selected):
            with ScoreScroll(), Center():
                yield LineSheet()
            yield Foot()

    def on_mount(self) -> None:
        self.query_one(ScoreScroll).focus()
        self.retranslate()
        self.action_count()

    check_action = check_action

    # -- what is shown ------------------------------------------------------------------------------------------

    def show_scores(self) -> None:
        self.page.update_title()
        self.refresh_bindings()
        if self.scores is None:
            self.sheet.columns = ()
            return
        window = self.app.size
        wide = window.width >= TWO_COLUMNS
        room = window.width - MARGIN
        width = min(NARROW, (room - GAP) // 2 if wide else room)
        curve = HIGH_CURVE if window.height >= HIGH_FROM else LOW_CURVE
        lines = score_lines(
            self.scores, width, self.selection, curve, with_bots=self._bots, with_ratings=self._ratings
        )
        self.sheet.column = width
        self.sheet.columns = lines if wide and lines.person else (lines.in_one_column,)

    on_resize = retranslate = show_scores

    def _title(self) -> str:
        # Translators: the title of a screen: what remains of all games
        whole = _("Scores of all games")
        # Translators: its title while only some games count
        return whole if self.selection.everything else _("Scores of some games")

    def _selected(self) -> str:
        games = words.games_played(self.scores.games if self.scores else 0)
        if self.selection.everything:
            return games if self.scores else ""
        variant, players = self.selection.variant, self.selection.players
        parts = (
            format_month(*self._month) if self._month else "",
            pgettext("scores", "people only") if self.selection.people_only else "",
            variant_name(variant) if variant else "",
            words.players(players) if players else "",
            games,
        )
        return " · ".join(filter(None, parts))

    # -- counting -----------------------------------------------------------------------------------------------

    @work(exclusive=True, group="scores")
    async def action_count(self) -> None:
        self._counting = True
        self._show_foot(self.foot.show_progress, words.reading())
        try:
            count = partial(self.history.count_scores, self.person, self.selection)
            scores, notes = await wait_for(count, self._show_progress)
        except Failure as reason:
            self._counting = False
            self._show_foot(self.foot.show_error, str(reason))
            return
        self._counting = False
        self.scores = scores
        if self.selection.everything and scores.details:
            self._variants = tuple(each.variant for each in scores.details.variants)
            self._sizes = tuple(each.players for each in scores.details.sizes)
            ends = (local_moment(point.ended) for point in reversed(scores.details.curve))
            self._months = tuple(dict.fromkeys((end.year, end.month) for end in ends))
        self.show_scores()
        self.foot.display = False
        if text := " ".join(describe_notes(notes)):
            self._show_foot(self.foot.show_error, text)

    def _show_foot(self, how: Callable[[str], None], sentence: str) -> None:
        self.foot.display = True
        how(sentence)

    def _show_progress(self, done: int, total: int) -> None:
        if self._counting:
            self.foot.show_step(words.reading_of(done, total))

    # -- the keys -----------------------------------------------------------------------------------------------

    def action_person(self, by: int) -> None:
        if self.scores is None or not self.scores.people:
            return
        people = [each.person for each in self.scores.people]
        details = self.scores.details
        at = people.index(details.score.person) if details else -by
        self.person = people[(at + by) % len(people)]
        self.query_one(ScoreScroll).scroll_home(animate=False)
        self.action_count()

    def action_month(self) -> None:
        self._month = _after(self._months, self._month)
        since, until = month_limits(*self._month) if self._month else (None, None)
        self.selection = replace(self.selection, since=since, until=until)
        self.action_count()

    def action_people(self) -> None:
        self.selection = replace(self.selection, people_only=not self.selection.people_only)
        self.action_count()

    def action_bots(self) -> None:
        self._bots = not self._bots
        self.show_scores()

    def action_ratings(self) -> None:
        self._ratings = not self._ratings
        self.show_scores()

    def action_decisions(self) -> None:
        self.app.push_screen(DecisionsScreen(self.history, self._hooks, self.selection))

    def action_variant(self) -> None:
        self.selection = replace(self.selection, variant=_after(self._variants, self.selection.variant))
        self.action_count()

    def action_players(self) -> None:
        self.selection = replace(self.selection, players=_after(self._sizes, self.selection.players))
        self.action_count()

    def action_close(self) -> None:
        if self._counting:
            self.workers.cancel_group(self, "scores")
            self._counting = False
            self._show_foot(self.foot.show_error, words.stopped())
        elif self.is_current:
            self.dismiss()


def open_scores(app: SixqpApp) -> None:
    show_once(app, ScoresScreen, lambda: ScoresScreen(History(), app.hooks))


def _after(values: Sequence[Value], value: Value | None) -> Value | None:
    """None comes before the first value and after the last."""
    order = (None, *values)
    return order[(order.index(value) + 1) % len(order)] if value in order else None
