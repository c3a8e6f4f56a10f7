"""Runs a review in several processes; it can be watched and stopped, and is kept once complete."""

from contextlib import closing, suppress
from functools import partial
from threading import Lock

from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.history.store import kept_review, write_review
from sixqp_tui.features.review.review import Finding, examine, plan_review, put_together
from sixqp_tui.i18n import _
from sixqp_tui.joining.background import OnProgress
from sixqp_tui.terminal.jobs import CORES, progress_bar, run_tasks, worker_pool


class ReviewRun:
    """The review of a checked game: `run` does the work; `review` is what was found by now.

    The complete review of a saved game is saved beside it, and then there is nothing to do.
    """

    def __init__(self, record: GameRecord, deals: int = DEALS) -> None:
        self._plan = plan_review(record.facts, deals)
        self._record = record
        self._findings: list[Finding] = []
        self._working = Lock()
        self._kept = kept_review(record, self._plan.deals)

    @property
    def tasks(self) -> int:
        return len(self._plan.tasks)

    @property
    def review(self) -> Review:
        found = tuple(self._findings)
        return self._kept or put_together(self._plan, (*found, *[None] * (self.tasks - len(found))))

    def run(self, on_progress: OnProgress) -> None:
        """Do the remaining tasks, and save a complete review.

        Blocks, until `on_progress` raises; what is done stays, and another call continues.
        """
        with self._working:
            if self._kept is not None:
                return
            work = partial(examine, deals=self._plan.deals)
            left = self._plan.tasks[len(self._findings) :]
            with worker_pool(CORES) as pool, closing(run_tasks(pool, work, left, 2 * CORES)) as findings:
                for finding in findings:
                    self._findings.append(finding)
                    on_progress(len(self._findings), self.tasks)
            self._kept = self.review
            with suppress(OSError):  # it can be made again
                write_review(self._record.id, self._kept)


def make_review(run: ReviewRun) -> Review:
    """With a bar on a terminal; Ctrl-C stops, and what is done stays."""
    with suppress(KeyboardInterrupt), progress_bar(_("reviewing the game…")) as show:
        run.run(show)
    return run.review
