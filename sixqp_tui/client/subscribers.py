"""Everybody who follows the events of a session."""

import asyncio
from collections.abc import AsyncIterator

from sixqp_tui.client.events import Event, News, Talk

MAX_BACKLOG = 2000
"""Events that wait for one subscriber before talk and old news are dropped for it. A whole game of ten is less than
that; a subscriber so far behind has stopped reading."""


class Subscribers:
    """Passes every event on to each subscriber; nobody waits for a slow one."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Event | None]] = []
        self._closed = False

    def subscribe(self) -> AsyncIterator[Event]:
        """The events published from this call on, until the end."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        if self._closed:
            queue.put_nowait(None)
        else:
            self._queues.append(queue)
        return self._read(queue)

    def publish(self, event: Event) -> None:
        """Pass an event on."""
        for queue in self._queues:
            if queue.qsize() < MAX_BACKLOG or not isinstance(event, News | Talk):
                queue.put_nowait(event)

    def close(self) -> None:
        """End every subscription: nothing more will be published."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    async def _read(self, queue: asyncio.Queue[Event | None]) -> AsyncIterator[Event]:
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            if queue in self._queues:
                self._queues.remove(queue)
