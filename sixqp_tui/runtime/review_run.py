"""A review over several processes, which can be watched and stopped."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice

from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.review.result import Review
from sixqp_tui.review.review import Finding, Plan, examine, put_together


class ReviewRun:
    """A review that is being made: iterate over it, and ask for the `review` at any time.

    Each iteration is one task that is done, and yields how many are. Who stops iterating should `close` the
    iterator; what is done stays. `jobs` is in how many processes, by default one a core.
    """

    def __init__(self, plan: Plan, jobs: int | None = None) -> None:
        self.plan = plan
        self._jobs = jobs or os.cpu_count() or 1
        self._findings: list[Finding | None] = [None] * len(plan.tasks)

    @property
    def review(self) -> Review:
        """What has been found out by now."""
        return put_together(self.plan, self._findings)

    def __iter__(self) -> Iterator[int]:
        """Do what is left to do; blocks between two tasks."""
        pool = create_pool(self._jobs)
        try:
            for _ in self._examined(pool):
                yield self._done()
        except BrokenExecutor:  # somebody ended a process: what is left is done in this one
            for at in self._left():
                self._findings[at] = examine(self.plan.tasks[at], self.plan.deals)
                yield self._done()
        finally:
            pool.shutdown(cancel_futures=True)

    def _examined(self, pool: Executor) -> Iterator[None]:
        """After each task that is done; a few at a time are handed out, so that a stop does not wait for many."""
        left, busy = iter(self._left()), dict[Future[Finding], int]()
        while True:
            for at in islice(left, 2 * self._jobs - len(busy)):
                busy[pool.submit(examine, self.plan.tasks[at], self.plan.deals)] = at
            if not busy:
                return
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                self._findings[busy.pop(future)] = future.result()
                yield None

    def _left(self) -> Sequence[int]:
        return [at for at, finding in enumerate(self._findings) if finding is None]

    def _done(self) -> int:
        return len(self._findings) - len(self._left())
