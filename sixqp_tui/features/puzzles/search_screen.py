"""The screen of a search for own puzzles."""

from collections.abc import Callable
from contextlib import closing
from threading import Event
from time import monotonic

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.open_series import OpenSeries
from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch, Searched
from sixqp_tui.features.puzzles.puzzle import Strength, Theme
from sixqp_tui.features.puzzles.screen import ask_puzzles
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.theme.glyphs import ENTER
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall
from sixqp_tui.tui.widgets.common.work_progress import WorkProgress


class PuzzleSearchScreen(Screen[OpenSeries | None]):
    """Runs the search of `begin`; it is dismissed with the puzzles found, or with None by a player who leaves."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    PuzzleSearchScreen { layers: default above; background: $felt; align-horizontal: center; }
    PuzzleSearchScreen #refusal { display: none; height: 1fr; content-align: center middle; text-align: center;
                                  padding: 0 4; }
    PuzzleSearchScreen.-refused #refusal { display: block; }
    PuzzleSearchScreen.-refused WorkProgress { display: none; }
    """

    BINDINGS = [
        Binding("enter", "begin", "begin puzzles", key_display=ENTER),
        Binding("escape", "close", "close", key_display="Esc"),
        Binding("q", "close", "close", show=False),
        Binding("f1", "app.rules", "rules", key_display="F1"),
    ]

    title_line = getters.query_one(TitleLine)
    progress = getters.query_one(WorkProgress)
    refusal = getters.query_one("#refusal", Static)

    class Stepped(Message):
        """Progress of the search."""

        def __init__(self, step: Searched) -> None:
            super().__init__()
            self.step = step

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, PuzzleSearchScreen.Stepped)

    class Found(Message):
        """The search has ended, or was stopped."""

        def __init__(self, puzzles: OpenSeries) -> None:
            super().__init__()
            self.puzzles = puzzles

    class Refused(Message):
        """There are no puzzles; `why` is a sentence."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(
        self,
        theme: Theme | None = None,
        strength: Strength | None = None,
        *,
        begin: Callable[[], OwnPuzzleSearch] = OwnPuzzleSearch,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self._theme, self._strength = theme, strength
        self._begin, self._clock = begin, clock
        self._stop = Event()
        self._step: Searched | None = None

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield WorkProgress(self._looking, self._hint)
        yield Static(id="refusal", markup=False)
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        self.retranslate()
        self._search()

    def on_unmount(self) -> None:
        self._stop.set()

    def retranslate(self) -> None:
        self.title_line.table = words.title()
        if self.has_class("-refused"):
            self._search()

    def _looking(self) -> str:
        step = self._step
        return words.looking(step.game, step.games) if step else words.looking(0, 0)

    def _hint(self) -> str:
        return _looking_hint(self._step.puzzles if self._step else 0)

    # -- the search -------------------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="search")
    def _search(self) -> None:
        """Search in a thread until the end, or until somebody stops it."""
        try:
            search = self._begin()
            with closing(search.examine()) as doing:
                for step in doing:
                    self.post_message(self.Stepped(step))
                    if self._stop.is_set():
                        break
            found = search.open(self._theme, self._strength)
        except Failure as refusal:
            self.post_message(self.Refused(str(refusal)))
        else:
            self.post_message(self.Found(found))

    @on(Stepped)
    def show_progress(self, message: Stepped) -> None:
        self._step = step = message.step
        self.progress.show(step.done, step.tasks, self._clock())
        self.refresh_bindings()

    @on(Found)
    def hand_over(self, message: Found) -> None:
        if self.is_current:
            self.dismiss(message.puzzles)

    @on(Refused)
    def show_refusal(self, message: Refused) -> None:
        self._step = None
        self.set_class(True, "-refused")
        self.refusal.update(message.why)
        self.refresh_bindings()

    # -- the keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "begin":
            return self._step is not None and self._step.puzzles > 0 and not self._stop.is_set()
        return super().check_action(action, parameters)

    def action_begin(self) -> None:
        self._stop.set()
        self.progress.stopping = True
        self.refresh_bindings()

    def action_close(self) -> None:
        self._stop.set()
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


def _looking_hint(found: int) -> str:
    if not found:
        return _("Esc stops. What has been found is kept.")
    # Translators: at most 60 characters
    text = ngettext("Enter: start with {n} puzzle.", "Enter: start with {n} puzzles.", found)
    return text.format(n=found)
