"""Runs a review in several processes; it can be watched and stopped, and is kept once complete."""

from collections.abc import Generator
from contextlib import closing, suppress
from functools import partial

from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.moments import UnfinishedGame
from sixqp_tui.analysis.result import Review
from sixqp_tui.engine.reducer import ImpossibleFact
from sixqp_tui.features.history.files import kept_review, write_review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.review import Finding, examine, plan_review, put_together
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.jobs import CORES, progress_bar, run_tasks, worker_pool


class ReviewRun:
    """`examine` does the work; `review` is what was found by now.

    `jobs` is the number of processes, by default one for each core. The complete review of a saved game is saved
    beside it, and then there is nothing to do. Raises UnfinishedGame, and ImpossibleFact.
    """

    def __init__(self, record: GameRecord, deals: int = DEALS, jobs: int | None = None) -> None:
        self._record = record
        self._plan = plan_review(record.facts, deals)
        self._jobs = jobs or CORES
        self._findings: list[Finding] = []
        self._kept = kept_review(record, self._plan.deals)

    @property
    def tasks(self) -> int:
        return len(self._plan.tasks)

    @property
    def review(self) -> Review:
        missing = [None] * (self.tasks - len(self._findings))
        return self._kept or put_together(self._plan, (*self._findings, *missing))

    def examine(self) -> Generator[int, None, None]:
        """Do the remaining tasks, and save a complete review; yields the number of tasks done.

        Blocks. Close the generator to stop early: another call continues.
        """
        if self._kept is not None:
            return
        work = partial(examine, deals=self._plan.deals)
        left = self._plan.tasks[len(self._findings) :]
        with worker_pool(self._jobs) as pool, closing(run_tasks(pool, work, left, 2 * self._jobs)) as findings:
            for finding in findings:
                self._findings.append(finding)
                yield len(self._findings)
        self._kept = self.review
        with suppress(OSError):  # it can be made again
            write_review(self._record.id, self._kept)


def make_review(run: ReviewRun) -> Review:
    """With a bar on a terminal; Ctrl-C stops, and what is done stays."""
    with suppress(KeyboardInterrupt), progress_bar() as bar, closing(run.examine()) as doing:
        task = bar.add_task(_("reviewing the game…"), total=run.tasks)
        for done in doing:
            bar.update(task, completed=done)
    return run.review


def begin_review(record: GameRecord, deals: int = DEALS, jobs: int | None = None) -> ReviewRun:
    """It blocks. Raises Failure."""
    try:
        return ReviewRun(record, deals, jobs)
    except UnfinishedGame:
        raise Failure(_("This game isn't over yet. You can review it when it ends.")) from None
    except ImpossibleFact:
        raise Failure(hands_unknown()) from None


def hands_unknown() -> str:
    return _("This game can't be reviewed, because its hands are unknown.")
