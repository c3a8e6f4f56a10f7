"""The screen of the puzzles: a position, its answer with reasons, and the likely turn."""

import asyncio
from collections.abc import Callable

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.analysis.result import Tenths
from sixqp_tui.analysis.words import in_deals
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.puzzles import table as puzzle_table
from sixqp_tui.features.puzzles import words as words
from sixqp_tui.features.puzzles.open_series import OpenSeries, open_series
from sixqp_tui.features.puzzles.series import PuzzleSeries
from sixqp_tui.features.puzzles.solution import Solution
from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import caption
from sixqp_tui.presentation.decision import landing_hint
from sixqp_tui.presentation.prompts import game_prompt
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.frames import Frame, plays_in, rows_in
from sixqp_tui.tui.animation.player import TICKS, FramePlayer
from sixqp_tui.tui.animation.timeline import Timeline
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.scale import CARD_SMALL, SMALL, CardSize, scale_of, too_small
from sixqp_tui.tui.theme.glyphs import ENTER
from sixqp_tui.tui.theme.roles import DIM, GOLD, RED
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, Notice, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall
from sixqp_tui.tui.widgets.game.cards_to_place import CardsToPlace
from sixqp_tui.tui.widgets.game.hand import LEFT, HandRow
from sixqp_tui.tui.widgets.game.rows import TableRows
from sixqp_tui.tui.widgets.game.side_panel import SidePanel
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget


class HandFigures(CellWidget):
    """A figure below each card: the best gold, the player's red."""

    DEFAULT_CSS = "HandFigures { width: 1fr; height: 1; }"

    card_size: reactive[CardSize] = reactive(CARD_SMALL)
    figures: reactive[tuple[tuple[int, Tenths], ...]] = reactive(())
    made: reactive[int | None] = reactive(None)

    def retranslate(self) -> None:
        self.refresh()

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(self.size.width, 1)
        for place, (card, more) in enumerate(self.figures):
            made = card == self.made
            ink = GOLD if not more else RED if made else DIM
            text = truncate(words.figure(more), size.width)
            canvas.middle(LEFT + size.step * place, 0, size.width, text, ink, bold=made or not more)
        return canvas


