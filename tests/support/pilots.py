"""The app with a person at its keys, at home or at a made-up table."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar
from unittest.mock import patch
from weakref import WeakKeyDictionary

from support.fake_session import FakeSession
from support.screens import FakeWorld, at_table
from textual.app import App
from textual.events import Callback, Key
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.openings import AtFeature, Home
from sixqp_tui.tui.stay import Opening

SMALL = (80, 24)
Result = TypeVar("Result")
State = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]
"""A screen in a certain state, for as long as somebody looks at it."""
PAUSES = 5
"""After this many a screen counts as settled on which something moves by itself, such as a clock."""
_arrived: WeakKeyDictionary[App[Any], int] = WeakKeyDictionary()
"""How many messages have arrived in an app, without those by which its pilot waits."""


@asynccontextmanager
async def run(
    app: App[Result], size: tuple[int, int] = SMALL, notifications: bool = False
) -> AsyncIterator[Pilot[Result]]:
    """This app without a terminal, with a person at its keys; `settled` hears when it has come to rest."""

    def count(message: Message) -> None:
        if not isinstance(message, Callback):
            _arrived[app] += 1

    _arrived[app] = 0
    async with app.run_test(size=size, notifications=notifications, message_hook=count) as pilot:
        yield pilot


def app_at(opening: Opening, world: FakeWorld | None = None, pace: PaceName = "normal") -> SixqpApp:
    """The app of this world."""
    world = world or FakeWorld()
    return SixqpApp(
        opening,
        Preferences(pace=pace),
        tables=world,
        save=lambda words: None,
    )


@asynccontextmanager
async def at_home(world: FakeWorld) -> AsyncIterator[Pilot[Any]]:
    """The app at home."""
    async with run(app_at(Home(), world)) as pilot:
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def at_a_table(
    session: FakeSession,
    hosting: bool = False,
    size: tuple[int, int] = SMALL,
) -> AsyncIterator[Pilot[Any]]:
    """The app, opened at a table."""
    app = app_at(at_table(session, hosting), FakeWorld(session))
    async with run(app, size) as pilot:
        await settled(pilot)
        yield pilot


def app_of(pilot: Pilot[Any]) -> SixqpApp:
    """The app itself."""
    assert isinstance(pilot.app, SixqpApp)
    return pilot.app


@contextmanager
def in_utc() -> Iterator[None]:
    """Times are told as in Greenwich, wherever the test runs."""
    with patch("sixqp_tui.i18n.local_time.local_moment", lambda seconds: datetime.fromtimestamp(seconds, UTC)):
        yield


@asynccontextmanager
async def at_screen(screen: Screen[None]) -> AsyncIterator[Pilot[Any]]:
    """The app, opened with this screen, in UTC."""

    def open_screen(app: SixqpApp, end: Callable[[None], None]) -> None:
        app.push_screen(screen, end)

    with in_utc():
        async with run(app_at(AtFeature(open_screen))) as pilot:
            yield pilot


async def settled(pilot: Pilot[Any]) -> None:
    """Whatever was set going has come to the screen: during a whole pause no message has arrived.

    A pause ends by drawing what waits to be drawn, and that sends messages too, which arrive in the next one.
    """
    assert pilot.app in _arrived, "an app that settles is run by `run`"
    await pilot.pause()
    for _ in range(PAUSES):
        before = _arrived[pilot.app]
        await pilot.pause()
        if _arrived[pilot.app] == before:
            return


def home(world: Callable[[], FakeWorld], *keys: str) -> State:
    """The first screen, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_home(world()) as pilot:
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Each of these keys, once what came before has done its work."""
    await settled(pilot)
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def press_at_once(pilot: Pilot[Any], *keys: str) -> None:
    """Press these keys, which the app hears in one go, as when somebody types while it is busy."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await settled(pilot)


async def until(pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    """Wait for something that comes from a thread."""
    while not condition():
        await pilot.pause()


async def playing(session: FakeSession, pilot: Pilot[Any]) -> None:
    """A game of one round begins with everybody who is seated."""
    names = tuple(seat.name for seat in session.news.seats)
    session.becomes(phase="playing")
    session.happen(Game.start(Rules(limit=None, rounds=1), names, "seed")[0])
    await settled(pilot)
    assert isinstance(pilot.app.screen, GameScreen)


def keys(pilot: Pilot[Any]) -> set[str]:
    """What the key line offers."""
    active = pilot.app.screen.active_bindings.values()
    return {each.binding.action for each in active if each.enabled and each.binding.show}


def strips(app: App[Any]) -> list[Strip]:
    """The window as it goes to the terminal; what Textual documents is an SVG without its own colours."""
    return app.screen._compositor.render_strips(app.size)  # noqa: SLF001 (see above)


def shown(pilot: Pilot[Any]) -> str:
    """What stands on the screen, line by line."""
    (width, height), lines = pilot.app.size, strips(pilot.app)
    assert (len(lines), width) == (height, lines[0].cell_length)
    return "\n".join(line.text.rstrip() for line in lines)
