"""Work beside the event loop: blocking calls in a thread that nobody has to wait for, and tasks."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from logging import Logger
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from sixqp_tui.joining.failure import os_errors_as_failures

Result = TypeVar("Result")
OnProgress = Callable[[int, int], None]
"""Called with the number of tasks done, and of all."""


class DaemonThread:
    """Runs work in order, in a thread that starts with the first piece.

    Unlike the threads of `asyncio.to_thread`, it doesn't delay the program's end, and handing over work is cheaper.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._begun = False

    def do(self, work: Callable[[], Result]) -> asyncio.Future[Result]:
        """The outcome of this work, in the running loop. Raises RuntimeError if no thread can be started."""
        outcome = asyncio.get_running_loop().create_future()
        if not self._begun:
            Thread(target=self._run, daemon=True).start()
            self._begun = True
        self._work.put((work, outcome))
        return outcome

    def close(self) -> None:
        self._work.put(None)

    async def finish(self, seconds: float) -> None:
        """Close it once everything is done, or after so many seconds."""
        await asyncio.wait((self.do(lambda: None),), timeout=seconds)
        self.close()

    def _run(self) -> None:
        while (next_work := self._work.get()) is not None:
            work, outcome = next_work
            result, error = None, None
            try:
                result = work()
            except Exception as failed:  # noqa: BLE001 (the caller gets it)
                error = failed
            with suppress(RuntimeError):  # the loop is closed, so nobody waits
                outcome.get_loop().call_soon_threadsafe(_settle, outcome, result, error)


def _settle(outcome: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if outcome.done():  # the caller was cancelled
        return
    if error is None:
        outcome.set_result(result)
    else:
        outcome.set_exception(error)


async def run_in_daemon_thread(work: Callable[[], Result]) -> Result:
    """The result of slow work without side effects. Cancelling, or ending the program, doesn't wait for it."""
    thread = DaemonThread()
    outcome = thread.do(work)
    thread.close()
    return await outcome


class _Stopped(Exception):
    """The caller no longer waits."""


def ignore_progress(_done: int, _of: int) -> None:
    """For work that nobody watches."""


async def run_in_background(
    work: Callable[[OnProgress], Result], on_progress: OnProgress = ignore_progress
) -> Result:
    """Run long `work` in a daemon thread, and report its progress in the event loop. Raises Failure.

    When the caller is cancelled, no more progress is reported, and the work ends at its next report.
    """
    loop, stopped = asyncio.get_running_loop(), Event()

    def tell(done: int, of: int) -> None:
        if not stopped.is_set():
            on_progress(done, of)

    def report(done: int, of: int) -> None:
        if stopped.is_set():
            raise _Stopped
        loop.call_soon_threadsafe(tell, done, of)

    def run() -> Result:
        with os_errors_as_failures():
            return work(report)

    try:
        return await run_in_daemon_thread(run)
    finally:
        stopped.set()


def log_failure(log: Logger, message: str) -> Callable[[asyncio.Future[Any]], None]:
    """For `add_done_callback`; what was cancelled hasn't failed."""

    def report(task: asyncio.Future[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error(message, exc_info=error)

    return report


async def cancel(task: asyncio.Task[Any]) -> None:
    """Returns once the task has ended."""
    task.cancel()
    await asyncio.wait((task,))
