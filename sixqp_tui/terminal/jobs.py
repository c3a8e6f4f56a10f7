"""Long work: the same work on many tasks, in several processes; it can be watched and stopped."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import chain, islice
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixqp_tui.bots.worker_process import create_pool

CORES: Final = os.cpu_count() or 1
Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def worker_pool(jobs: int) -> Iterator[Executor]:
    """So many processes. Leaving waits for the tasks that run, and drops the others."""
    pool = create_pool(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def run_tasks(
    pool: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], at_once: int
) -> Generator[Result, None, None]:
    """The results in the order of the tasks, of which there may be no end. Blocks.

    Close the generator to stop. At most `at_once` tasks are submitted ahead, so that this is quick. If somebody
    ends a process of the pool, this one does the rest.
    """
    left = iter(tasks)
    ahead, futures = deque[Task](), deque[Future[Result]]()
    try:
        while True:
            for task in islice(left, at_once - len(ahead)):
                ahead.append(task)
                futures.append(pool.submit(work, task))
            if not ahead:
                return
            result = futures[0].result()
            ahead.popleft()
            futures.popleft()
            yield result
    except BrokenExecutor:
        yield from map(work, chain(ahead, left))
    finally:
        for future in futures:
            future.cancel()


def progress_bar() -> Progress:
    """A bar on standard error, removed at the end, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
