"""The review of a finished game: luck or skill, the costliest decisions, and the table at each."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, Review
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.history.games import NoSuchGame, load_game
from sixqp_tui.features.history.history import wait_for
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    record_game,
    session_of_record,
)
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.features.replay.what_if_screen import open_what_if
from sixqp_tui.features.review.background_work import BackgroundWork
from sixqp_tui.features.review.export import export_beside
from sixqp_tui.features.review.review_run import ReviewRun, begin_review, hands_unknown
from sixqp_tui.features.review.sheet import ReviewModel, ReviewSheet, Scene, position_of_decision, scene_of_decision
from sixqp_tui.features.review.widgets import Decisions
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.failure import failures_shown
from sixqp_tui.presentation.chapters import Chapters, find_chapters
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import BACK, EXPORT, WHAT_IF
from sixqp_tui.tui.widgets.common.page import Notice, Page

Begin = Callable[[GameRecord], ReviewRun]
Export = Callable[[GameRecord, Review], str]


class ReviewScreen(Screen[None]):
    """Reviews a game in a thread; leaving the screen stops the work.

    It first shows the decisions of `seat`, by default of the first person: the costliest, or `every` one.
    `begin` and `export` block.
    """

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ReviewScreen Page { align-horizontal: center; }
    ReviewScreen ReviewSheet, ReviewScreen.-judged BackgroundWork { display: none; }
    ReviewScreen.-judged ReviewSheet { display: block; }
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
        Binding("g", "judge_on", NC_("key, a review", "continue"), tooltip=N_("Review the rest of the game")),
        # Translators: stop the review of a game: a verb
        Binding("escape", "stop", NC_("key", "stop"), tooltip=N_("Stop the review, and show what was found")),
        replace(BACK, key="q,escape"),
    ]

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    background = getters.query_one(BackgroundWork)
    notice = getters.query_one(Notice)
    sheet = getters.query_one(ReviewSheet)

    def __init__(
        self,
        record: GameRecord,
        *,
        begin: Begin = begin_review,
        export: Export = export_beside,
        seat: int | None = None,
        every: bool = False,
    ) -> None:
        super().__init__()
        self.record = record
        self.model = ReviewModel(_first_person(record) if seat is None else seat, every)
        self.begin, self._export = begin, export
        self._job: ReviewRun | None = None
        self._session = session_of_record(record, hands_open=False)

    @cached_property
    def _chapters(self) -> Chapters:
        return find_chapters(self.record.facts)

    def compose(self) -> ComposeResult:
        with Page(self._title, self._place):
            yield BackgroundWork(_judging)
            yield ReviewSheet()

    def on_mount(self) -> None:
        self.present()
        self.background.start(self._judge, self._show_review)

    # -- what is found out ------------------------------------------------------------------------------------

    def _judge(self) -> Review:
        job = self._job = self._job or self.begin(self.record)
        if not self.background.stopped:  # a player who has left doesn't wait for the first processes
            with closing(job.examine()) as steps:
                for done in steps:
                    self.background.report(done, job.tasks)
                    if self.background.stopped:
                        break
        return job.review

    def _show_review(self, review: Review) -> None:
        self.model = self.model._replace(review=review).select(self.model.selected)
        self.set_class(True, "-judged")
        self.present()
        self.sheet.listed.decisions.focus()

    @on(BackgroundWork.Failed)
    def follow_failure(self) -> None:
        self.refresh_bindings()

    # -- what is shown ----------------------------------------------------------------------------------------

    def present(self) -> None:
        model, decision = self.model, self.model.decision
        self.page.update_title()
        if model.review is not None:
            scene = self._scene(decision) if decision else None
            self.sheet.show(model, model.review, scene, words.limits(model.review, self._drafted))
        self.refresh_bindings()

    on_resize = present

    def notes(self) -> str:
        return words.limits(self.model.review, self._drafted) if self.model.review else ""

    @property
    def _drafted(self) -> bool:
        news = self._session.state.news
        return news is not None and news.settings.rules.variant == "draft"

    def _title(self) -> str:
        # Translators: {when} is the date and the time of the game, {table} the title of its table
        sentence = _("Review: {when} · {table}")
        return sentence.format(table=table_title(self.record.title), when=format_when(self.record.ended))

    def _place(self) -> str:
        decision, player = self.model.decision, self.record.players[self.model.seat]
        if decision is None:
            return words.seen_from(player.name)
        # Translators: {who} is “seen from Zoé”
        sentence = _("round {number} of {rounds} · {who}")
        rounds = len(self._chapters.rounds)
        return sentence.format(number=decision.round, rounds=rounds, who=words.seen_from(player.name))

    def _scene(self, decision: Decision) -> Scene:
        if self._session.state.view.seat != decision.seat:
            self._session.look_from(decision.seat, hands_open=False)
        self._session.seek(self._position(decision))
        return scene_of_decision(decision, self._session.state.view)

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
                return review is None and not self.background.stopped and not self.background.failed
        return True

    @on(Decisions.OptionHighlighted)
    def show_decision(self) -> None:
        at = self.sheet.listed.decisions.highlighted
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

    def action_stop(self) -> None:
        self.background.stop()
        self.refresh_bindings()

    def action_judge_on(self) -> None:
        self.model = self.model._replace(review=None)
        self.set_class(False, "-judged")
        self.present()
        self.background.start(self._judge, self._show_review)

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        if (review := self.model.review) is None:
            return
        with failures_shown(self.notice.show):
            path = await wait_for(lambda _report: self._export(self.record, review))
            self.app.notify(_("The game is saved in “{path}”").format(path=path), markup=False)

    def action_close(self) -> None:
        self.background.stop()
        self.dismiss()

    def on_key(self) -> None:
        self.notice.clear()

    def on_click(self) -> None:
        self.notice.clear()

    def _show(self, model: ReviewModel) -> None:
        self.model = model
        self.present()


def _judging(done: int, tasks: int) -> str:
    if not tasks:
        return _("Reading the game…")
    return _("Reviewing the game: {done} of {tasks}").format(done=done, tasks=tasks)


def open_review(app: BaseApp, record: GameRecord, seat: int | None) -> None:
    app.push_screen(ReviewScreen(record, seat=seat))


def review_finished_game(app: BaseApp, game: FinishedGame) -> None:
    try:
        record = record_game(game)
    except (HandsUnknown, ImpossibleGame):
        app.screen.query_one(Notice).show(hands_unknown())
        return
    with suppress(NoSuchGame, UnreadableRecord, ImpossibleGame, OSError):  # not every game is kept
        record = load_game(record.id)
    open_review(app, record, game.own)


def _first_person(record: GameRecord) -> int:
    return next((seat for seat, player in enumerate(record.players) if player.level is None), 0)
