"""The coach of who plays alone by lines of text: asked in the background, told when there is an answer."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from sixqp_tui.analysis.moments import Moment
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.features.coach import words as coach_words
from sixqp_tui.features.coach.coach import Coach
from sixqp_tui.features.coach.judged import Silence, line_after, line_before, turned_over


class Notice(NamedTuple):
    """Lines that neither the table nor the player said."""

    lines: tuple[str, ...]


class CoachedLines:
    """Asks the coach with what the session has read, which is what the seat may know, and hands on what it says."""

    def __init__(self, session: StateSource, coach: Coach, tell: Callable[[Notice], object]) -> None:
        self._session, self._coach, self._tell = session, coach, tell
        self._asked = set[asyncio.Task[None]]()
        self._silence = Silence()

    def hear(self, event: Event) -> None:
        """Ask about a turn whose cards are turned over."""
        if moment := turned_over(event, self._session):
            self._start(self._say_after(moment))

    def weigh(self, moment: Moment) -> None:
        self._start(self._say_before(moment))

    def close(self) -> None:
        """Nothing is told any more."""
        for task in self._asked:
            task.cancel()

    def _start(self, asking: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(asking)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _say_after(self, moment: Moment) -> None:
        decision = await self._coach.judge(moment)
        if self._silence.begins(decision):
            self._tell(Notice((coach_words.cannot_answer(),)))
        if decision is not None and (line := line_after(decision)):
            self._tell(Notice((line,)))

    async def _say_before(self, moment: Moment) -> None:
        costs = await self._coach.weigh(moment)
        self._tell(Notice((line_before(costs) if costs else coach_words.cannot_answer(),)))
