"""The review of a finished game: luck or skill, the costliest decisions, and the table at each."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import ProgressBar, Static

from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, Review
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.features.history import words as games_words
from sixqp_tui.features.history.games import record_of_ended
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord, session_of_record
from sixqp_tui.features.history.store import load_game
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.features.replay.what_if_screen import open_what_if
from sixqp_tui.features.review.export import export_beside
from sixqp_tui.features.review.review_run import ReviewRun
from sixqp_tui.features.review.sheet import Decisions, ReviewModel, ReviewSheet, position_of_decision
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.background import run_in_background
from sixqp_tui.joining.failure import Failure, failures_shown
from sixqp_tui.presentation.chapters import Chapters, find_chapters
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import BACK, EXPORT, WHAT_IF, close
from sixqp_tui.tui.widgets.common.page import Notice, Page


class ReviewScreen(Screen[None]):
    """Reviews a game in the background; leaving the screen stops the work.

    It first shows the decisions of `seat`, by default of the first person: the costliest, or `every` one. `begin`
    blocks.
    """

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (22, "-low"), (35, "-high")]
    DEFAULT_CSS = """
    ReviewScreen Page { align-horizontal: center; }
    ReviewScreen #working { align: center middle; height: 1fr; }
    ReviewScreen #working > * { width: 60; max-width: 95%; height: auto; }
    ReviewScreen #heading { color: $strong; text-style: bold; }
    ReviewScreen Bar { width: 1fr; }
    ReviewScreen #hint { margin-top: 1; color: $dim; }
    ReviewScreen #problem { display: none; height: 1fr; content-align: center middle; padding: 0 4; }
    ReviewScreen.-failed #problem { display: block; }
    ReviewScreen ReviewSheet, ReviewScreen.-judged #working, ReviewScreen.-failed #working { display: none; }
    ReviewScreen.-judged ReviewSheet { display: block; }
    ReviewScreen.-high ReviewSheet > * { margin-top: 1; }
    ReviewScreen.-high #balance, ReviewScreen.-high #limits { display: block; }
    """

    BINDINGS = [
        WHAT_IF,
        Binding(
            "s",
            "seat",
            # Translators: from whose seat a game is reviewed: a noun
            NC_("key", "seat"),
            tooltip=N_("Show the next player's decisions"),
        ),
        EXPORT,
        Binding(
            "t",
            "every",
            # Translators: every decision of a player, and not only the costliest: a noun
            NC_("key", "all turns"),
            tooltip=N_("Show every decision, or only the costliest and the best"),
        ),
        # Translators: continue a review that was stopped: a verb
        Binding("g", "judge_on", NC_("key", "continue"), tooltip=N_("Review the rest of the game")),
        # Translators: stop the review of a game: a verb
        Binding("escape", "stop", NC_("key", "stop"), tooltip=N_("Stop the review, and show what was found")),
        replace(BACK, key="q,escape"),
    ]

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    heading = getters.query_one("#heading", Static)
    bar = getters.query_one(ProgressBar)
    notice = getters.query_one(Notice)
    sheet = getters.query_one(ReviewSheet)

    def __init__(
        self,
        record: GameRecord,
        *,
        seat: int | None = None,
        every: bool = False,
        begin: Callable[[GameRecord], ReviewRun] = ReviewRun,
    ) -> None:
        super().__init__()
        self.record = record
        self.model = ReviewModel(_first_person(record) if seat is None else seat, every)
        self.begin = begin
        self._review_run: ReviewRun | None = None
        self._session = session_of_record(record, hands_open=False)

    @cached_property
    def _chapters(self) -> Chapters:
        return find_chapters(self.record.facts)

    def compose(self) -> ComposeResult:
        with Page(self._title, self._place):
            with Vertical(id="working"):
                yield Static(id="heading", markup=False)
                yield ProgressBar(total=1, show_eta=False)
                yield Static(_("Stop to see what has been found so far."), id="hint", markup=False)
            yield Static(id="problem", markup=False)
            yield ReviewSheet()

    def on_mount(self) -> None:
        self.action_judge_on()

    # -- what is found out ------------------------------------------------------------------------------------

    def action_judge_on(self) -> None:
        self.model = self.model._replace(review=None)
        self.set_class(False, "-judged")
        self.present()
        self._judge()

    @work(exclusive=True, group="review")
    async def _judge(self) -> None:
        self.heading.update(_("Reading the game…"))
        try:
            if self._review_run is None:
                self._review_run = await run_in_background(lambda _report: self.begin(self.record))
                self.refresh_bindings()
            await run_in_background(self._review_run.run, self._show_progress)
        except Failure as failure:
            self.set_class(True, "-failed")
            self.query_one("#problem", Static).update(str(failure))
            self.refresh_bindings()
        else:
            if self.app.is_running:  # the result may arrive while the app shuts down
                self._show_review(self._review_run.review)

    def _show_progress(self, done: int, tasks: int) -> None:
        self.heading.update(_("Reviewing the game: {done} of {tasks}").format(done=done, tasks=tasks))
        self.bar.update(total=tasks, progress=done)

    def action_stop(self) -> None:
        if self._review_run:
            self.workers.cancel_group(self, "review")
            self._show_review(self._review_run.review)

    def _show_review(self, review: Review) -> None:
        self.model = self.model._replace(review=review).select(self.model.selected)
        self.set_class(True, "-judged")
        self.present()
        self.sheet.decisions.focus()

    # -- what is shown ----------------------------------------------------------------------------------------

    def present(self) -> None:
        decision, review = self.model.decision, self.model.review
        self.page.update_title()
        if review is not None:
            if decision:
                if self._session.state.view.seat != decision.seat:
                    self._session.look_from(decision.seat, hands_open=False)
                self._session.seek(self._position(decision))
            self.sheet.show(self.model, review, self._session.state.view)
        self.refresh_bindings()

    on_resize = present

    def _title(self) -> str:
        # Translators: {when} is the date and the time of the game, {table} the title of its table
        sentence = _("Review: {table}, {when}")
        return sentence.format(table=table_title(self.record.title), when=format_when(self.record.ended))

    def _place(self) -> str:
        decision, player = self.model.decision, self.record.players[self.model.seat]
        if decision is None:
            return words.seen_from(player.name)
        # Translators: {who} is “seen from Zoé”; what follows is left out where there is no room
        sentence = _("{who} · round {number} of {rounds}")
        rounds = len(self._chapters.rounds)
        return sentence.format(number=decision.round, rounds=rounds, who=words.seen_from(player.name))

    def _position(self, decision: Decision) -> int:
        return position_of_decision(decision, self.record.facts, self._chapters)

    # -- the keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        review = self.model.review
        match action:
            case "what_if":
                return self.model.decision is not None
            case "seat" | "export" | "every":
                return review is not None
            case "judge_on":
                return review is not None and not review.whole
            case "stop":
                return review is None and self._review_run is not None and not self.has_class("-failed")
        return True

    @on(Decisions.OptionHighlighted)
    def show_decision(self) -> None:
        at = self.sheet.decisions.highlighted
        if at is not None and at != self.model.selected:
            self._show(self.model.select(at))

    @on(Decisions.OptionSelected)
    def replay(self) -> None:
        if session := self._session_from_decision():
            open_replay(self.app, session)

    def action_what_if(self) -> None:
        if session := self._session_from_decision():
            open_what_if(self.app, session)

    def _session_from_decision(self) -> RecordedSession | None:
        decision = self.model.decision
        if decision is None:
            return None
        position = self._position(decision)
        return session_of_record(self.record, seat=decision.seat, hands_open=False, position=position)

    def action_seat(self) -> None:
        self._show(self.model.look_from((self.model.seat + 1) % len(self.record.players)))

    def action_every(self) -> None:
        self._show(self.model.switch())

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        if (review := self.model.review) is None:
            return
        with failures_shown(self.notice.show):
            path = await run_in_background(lambda _report: export_beside(self.record, review))
            self.app.notify(games_words.saved(path), markup=False)

    action_close = close

    def on_key(self) -> None:
        self.notice.clear()

    def on_click(self) -> None:
        self.notice.clear()

    def _show(self, model: ReviewModel) -> None:
        self.model = model
        self.present()


def open_review(app: BaseApp, record: GameRecord, seat: int | None) -> None:
    app.push_screen(ReviewScreen(record, seat=seat))


def review_finished_game(app: BaseApp, game: FinishedGame) -> None:
    with failures_shown(app.screen.query_one(Notice).show):
        record = record_of_ended(game)
        with suppress(UnreadableRecord, ImpossibleGame, OSError):  # not every game is kept
            record = load_game(record.id)
        open_review(app, record, game.own)


def _first_person(record: GameRecord) -> int:
    return next((seat for seat, player in enumerate(record.players) if player.level is None), 0)
