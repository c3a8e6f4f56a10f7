"""The review of a game that is over: luck or skill, the dearest decisions, and the table as it was."""

from collections.abc import Callable
from contextlib import closing
from functools import cached_property, partial
from threading import Event
from time import monotonic
from typing import NamedTuple

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.client.recorded_session import session_of_record
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.history.record import GameRecord
from sixqp_tui.i18n.game import review as review_words
from sixqp_tui.i18n.screens import review as words
from sixqp_tui.presentation import review_lines
from sixqp_tui.presentation.chapters import Chapters, find_chapters
from sixqp_tui.presentation.reviewed_decision import position_of_decision, scene_of_decision
from sixqp_tui.review.result import Decision, Review
from sixqp_tui.tui.replay_request import ReplayRequested
from sixqp_tui.tui.scale import CARD_LARGE, CARD_LINE, CARD_SMALL, CardSize
from sixqp_tui.tui.services import CannotExport, CannotReview, ReviewJob
from sixqp_tui.tui.theme.glyphs import ENTER
from sixqp_tui.tui.widgets.common.status_lines import KeyLine, Notice, TitleLine
from sixqp_tui.tui.widgets.common.too_small import TooSmall
from sixqp_tui.tui.widgets.game.rows import TableRows, width_of
from sixqp_tui.tui.widgets.review.balance_sheet import BalanceSheet
from sixqp_tui.tui.widgets.review.decision_list import DecisionList
from sixqp_tui.tui.widgets.review.options import Options
from sixqp_tui.tui.widgets.review.reasons import LEFT, Reasons, wrapped
from sixqp_tui.tui.widgets.review.review_progress import ReviewProgress, seconds_left

DEAREST = 3
"""Decisions that are shown first."""
WIDEST = 140
"""Cells of the window that are used at most: the `max-width` of the felt."""
LEAST_OPTIONS = 40
"""Cells that the options take beside the rows at least."""
REASONS = 5
"""Lines for the reason, whose two sentences may take two each, and for the limits."""
MORE_REASONS = 3
"""Lines beyond those for all that is said of the limits, below a long reason, where there is room."""
MOST_ABOVE = 3
"""Blank lines at most above all of it, in a large window."""
LEAST_DEEP = 5
"""Lines in which ten cards stand in two columns."""
ROOMY_FROM = 30
"""Lines from which on a balance is shown with all its parts, and beside every decision of a game."""
FAR = 10**6
"""More decisions than a game has."""
Begin = Callable[[GameRecord], ReviewJob]
Export = Callable[[GameRecord, Review], str]


class Layout(NamedTuple):
    """How many lines each part has, with the `gaps` below them; so many `spare` ones are left."""

    balance: int
    decisions: int
    scene: int
    reasons: int
    gaps: tuple[int, int, int] = (0, 0, 0)
    spare: int = 0


