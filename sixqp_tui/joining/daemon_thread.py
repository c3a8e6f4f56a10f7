"""Blocking calls in a thread that nobody has to wait for."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")
Done = Callable[[BaseException | None], None]


class DaemonThread:
    """Runs work in order, in a thread that starts with the first piece.

    Unlike the threads of `asyncio.to_thread`, it doesn't delay the program's end, and handing over work is cheaper.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Callable[[], None], Done] | None] = SimpleQueue()
        self._begun = False

    def do(self, work: Callable[[], None], done: Done) -> None:
        """Call `done` in the running loop with the exception of `work`, or None.

        Raises RuntimeError if no thread can be started.
        """
        loop = asyncio.get_running_loop()

        def tell(error: BaseException | None) -> None:
            with suppress(RuntimeError):  # the loop is closed, so nobody waits
                loop.call_soon_threadsafe(done, error)

        if not self._begun:
            Thread(target=self._run, daemon=True).start()
            self._begun = True
        self._work.put((work, tell))

    def close(self) -> None:
        self._work.put(None)

    def _run(self) -> None:
        while (next_work := self._work.get()) is not None:
            work, tell = next_work
            try:
                work()
            except Exception as error:  # noqa: BLE001 (the caller gets it)
                tell(error)
            else:
                tell(None)


async def run_in_daemon_thread(work: Callable[[], Result]) -> Result:
    """The result of slow work without side effects. Cancelling, or ending the program, doesn't wait for it."""
    results: list[Result] = []
    outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: BaseException | None) -> None:
        if outcome.done():  # the caller was cancelled
            return
        if error is None:
            outcome.set_result(None)
        else:
            outcome.set_exception(error)

    thread = DaemonThread()
    thread.do(lambda: results.append(work()), done)
    thread.close()
    await outcome
    return results[0]
