"""Bots that search in their own processes, so that the table's event loop never waits for them."""

from __future__ import annotations

import logging
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import contextmanager, redirect_stderr
from threading import Lock, Thread, current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import THINKING_SECONDS, Bot, RepeatableBot, create_bot
from sixqp_tui.bots.search.budget import Budget, seconds
from sixqp_tui.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection

_log = logging.getLogger(__name__)
Question = Literal["card", "row", "draft"]


class BotProcesses:
    """The processes in which one table's bots search, started at the first question.

    At most `limit` search at once, for `thinking` seconds per decision. With a `seed`, all bots are repeatable.
    Call `close` when the table is over.
    """

    def __init__(
        self, limit: int | None = None, thinking: float = THINKING_SECONDS, seed: str | None = None
    ) -> None:
        self._limit = limit or max(1, (os.cpu_count() or 2) - 1)
        self._thinking = thinking
        self._seed = seed
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    def bot(self, level: Level) -> Bot:
        return _ProcessBot(self) if level == "hard" else _create(level, self._seed)

    def ask(self, question: Question, view: View) -> int:
        """Blocks. If the process breaks, or the processes are closed, the medium level decides."""
        try:
            return self._submit(question, view).result()
        except BrokenExecutor:
            _log.exception("the process of the bots that search broke; the next question gets a new one")
            self._discard()
        except CancelledError:
            _log.debug("a question came too late")
        return _decide(create_bot("medium"), question, view)

    def close(self) -> None:
        """End the processes after their current searches; blocks."""
        with self._lock:
            self._closed = True
        self._discard()

    def _submit(self, question: Question, view: View) -> Future[int]:
        with self._lock:
            if self._closed:
                raise CancelledError
            self._pool = self._pool or create_pool(self._limit)
            return self._pool.submit(_think, question, view, self._thinking, self._seed)

    def _discard(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            end_pool(pool)


def create_pool(limit: int, end: Connection | None = None) -> ProcessPoolExecutor:
    """A pool of processes that end with this one and ignore Ctrl+C; works below a screen too.

    They also end, whatever they do, when the other side of the pipe `end` is closed.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    _track_resources()
    return ProcessPoolExecutor(limit, multiprocessing.get_context("spawn"), start_worker, (end,))


def end_pool(pool: Executor) -> None:
    """Wait for the tasks that run, and drop the others.

    A Ctrl+C during this wait is ignored: a thread whose `join` was interrupted counts as ended in Python 3.11, and
    then the program waits for ever for processes that nobody told to end.
    """
    with _ignored_interrupts():
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Only the main thread is ever interrupted, and only it may change a signal's handler."""
    if current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _track_resources() -> None:
    """Start multiprocessing's resource tracker while standard error is still a real file."""
    if sys.platform != "win32":
        from multiprocessing.resource_tracker import ensure_running

        with redirect_stderr(sys.__stderr__):
            ensure_running()


class _ProcessBot:
    thinks = True

    def __init__(self, processes: BotProcesses) -> None:
        self._processes = processes

    def card(self, view: View) -> int:
        return self._processes.ask("card", view)

    def row(self, view: View) -> int:
        return self._processes.ask("row", view)

    def draft(self, view: View) -> int:
        return self._processes.ask("draft", view)


def _decide(bot: Bot, question: Question, view: View) -> int:
    match question:
        case "card":
            return bot.card(view)
        case "row":
            return bot.row(view)
        case "draft":
            return bot.draft(view)


# -- in the process that searches ---------------------------------------------------------------------


def _think(question: Question, view: View, thinking: float, seed: str | None) -> int:
    return _decide(_create("hard", seed, seconds(thinking, perf_counter)), question, view)


def _create(level: Level, seed: str | None, budget: Budget | None = None) -> Bot:
    return create_bot(level, budget=budget) if seed is None else RepeatableBot(level, seed)


def start_worker(end: Connection | None = None) -> None:
    """Ignore Ctrl+C, which stops the parent process and with it this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait_for_end, args=(end,), daemon=True).start()


def _wait_for_end(end: Connection | None) -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel, *filter(None, [end])])
    os._exit(1)
