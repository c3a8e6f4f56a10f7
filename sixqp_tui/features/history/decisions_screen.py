"""What the player's decisions cost over time, what to work on, and the positions themselves."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.mistakes import KINDS, MistakeKind
from sixqp_tui.analysis.result import DecisionKind
from sixqp_tui.features.history import words
from sixqp_tui.features.history.decision_sheet import CURVE_HEIGHT, curve_lines, decision_lines, instead, kind_name
from sixqp_tui.features.history.decisions import DecisionScore, Mistake
from sixqp_tui.features.history.game_list import describe_notes
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.statistics import ALL_GAMES, Selection
from sixqp_tui.features.history.widgets import LineSheet
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.local_time import format_day
from sixqp_tui.joining.failure import failures_shown
from sixqp_tui.presentation.feature import Hook
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import CLOSE, ENDS, EXPORT, MOVE, PAGE, RULES, Command, check_action
from sixqp_tui.tui.requests import HookRequested
from sixqp_tui.tui.theme.glyphs import POINTER
from sixqp_tui.tui.theme.roles import DIM, GHOST, GOLD, INK, RED, STRONG
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.home.foot import Foot

SIDE_BY_SIDE = 152
"""Cells of a window with room for the positions beside the figures."""
HIGH = 34
"""Lines of a window with room for the curve above the positions."""
OTHER_LINES, MAX_CURVE = 26, 14
"""Lines of the screen besides the curve, and of a curve in a high window."""
SHOW_SECONDS = 0.5
"""How often the progress of reviews is shown."""
COLUMN = 76
"""Cells of the figures, at most."""


class MistakeList(CellWidget, can_focus=True):
    """The costliest decisions, one of them `pointed`; `heading` stands above them, `none` in their place."""

    BINDINGS = [
        MOVE.by("up", "move(-1)"),
        MOVE.by("down", "move(1)"),
        PAGE.by("pageup", "move(-10)"),
        PAGE.by("pagedown", "move(10)"),
        ENDS.by("home", "move(-1000)"),
        ENDS.by("end", "move(1000)"),
    ]
    GESTURES: ClassVar = {"review": N_("Click a decision to select it, click again to review it")}

    mistakes: reactive[tuple[Mistake, ...]] = reactive(())
    pointed: reactive[int] = reactive(0)
    heading = reactive("")
    none = reactive("")

    class Opened(Message):
        """The selected decision was clicked again."""

    @property
    def mistake(self) -> Mistake | None:
        return self.mistakes[self.pointed] if self.mistakes else None

    @property
    def first(self) -> int:
        room = max(1, self.size.height - 1)
        return max(0, min(self.pointed - room // 2, len(self.mistakes) - room))

    def watch_mistakes(self) -> None:
        self.pointed = 0

    def validate_pointed(self, pointed: int) -> int:
        return max(0, min(pointed, len(self.mistakes) - 1))

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        canvas.text(0, 0, truncate(self.heading, width), STRONG, bold=True)
        if not self.mistakes:
            canvas.text(2, 1, truncate(self.none, width - 2), DIM)
        shown = self.mistakes[self.first : self.first + height - 1]
        days = max((cell_len(format_day(each.ended)) for each in self.mistakes), default=0)
        places = max((cell_len(_where(each)) for each in self.mistakes), default=0)
        for y, mistake in enumerate(shown, 1):
            chosen = self.first + y - 1 == self.pointed
            if chosen:
                canvas.fill(0, y, width, 1, GHOST)
                canvas.text(0, y, POINTER, GOLD, bold=True)
            canvas.text(2, y, format_day(mistake.ended), DIM)
            canvas.text(days + 4, y, _where(mistake), DIM)
            x, cost = days + places + 6, review_words.heads_in_tenths(mistake.cost)
            canvas.text(x, y, truncate(instead(mistake), width - x - len(cost) - 3), STRONG if chosen else INK)
            canvas.right(width - 1, y, cost, RED)
        return canvas

    def part(self, x: int, y: int) -> int | None:
        at = self.first + y - 1
        return at if y >= 1 and at < len(self.mistakes) else None

    def action_move(self, by: int) -> None:
        self.pointed += by

    def on_mouse_scroll_down(self) -> None:
        self.pointed += 1

    def on_mouse_scroll_up(self) -> None:
        self.pointed -= 1

    def on_click(self, event: events.Click) -> None:
        at = self.part(event.x, event.y)
        if at is not None and at == self.pointed:
            self.post_message(self.Opened())
        elif at is not None:
            self.pointed = at


def _where(mistake: Mistake) -> str:
    return review_words.where(mistake.round, mistake.turn)


class DecisionsScreen(Screen[None]):
    """Reads the scores when it opens, and again after reviews."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    DEFAULT_CSS = """
    DecisionsScreen Horizontal { height: 1fr; margin: 1 2; layout: vertical; }
    DecisionsScreen.-beside Horizontal { layout: horizontal; }
    DecisionsScreen MistakeList { min-height: 3; margin-top: 1; }
    DecisionsScreen.-beside MistakeList { margin-left: 4; margin-top: 0; }
    """

    BINDINGS = [
        Command(
            "enter",
            "review",
            # Translators: look at a decision again, in the review of its game: a verb
            NC_("key", "review"),
            N_("Show the selected decision in the review of its game"),
        ).when(lambda self: self.list.mistake is not None and "review_record" in self._hooks),
        # Translators: a kind of mistakes: a noun
        Command("k", "kind", NC_("key", "kind"), N_("List the mistakes of another kind, or all")).when(
            lambda self: self.score is not None and len(self._kinds) > 2
        ),
        # Translators: the curve in place of the list of decisions: a noun
        Command("c", "curve", NC_("key", "curve"), N_("Show the curve, or the decisions again")).when(
            lambda self: self._is_narrow and self.score is not None and self.score.games
        ),
        # Translators: review all games that aren't reviewed yet: a verb
        Command(
            "g", "review_waiting", NC_("key, games", "review games"), N_("Review the games not reviewed yet")
        ).when(
            lambda self: (
                self.score is not None and self.score.waiting and not self._busy and "review_games" in self._hooks
            )
        ),
        EXPORT.when(lambda self: self.score is not None and self.score.games and "scores_page" in self._hooks),
        CLOSE,
        CLOSE.by("q,d"),
        RULES,
    ]

    app = getters.app(SixqpApp)
    page = getters.query_one(Page)
    sheet = getters.query_one(LineSheet)
    list = getters.query_one(MistakeList)
    foot = getters.query_one(Foot)

    def __init__(self, history: History, hooks: Mapping[str, Hook], selection: Selection = ALL_GAMES) -> None:
        super().__init__()
        self.history = history
        self.selection = selection
        self.score: DecisionScore | None = None
        self.kind: MistakeKind | None = None
        self._hooks = hooks
        self._busy = False
        self._curve = False

    def compose(self) -> ComposeResult:
        # Translators: the title of a screen: what the player's decisions have cost, over all games
        with Page(lambda: _("What your decisions cost"), self._place):
            with Horizontal():
                yield LineSheet()
                yield MistakeList()
            yield Foot()

    def on_mount(self) -> None:
        self.list.focus()
        self.action_count()
        self.set_interval(SHOW_SECONDS, self.show_progress)

    check_action = check_action

    @property
    def _kinds(self) -> tuple[MistakeKind | None, ...]:
        """None stands for all."""
        there = {each.kind for each in self.score.mistakes} if self.score else set()
        return (None, *(kind for kind in KINDS if kind in there))

    @property
    def _is_narrow(self) -> bool:
        size = self.app.size
        return size.width < SIDE_BY_SIDE and size.height < HIGH

    # -- what is shown ------------------------------------------------------------------------------------------

    def show(self) -> None:
        self.page.update_title()
        self.refresh_bindings()
        size, score = self.app.size, self.score
        beside = size.width >= SIDE_BY_SIDE
        self.set_class(beside, "-beside")
        if score is None:
            return
        width = min(COLUMN, (size.width - 8) // 2 if beside else size.width - 4)
        self.sheet.column = width
        curve = 0 if self._is_narrow else max(CURVE_HEIGHT, min(MAX_CURVE, size.height - OTHER_LINES))
        lines = decision_lines(score, width, curve, self.kind)
        if self._is_narrow and self._curve:
            lines += tuple(curve_lines(score, width, CURVE_HEIGHT))
        self.sheet.columns = (lines,)
        self.list.display = bool(score.games) and not (self._is_narrow and self._curve)
        listed = tuple(each for each in score.mistakes if self.kind in (None, each.kind))
        if listed != self.list.mistakes:
            self.list.mistakes = listed
        # Translators: a heading in capitals, above a list
        every = _("THE COSTLIEST DECISIONS")
        self.list.heading = f"{every} · {kind_name(self.kind)}" if self.kind else every
        self.list.none = review_words.costliest_decisions(0)

    on_resize = retranslate = show

    def _place(self) -> str:
        return words.games_played(len(self.score.games)) if self.score else ""

    # -- reading and reviewing ----------------------------------------------------------------------------------

    @work(exclusive=True, group="scores")
    async def action_count(self) -> None:
        if not self._busy:
            self._show_foot(self.foot.show_progress, words.reading())
        with failures_shown(self._show_error):
            scores, notes = await wait_for(partial(self.history.count_scores, None, self.selection))
            first, details = self.score is None, scores.details
            self.score = (details.decisions if details else None) or DecisionScore()
            if first:
                self.kind = self.score.weakness
            self.foot.display = self._busy
            if text := " ".join(describe_notes(notes)):
                self._show_error(text)
            self.show()

    def action_review_waiting(self) -> None:
        self.app.reviews.start()
        self.show_progress()

    def show_progress(self) -> None:
        was, self._busy = self._busy, self.app.reviews.running
        if self._busy:
            done, of = self.app.reviews.progress or (0, 1)
            # Translators: {share} is a number from 0 to 100
            text = _("Reviewing your games: {share} % · Esc stops, and keeps what is done")
            self._show_foot(self.foot.show_choices, text.format(share=100 * done // max(1, of)))
        if was != self._busy:
            self.refresh_bindings()
            if was:
                self.action_count()

    def _show_error(self, sentence: str) -> None:
        self._show_foot(self.foot.show_error, sentence)

    def _show_foot(self, how: Callable[[str], None], sentence: str) -> None:
        self.foot.display = True
        how(sentence)

    # -- the keys -----------------------------------------------------------------------------------------------

    def action_close(self) -> None:
        if self._busy:
            self.app.reviews.stop()
        elif self.is_current:
            self.dismiss()

    def action_kind(self) -> None:
        at = self._kinds.index(self.kind) if self.kind in self._kinds else 0
        self.kind = self._kinds[(at + 1) % len(self._kinds)]
        self.show()

    def action_curve(self) -> None:
        self._curve = not self._curve
        self.show()

    @on(MistakeList.Opened)
    @work(exclusive=True, group="game")
    async def action_review(self) -> None:
        mistake = self.list.mistake
        if mistake is None:
            return
        kind: DecisionKind = "row" if mistake.kind == "row" else "card"
        with failures_shown(self._show_error):
            record = await wait_for(lambda _report: self.history.load(mistake.game))
            if self.is_current:
                at = mistake.round, mistake.turn, kind
                self.post_message(HookRequested("review_record", record, mistake.seat, at))

    @work(exclusive=True, group="game")
    async def action_export(self) -> None:
        score, export = self.score, self._hooks.get("scores_page")
        if score is None or export is None:
            return
        with failures_shown(self._show_error):
            path = await wait_for(lambda _report: str(export(score)))
            self._show_foot(
                self.foot.show_choices, _("Saved to “{path}”. Open it in any browser.").format(path=path)
            )
