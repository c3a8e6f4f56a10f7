"""Somebody at a table, as a program of its own for the tests over a LAN.

ADDRESS NAME: plays with a kept seat, and prints each fact of its stream as a line of JSON: game, index, fact.
ADDRESS NAME flood: looks on several times, opens one line more that is never read, and chats as much as the table
allows until that one is dropped; prints the seconds that it took.
"""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from random import Random

import msgspec
from support.keys import key_of, named
from support.network import raw, signed

from sixqp_protocol.messages import Say
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, News
from sixqp_tui.client.session import Session
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at

PAUSE = 0.4
TALKERS, BURST, BREATH = 7, 5, 1.05
SMALL = 16 * 1024
TEXT = "六" * 300


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def _print(session: Session) -> None:
    events = session.events()
    for index, fact in enumerate(session.state.history):
        _say(msgspec.json.encode((session.state.game, index, fact)).decode())
    async for event in events:
        if isinstance(event, Facts):
            for index, fact in enumerate(event.facts, event.first):
                _say(msgspec.json.encode((event.game, index, fact)).decode())


async def sit(place: TableEndpoint, name: str) -> None:
    """Play a game to its end."""
    rng = Random(name)
    async with take_seat(place, named(name)) as seat:
        printing = asyncio.create_task(_print(seat.session))
        await run_bot(seat.session, create_bot("easy"), pause=lambda: rng.uniform(0, PAUSE))
    await printing


async def flood(place: TableEndpoint, name: str) -> None:
    """Chat at a line that nobody reads, until it is gone."""
    async with AsyncExitStack() as stack:
        taking = [take_seat(place, named(f"{name} {number}"), watch=True) for number in range(TALKERS)]
        seats = [await stack.enter_async_context(each) for each in taking]
        events = seats[0].session.events()
        deaf = await raw(place.addresses[0][1], host=place.addresses[0][0])
        deaf.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        await deaf.send(signed(deaf, key_of("Deaf"), role="watcher", name="Deaf"))
        await _watchers(events, TALKERS + 1)
        deaf.transport.pause_reading()
        began = time.perf_counter()
        talking = [asyncio.create_task(_talk(seat.session)) for seat in seats]
        await _watchers(events, TALKERS)
        _say(str(time.perf_counter() - began))
        for talk in talking:
            talk.cancel()
        deaf.transport.abort()


async def _talk(session: Session) -> None:
    for _ in range(BURST - 1):
        session.request(Say(text=TEXT))
    while True:
        session.request(Say(text=TEXT))
        await asyncio.sleep(BREATH)  # noqa: TID251 (as fast as the table lets somebody chat)


async def _watchers(events: AsyncIterator[Event], number: int) -> None:
    async for event in events:
        if isinstance(event, News) and event.news.watchers == number:
            return


def main() -> None:
    """Do what the arguments say."""
    address, name, *more = sys.argv[1:]
    host, port = address.rsplit(":", 1)
    place = endpoint_at((host, int(port)))
    asyncio.run(flood(place, name) if more else sit(place, name))
