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
    """Does what it is told, one after the other, from the first piece of work to `close`.

    The end of the program does not wait for it, as it would for the threads of `asyncio.to_thread`. To hand work
    over costs both threads less than that does, too.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Callable[[], None], Done] | None] = SimpleQueue()
        self._begun = False

    def do(self, work: Callable[[], None], done: Done) -> None:
        """Do this, and hand to `done`, in the loop that runs now, what it raised.

        Raises RuntimeError where the system gives no thread.
        """
        loop = asyncio.get_running_loop()

        def tell(error: BaseException | None) -> None:
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
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
            except Exception as error:  # noqa: BLE001 (whoever waits is handed it)
                tell(error)
            else:
                tell(None)


async def run_in_daemon_thread(work: Callable[[], Result]) -> Result:
    """What the work, slow but changing nothing, returns or raises.

    Whoever stops waiting, or ends the program, does so at once.
    """
    results: list[Result] = []
    outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: BaseException | None) -> None:
        if outcome.done():  # whoever waited has gone
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
