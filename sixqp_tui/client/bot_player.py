"""An automatic player: a session, and a bot that decides for it."""

import asyncio
from collections.abc import Callable
from typing import Literal

from sixqp_protocol.facts import GameEnded
from sixqp_protocol.messages import Decision, Ready
from sixqp_tui.bots.bot import Bot, decide
from sixqp_tui.client.events import Denied, Event, Facts, Moved, StatusChanged
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.engine.table import DecisionId, DraftWanted
from sixqp_tui.engine.view import View

Until = Literal["game over", "closed"]


async def run_bot(
    session: PlayerSession, bot: Bot, until: Until = "game over", pause: Callable[[], float] | None = None
) -> None:
    """Decide for this session; something else must run `session.run`.

    `pause` draws the minimum seconds for each decision, so that people can follow; a draft pick takes a third of
    that, and no decision takes more than a quarter of the clock. Returns when the session is closed, and with `game
    over` also after a game that the bot played.
    """
    player = BotPlayer(session, bot, pause)
    events = session.events()
    await player.decide()
    async for event in events:
        if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
            return
        if until == "game over" and player.is_over(event):
            return
        if isinstance(event, Denied | Moved):
            player.forget()
        else:
            await player.decide()


class BotPlayer:
    """Decides each moment once, and again only after a refusal, or at a table that deals the round again."""

    def __init__(self, session: PlayerSession, bot: Bot, pause: Callable[[], float] | None) -> None:
        self._session = session
        self._bot = bot
        self._pause = pause
        self._decided: tuple[int, DecisionId] | None = None
        self._ready_for: tuple[int, int] | None = None

    def is_over(self, event: Event) -> bool:
        if not isinstance(event, Facts) or not any(isinstance(fact, GameEnded) for fact in event.facts):
            return False
        return event.live or self._decided is not None

    def forget(self) -> None:
        self._decided = self._ready_for = None

    async def decide(self) -> None:
        self._say_ready()
        news, moment = self._session.state.news, self._moment()
        if moment is None or moment == self._decided or (news is not None and news.paused):
            return
        self._decided = moment
        view = self._session.state.view
        decision, _ = await asyncio.gather(self._ask(view), self._wait_like_a_person(view))
        if self._moment() == moment:
            self._session.request(decision)
        else:
            self.forget()

    def _say_ready(self) -> None:
        """Be ready at once in a pause between rounds; the table doesn't wait for its own bots."""
        session, state = self._session, self._session.state
        table, news = state.view.table, state.news
        own = news.seats[news.you] if news and news.you is not None else None
        if own is None or own.level is not None:
            return
        pause = (state.game, table.round) if state.caught_up and table.between_rounds else None
        if pause and pause != self._ready_for and withheld(Ready(), state.standing) is None:
            self._ready_for = pause
            session.request(Ready())

    def _moment(self) -> tuple[int, DecisionId] | None:
        state = self._session.state
        wanted = state.view.decision_id
        return None if wanted is None or not state.caught_up else (state.game, wanted)

    async def _ask(self, view: View) -> Decision:
        return await asyncio.to_thread(decide, self._bot, view) if self._bot.thinks else decide(self._bot, view)

    async def _wait_like_a_person(self, view: View) -> None:
        if self._pause is None:
            return
        news, seconds = self._session.state.news, self._pause()
        if isinstance(view.table.pending, DraftWanted):
            seconds /= 3
        if news is not None and news.milliseconds_left is not None:
            seconds = min(seconds, news.milliseconds_left / 4000)
        await asyncio.sleep(seconds)  # noqa: TID251 (as long as a person would take)
