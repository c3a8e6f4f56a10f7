"""A review over several processes, which can be watched and stopped, and which is kept when it is whole."""

import os
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from functools import partial

from sixqp_tui.analysis.result import Review
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.features.history.companion_file import REVIEW
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.codec import UnreadableReview, decode_review, encode_review
from sixqp_tui.features.review.review import DEALS, Finding, examine, plan_review, put_together
from sixqp_tui.hosting.process.task_pool import run_tasks


class ReviewRun:
    """A review that is being made: `examine` does the work, and `review` is what was found out by now.

    `jobs` is in how many processes, by default one a core. A whole review of a kept game is kept beside it, and
    then there is nothing to do.

    Raises UnfinishedGame where the game is not over, ImpossibleFact where it cannot have happened.
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
        """Do what is left to do, and keep the review when it is whole; yields how many of `tasks` are done.

        It blocks, so iterate in a thread where an event loop runs. Who stops early closes the generator: what is
        done stays, and another call does the rest.
        """
        if self._kept is not None:
            return
        pool = create_pool(self._jobs)
        try:
            for _ in self._examined(pool):
                yield self._done()
        except BrokenExecutor:  # somebody has ended a process: what is left is done in this one
            for at in self._left():
                self._findings[at] = examine(self._plan.tasks[at], self._plan.deals)
                yield self._done()
        finally:
            pool.shutdown(cancel_futures=True)
        self._kept = self.review
        with suppress(OSError):  # it can be made again
            REVIEW.write(self._record.id, encode_review(self._kept))

    def _examined(self, pool: Executor) -> Iterator[None]:
        work = partial(examine, deals=self._plan.deals)
        left = ((at, self._plan.tasks[at]) for at in self._left())
        for at, finding in run_tasks(pool, work, left, 2 * self._jobs):
            self._findings[at] = finding
            yield None

    def _left(self) -> Sequence[int]:
        return [at for at, finding in enumerate(self._findings) if finding is None]

    def _done(self) -> int:
        return len(self._findings) - len(self._left())


def kept_review(record: GameRecord, deals: int) -> Review | None:
    """The whole review of this game over so many deals, where one is kept."""
    kept = REVIEW.read(record.id)
    if kept is None:
        return None
    try:
        review = decode_review(kept)
    except UnreadableReview:
        return None
    fits = review.whole and review.deals == deals and len(review.seats) == len(record.players)
    return review if fits else None
