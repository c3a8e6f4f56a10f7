"""A table that stops answering is searched for on the LAN: its host may have a new address."""

import asyncio
import logging
from typing import Final

from sixqp_tui.client.events import Event, StatusChanged
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Reconnecting

SEARCH_FROM_ATTEMPT: Final = 2
"""A connection that was only interrupted is back with the first attempt."""
MAX_ADDRESSES: Final = 8
"""Addresses of one announcement that are tried."""
_logger = logging.getLogger(__name__)
Addresses = tuple[tuple[str, int], ...]


class TableRelocator:
    """Points the link to where discovery finds the table while the connection is lost."""

    def __init__(self, session: Session, link: NetworkLink) -> None:
        self._session, self._link = session, link
        self._before: Addresses = link.addresses
        self._found: Addresses = ()
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def note(self, event: Event) -> None:
        if not isinstance(event, StatusChanged):
            return
        match event.status:
            case Reconnecting(attempt=attempt):
                if attempt == 1:
                    self._before, self._found = self._link.addresses, ()
                self._link.addresses = self._ways
                if attempt >= SEARCH_FROM_ATTEMPT and self._task is None and self._session.state.welcome:
                    self._task = asyncio.create_task(self._seek(self._session.state.welcome.table))
                    self._task.add_done_callback(_report)
            case _:
                self._stop()

    def learn(self, addresses: Addresses) -> None:
        """Try these addresses first, at once if they are new. The addresses from before are never forgotten."""
        new = not set(addresses) <= set(self._link.addresses)
        self._found = addresses[:MAX_ADDRESSES]
        self._link.addresses = self._ways
        if new:
            self._session.come_back()

    @property
    def _ways(self) -> Addresses:
        return tuple(dict.fromkeys((*self._found, *self._before)))

    async def end(self) -> None:
        self._stop()
        if self._ending:
            await asyncio.wait(self._ending)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
            self._task = None

    async def _seek(self, table: str) -> None:
        from sixqp_tui.discovery.browser import Browser

        async with Browser() as browser:
            async for tables in browser.changes():
                for found in tables:
                    if found.id == table and not found.stale:
                        self.learn(found.endpoints)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("looking for the table failed", exc_info=error)