class PuzzleScreen(Screen[None]):
    """Asks the puzzles of a series; cards are lifted and played as at a table.

    `problem` is called after each answer, and returns why progress isn't saved, or "".
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    PuzzleScreen { layers: default above; background: $felt; align-horizontal: center; }
    PuzzleScreen #upper { height: auto; }
    PuzzleScreen #told { height: 1fr; margin: 0 1 0 4; scrollbar-size-vertical: 1; }
    PuzzleScreen.-airy #upper { margin: 1 0 0 0; }
    PuzzleScreen.-airy #told { margin: 1 1 0 4; }
    PuzzleScreen #play .-aside { display: none; }
    """

    BINDINGS = [
        Binding("left", "step(-1)", "choose", key_display="←→ 1-9"),
        Binding("right", "step(1)", "choose", show=False),
        *(Binding(str((place + 1) % HAND), f"lift({place})", "choose", show=False) for place in range(HAND)),
        Binding("enter", "lay", "lay", key_display=ENTER),
        Binding("enter", "go_on", "next puzzle", key_display=ENTER),
        Binding("space", "turn", "show turn", key_display="Space"),
        Binding("up", "scroll(-1)", "scroll", show=False),
        Binding("down", "scroll(1)", "scroll", show=False),
        Binding("y", "copy", "copy"),
        Binding("c", "seen", "seen"),
        Binding("g", "own", "own puzzles"),
        Binding("g", "daily", "daily puzzles"),
        Binding("q,escape", "close", "close"),
        Binding("f1", "app.rules", "rules", key_display="F1"),
    ]

    title_line = getters.query_one(TitleLine)
    rows = getters.query_one(TableRows)
    standing = getters.query_one(SidePanel)
    prompt = getters.query_one(Prompt)
    hand = getters.query_one(HandRow)
    figures = getters.query_one(HandFigures)
    waiting = getters.query_one(CardsToPlace)
    text = getters.query_one("#told Static", Static)
    notice = getters.query_one(Notice)

    def __init__(
        self,
        series: PuzzleSeries,
        problem: Callable[[], str] = str,
        preferences: Callable[[], Preferences] = Preferences,
    ) -> None:
        super().__init__()
        self.series = series
        self._problem, self._warned = problem, ""
        self._preferences = preferences
        self._copied = False
        self._model = puzzle_table.position_model(series)
        self._film: Timeline | None = None
        self._player: FramePlayer | None = None

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Vertical(id="play"):
            with Horizontal(id="upper"):
                yield TableRows()
                yield SidePanel()
            yield Prompt()
            yield HandRow()
            yield HandFigures()
            yield CardsToPlace()
            with VerticalScroll(id="told", can_focus=False):
                yield Static(markup=False)
        yield Notice()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        self._warn()
        self.present()

    def on_resize(self) -> None:
        self.present()

    def on_screen_suspend(self) -> None:
        if self._player:
            self._player.skip()

    def retranslate(self) -> None:
        if self._film:
            self._film.retranslate()
        self._model = puzzle_table.position_model(self.series)
        self.present()

    def ask(self, series: PuzzleSeries, problem: Callable[[], str]) -> None:
        self._stop_film()
        self.series, self._problem = series, problem
        self._warn()
        self._begin_puzzle()

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def solution(self) -> Solution | None:
        """None while a card is asked for."""
        return self.series.solution

    @property
    def model(self) -> ViewModel:
        return self._model._replace(shown=self._film.transcript) if self._film else self._model

    def present(self) -> None:
        scale = scale_of(self.app.size)
        self.rows.card_size, self.hand.card_size, self.figures.card_size = scale.table, scale.held, scale.held
        self.waiting.card_size = scale.held
        self.standing.brief, self.standing.logged = scale is SMALL, True
        self.query_one("#play").styles.max_width = scale.play + 40 if scale is not SMALL else 80
        self.set_class(scale is not SMALL, "-airy")
        series = self.series
        text = series.kind() if self.solution else f"{words.title()} · {series.kind()}"
        self.title_line.table, self.title_line.where = text, series.where()
        self.text.update("\n".join(self._told()))
        self.show_frame()
        self.refresh_bindings()
        if self._player:
            self._player.schedule()

    def show_frame(self) -> None:
        frame = self._film.frame if self._film else None
        model, solution = self.model, self.solution
        table = model.table
        self.rows.rows = rows_in(frame, table)
        self.rows.walk, self.rows.lit = (frame.walk, frame.lit) if frame else (None, None)
        self.standing.show(model, frame)
        self._show_cards(model, frame)
        self.hand.hand, self.hand.asked = self._model.view.hand, solution is None
        self.hand.flat = solution is not None and scale_of(self.app.size) is SMALL
        self.figures.figures = solution.figures if solution else ()
        self.figures.made = solution.decision.made if solution else None
        self._ask(frame)

    def _show_cards(self, model: ViewModel, frame: Frame | None) -> None:
        """Cards to be placed take the place of the hand."""
        table, plays = model.table, plays_in(frame, model.table)
        placing = bool(table.to_place)
        self.waiting.plays = tuple((model.name_of(seat), card, seat == model.view.seat) for seat, card in plays)
        self.waiting.left = table.seats - len(plays) if frame else 0
        self.waiting.backs = frame is not None and frame.backs
        self.waiting.names = 1
        self.waiting.set_class(not placing, "-aside")
        self.hand.set_class(placing, "-aside")
        self.figures.set_class(placing or self.solution is None, "-aside")

    def _ask(self, frame: Frame | None = None) -> None:
        model, solution, prompt = self._model, self.solution, self.prompt
        prompt.yours = self._film is None
        prompt.caption = caption(frame.fact, self.model.table, self.model.view.seat) if frame else None
        if solution is None:
            card = self.hand.looked_at
            prompt.text = (
                game_prompt(model, prompt.room, card) if card else _("Which card costs least? Lift it and play it")
            )
            self.rows.landing = landing_hint(model.table.rows, card)[:2] if card else None
            return
        self.rows.landing = None
        if self._film is not None:
            prompt.text = _course_shown(solution.course.many, solution.course.of)
        else:
            prompt.text = solution.verdict()
            self.rows.landing = landing_hint(model.table.rows, solution.decision.best)[:2]

    def _told(self) -> tuple[str, ...]:
        solution, series = self.solution, self.series
        if solution is None:
            hands = " · ".join(puzzle_table.public_hands(self._model))
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
            self.notice.say(lambda: problem)

    # -- the keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        answered = self.solution is not None
        if action in ("step", "lift"):
            return not answered
        if action == "lay":
            return not answered and self.is_mounted and self.hand.lifted is not None
        if action == "copy":
            return self.series.finishes_day
        if action in ("own", "daily"):
            return self.series.own == (action == "daily") and bool(
                self.app.check_action("open", (f"{action}_puzzles",))
            )
        return answered if action in ("go_on", "turn") else super().check_action(action, parameters)

    def action_lift(self, place: int) -> None:
        if place < len(self._model.view.hand):
            self._lift(self._model.view.hand[place])

    def action_step(self, by: int) -> None:
        hand, lifted = self._model.view.hand, self.hand.lifted
        self._lift(hand[(hand.index(lifted) + by) % len(hand) if lifted in hand else (0 if by > 0 else -1)])

    def action_lay(self) -> None:
        card = self.hand.lifted
        if card is not None and card == self.hand.seen:
            self.hand.lifted = None
            self.series.answer(card)
            self._warn()
            self.present()

    def action_go_on(self) -> None:
        self._stop_film()
        self.series.advance()
        self._begin_puzzle()

    def _begin_puzzle(self) -> None:
        self._copied = False
        self._model = puzzle_table.position_model(self.series)
        self.hand.lifted = None
        self.present()

    async def action_own(self) -> None:
        await self.run_action("app.open('own_puzzles')")

    async def action_daily(self) -> None:
        await self.run_action("app.open('daily_puzzles')")

    def action_turn(self) -> None:
        if self._film is not None:
            self._stop_film()
        else:
            session = puzzle_table.course_session(self.series)
            self._film = film = Timeline(session)
            self._player = FramePlayer(self, film, self._seconds_a_tick, self._is_watched, self.show_frame)
            session.seek(len(session.facts))
            film.catch_up(moving=self._player.animates)
        self.present()

    def action_scroll(self, by: int) -> None:
        self.query_one("#told", VerticalScroll).scroll_relative(y=by, animate=False)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._share_line())
        self._copied = True
        self.present()

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(words.title(), self._model, self.prompt))

    def action_close(self) -> None:
        self._stop_film()
        self.dismiss()

    def on_key(self) -> None:
        self.notice.clear()

    # -- the mouse --------------------------------------------------------------------------------------------

    @on(HandRow.Clicked)
    def card_clicked(self, event: HandRow.Clicked) -> None:
        if self.solution is not None:
            return
        if event.card == self.hand.lifted:
            self.action_lay()
        else:
            self._lift(event.card)

    @on(CellWidget.Pointed)
    def follow_mouse(self) -> None:
        if self._film is None:
            self._ask()

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.solution is not None:
            self.action_turn()

    def _lift(self, card: int) -> None:
        self.hand.forget()
        self.hand.lifted = card
        self._ask()
        self.refresh_bindings()

    # -- the film ---------------------------------------------------------------------------------------------

    def _stop_film(self) -> None:
        if self._player:
            self._player.skip()
        self._film = self._player = None

    def _seconds_a_tick(self) -> float:
        return TICKS[self._preferences().pace]

    def _is_watched(self) -> bool:
        return self.is_active and not too_small(self.app.size)


def ask_puzzles(app: SixqpApp, puzzles: OpenSeries, on_close: Callable[[None], None] | None = None) -> None:
    """Ask on the screen in front if that is a puzzle screen, else open one."""
    if isinstance(app.screen, PuzzleScreen):
        app.screen.ask(*puzzles)
    else:
        app.push_screen(PuzzleScreen(*puzzles, app.preferences.in_force), on_close)


def open_daily_puzzles(app: SixqpApp) -> None:
    async def open_puzzles() -> None:
        ask_puzzles(app, await asyncio.to_thread(open_series))

    app.run_worker(open_puzzles(), group="puzzles", exclusive=True)


def _course_shown(many: int, of: int) -> str:
    # Translators: {in_deals} is “in 63 of 100 deals”
    return _("How the turn goes with the best card {in_deals}").format(in_deals=in_deals(many, of))
