"""The coach in a process of its own, so that no screen waits for it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, TypeVar

from sixqp_tui.analysis.judgement import DEALS, judge, weigh_cards
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.bots.worker_process import create_pool, end_pool
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.features.coach import advice

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import AsyncExitStack

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Coach:
    """Judges with as many deals as a review, so that the figures agree; answers None if it can't.

    From the first question on, it `comments` on every turn. That question starts the process. Close it when the
    table is over.
    """

    def __init__(self, deals: int = DEALS) -> None:
        self.comments = False
        self._deals = deals
        self._silent = False
        self._pool: ProcessPoolExecutor | None = None

    def due(self, event: Event, session: StateSource) -> Moment | None:
        """The decision to comment on after this event."""
        return advice.turned_over(event, session) if self.comments else None

    async def comment(self, moment: Moment) -> str:
        """Empty if no other card was clearly better. That the coach can't answer is said once."""
        decision = await self.judge(moment)
        said, self._silent = self._silent, decision is None
        if decision is None:
            return "" if said else advice.cannot_answer()
        return advice.comment_on(decision)

    async def judge(self, moment: Moment) -> Decision | None:
        return await self._ask(judge, moment)

    async def weigh(self, moment: Moment) -> advice.CardCosts | None:
        return await self._ask(weigh_cards, moment)

    async def _ask(self, question: Callable[[Moment, int], T], moment: Moment) -> T | None:
        """None for whatever reason: no game ends because of its coach."""
        try:
            pool = self._pool = self._pool or create_pool(1)
            answer = asyncio.wrap_future(pool.submit(question, moment, self._deals))
        except (BrokenExecutor, OSError) as error:
            self._give_up(error)
            return None
        await asyncio.wait((answer,))
        if answer.cancelled():
            return None
        if failure := answer.exception():
            self._give_up(failure)
            return None
        return answer.result()

    def _give_up(self, error: BaseException) -> None:
        _log.error("the coach's process broke; the next question gets a new one", exc_info=error)
        self.close()

    def close(self) -> None:
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


def open_coach(stack: AsyncExitStack) -> Coach:
    coach = Coach()
    stack.callback(coach.close)
    return coach
