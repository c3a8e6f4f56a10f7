"""How often the event loop has looked at all that is ready."""

import asyncio


class Rounds:
    """Counts the rounds of the running loop until it is ended."""

    def __init__(self) -> None:
        self._loop, self.count = asyncio.get_running_loop(), 0
        self._next = self._loop.call_soon(self._step)

    def _step(self) -> None:
        self.count += 1
        self._next = self._loop.call_soon(self._step)

    def end(self) -> None:
        self._next.cancel()
