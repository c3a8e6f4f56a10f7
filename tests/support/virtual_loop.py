"""A loop whose time passes only while nobody has anything to do: an hour takes as long as what happens in it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Idle(selectors.DefaultSelector):
    """Never waits: what it should wait for is added to the clock."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop; nothing that runs in it may wait for the real world."""

    def __init__(self) -> None:
        self._idle = _Idle()
        super().__init__(self._idle)

    def time(self) -> float:
        return self._idle.now

    def sleep(self, seconds: float) -> None:
        """Let the machine sleep: this time passes at once, and nothing happens in it."""
        self._idle.now += seconds


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run this to its end in virtual time, which begins at 0."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
