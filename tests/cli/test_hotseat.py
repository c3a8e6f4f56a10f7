"""Around one keyboard, in the app."""

from collections.abc import Callable
from contextlib import AsyncExitStack

from support.pilots import shown

from sixqp_protocol.messages import Settings
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.table_options import new_setup, seat_company
from sixqp_tui.store.options import PlayerName
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.hotseat import CURTAIN_DELAY, SharedScreen
from sixqp_tui.tui.stay import Stay


async def test_an_extra_key_press_does_not_open_the_next_curtain() -> None:
    setup = new_setup("Here", Settings(timer=None), seed="a seed")
    async with AsyncExitStack() as stack:
        opened = await open_in_process(seat_company((PlayerName("Ann"), PlayerName("Bob")), setup), stack)
        app = SixqpApp(Stay(opened.people[0], keyboard=opened), Preferences())
        pilot = await stack.enter_async_context(app.run_test(size=(80, 24)))

        async def until(holds: Callable[[str], bool]) -> None:
            while not holds(shown(pilot)):
                await pilot.pause()

        await until(lambda text: "I'm Ann " in text)
        screen = app.screen
        assert isinstance(screen, SharedScreen)
        now = [screen.clock() + CURTAIN_DELAY]
        screen.clock = lambda: now[0]
        await pilot.press("enter")
        await until(lambda text: "Ann · Your turn: choose a card" in text)
        await pilot.press("1")
        await until(lambda text: "choose a card" not in text)
        await pilot.press("enter")
        await until(lambda text: "I'm Bob " in text)
        await pilot.press("enter")
        await pilot.click("Curtain")
        assert screen.perspective == ("curtain", 1)
        now[0] += 2 * CURTAIN_DELAY
        await pilot.press("enter")
        assert screen.perspective == ("own", 1)
