"""The screen of the puzzles: a position, its answer with reasons, and the likely turn."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from sixqp_tui.analysis.words import in_deals
from sixqp_tui.features.puzzles import table as puzzle_table, words
from sixqp_tui.features.puzzles.puzzle import Theme
from sixqp_tui.features.puzzles.series import OpenSeries, PuzzleSeries, open_series
from sixqp_tui.features.puzzles.solution import Solution
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.presentation.decision import landing_hint
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import CLOSE, COPY, OWN_PUZZLES, RULES, SCROLL, SEEN_CARDS, Command
from sixqp_tui.tui.game.local_screen import LocalGameScreen
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.game.hand import HandFigure
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget


class PuzzleScreen(LocalGameScreen):
    """Asks the puzzles of a series on the table of a game.

    `problem` is called after each answer: it returns a sentence if progress isn't saved, else "".
    """

    DEFAULT_CSS = """
    PuzzleScreen TablePane { height: 1fr; }
    PuzzleScreen EventLines, PuzzleScreen Chat { display: none !important; }
    PuzzleScreen TablePane.-airy #upper { margin: 1 0 0 0; }
    PuzzleScreen #reasons { height: 1fr; margin: 0 1 0 4; scrollbar-size-vertical: 1; }
    PuzzleScreen TablePane.-large #reasons { margin: 1 1 0 4; }
    """

    BINDINGS = [
        # Translators: the next puzzle
        Command("enter", "next", NC_("key", "next puzzle"), N_("Go to the next puzzle")).when(
            lambda self: self.solution is not None
        ),
        # Translators: show how the turn of a puzzle goes
        Command("space", "turn", NC_("key", "the turn"), N_("Show how the turn goes, or the position again")).when(
            lambda self: self.solution is not None
        ),
        SCROLL.by("up", "scroll(-1)"),
        SCROLL.by("down", "scroll(1)"),
        COPY.by("y", show=True).when(lambda self: self.series.finishes_day),
        SEEN_CARDS,
        OWN_PUZZLES.by("g", "own", show=True).when(
            lambda self: not self.series.own and self.app.check_action("open", ("own_puzzles",))
        ),
        Command(
            "g",
            "daily",
            # Translators: the puzzles of the day, which everybody has: a noun
            NC_("key, puzzles", "daily"),
            N_("Go to the puzzles of the day, the same for everybody"),
        ).when(lambda self: self.series.own and self.app.check_action("open", ("daily_puzzles",))),
        CLOSE.by("q,escape", show=True),
        RULES,
    ]

    reasons = getters.query_one("#reasons", VerticalScroll)
    notice = getters.query_one(Notice)

    def __init__(
        self,
        series: PuzzleSeries,
        problem: Callable[[], str] = str,
        preferences: Callable[[], Preferences] = Preferences,
    ) -> None:
        super().__init__(preferences)
        self.series = series
        self._problem, self._warned = problem, ""
        self._copied = False
        self._open_session()

    def _open_session(self) -> None:
        self.session = puzzle_table.PuzzleSession(self.series, self._answer)
        self.follow(self.session)

    def compose(self) -> ComposeResult:
        model = ViewModel(Transcript(self.session.state.view.before_all()))
        with Page(self._title, self._place):
            yield TablePane(self.session, model, Prompt(), id="table")

    async def on_mount(self) -> None:
        table = self.table
        table.compact = True
        await table.play.mount(VerticalScroll(Static(markup=False), id="reasons", can_focus=False))
        self._warn()
        self.present()

    def on_screen_suspend(self) -> None:
        self._player.skip()

    def ask(self, series: PuzzleSeries, problem: Callable[[], str]) -> None:
        self.series, self._problem = series, problem
        self._warn()
        self._open_puzzle()

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def solution(self) -> Solution | None:
        return self.series.solution

    @property
    def model(self) -> ViewModel:
        return ViewModel(
            self._timeline.transcript,
            by_now=self.session.state.view.table if self._timeline.frame else None,
            lays_last=False,
            recorded=self.solution is not None,
        )

    def present(self) -> None:
        if not self.query("#reasons"):  # a resize comes before they are mounted
            return
        self.present_pane(self.table)
        self.table.show_figures(tuple(self._figures()))
        self.reasons.query_one(Static).update("\n".join(self._text_below()))
        self._show_prompt()

    def _figures(self) -> Iterator[HandFigure]:
        solution, hand = self.solution, self.table.hand.shown
        if solution is None or self.model.table.to_place:
            return
        for card, more in solution.figures:
            if card in hand:
                made = card == solution.decision.made
                ink = GOLD if not more else RED if made else DIM
                yield HandFigure(words.figure(more), ink, made or not more)

    @on(CellWidget.Pointed)
    def _show_prompt(self) -> None:
        """Replace the pane's prompt unless a card is pointed at or lifted."""
        prompt, solution = self.table.prompt, self.solution
        if solution is None:
            if self.table.hand.looked_at is None:
                prompt.text = _("Which card costs least? Lift it and play it")
        elif self._timeline.frame is None:
            prompt.caption, prompt.yours = None, not self.session.shows_turn
            if self.session.shows_turn:
                # Translators: {in_deals} is “in 63 of 100 deals”
                sentence = _("How the turn goes with the best card {in_deals}")
                prompt.text = sentence.format(in_deals=in_deals(solution.course.many, solution.course.of))
            else:
                prompt.text = solution.verdict()
                self.table.rows.landing = landing_hint(self.model.table.rows, solution.decision.best)[:2]

    def _title(self) -> str:
        return self.series.kind() if self.solution else f"{words.title()} · {self.series.kind()}"

    def _place(self) -> str:
        return self.series.where()

    def _text_below(self) -> tuple[str, ...]:
        solution, series = self.solution, self.series
        if solution is None:
            hands = " · ".join(puzzle_table.public_hands(self.model))
            where = (
                puzzle_table.describe_table(series.view),
                hands or _("What counts: heads until the round ends. c: cards played so far"),
            )
            return (series.origin(), *where) if series.own else where
        day = (self._share_line(),) if series.finishes_day else ()
        copied = (_("Copied, if your terminal allows it."),) if self._copied else ()
        then = (series.laid_then(),) if series.own else ()
        return (*day, *copied, *then, *solution.reasons())

    def _share_line(self) -> str:
        return self.series.share_line(self._preferences().ascii)

    def _warn(self) -> None:
        problem = self._problem()
        if problem and problem != self._warned:
            self._warned = problem
            self.notice.show(lambda: problem)

    # -- the keys ---------------------------------------------------------------------------------------------

    def action_next(self) -> None:
        self.series.advance()
        self._open_puzzle()

    async def action_own(self) -> None:
        await self.run_action("app.open('own_puzzles')")

    async def action_daily(self) -> None:
        await self.run_action("app.open('daily_puzzles')")

    def action_turn(self) -> None:
        if self.session.shows_turn:
            self.session.show_position()
            self._timeline.skip()
        else:
            self.session.show_turn()
            self._timeline.catch_up(moving=self._player.animates)
        self.present()

    def action_scroll(self, by: int) -> None:
        self.reasons.scroll_relative(y=by, animate=False)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._share_line())
        self._copied = True
        self.present()

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(words.title(), self.model, self.table.prompt))

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.solution is not None:
            self.action_turn()

    # -- the puzzle -------------------------------------------------------------------------------------------

    def _open_puzzle(self) -> None:
        self._copied = False
        self._replace_session()
        self.present()

    def _answer(self, card: int) -> None:
        self.series.answer(card)
        self._warn()
        self._replace_session()
        self.call_later(self.present)  # the pane is still handling the key or click

    def _replace_session(self) -> None:
        self._player.skip()
        self._open_session()
        self.table.session = self.session
        self.table.hand.lifted = self.table.hand.sent = None


def ask_puzzles(app: SixqpApp, puzzles: OpenSeries, on_close: Callable[[None], None] | None = None) -> None:
    """On the screen in front if that is a puzzle screen, else on a new one."""
    if isinstance(app.screen, PuzzleScreen):
        app.screen.ask(*puzzles)
    else:
        app.push_screen(PuzzleScreen(*puzzles, app.preferences.in_force), on_close)


def open_theme_puzzles(app: SixqpApp, theme: Theme) -> None:
    _open(app, partial(open_series, theme))


def open_daily_puzzles(app: SixqpApp) -> None:
    _open(app, open_series)


def _open(app: SixqpApp, series: Callable[[], OpenSeries]) -> None:
    async def open_puzzles() -> None:
        ask_puzzles(app, await asyncio.to_thread(series))

    app.run_worker(open_puzzles(), group="puzzles", exclusive=True)
