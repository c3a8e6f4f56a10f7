"""Runs a review in several processes; it can be watched and stopped, and is kept once complete."""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from functools import partial
from itertools import islice

from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.analysis.moments import UnfinishedGame
from sixqp_tui.analysis.result import Review
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.engine.reducer import ImpossibleFact
from sixqp_tui.features.history.files import kept_review, write_review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.review import Finding, Task, examine, plan_review, put_together
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.progress_bar import progress_bar


class ReviewRun:
    """`examine` does the work; `review` is what was found by now.

    `jobs` is the number of processes, by default one for each core. The complete review of a saved game is saved
    beside it, and then there is nothing to do. Raises UnfinishedGame, and ImpossibleFact.
    """

    def __init__(self, record: GameRecord, deals: int = DEALS, jobs: int | None = None) -> None:
        self._record = record
        self._plan = plan_review(record.facts, deals)
        self._jobs = jobs or os.cpu_count() or 1
        self._findings: list[Finding | None] = [None] * len(self._plan.tasks)
        self._kept = kept_review(record, self._plan.deals)

    @property
    def tasks(self) -> int:
        return len(self._plan.tasks)

    @property
    def review(self) -> Review:
        return self._kept or put_together(self._plan, self._findings)

    def examine(self) -> Generator[int, None, None]:
        """Do the remaining tasks, and save a complete review; yields the number of tasks done.

        Blocks. Close the generator to stop early: another call continues.
        """
        if self._kept is not None:
            return
        left = [(at, task) for at, task in enumerate(self._plan.tasks) if self._findings[at] is None]
        done = len(self._findings) - len(left)
        pool = create_pool(self._jobs)
        try:
            work = partial(examine, deals=self._plan.deals)
            for at, finding in _findings(pool, work, left, 2 * self._jobs):
                self._findings[at] = finding
                done += 1
                yield done
        finally:
            pool.shutdown(cancel_futures=True)
        self._kept = self.review
        with suppress(OSError):  # it can be made again
            write_review(self._record.id, self._kept)


def _findings(
    pool: Executor, work: Callable[[Task], Finding], tasks: Sequence[tuple[int, Task]], at_once: int
) -> Iterator[tuple[int, Finding]]:
    """The number and finding of each task once it is ready. If somebody ends a process, this one does the rest.

    A few tasks are submitted at a time, so that stopping is quick.
    """
    left, waiting, busy = dict(tasks), iter(tasks), dict[Future[Finding], int]()
    try:
        while True:
            for number, task in islice(waiting, at_once - len(busy)):
                busy[pool.submit(work, task)] = number
            if not busy:
                return
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                number, finding = busy.pop(future), future.result()
                del left[number]
                yield number, finding
    except BrokenExecutor:
        for number, task in left.items():
            yield number, work(task)


def make_review(run: ReviewRun) -> Review:
    """With a bar on a terminal; Ctrl-C stops, and what is done stays."""
    doing = run.examine()
    with progress_bar() as bar:
        task = bar.add_task(_("reviewing the game…"), total=run.tasks)
        try:
            for done in doing:
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            doing.close()
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
