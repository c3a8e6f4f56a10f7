"""`sixqp serve --once`: a table for one game ends when its players know how that has ended."""

import asyncio
from typing import Any

import pytest
from cli.test_tables import place, table
from support.keys import named
from support.tables import stands

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Leave, Settings
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.status import Closed
from sixqp_tui.joining.seat import take_seat

pytestmark = pytest.mark.usefixtures("quick_bots")

ONCE: dict[str, Any] = {"settings": Settings(Rules(limit=None, rounds=1), 2, None), "autostart": 2, "once": True}
SOON = 20.0
"""Seconds that a machine with too much to do may need for what takes one."""


async def test_a_client_that_disconnects_after_the_end_does_not_keep_it_open() -> None:
    """It closes in order without Leave, while what others did is still being written."""
    options = {**ONCE, "settings": Settings(Rules(limit=None, rounds=1), 4, None), "autostart": 4, "bots": 1}
    async with table(**options) as opened:

        async def play(name: str, leaves: bool) -> None:
            async with take_seat(place(opened), named(name)) as seat:
                events = seat.session.events()
                await run_bot(seat.session, create_bot("easy"))
                if leaves:
                    seat.session.request(Leave())
                    await stands(events, Closed)

        await asyncio.gather(play("Zoé", True), play("Al", True), play("Bo", False))
        async with asyncio.timeout(SOON):
            await opened.server.finished.wait()
        assert opened.room.state.games_finished == 1
