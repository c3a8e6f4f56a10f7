"""The coach in the text mode."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from sixqp_tui.analysis.moments import Moment
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.features.coach import advice
from sixqp_tui.features.coach.coach import Coach
from sixqp_tui.i18n import _


class CoachedLines:
    """Asks the coach in the background, and passes its answers to `say`."""

    def __init__(self, session: StateSource, coach: Coach, say: Callable[[str], object]) -> None:
        self._session, self._coach, self._say = session, coach, say
        self._asked = set[asyncio.Task[None]]()

    def advise(self) -> None:
        self._coach.comments = True
        self._start(self._say_before())

    def hear(self, event: Event) -> None:
        if moment := self._coach.due(event, self._session):
            self._start(self._say_after(moment))

    def close(self) -> None:
        for task in self._asked:
            task.cancel()

    def _start(self, asking: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(asking)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _say_before(self) -> None:
        moment = advice.choice(self._session)
        if moment is None:
            self._say(_("Ask the coach while you're choosing a card."))
        else:
            self._say(_("The coach is thinking…"))
            costs = await self._coach.weigh(moment)
            self._say(advice.line_before(costs) if costs else advice.cannot_answer())

    async def _say_after(self, moment: Moment) -> None:
        if said := await self._coach.comment(moment):
            self._say(said)
