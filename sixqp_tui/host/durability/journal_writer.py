"""The asyncio shell of a commit queue: writes commands in a thread, then sends the effects."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from sixqp_tui.host.commands import Command, Effect
from sixqp_tui.host.durability.commit_queue import CommitQueue

RETRY_SECONDS = 1.0
"""Seconds between attempts after a failed write."""
_logger = logging.getLogger(__name__)


class InThread(Protocol):
    def __call__(self, work: Callable[[], None], done: Callable[[BaseException | None], None], /) -> None:
        """Do the work in a thread, and call `done` in the loop with its exception, if any.

        Raises RuntimeError if no thread can be started.
        """


def in_executor(work: Callable[[], None], done: Callable[[BaseException | None], None], /) -> None:
    doing = asyncio.get_running_loop().run_in_executor(None, work)
    doing.add_done_callback(lambda doing: None if doing.cancelled() else done(doing.exception()))


class CommandLog(Protocol):
    """Where a table's commands are stored. All methods block, and raise OSError if the disk fails."""

    def write(self, commands: Sequence[Command]) -> None:
        """Write these so that no crash loses them; after a failure, none of them ever counts."""

    def reread(self) -> Iterable[Command]:
        """Read all commands that count."""

    def probe(self) -> None:
        """Write something that changes nothing."""


class JournalWriter:
    """Takes effects from `submit`, and passes them to `send` once they may be sent.

    Without a journal, that is at once. `broken` is called after a failed write, and must rebuild the room from the
    journal and stall it; `recovered` once writing works again. `failed` is called after any other failure, after
    which nothing is sent.
    """

    def __init__(  # noqa: PLR0913  # what its server passes on
        self,
        queue: CommitQueue,
        journal: CommandLog | None,
        send: Callable[[Iterable[Effect]], None],
        broken: Callable[[Iterable[Command]], None],
        recovered: Callable[[], None],
        failed: Callable[[], None],
        in_thread: InThread = in_executor,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self._queue, self._journal, self._in_thread = queue, journal, in_thread
        self._send, self._broken, self._on_recovered, self._failed = send, broken, recovered, failed
        self._idle = asyncio.Event()
        self._idle.set()
        self._recovery: asyncio.Task[None] | None = None
        self._stalled = self._ending = False
        self._lost = False
        self._retry_seconds = retry_seconds

    def holds_facts_for(self, peer: int) -> bool:
        return self._queue.holds_facts_for(peer)

    def submit(self, effects: Iterable[Effect]) -> None:
        """After everything accepted before them is written. Effects during a write share the next one."""
        self._queue.add(effects)
        if self._lost or not (self._idle.is_set() or self._stalled):
            return
        if self._journal is None or self._queue.unwritten == 0:
            self._queue.begin()
            self._send(self._queue.done())
        elif self._idle.is_set():
            self._start()

    async def end(self) -> None:
        """Write and send what is queued, without waiting for a disk that fails."""
        self._ending = True
        if self._recovery is not None and self._stalled:
            self._recovery.cancel()
        await self._idle.wait()

    def _start(self) -> None:
        self._idle.clear()
        asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
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
        except Exception as failure:  # noqa: BLE001 (the table ends with any failure)
            self._lose(failure)
        else:
            self._continue()

    def _continue(self) -> None:
        if self._queue.idle:
            self._idle.set()
        else:
            self._write()

    async def _recover(self) -> None:
        assert self._journal is not None
        kept = await asyncio.to_thread(self._journal.reread)
        self._queue.forget()
        self._stalled = True
        self._broken(kept)
        if not self._ending:
            await self._retry(self._journal)

    def _recovered(self, recovery: asyncio.Task[None]) -> None:
        self._recovery = None
        if recovery.cancelled():
            self._lost = not self._stalled  # else the journal has not been reread
            self._idle.set()
        elif (error := recovery.exception()) is not None:
            self._lose(error)
        else:
            self._continue()

    def _lose(self, error: BaseException) -> None:
        _logger.error("the journal failed", exc_info=error)
        self._lost = True
        self._idle.set()
        self._failed()

    async def _retry(self, journal: CommandLog) -> None:
        while True:
            await asyncio.sleep(self._retry_seconds)  # noqa: TID251 (no event says that a full disk has room again)
            try:
                await asyncio.to_thread(journal.probe)
            except OSError as error:
                _logger.info("the journal still cannot be written: %s", error)
            else:
                break
        self._stalled = False
        _logger.warning("the journal can be written again")
        self._on_recovered()
