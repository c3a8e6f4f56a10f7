"""An automatic player: a session, and a bot that decides for it."""

import asyncio
from collections.abc import Callable
from typing import Literal

from sixqp_protocol.facts import GameEnded
from sixqp_tui.bots.bot import Bot
from sixqp_tui.client.events import Denied, Event, Facts, StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.pending import DraftWanted, RowWanted
from sixqp_tui.engine.view import View

Until = Literal["game over", "closed"]


async def play(
    session: Session, bot: Bot, until: Until = "game over", pause: Callable[[], float] | None = None
) -> None:
    """Decide for this session whenever a decision is wanted.

    `pause` draws how many seconds each decision takes at least, so that people can follow; a pick of the draft
    takes a third of that, and none takes more than a quarter of what the clock leaves.

    Returns when the session is closed, and with `game over` also when a game has ended that it was there for.
    Whoever calls this keeps `session.run` running.
    """
    player = _Player(session, bot, pause)
    events = session.events()
    await player.decide()
    async for event in events:
        if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
            return
        if until == "game over" and player.over(event):
            return
        if isinstance(event, Denied):
            player.forget()
        else:
            await player.decide()


class _Player:
    """Remembers what it decided last, so that it decides once, and again only after a refusal."""

    def __init__(self, session: Session, bot: Bot, pause: Callable[[], float] | None) -> None:
        self._session = session
        self._bot = bot
        self._pause = pause
        self._decided: object = None

    def over(self, event: Event) -> bool:
        if not isinstance(event, Facts) or not any(isinstance(fact, GameEnded) for fact in event.facts):
            return False
        return event.live or self._decided is not None

    def forget(self) -> None:
        """The last decision was refused: it is made again when there is news."""
        self._decided = None

    async def decide(self) -> None:
        news, moment = self._session.news, self._moment()
        if moment is None or moment == self._decided or (news is not None and news.paused):
            return
        self._decided = moment
        view = self._session.view
        choice, _ = await asyncio.gather(self._choice(view), self._human_while(view))
        if self._moment() == moment:
            self._tell(choice)

    def _moment(self) -> object:
        """What names the decision that is wanted of this seat; None where none is."""
        view = self._session.view
        table = view.table
        if not view.wanted:
            return None
        return self._session.game, table.round, table.turn, table.pick, type(table.pending)

    async def _choice(self, view: View) -> int:
        """The decision that this view wants; the session may know more before it is asked for."""
        pending = view.table.pending
        decide = self._bot.card
        if isinstance(pending, RowWanted):
            decide = self._bot.row
        elif isinstance(pending, DraftWanted):
            decide = self._bot.draft
        return await asyncio.to_thread(decide, view) if self._bot.thinks else decide(view)

    async def _human_while(self, view: View) -> None:
        if self._pause is None:
            return
        news, seconds = self._session.news, self._pause()
        if isinstance(view.table.pending, DraftWanted):
            seconds /= 3
        if news is not None and news.milliseconds_left is not None:
            seconds = min(seconds, news.milliseconds_left / 4000)
        await asyncio.sleep(seconds)

    def _tell(self, choice: int) -> None:
        pending = self._session.view.table.pending
        if isinstance(pending, RowWanted):
            self._session.choose_row(choice)
        elif isinstance(pending, DraftWanted):
            self._session.draft_card(choice)
        else:
            self._session.choose_card(choice)
