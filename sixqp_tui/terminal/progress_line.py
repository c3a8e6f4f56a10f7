"""Shows on standard error what a command waits for."""

import asyncio
import sys
from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar

from sixqp_protocol.text import cells, clean
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.terminal.output import print_error

Result = TypeVar("Result")

SHOW_AFTER = 0.5
"""Shorter waits aren't mentioned."""
MIN_COLUMNS = 20
REFRESH_SECONDS = 0.5
"""How often the seconds are updated."""


def run_with_progress(doing: str, work: Callable[[], Result]) -> Result:
    """Run blocking work without side effects, showing that it runs; Ctrl-C ends it at once."""

    async def run() -> Result:
        async with ProgressLine() as progress:
            progress.step(doing)
            return await run_in_daemon_thread(work)

    return asyncio.run(run())


class ProgressLine:
    """While this context is open, shows the latest `step` after half a second.

    On a terminal, one line shows it with the seconds of all steps, and is removed at the end. Elsewhere, and with
    `show`, each step is a separate line.
    """

    def __init__(
        self,
        show: Callable[[str], None] | None = None,
        *,
        show_after: float = SHOW_AFTER,
        refresh_seconds: float = REFRESH_SECONDS,
    ) -> None:
        self._show = show or print_error
        self._rewriting = show is None and sys.stderr.isatty()
        self._show_after, self._refresh_seconds = show_after, refresh_seconds
        self._doing = ""
        self._began = monotonic()
        self._shown = ""
        self._width = 0

    async def __aenter__(self) -> Self:
        self._updating = asyncio.create_task(self._update())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._updating.cancel()
        await asyncio.wait((self._updating,))
        self._wipe()

    def step(self, doing: str) -> None:
        self._doing = doing

    def step_at_once(self, doing: str) -> None:
        """Show the step now, because what follows leaves no time to show it later."""
        self.step(doing)
        if self._rewriting:
            self._rewrite(0)

    def say(self, line: str) -> None:
        self._wipe()
        self._show(line)

    async def _update(self) -> None:
        while True:
            await asyncio.sleep(self._refresh_seconds)  # noqa: TID251 (the interval of the seconds that are shown)
            now = monotonic()
            if not self._doing or now - self._began < self._show_after:
                continue
            if self._rewriting:
                self._rewrite(round(now - self._began))
            elif self._doing != self._shown:
                self._shown = self._doing
                self._show(self._doing)

    def _rewrite(self, seconds: int) -> None:
        counted = f" {seconds} s"
        shown = clean(self._doing, max(MIN_COLUMNS, get_terminal_size().columns - 1) - len(counted)) + counted
        self._write("\r" + shown + " " * (self._width - cells(shown)))
        self._width = cells(shown)

    def _wipe(self) -> None:
        if self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            self._rewriting = False
