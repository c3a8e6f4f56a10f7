"""Luck and skill of an evening on the screen."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.screen import Screen

from sixqp_tui.analysis import words
from sixqp_tui.features.history.persons import own_keys
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.evening import EveningReview, Reviewed, evening_title, find_evening, so_far, sum_up
from sixqp_tui.features.review.review_run import ReviewRun, begin_review
from sixqp_tui.features.review.sheet import is_roomy
from sixqp_tui.features.review.widgets import BalanceSheet, Reasons
from sixqp_tui.i18n import N_, NC_, _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import BACK, RULES, Command, check_action, close
from sixqp_tui.tui.widgets.common.background_work import BackgroundWork
from sixqp_tui.tui.widgets.common.page import Page


class EveningScreen(Screen[None]):
    """Reviews the games of the evening of `record`, and adds them up; leaving stops the work.

    `find` and `begin` block.
    """

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    EveningScreen BalanceSheet { margin: 1 0; display: none; }
    EveningScreen Reasons { display: none; }
    EveningScreen.-judged BackgroundWork { display: none; }
    EveningScreen.-judged BalanceSheet, EveningScreen.-judged Reasons { display: block; }
    """
    BINDINGS = [
        Command(
            "s",
            "player",
            # Translators: whose luck of an evening is shown: a noun
            NC_("key", "another player"),
            N_("Show the next player's luck and skill"),
            short=NC_("key, short", "player"),
        ).when(lambda self: self.evening is not None),
        # Translators: stop the review of the games of an evening: a verb
        Command("escape", "stop", NC_("key", "stop"), N_("Stop the review, and show what was found")).when(
            lambda self: self.evening is None and not self.background.stopped and not self.background.failed
        ),
        BACK.by("q", show=True),
        BACK.by("escape"),
        RULES,
    ]

    page = getters.query_one(Page)
    background = getters.query_one(BackgroundWork)
    balance = getters.query_one(BalanceSheet)
    reasons = getters.query_one(Reasons)

    def __init__(
        self,
        record: GameRecord,
        *,
        find: Callable[[GameRecord], Sequence[GameRecord]] = find_evening,
        begin: Callable[[GameRecord], ReviewRun] = begin_review,
    ) -> None:
        super().__init__()
        self.record = record
        self._find, self._begin = find, begin
        self.evening: EveningReview | None = None
        self._at = 0

    def compose(self) -> ComposeResult:
        with Page(self._title, self._player):
            yield BackgroundWork(
                self._judging, lambda: _("Esc: stop and show what has been found so far."), Failure
            )
            yield BalanceSheet()
            yield Reasons()

    def on_mount(self) -> None:
        self.background.start(self._review, self._show)
        self.present()

    check_action = check_action

    def _review(self) -> EveningReview:
        records = self._find(self.record)
        runs = [self._begin(record) for record in records]
        tasks, before = sum(run.tasks for run in runs), 0
        found: list[Reviewed] = []
        for record, run in zip(records, runs, strict=True):
            with closing(run.examine()) as steps:
                for done in steps:
                    self.background.report(before + done, tasks)
                    if self.background.stopped:
                        break
            before += run.tasks
            found.append((record, run.review))
            if self.background.stopped:
                break
        return sum_up(found, tasks=tasks)

    def _show(self, evening: EveningReview) -> None:
        self.evening = evening
        own = own_keys()
        self._at = next((at for at, key in enumerate(evening.keys) if key in own), 0)
        self.set_class(True, "-judged")
        self.present()

    def present(self) -> None:
        self.page.update_title()
        if evening := self.evening:
            review = evening.review
            judged = bool(review.seats[self._at].rounds)
            lines = words.balance_lines if is_roomy(self.app.size) else words.brief_balance_lines
            self.balance.lines = lines(review, self._at) if judged else ()
            self.reasons.why = () if review.whole else (so_far(review),)
            self.reasons.limits = words.limits(review, evening.drafted)
        self.refresh_bindings()

    on_resize = retranslate = present

    def _title(self) -> str:
        # Translators: the title of a screen: what was luck and what was skill on an evening
        return evening_title(self.evening) if self.evening else _("Luck of the evening")

    def _player(self) -> str:
        if not self.evening:
            return ""
        rounds = len(self.evening.review.seats[self._at].rounds)
        # Translators: {name} is a player, who played this many rounds on an evening
        sentence = ngettext("{name}, {n} round", "{name}, {n} rounds", rounds)
        return sentence.format(name=self.evening.names[self._at], n=rounds)

    def _judging(self) -> str:
        progress = self.background.progress
        if not progress.tasks:
            return _("Reading the games…")
        return _("Reviewing the games: {done} of {tasks}").format(done=progress.done, tasks=progress.tasks)

    def action_player(self) -> None:
        if self.evening:
            self._at = (self._at + 1) % len(self.evening.names)
            self.present()

    def action_stop(self) -> None:
        self.background.stop()
        self.refresh_bindings()

    def action_close(self) -> None:
        self.background.stop()
        close(self)


def open_evening(app: SixqpApp, record: GameRecord) -> None:
    app.push_screen(EveningScreen(record))
