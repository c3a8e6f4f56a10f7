"""Long work: the same work on many tasks, in several processes; it can be watched and stopped."""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import chain, islice
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixqp_tui.bots.worker_process import create_pool, end_pool
from sixqp_tui.joining.background import OnProgress

CORES: Final = os.cpu_count() or 1
Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def worker_pool(jobs: int) -> Iterator[Executor]:
    """So many processes. Leaving ends them, with the tasks that run."""
    end, stop = multiprocessing.Pipe(duplex=False)
    pool = create_pool(jobs, end)
    try:
        yield pool
    finally:
        stop.close()
        end_pool(pool)
        end.close()


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


@contextmanager
def progress_bar(doing: str) -> Iterator[OnProgress]:
    """Yields a function that moves a bar on standard error, if that is a terminal. It is removed at the end."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=None, visible=False)
        yield lambda done, of: bar.update(task, completed=done, total=of, visible=True)
