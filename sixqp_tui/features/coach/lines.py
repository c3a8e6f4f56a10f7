"""The coach in the text mode."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from sixqp_tui.analysis.moments import Moment
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.features.coach import advice
from sixqp_tui.features.coach.advice import Coach, Silence
from sixqp_tui.features.coach.coach_process import open_coach
from sixqp_tui.i18n import _
from sixqp_tui.plain.answer import Answer, Command, Context, tell
from sixqp_tui.plain.commands import no_player
from sixqp_tui.plain.console_session import Notice, StartExtension
from sixqp_tui.presentation.view_model import ViewModel


def plain_coach(stack: AsyncExitStack | None) -> StartExtension:
    """Without a stack nobody is coached."""
    coach: Coach | None = None
    if stack:
        coach = open_coach(stack)
    return lambda session, notify: CoachedLines(session, coach, notify)


class CoachedLines:
    """Asks the coach in the background, and prints its answers.

    After the first question, the coach also comments on every turn. Without a coach, the command says where one is.
    """

    def __init__(self, session: StateSource, coach: Coach | None, notify: Callable[[Notice], object]) -> None:
        self._session, self._coach, self._notify = session, coach, notify
        self._asked = set[asyncio.Task[None]]()
        self._comments = False
        self._silence = Silence()
        self.commands = {"coach": Command(self._weigh, no_player, listed=lambda _model: coach is not None)}

    def hear(self, event: Event) -> None:
        if self._coach and self._comments and (moment := advice.turned_over(event, self._session)):
            self._start(self._say_after(self._coach, moment))

    def close(self) -> None:
        for task in self._asked:
            task.cancel()

    def _weigh(self, model: ViewModel, _typed: str, _context: Context) -> Answer:
        if self._coach is None or not advice.may_coach(model.news):
            return tell(_("There's no coach here. For one, play alone: sixqp play"))
        moment = advice.now(model.view) if model.prompted == "card" else None
        if moment is None:
            return tell(_("Ask the coach while you're choosing a card."))
        self._comments = True
        return Answer(then=partial(self._start, self._say_before(self._coach, moment)))

    def _start(self, asking: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(asking)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _say_after(self, coach: Coach, moment: Moment) -> None:
        decision = await coach.judge(moment)
        if self._silence.begins(decision):
            self._notify(Notice((advice.cannot_answer(),)))
        if decision is not None and (line := advice.line_after(decision)):
            self._notify(Notice((line,)))

    async def _say_before(self, coach: Coach, moment: Moment) -> None:
        costs = await coach.weigh(moment)
        self._notify(Notice((advice.line_before(costs) if costs else advice.cannot_answer(),)))
