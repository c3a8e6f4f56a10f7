"""The scores of all games: one table of people, and the last evenings."""

from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history import words
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.scores import Scores, describe_scores
from sixqp_tui.features.history.widgets import show_once
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import CLOSE, GAMES, READ_AGAIN
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.home.foot import Foot


class ScoresScreen(Screen[None]):
    """Counts when it opens, and for each variant."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    DEFAULT_CSS = """
    ScoresScreen VerticalScroll { height: 1fr; margin: 1 0; align-horizontal: center; scrollbar-size-vertical: 1; }
    ScoresScreen #scores { max-width: 100; padding: 0 2; }
    """
    BINDINGS = [
        # Translators: games of which variant the scores count: a noun
        Binding("v", "variant", NC_("key", "variant"), tooltip=N_("Count only games of another variant")),
        GAMES,
        replace(READ_AGAIN, action="count"),
        CLOSE,
        Binding("q,s", "close", show=False),
    ]

    page = getters.query_one(Page)
    scroll = getters.query_one(VerticalScroll)
    foot = getters.query_one(Foot)

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history
        self.variant: Variant | None = None
        self.scores: Scores | None = None
        self._counting = False

    def compose(self) -> ComposeResult:
        # Translators: the title of a screen: what remains of all games
        with Page(lambda: _("Scores of all games"), self._counted):
            with VerticalScroll():
                yield Static(id="scores")
            yield Foot()

    def on_mount(self) -> None:
        self.scroll.focus()
        self.action_count()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "variant" or (self.scores is not None and len(self.scores.variants) > 1)

    def show_scores(self) -> None:
        self.page.update_title()
        self.refresh_bindings()
        if self.scores:
            self.query_one("#scores", Static).update(describe_scores(self.scores, self.variant))

    def _counted(self) -> str:
        games = words.games_played(self.scores.games) if self.scores else ""
        return f"{variant_name(self.variant)} · {games}" if self.variant else games

    @work(exclusive=True, group="scores")
    async def action_count(self) -> None:
        self._counting = True
        self.foot.display = True
        self.foot.show_progress(words.reading())
        try:
            self.scores = await wait_for(partial(self.history.count_scores, self.variant), self._show_progress)
        except Failure as reason:
            self.foot.show_error(str(reason))
        else:
            self.foot.display = False
            self.show_scores()
        finally:
            self._counting = False

    def _show_progress(self, done: int, total: int) -> None:
        if self._counting:
            self.foot.show_step(words.reading_of(done, total))

    def action_variant(self) -> None:
        if self.scores:
            order = (None, *self.scores.variants)
            self.variant = order[(order.index(self.variant) + 1) % len(order)]
            self.scroll.scroll_home(animate=False)
            self.action_count()

    def action_close(self) -> None:
        if self._counting:
            self.workers.cancel_group(self, "scores")
            self.foot.show_error(words.stopped())
        elif self.is_current:
            self.dismiss()


def open_scores(app: BaseApp) -> None:
    show_once(app, ScoresScreen, lambda: ScoresScreen(History()))