class ReviewScreen(Screen[None]):
    """Has the game reviewed by what `begin` returns, and shows what was found out; leaving it stops the work.

    `seat` is whose decisions are shown first, by default those of the first person; with `every` all of them and
    not only the dearest. `export` writes the game to a file, where that is possible. Needs of its app the action
    `rules`, and an answer to `ReplayRequested`.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = f"""
    ReviewScreen {{ layers: default above; align-horizontal: center; }}
    ReviewScreen #felt {{ width: 100%; max-width: {WIDEST}; height: 1fr; display: none; }}
    ReviewScreen.-judged #felt, ReviewScreen #refusal {{ display: block; }}
    ReviewScreen.-judged ReviewProgress, ReviewScreen.-refused ReviewProgress {{ display: none; }}
    ReviewScreen #so-far {{ height: auto; padding: 0 2; color: $gold; }}
    ReviewScreen #refusal {{ height: 1fr; content-align: center middle; text-align: center; padding: 0 2; }}
    ReviewScreen #scene {{ width: 100%; }}
    ReviewScreen TableRows {{ margin-top: 1; }}
    """

    BINDINGS = [
        Binding("up", "decision(-1)", "decision", key_display="↑↓"),
        Binding("down", "decision(1)", "decision", show=False),
        Binding("pageup", "decision(-10)", "page", show=False),
        Binding("pagedown", "decision(10)", "page", show=False),
        Binding("home", f"decision(-{FAR})", "ends", show=False),
        Binding("end", f"decision({FAR})", "ends", show=False),
        Binding("enter", "replay", "replay from here", key_display=ENTER),
        Binding("s", "seat", "another seat"),
        Binding("e", "export", "export"),
        Binding("t", "every", "all turns"),
        Binding("g", "judge_on", "judge on"),
        Binding("escape", "stop", "stop judging", key_display="Esc"),
        Binding("q", "close", "back"),
        Binding("escape", "close", "back", key_display="Esc", show=False),
        Binding("f1", "app.rules", "rules", key_display="F1"),
    ]

    title_line = getters.query_one(TitleLine)
    progress = getters.query_one(ReviewProgress)
    notice = getters.query_one(Notice)
    felt = getters.query_one("#felt", Vertical)
    so_far = getters.query_one("#so-far", Static)
    refusal = getters.query_one("#refusal", Static)
    balance = getters.query_one(BalanceSheet)
    listed = getters.query_one(DecisionList)
    scene = getters.query_one("#scene", Horizontal)
    rows = getters.query_one(TableRows)
    options = getters.query_one(Options)
    reasons = getters.query_one(Reasons)

    class Examined(Message):
        """So many of all tasks are done."""

        def __init__(self, done: int, tasks: int) -> None:
            super().__init__()
            self.done, self.tasks = done, tasks

        def can_replace(self, message: Message) -> bool:
            """Only the last one matters."""
            return isinstance(message, ReviewScreen.Examined)

    class Found(Message):
        """The work is done, or was stopped: this is what was found out."""

        def __init__(self, review: Review) -> None:
            super().__init__()
            self.review = review

    class Refused(Message):
        """The game is not reviewed: this sentence says why."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    class Told(Message):
        """A sentence about something that was done: where it was written, or why not."""

        def __init__(self, told: Callable[[], str]) -> None:
            super().__init__()
            self.told = told

    def __init__(
        self,
        record: GameRecord,
        begin: Begin,
        export: Export | None = None,
        *,
        seat: int | None = None,
        every: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.record = record
        self.review: Review | None = None
        self._begin, self._export, self._clock = begin, export, clock
        self._job: ReviewJob | None = None
        self._stop = Event()
        self._started: tuple[float, int] | None = None
        self._every, self._selected = every, 0
        self._session = session_of_record(record, hands_open=False)
        self._sit(_first_person(record) if seat is None else seat)

    @cached_property
    def _chapters(self) -> Chapters:
        return find_chapters(self.record.facts)

    def compose(self) -> ComposeResult:
        """What was found out from top to bottom, and in its place the bar while there is nothing."""
        yield TitleLine()
        yield ReviewProgress()
        yield Static(id="refusal", markup=False)
        with Vertical(id="felt"):
            yield Static(id="so-far", markup=False)
            yield BalanceSheet()
            yield DecisionList()
            with Horizontal(id="scene"):
                yield TableRows()
                yield Options()
            yield Reasons()
        yield Notice()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Begin to judge."""
        self.refusal.display = False
        self.present()
        self._judge()

    def on_unmount(self) -> None:
        """Whoever leaves does not want to know any more."""
        self._stop.set()

    def on_resize(self) -> None:
        """Share the lines out anew."""
        self.present()

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self.present()

    # -- what is found out ------------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="review")
    def _judge(self) -> None:
        """Find out what is left to be found out, until that is all or somebody stops it. In a thread."""
        try:
            job = self._job = self._job or self._begin(self.record)
        except CannotReview as refusal:
            self.post_message(self.Refused(str(refusal)))
            return
        if self._stop.is_set():  # whoever left does not wait for the first processes
            return
        tasks = job.tasks
        with closing(job.examine()) as doing:
            for done in doing:
                self.post_message(self.Examined(done, tasks))
                if self._stop.is_set():
                    break
        if self.is_attached:
            self.post_message(self.Found(job.review))

    @on(Examined)
    def show_progress(self, message: Examined) -> None:
        """Some more is done."""
        now = self._clock()
        if self._started is None:
            self._started = now, message.done
        since, before = self._started
        progress = self.progress
        progress.done, progress.tasks = message.done, message.tasks
        progress.seconds = seconds_left(message.done - before, message.tasks - before, now - since)

    @on(Found)
    def show_found(self, message: Found) -> None:
        """Show what was found out."""
        self.review = message.review
        self.set_class(True, "-judged")
        self.present()

    @on(Refused)
    def show_refusal(self, message: Refused) -> None:
        """Say why there is no review."""
        self.set_class(True, "-refused")
        self.refusal.display = True
        self.refusal.update(message.why)
        self.refresh_bindings()

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that are listed."""
        if self.review is None:
            return ()
        found = self.review.seats[self.seat]
        return found.decisions if self._every else found.dearest(DEAREST)

    @property
    def decision(self) -> Decision | None:
        """The one that is shown on the table as it was."""
        return self.decisions[self._selected] if self.decisions else None

    def present(self) -> None:
        """Show all that is known of the seat and the decision that are on."""
        review, name = self.review, self.record.players[self.seat].name
        rounds = len(self._chapters.rounds)
        self.title_line.table = review_words.title(self.record.title, rounds)
        decision = self.decision
        self.title_line.where = words.place(decision.round, rounds, name) if decision else words.seen_from(name)
        if review is not None:
            self._show_found(review)
            self._show_scene(decision)
        self.refresh_bindings()

    def _show_found(self, review: Review) -> None:
        judged = bool(review.seats[self.seat].rounds)
        told = "" if review.whole else review_words.so_far(review.done, review.tasks)
        self.so_far.update(told)
        self.so_far.display = bool(told)
        layout, cards = self._share_out(judged, len(wrapped(told, self._width - 2 * LEFT)))
        self.balance.display = layout.balance > 0
        if judged and layout.balance:
            lines = review_lines.balance_lines if self._is_roomy else review_lines.brief_balance_lines
            self.balance.lines = lines(review, self.seat)
        self.listed.every, self.listed.none = self._every, _nothing_listed(review, self.seat)
        self.listed.decisions, self.listed.selected = self.decisions, self._selected
        self.listed.refresh()
        self.rows.card_size = cards
        parts = (self.balance, self.listed, self.scene, self.reasons)
        for part, lines_of_part, gap in zip(parts, layout[:4], (*layout.gaps, 0), strict=True):
            part.styles.height, part.styles.margin = lines_of_part, (0, 0, gap, 0)
        self.felt.styles.padding = (min(MOST_ABOVE, layout.spare // 2 + layout.spare % 2), 0, 0, 0)
        self.reasons.limits = review_lines.limits(review, self._drafted)
        self.reasons.in_short = review_lines.limits_in_short(review)

    def _show_scene(self, decision: Decision | None) -> None:
        """The table as it was when this was decided, what it cost, and why."""
        self.scene.visible = decision is not None
        self.options.decision = decision
        self.reasons.why = review_lines.reasons(decision) if decision else ()
        if decision is None:
            return
        self._session.seek(position_of_decision(decision, self.record.facts, self._chapters))
        scene = scene_of_decision(decision, self._session.view)
        self.rows.rows, self.rows.landing = scene.rows, (scene.card, scene.row)
        self.rows.refresh()
        self.options.refresh()

    @property
    def _width(self) -> int:
        return min(WIDEST, self.size.width)

    def _share_out(self, judged: bool, above: int) -> tuple[Layout, CardSize]:
        """The lines of each part, and how large the cards on the table are: as large as the rest leaves room.

        So many lines stand `above` all of it.
        """
        room, width = self.size.height - 2 - above, self._width
        balance, decisions, reasons = self._balance_lines(judged), 1 + DEAREST, REASONS
        beside = balance + decisions + reasons
        fitting = (
            size
            for size in (CARD_LARGE, CARD_SMALL)
            if width_of(size) + LEAST_OPTIONS <= width and beside + 1 + ROWS * size.lines + 3 <= room
        )
        cards = next(fitting, CARD_LINE)
        scene = 1 + max(ROWS * cards.lines, LEAST_DEEP)
        left = room - beside - scene
        if left < 0:
            return Layout(balance, decisions, scene - 1, max(1, reasons + left + 1)), cards
        gaps = (int(left > 0 and balance > 0), int(left > 2), int(left > 1))
        left -= sum(gaps)
        if self._every:
            return Layout(balance, decisions + left, scene, reasons, gaps), cards
        reasons += (more := min(left, MORE_REASONS))
        return Layout(balance, decisions, scene, reasons, gaps, left - more), cards

    @property
    def _is_roomy(self) -> bool:
        return self.size.height >= ROOMY_FROM

    def _balance_lines(self, judged: bool) -> int:
        if not judged or (self._every and not self._is_roomy):
            return 0
        return 7 if self._is_roomy else 6

    @property
    def _drafted(self) -> bool:
        return self._session.news.settings.rules.variant == "draft"

    # -- the keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a game is judged it can only be stopped; a decision can be looked at where there is one."""
        judging = self.review is None and not self.has_class("-refused")
        match action:
            case "stop":
                return judging and not self._stop.is_set()
            case "close":
                return True
            case "decision" | "replay":
                return self.decision is not None
            case "seat" | "every":
                return self.review is not None
            case "export":
                return self.review is not None and self._export is not None
            case "judge_on":
                return self.review is not None and not self.review.whole
        return super().check_action(action, parameters)

    def action_decision(self, by: int) -> None:
        """Show another decision."""
        self._select(self._selected + by)

    def action_replay(self) -> None:
        """Look at the game again from the decision that is shown, from the seat of its player."""
        decision = self.decision
        if decision is None:
            return
        position = position_of_decision(decision, self.record.facts, self._chapters)
        session = session_of_record(self.record, seat=self.seat, hands_open=False, position=position)
        self.post_message(ReplayRequested(session))

    def action_seat(self) -> None:
        """Show the decisions of the next player."""
        self._sit((self.seat + 1) % len(self.record.players))
        self._selected = 0
        self.present()

    def action_every(self) -> None:
        """Show all decisions, or only the dearest again; the one that is shown stays."""
        shown = self.decision
        self._every = not self._every
        self._selected = self.decisions.index(shown) if shown in self.decisions else 0
        self.present()

    def action_stop(self) -> None:
        """Judge no more; what was found out by now is shown."""
        self._stop.set()
        self.progress.stopping = True
        self.refresh_bindings()

    def action_judge_on(self) -> None:
        """Judge what is left."""
        self.review, self._started, self._stop = None, None, Event()
        self.progress.stopping = False
        self.set_class(False, "-judged")
        self.present()
        self._judge()

    def action_export(self) -> None:
        """Write the game with its review to a file."""
        if self.review is not None and self._export is not None:
            self._write(self._export, self.review)

    @work(thread=True, exclusive=True, group="export")
    def _write(self, export: Export, review: Review) -> None:
        try:
            path = export(self.record, review)
        except CannotExport as failure:
            self.post_message(self.Told(partial(str, failure)))
        else:
            self.post_message(self.Told(partial(words.exported, path)))

    @on(Told)
    def tell(self, message: Told) -> None:
        """Say what became of it."""
        self.notice.say(message.told)

    def action_close(self) -> None:
        """Back to where the review was opened; what is still being judged is stopped."""
        self._stop.set()
        self.dismiss()

    def on_key(self) -> None:
        """Whoever acts has read the notice."""
        self.notice.clear()

    def on_click(self) -> None:
        """Whoever acts has read the notice."""
        self.notice.clear()

    @on(DecisionList.Clicked)
    def decision_clicked(self, event: DecisionList.Clicked) -> None:
        """A click shows a decision, a second one the game from there."""
        if event.at == self._selected:
            self.action_replay()
        else:
            self._select(event.at)

    @on(DecisionList.Scrolled)
    def decisions_scrolled(self, event: DecisionList.Scrolled) -> None:
        """Another decision."""
        self._select(self._selected + event.by)

    def _select(self, at: int) -> None:
        self._selected = max(0, min(at, len(self.decisions) - 1))
        self.present()

    def _sit(self, seat: int) -> None:
        """Look from this seat: at what its player could read."""
        self.seat = seat
        self._session.look_from(seat, hands_open=False)


def _first_person(record: GameRecord) -> int:
    """The seat of the first player who is no bot; the first seat where there is none."""
    return next((seat for seat, player in enumerate(record.players) if player.level is None), 0)


def _nothing_listed(review: Review, seat: int) -> str:
    """What is said in the place of decisions."""
    if not review.tasks:
        return words.nothing_to_judge()
    if not review.whole and not review.seats[seat].decisions:
        return words.nothing_judged_yet()
    return review_words.dearest_decisions(0)
