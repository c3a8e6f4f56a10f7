"""The search for puzzles in the player's own games: its progress, or why there are none."""

from collections.abc import Callable
from contextlib import closing

from textual import getters, on
from textual.app import ComposeResult
from textual.screen import Screen

from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch, Searched
from sixqp_tui.features.puzzles.puzzle import Strength, Theme
from sixqp_tui.features.puzzles.screen import ask_puzzles
from sixqp_tui.features.puzzles.series import OpenSeries
from sixqp_tui.i18n import N_, NC_, _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import CLOSE, RULES, Command, check_action
from sixqp_tui.tui.widgets.common.background_work import BackgroundWork
from sixqp_tui.tui.widgets.common.page import Page


class PuzzleSearchScreen(Screen[OpenSeries | None]):
    """Dismissed with the puzzles found, or with None by a player who leaves."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    PuzzleSearchScreen Page { align-horizontal: center; }
    """

    BINDINGS = [
        # Translators: begin with the puzzles that were found
        Command("enter", "begin", NC_("key", "begin"), N_("Begin with the puzzles found so far")).when(
            lambda self: self._step is not None and self._step.puzzles > 0 and not self.background.stopped
        ),
        CLOSE,
        CLOSE.by("q"),
        RULES,
    ]

    background = getters.query_one(BackgroundWork)

    def __init__(
        self,
        theme: Theme | None = None,
        strength: Strength | None = None,
        *,
        begin: Callable[[], OwnPuzzleSearch] = OwnPuzzleSearch,
    ) -> None:
        super().__init__()
        self._theme, self._strength = theme, strength
        self._begin = begin
        self._step: Searched | None = None

    def compose(self) -> ComposeResult:
        with Page(words.title):
            yield BackgroundWork(self._looking, self._hint, Failure)

    def on_mount(self) -> None:
        self.background.start(self._search, self._open)

    def retranslate(self) -> None:
        if self.background.failed:
            self.background.start(self._search, self._open)

    def _looking(self) -> str:
        step = self._step
        return words.looking(step.game, step.games) if step else words.looking(0, 0)

    def _hint(self) -> str:
        if not self._step or not self._step.puzzles:
            return _("Esc stops. What has been found is kept.")
        # Translators: at most 60 characters
        text = ngettext("Enter: start with {n} puzzle.", "Enter: start with {n} puzzles.", self._step.puzzles)
        return text.format(n=self._step.puzzles)

    # -- the search -------------------------------------------------------------------------------------------

    def _search(self) -> OpenSeries:
        search = self._begin()
        with closing(search.examine()) as steps:
            for step in steps:
                self._step = step
                self.background.report(step.done, step.tasks)
                if self.background.stopped:
                    break
        return search.open(self._theme, self._strength)

    def _open(self, puzzles: OpenSeries) -> None:
        if self.is_current:
            self.dismiss(puzzles)

    @on(BackgroundWork.Advanced)
    def follow_progress(self) -> None:
        self.refresh_bindings()

    @on(BackgroundWork.Failed)
    def follow_failure(self) -> None:
        self._step = None
        self.refresh_bindings()

    # -- the keys ---------------------------------------------------------------------------------------------

    check_action = check_action

    def action_begin(self) -> None:
        self.background.stop()
        self.refresh_bindings()

    def action_close(self) -> None:
        self.background.stop()
        self.dismiss(None)


def open_own_puzzles(app: SixqpApp) -> None:
    search_own_puzzles(app)


def search_own_puzzles(
    app: SixqpApp,
    theme: Theme | None = None,
    strength: Strength | None = None,
    on_close: Callable[[None], None] = lambda _closed: None,
    begin: Callable[[], OwnPuzzleSearch] = OwnPuzzleSearch,
) -> None:
    def ask(puzzles: OpenSeries | None) -> None:
        if puzzles is None:
            on_close(None)
        else:
            ask_puzzles(app, puzzles, on_close)

    app.push_screen(PuzzleSearchScreen(theme, strength, begin=begin), ask)
