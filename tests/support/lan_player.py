"""Somebody at a table, as a program of its own for the tests over a LAN.

ADDRESS NAME: plays with a kept seat, and prints each fact of its stream as a line of JSON: game, index, fact.
ADDRESS NAME flood: looks on, opens a second line that is never read, and chats until that one is dropped; prints
the seconds that it took.
"""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator
from random import Random

import msgspec
from support.network import raw

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Hello
from sixqp_protocol.version import CURRENT
from sixqp_tui.bots.bot import bot_of
from sixqp_tui.cli.seat import Seat
from sixqp_tui.cli.target import Place, at_address
from sixqp_tui.client.events import Event, Facts, News
from sixqp_tui.client.player import play

PAUSE = 0.4
BURST = 30
SMALL = 16 * 1024
TEXT = "六" * 300


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def _print(events: AsyncIterator[Event]) -> None:
    async for event in events:
        if isinstance(event, Facts):
            for index, fact in enumerate(event.facts, event.first):
                _say(msgspec.json.encode((event.game, index, fact)).decode())


async def sit(place: Place, name: str) -> None:
    """Play a game to its end."""
    lots = Random(name)
    seat = Seat(place, name)
    printing = asyncio.create_task(_print(seat.session.events()))
    async with seat:
        await play(seat.session, bot_of("easy"), pause=lambda: lots.uniform(0, PAUSE))
    await printing


async def flood(place: Place, name: str) -> None:
    """Chat at a line that nobody reads, until it is gone."""
    seat = Seat(place, name, "watcher")
    events = seat.session.events()
    async with seat:
        deaf = await raw(place.addresses[0][1], host=place.addresses[0][0])
        deaf.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        await deaf.send(encode(Hello(CURRENT, "deaf", "watcher", "Deaf", bytes(16), 1)))
        await _watchers(events, 2)
        began = time.perf_counter()
        talking = asyncio.create_task(_talk(seat))
        seat.session.say(TEXT)
        await _watchers(events, 1)
        _say(str(time.perf_counter() - began))
        talking.cancel()
        deaf.transport.abort()


async def _talk(seat: Seat) -> None:
    session = seat.session
    async for _ in session.events():
        while len(session.unanswered) < BURST:
            session.say(TEXT)


async def _watchers(events: AsyncIterator[Event], number: int) -> None:
    async for event in events:
        if isinstance(event, News) and event.news.watchers == number:
            return


def main() -> None:
    """Do what the arguments say."""
    address, name, *more = sys.argv[1:]
    host, port = address.rsplit(":", 1)
    place = at_address((host, int(port)))
    asyncio.run(flood(place, name) if more else sit(place, name))
