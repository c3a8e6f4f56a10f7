"""The scores of all games: one table of people, and the last evenings."""

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history import words
from sixqp_tui.features.history.games import own_identities
from sixqp_tui.features.history.past_games_screen import PastGamesScreen, show_once
from sixqp_tui.features.history.scores import Scores, count_scores, describe_scores
from sixqp_tui.features.history.store import KeptGames
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import CLOSE, GAMES, READ_AGAIN
from sixqp_tui.tui.widgets.common.foot import Foot
from sixqp_tui.tui.widgets.common.page import Page


class ScoresScreen(PastGamesScreen):
    DEFAULT_CSS = """
    ScoresScreen VerticalScroll { height: 1fr; margin: 1 0; align-horizontal: center; scrollbar-size-vertical: 1; }
    ScoresScreen #scores { max-width: 100; padding: 0 2; }
    """
    BINDINGS = [
        # Translators: games of which variant the scores count: a noun
        Binding("v", "variant", NC_("key", "variant"), tooltip=N_("Count only games of another variant")),
        GAMES,
        READ_AGAIN,
        CLOSE,
        Binding("q,s", "close", show=False),
    ]

    scroll = getters.query_one(VerticalScroll)

    def __init__(self) -> None:
        super().__init__()
        self.variant: Variant | None = None
        self.scores: Scores | None = None

    def compose(self) -> ComposeResult:
        # Translators: the title of a screen: what remains of all games
        with Page(lambda: _("Scores of all games"), self._counted):
            with VerticalScroll():
                yield Static(id="scores")
            yield Foot()

    def on_mount(self) -> None:
        self.scroll.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "variant" or (self.scores is not None and len(self.scores.variants) > 1)

    def show_games(self, kept: KeptGames) -> None:
        self.scores = count_scores(kept.games, own_identities(), self.variant)
        self.query_one("#scores", Static).update(describe_scores(self.scores, self.variant))
        self.page.update_title()
        self.refresh_bindings()

    def _counted(self) -> str:
        games = words.games_played(self.scores.games) if self.scores else ""
        return f"{variant_name(self.variant)} · {games}" if self.variant else games

    def action_variant(self) -> None:
        if self.scores and self.kept:
            order = (None, *self.scores.variants)
            self.variant = order[(order.index(self.variant) + 1) % len(order)]
            self.scroll.scroll_home(animate=False)
            self.show_games(self.kept)


def open_scores(app: BaseApp) -> None:
    show_once(app, ScoresScreen)
