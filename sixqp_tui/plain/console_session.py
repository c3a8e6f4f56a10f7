"""A session at a table on a console: the asyncio shell around `LinePlayer`."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from sixqp_tui.client.events import Event
from sixqp_tui.client.session import Session
from sixqp_tui.plain.answer import Answer, Command, Context
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.line_player import End, LinePlayer, Outcome

GRACE = 2.0
"""Seconds for the table to confirm that its player leaves."""
QUIET = 0.05
"""Seconds without news before a prompt is printed."""


class Notice(NamedTuple):
    """Lines that come from neither the table nor the player."""

    lines: tuple[str, ...]


class Extension(Protocol):
    """What a feature adds to a game by lines: commands, and notices that it passes to the session."""

    @property
    def commands(self) -> Mapping[str, Command]: ...

    def hear(self, event: Event) -> None:
        """Called with each event, after its lines are printed."""

    def close(self) -> None:
        """Give no more notices."""


StartExtension = Callable[[Session, Callable[[Notice], object]], Extension]
Item = Event | str | End | Notice
Inbox = asyncio.Queue[Item]


def start_reading(console: Console) -> Inbox:
    inbox = Inbox()
    console.start_reading(lambda line: inbox.put_nowait(End.TYPING if line is None else line))
    return inbox


async def run_console_session(
    session: Session,
    console: Console,
    inbox: Inbox,
    context: Context,
    *,
    extension: StartExtension | None = None,
    grace: float = GRACE,
) -> Outcome:
    """Until the session is closed or left; `session.run` must be running."""
    events = session.events()
    extended = extension(session, inbox.put_nowait) if extension else None
    if extended:
        context = context._replace(commands={**context.commands, **extended.commands})
    player = LinePlayer(session, context, piped=not console.keyboard)
    forwarding = asyncio.create_task(_forward(events, inbox))
    try:
        return await _ConsoleSession(session, player, console, inbox, time.monotonic, extended, grace).run()
    finally:
        forwarding.cancel()
        if extended:
            extended.close()


async def _forward(events: AsyncIterator[Event], inbox: Inbox) -> None:
    async for event in events:
        inbox.put_nowait(event)


class _ConsoleSession:
    def __init__(
        self,
        session: Session,
        player: LinePlayer,
        console: Console,
        inbox: Inbox,
        clock: Callable[[], float],
        extension: Extension | None,
        grace: float,
    ) -> None:
        self._session, self._player, self._console, self._inbox = session, player, console, inbox
        self._clock, self._extension, self._grace = clock, extension, grace
        self._waiting: deque[str | End] = deque()

    async def run(self) -> Outcome:
        self._console.show(*self._player.greet(self._clock()))
        while self._player.outcome is None:
            item = await self._next()
            if item is not None:
                self._take(item)
            elif self._player.leaving:
                break
        return self._player.outcome or self._player.leaving or Outcome(0)

    async def _next(self) -> Item | None:
        """The next item, after printing the prompt in a quiet moment; None after a timeout."""
        if (item := await self._wait(QUIET)) is not None:
            return item
        self._console.show(*self._player.tell_when_quiet(self._clock()))
        if request := self._player.say_ready() or self._player.pick_rest():
            self._session.request(request)
        self._take_waiting()
        self._console.ask(self._player.prompt)
        if self._player.leaving:
            return await self._wait(self._grace)
        due = self._player.reminds_at
        return await self._wait(None if due is None else max(0.0, due - self._clock()))

    async def _wait(self, seconds: float | None) -> Item | None:
        """None after this many seconds."""
        try:
            async with asyncio.timeout(seconds):
                return await self._inbox.get()
        except TimeoutError:
            return None

    def _take(self, item: Item) -> None:
        if isinstance(item, str | End):
            self._waiting.append(item)
            if self._console.keyboard:
                self._console.forget_prompt()
        else:
            if isinstance(item, Notice):
                lines: Sequence[str] = (*item.lines, *self._player.tell_evening())
            else:
                lines = self._player.hear(item, self._clock())
            self._console.show(*lines)
            if self._extension and not isinstance(item, Notice):
                self._extension.hear(item)
        self._take_waiting()
        if request := self._player.claim_chair():
            self._session.request(request)

    def _take_waiting(self) -> None:
        while self._waiting and self._player.accepts(self._waiting[0]):
            self._console.forget_prompt()
            self._answer(self._waiting.popleft())

    def _answer(self, typed: str | End) -> None:
        self._follow(self._player.take(typed, self._clock()))

    def _follow(self, answer: Answer) -> None:
        self._console.show(*answer.lines)
        if answer.request:
            self._session.request(answer.request)
        if answer.then:
            answer.then()
