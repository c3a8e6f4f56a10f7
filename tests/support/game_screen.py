"""The screen of a game in an app of its own, around a session without a host."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.fake_session import NAMES, FakeSession

from sixqp_protocol.facts import Rules
from sixqp_tui.client.events import Event
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.app import MAX_TIMERS
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.stay import Stay

MakeScreen = Callable[[Stay], GameScreen]
"""Makes the screen of somebody who plays alone."""


class GameApp(BaseApp):
    """An app around one game screen; it notes the actions that the real app has.

    `now` is the time of its clock in seconds.
    """

    ENABLE_COMMAND_PALETTE = False

    keeps_games = True

    def __init__(
        self,
        session: FakeSession,
        preferences: Preferences,
        ticks: Mapping[PaceName, float] = TICKS,
        make_screen: MakeScreen | None = None,
    ) -> None:
        super().__init__(preferences)
        self.now = 100.0
        self.asked: list[str] = []
        alone = cast("Any", SimpleNamespace(people=(session,), resume_line=None)) if make_screen else None
        self.stay = Stay(session, keyboard=alone)
        self.game_screen = (make_screen or GameScreen)(self.stay)
        self.game_screen.clock, self.game_screen.ticks = lambda: self.now, ticks
        session.listener = self.hear

    def hear(self, event: Event) -> None:
        self.stay.record(event)
        if self.game_screen.is_mounted:
            self.call_later(self.game_screen.hear, event)

    def on_mount(self) -> None:
        self.push_screen(self.game_screen)

    def action_leave(self) -> None:
        self.asked.append("leave")

    def action_rules(self) -> None:
        self.asked.append("rules")

    def action_lobby(self) -> None:
        self.asked.append("lobby")


def seat_at(
    players: int = 4,
    rules: Rules | None = None,
    *,
    owner: bool = True,
    seed: str = "felt",
    pause: int | None = 0,
    names: Sequence[str] = NAMES,
    preferences: Preferences | None = None,
    ticks: Mapping[PaceName, float] = TICKS,
    make_screen: MakeScreen | None = None,
) -> tuple[FakeSession, GameApp]:
    """Seat 0 at a seeded game, and the app that shows it, without animations unless preferred."""
    session = FakeSession.at_game(
        players, rules, seed=seed, owner=owner, pause=pause, names=names, alone=make_screen is not None
    )
    return session, GameApp(session, preferences or Preferences(pace="off"), ticks, make_screen)


@pytest.fixture(scope="session", autouse=True)
def terminal_of_many_colours() -> Iterator[None]:
    """What is drawn does not depend on the terminal in which the tests run."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COLORTERM", "truecolor")
        environment.delenv("NO_COLOR", raising=False)
        yield


if sys.platform == "win32":

    @pytest.fixture(autouse=True)
    async def threads_for_timers() -> None:
        """Timers take threads there, as they do of the program."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MAX_TIMERS, "asyncio"))
