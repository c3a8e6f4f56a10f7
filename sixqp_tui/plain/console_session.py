"""A session at a table on a console: the asyncio shell around `LinePlayer`."""

import asyncio
import time
from collections import deque
from typing import NamedTuple

from sixqp_tui.client.events import Event
from sixqp_tui.client.session import Session
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.line_player import Context, End, LinePlayer, Outcome

GRACE = 2.0
"""Seconds for the table to confirm that its player leaves."""
QUIET = 0.05
"""Seconds without news before a question is printed."""


class Notice(NamedTuple):
    """Lines that come from neither the table nor the player."""

    lines: tuple[str, ...] = ()


Item = Event | str | End | Notice
Inbox = asyncio.Queue[Item]


def start_reading(console: Console) -> Inbox:
    inbox = Inbox()
    console.start_reading(lambda line: inbox.put_nowait(End.TYPING if line is None else line))
    return inbox


async def run_console_session(
    session: Session, console: Console, inbox: Inbox, context: Context, *, grace: float = GRACE
) -> Outcome:
    """Until the session is closed or left; `session.run` must be running."""
    return await _ConsoleSession(session, console, inbox, context, grace).run()


class _ConsoleSession:
    def __init__(self, session: Session, console: Console, inbox: Inbox, context: Context, grace: float) -> None:
        self._session, self._console, self._inbox = session, console, inbox
        self._player = LinePlayer(session, context, piped=not console.keyboard)
        self._coach, self._grace = context.coach, grace
        self._waiting: deque[str | End] = deque()
        self._events = session.events()

    async def run(self) -> Outcome:
        forwarding = asyncio.create_task(self._forward())
        try:
            self._console.show(*self._player.greet(time.monotonic()))
            while self._player.outcome is None:
                item = await self._next()
                if item is not None:
                    self._take(item)
                elif self._player.leaving:
                    break
            return self._player.outcome or self._player.leaving or Outcome(0)
        finally:
            forwarding.cancel()

    async def _forward(self) -> None:
        async for event in self._events:
            self._inbox.put_nowait(event)

    async def _next(self) -> Item | None:
        """The next item, after printing the question in a quiet moment; None after a timeout."""
        if (item := await self._wait(QUIET)) is not None:
            return item
        self._console.show(*self._player.tell_when_quiet(time.monotonic()))
        if request := self._player.say_ready():
            self._session.request(request)
        self._take_waiting()
        self._console.ask(self._player.prompt)
        if self._player.leaving:
            return await self._wait(self._grace)
        due = self._player.reminds_at
        return await self._wait(None if due is None else max(0.0, due - time.monotonic()))

    async def _wait(self, seconds: float | None) -> Item | None:
        """None after this many seconds."""
        try:
            async with asyncio.timeout(seconds):
                return await self._inbox.get()
        except TimeoutError:
            return None

    def _take(self, item: Item) -> None:
        match item:
            case str() | End():
                self._waiting.append(item)
                if self._console.keyboard:
                    self._console.forget_prompt()
            case Notice(lines):
                self._console.show(*lines, *self._player.tell_evening())
            case _:
                self._console.show(*self._player.hear(item, time.monotonic()))
                if self._coach:
                    self._coach.hear(item)
        self._take_waiting()
        if request := self._player.claim_chair():
            self._session.request(request)

    def _take_waiting(self) -> None:
        while self._waiting and self._player.accepts(self._waiting[0]):
            self._console.forget_prompt()
            reply = self._player.take(self._waiting.popleft(), time.monotonic())
            self._console.show(*reply.lines)
            if reply.request:
                self._session.request(reply.request)
            if reply.then:
                reply.then()
