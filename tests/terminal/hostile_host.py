"""The app at a real terminal, at home among hostile announcements and at the table of a host who cleans nothing.

A program of its own: `python -c` with `main`. The game at the table has come to the last turn of its round, where
the player has one card left, lower than every row.
"""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from typing import Any

from support.hostile import NASTY, announced, decode_spoiled
from support.screens import FakeWorld
from support.tables import OWNER

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings, Start
from sixqp_tui.client import conversation
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Services, Setup
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journalled_room import run_bot_seat
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import Home

PLAYERS = 6
LAST = 10
SEED = "hostile 2"


class HighestFirst:
    """Keeps low cards for the end; what it does depends on nothing else."""

    thinks = False

    def card(self, view: View) -> int:
        return view.hand[-1]

    def row(self, view: View) -> int:
        """The first row."""
        return 0

    def draft(self, view: View) -> int:
        return view.table.deck[0]


async def run() -> None:
    """Let the owner's seat be joined from the list, until its player leaves."""
    numbers = count(1)
    settings = Settings(Rules(limit=None, rounds=1), PLAYERS, timer=None)
    setup = Setup(
        "1a2b3c4d", "Table", settings, bots=PLAYERS - 2, level="easy", owner=OWNER.public, owner_name="N0"
    )
    room = Room(setup, Services(lambda size: next(numbers).to_bytes(size, "big"), lambda _number: SEED))
    server = Server(room, seat_bot=partial(run_bot_seat, bots=lambda _level: HighestFirst()))
    link = MemoryLink(server.attach)
    owner, guest = Session(link, Identity("N0", key=OWNER)), Session(link, Identity("N1"))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.close)
        for session in (owner, guest):
            stack.callback(asyncio.create_task(session.run()).cancel)
            await session.wait_until_seated(10)
        playing = asyncio.create_task(run_bot(guest, HighestFirst(), until="closed"))
        stack.callback(playing.cancel)
        await _to_the_last_turn(owner)
        found: Any = tuple(
            FoundTable(announced(number), (("192.0.2.7", 4666),), stale=number > 8) for number in range(len(NASTY))
        )
        seat: Any = owner
        world = FakeWorld(seat, found)
        preferences = Preferences(pace="off")
        await SixqpApp(Home(), preferences, tables=world).run_async()


async def _to_the_last_turn(owner: Session) -> None:
    owner.request(Start())
    playing = asyncio.create_task(run_bot(owner, HighestFirst()))
    async for _event in owner.events():
        if owner.state.view.table.turn == LAST:
            playing.cancel()
            return


def main() -> None:
    """Run until the player leaves."""
    vars(conversation)["decode_host"] = decode_spoiled
    asyncio.run(run())
