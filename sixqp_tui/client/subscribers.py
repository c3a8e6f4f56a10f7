"""Everybody who listens to a session."""

import asyncio
from collections.abc import AsyncIterator

from sixqp_tui.client.events import Event, News, Talk

MANY = 2000
"""So many events wait for a listener that does not listen before talk and old news are dropped for it."""


class Listeners:
    """Passes every event on to each listener; nobody waits for a slow one."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Event | None]] = []
        self._ended = False

    def hear(self) -> AsyncIterator[Event]:
        """The events told from this call on, until the end."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        if self._ended:
            queue.put_nowait(None)
        else:
            self._queues.append(queue)
        return self._heard(queue)

    def tell(self, event: Event) -> None:
        """Pass an event on."""
        for queue in self._queues:
            if queue.qsize() < MANY or not isinstance(event, News | Talk):
                queue.put_nowait(event)

    def end(self) -> None:
        """Nothing more will be told."""
        self._ended = True
        for queue in self._queues:
            queue.put_nowait(None)

    async def _heard(self, queue: asyncio.Queue[Event | None]) -> AsyncIterator[Event]:
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            if queue in self._queues:
                self._queues.remove(queue)
