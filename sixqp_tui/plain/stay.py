"""A stay at a table on a console: the asyncio shell around `Player`."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable

from sixqp_tui.client.events import Event
from sixqp_tui.client.session import Session
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.player import End, Outcome, Player

GRACE = 2.0
"""Seconds that a table has to confirm that its player leaves."""
QUIET = 0.05
"""A prompt is printed when so many seconds have passed without anything new."""

Inbox = asyncio.Queue[Event | str | End]


def listened(console: Console) -> Inbox:
    """A queue into which everything goes that is typed from now on."""
    inbox = Inbox()
    console.listen(lambda line: inbox.put_nowait(End.TYPING if line is None else line))
    return inbox


async def stay(session: Session, console: Console, inbox: Inbox, join_line: str | None = None) -> Outcome:
    """Play, host or watch by lines until the session is closed or left. `session.run` is kept running meanwhile."""
    events = session.events()
    player = Player(session, join_line, patient=not console.keyboard)
    hearing = asyncio.create_task(_hand_on(events, inbox))
    try:
        return await _Stay(session, player, console, inbox, time.monotonic).run()
    finally:
        hearing.cancel()


async def _hand_on(events: AsyncIterator[Event], inbox: Inbox) -> None:
    async for event in events:
        inbox.put_nowait(event)


class _Stay:
    def __init__(
        self, session: Session, player: Player, console: Console, inbox: Inbox, clock: Callable[[], float]
    ) -> None:
        self._session, self._player, self._console, self._inbox = session, player, console, inbox
        self._clock = clock
        self._waiting: deque[str | End] = deque()

    async def run(self) -> Outcome:
        self._console.show(*self._player.arrived(self._clock()))
        while self._player.outcome is None:
            item = await self._next()
            if item is None:
                break
            self._take(item)
        return self._player.outcome or self._player.leaving or Outcome(0)

    async def _next(self) -> Event | str | End | None:
        """What comes next; None where the table does not confirm in time that its player leaves."""
        try:
            async with asyncio.timeout(QUIET):
                return await self._inbox.get()
        except TimeoutError:
            self._console.ask(self._player.prompt)
        try:
            async with asyncio.timeout(GRACE if self._player.leaving else None):
                return await self._inbox.get()
        except TimeoutError:
            return None

    def _take(self, item: Event | str | End) -> None:
        if isinstance(item, str | End):
            self._waiting.append(item)
            if self._console.keyboard:
                self._console.answered()
        else:
            self._console.show(*self._player.heard(item, self._clock()))
        while self._waiting and self._player.takes(self._waiting[0]):
            self._console.answered()
            self._reply_to(self._waiting.popleft())

    def _reply_to(self, typed: str | End) -> None:
        reply = self._player.typed(typed, self._clock())
        self._console.show(*reply.lines)
        if reply.wish:
            reply.wish(self._session)
