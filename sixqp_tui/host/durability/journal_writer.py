"""The asyncio shell of a commit queue: writes in a thread what was accepted, then sends what follows from it."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.effects import Effect

RETRY = 1.0
"""Seconds until a disk that took nothing is tried again."""
_logger = logging.getLogger(__name__)


class InThread(Protocol):
    """Makes a blocking call beside the loop."""

    def __call__(self, work: Callable[[], None], done: Callable[[BaseException | None], None], /) -> None:
        """Do the work in a thread, and hand to `done`, in the loop, what it raised.

        Raises RuntimeError where there is no thread for it.
        """


def in_executor(work: Callable[[], None], done: Callable[[BaseException | None], None], /) -> None:
    """Do the work in a thread of the loop's own."""
    doing = asyncio.get_running_loop().run_in_executor(None, work)
    doing.add_done_callback(lambda doing: None if doing.cancelled() else done(doing.exception()))


class CommandLog(Protocol):
    """Where the commands of a table are kept. All methods block, and raise OSError where the disk refuses."""

    def write(self, commands: Sequence[Command]) -> None:
        """Write these, so that no crash loses them; where that fails, none of them will ever count."""

    def reread(self) -> Iterable[Command]:
        """All commands that count."""

    def probe(self) -> None:
        """Write something that changes nothing."""


class JournalWriter:
    """Between a room and its lines: what is handed to `hold` is handed to `send` when it may be sent.

    Without a journal that is at once. `broken` is called where the journal could not be written, and must make the
    room what the journal says, and let it stand still; `mended` when it can be written again. `failed` is called
    where even that failed, or anything else did; from then on nothing is sent any more. The journal is written
    `in_thread`.
    """

    def __init__(
        self,
        queue: CommitQueue,
        journal: CommandLog | None,
        send: Callable[[Iterable[Effect]], None],
        broken: Callable[[Iterable[Command]], None],
        mended: Callable[[], None],
        failed: Callable[[], None],
        in_thread: InThread = in_executor,
    ) -> None:
        self._queue, self._journal, self._in_thread = queue, journal, in_thread
        self._send, self._broken, self._mended, self._failed = send, broken, mended, failed
        self._rests = asyncio.Event()
        self._rests.set()
        self._recovery: asyncio.Task[None] | None = None
        self._mending = self._ending = False
        self._lost = False

    @property
    def idle(self) -> bool:
        return self._queue.idle

    def hold(self, effects: Iterable[Effect]) -> None:
        """Send this when everything that was accepted before is written.

        What comes while the loop is busy, or a writing goes on, shares the next one.
        """
        self._queue.hold(effects)
        if self._lost or not (self._rests.is_set() or self._mending):
            return
        if self._journal is None or self._queue.unwritten == 0:
            self._queue.begin()
            self._send(self._queue.done())
        elif self._rests.is_set():
            self._start()

    async def end(self) -> None:
        """Write and send what is held; a disk that takes nothing is waited for no longer, from now on."""
        self._ending = True
        if self._recovery is not None and self._mending:
            self._recovery.cancel()
        await self._rests.wait()

    def _start(self) -> None:
        self._rests.clear()
        asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        """Write the next batch; `_written` goes on from there."""
        assert self._journal is not None
        if not (commands := self._queue.begin()):
            self._written(None)
            return
        try:
            self._in_thread(partial(self._journal.write, commands), self._written)
        except RuntimeError as no_thread:
            self._lose(no_thread)

    def _written(self, error: BaseException | None) -> None:
        if isinstance(error, OSError):
            _logger.error("the journal cannot be written: %s", error)
            self._recovery = asyncio.get_running_loop().create_task(self._recover())
            self._recovery.add_done_callback(self._recovered)
            return
        try:
            if error is not None:
                raise error
            self._send(self._queue.done())
        except Exception as failure:  # noqa: BLE001 (the table ends with it)
            self._lose(failure)
        else:
            self._go_on()

    def _go_on(self) -> None:
        if self._queue.idle:
            self._rests.set()
        else:
            self._write()

    async def _recover(self) -> None:
        assert self._journal is not None
        kept = await asyncio.to_thread(self._journal.reread)
        self._queue.forget()
        self._mending = True
        self._broken(kept)
        if not self._ending:
            await self._mend(self._journal)

    def _recovered(self, recovery: asyncio.Task[None]) -> None:
        self._recovery = None
        if recovery.cancelled():
            self._lost = not self._mending  # else nobody knows yet what the journal says
            self._rests.set()
        elif (error := recovery.exception()) is not None:
            self._lose(error)
        else:
            self._go_on()

    def _lose(self, error: BaseException) -> None:
        _logger.error("the journal failed", exc_info=error)
        self._lost = True
        self._rests.set()
        self._failed()

    async def _mend(self, journal: CommandLog) -> None:
        while True:
            await asyncio.sleep(RETRY)  # noqa: TID251 (a full disk tells nobody when it has room)
            try:
                await asyncio.to_thread(journal.probe)
            except OSError as error:
                _logger.info("the journal still cannot be written: %s", error)
            else:
                break
        self._mending = False
        _logger.warning("the journal can be written again")
        self._mended()
