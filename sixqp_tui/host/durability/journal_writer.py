"""The asyncio shell of a ledger: writes in a thread what was accepted, then lets go of what follows from it."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.effects import Effect

RETRY = 1.0
"""Seconds until a disk that took nothing is tried again."""
_logger = logging.getLogger(__name__)


class CommandLog(Protocol):
    """Where the inputs of a table are kept. All methods block, and raise OSError where the disk refuses."""

    def write(self, inputs: Sequence[Command]) -> None:
        """Write these, so that no crash loses them; where that fails, none of them will ever count."""

    def reread(self) -> Iterable[Command]:
        """All inputs that count."""

    def probe(self) -> None:
        """Write something that changes nothing."""


class JournalWriter:
    """Between a room and its lines: what is handed to `hold` is handed to `send` when it may be sent.

    Without a book that is at once. `broken` is called where the book could not be written, and must make the
    room what the book says, and let it stand still; `mended` when it can be written again. `failed` is called
    where even that failed, or anything else did; from then on nothing is sent any more.
    """

    def __init__(
        self,
        ledger: CommitQueue,
        book: CommandLog | None,
        send: Callable[[Iterable[Effect]], None],
        broken: Callable[[Iterable[Command]], None],
        mended: Callable[[], None],
        failed: Callable[[], None],
    ) -> None:
        self._ledger, self._book = ledger, book
        self._send, self._broken, self._mended, self._failed = send, broken, mended, failed
        self._task: asyncio.Task[None] | None = None
        self._mending = self._ending = False
        self._lost = False

    @property
    def idle(self) -> bool:
        """Whether all that was held has been sent."""
        return self._ledger.idle

    def hold(self, effects: Iterable[Effect]) -> None:
        """Send this when everything that was accepted before is written.

        What comes while the loop is busy, or a writing goes on, shares the next one.
        """
        self._ledger.hold(effects)
        if self._lost or (self._task is not None and not self._mending):
            return
        if self._book is None or self._ledger.unwritten == 0:
            self._ledger.begin()
            self._send(self._ledger.done())
        elif self._task is None:
            self._start()

    async def end(self) -> None:
        """Write and send what is held; a disk that takes nothing is waited for no longer, from now on."""
        self._ending = True
        while self._task is not None:
            if self._mending:
                self._task.cancel()
            await asyncio.wait((self._task,))

    def _start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())
        self._task.add_done_callback(self._ended)

    async def _work(self) -> None:
        assert self._book is not None
        try:
            while not self._ledger.idle:
                inputs = self._ledger.begin()
                if inputs:
                    await asyncio.to_thread(self._book.write, inputs)
                self._send(self._ledger.done())
        except OSError as error:
            _logger.error("the journal cannot be written: %s", error)
            kept = await asyncio.to_thread(self._book.reread)
            self._ledger.forget()
            self._mending = True
            self._broken(kept)
            if not self._ending:
                await self._mend(self._book)

    async def _mend(self, book: CommandLog) -> None:
        while True:
            await asyncio.sleep(RETRY)  # noqa: TID251 (a full disk tells nobody when it has room)
            try:
                await asyncio.to_thread(book.probe)
            except OSError as error:
                _logger.info("the journal still cannot be written: %s", error)
            else:
                break
        self._mending = False
        _logger.warning("the journal can be written again")
        self._mended()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            _logger.error("the journal failed", exc_info=error)
            self._lost = True
            self._failed()
        elif not self._ledger.idle:
            self._start()
