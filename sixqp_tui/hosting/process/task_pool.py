"""Many short tasks over several processes, submitted a few at a time, so that stopping is quick."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")


def run_tasks(
    pool: Executor, work: Callable[[Task], Found], tasks: Iterable[tuple[int, Task]], at_once: int
) -> Iterator[tuple[int, Found]]:
    """The number and result of each task once it is ready. Raises BrokenExecutor."""
    left, busy = iter(tasks), dict[Future[Found], int]()
    while True:
        for number, task in islice(left, at_once - len(busy)):
            busy[pool.submit(work, task)] = number
        if not busy:
            return
        for future in wait(busy, return_when=FIRST_COMPLETED).done:
            yield busy.pop(future), future.result()


def run_all_tasks(
    pool: Executor, work: Callable[[Task], Found], tasks: Iterable[tuple[int, Task]], at_once: int
) -> Iterator[tuple[int, Found]]:
    """The same, but if somebody ends a process, this one does the rest."""
    left = dict(tasks)
    try:
        for number, found in run_tasks(pool, work, tuple(left.items()), at_once):
            del left[number]
            yield number, found
    except BrokenExecutor:
        for number, task in left.items():
            yield number, work(task)
