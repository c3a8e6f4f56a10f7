"""Tables for the tests of both ends: a room, and players who come to it by memory or by the network."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace
from support.keys import key_of

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Settings
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import Event, StatusChanged
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Status
from sixqp_tui.host.commands import Services, Setup
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.table_options import TableOptions, new_setup

OWNER = key_of("owner")
TABLE = "1a2b3c4d"
E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=Status)


def settings(variant: Variant = "classic", rounds: int | None = 1, seats: int = 10) -> Settings:
    return Settings(Rules(variant, None if rounds else 66, rounds=rounds), seats, timer=None)


def options(
    title: str = "Salon",
    name: str = "Camille",
    settings: Settings | None = None,
    port: int | None = 0,
    lock: str | None = None,
    resume: str = "",
    **more: Any,
) -> TableOptions:
    """How a table is opened; it is locked by this code, if there is one, or `resume` is the id of one to resume."""
    setup = new_setup(title, settings or Settings(), owner_name=name, locked=lock is not None, **more)
    setup = replace(setup, table=resume or setup.table)
    return TableOptions(setup, port, lock or "", bool(resume))


def a_room(
    agreed: Settings,
    bots: int = 0,
    owner: bool = True,
    autostart: int | None = None,
    once: bool = False,
    certificate: str | None = None,
) -> Room:
    """A room with keys and seeds that are the same in every run."""
    numbers = count(1)
    key = OWNER.public if owner else None
    setup = Setup(TABLE, "A table", agreed, bots, owner=key, owner_name="Olga", autostart=autostart, once=once)
    seen = bytes.fromhex(certificate) if certificate else None

    def draw(size: int) -> bytes:
        return next(numbers).to_bytes(size, "big")

    return Room(setup, Services(draw, lambda number: f"seed {number}", None, seen))


def a_session(link: Link, name: str = "Ann", key: Key | None = None) -> Session:
    """A player's session whose lots, and key, are the same in every run."""
    return Session(link, Identity(name, key=key or key_of(name)), random=Random(1))


@asynccontextmanager
async def running(*sessions: Session) -> AsyncIterator[None]:
    """These sessions run meanwhile."""
    tasks = [asyncio.create_task(session.run()) for session in sessions]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


async def seated(sessions: Iterable[Session]) -> None:
    """Wait until every session is welcomed, one after the other."""
    for session in sessions:
        await session.wait_until_seated(20)


async def play_all(*sessions: Session) -> None:
    await asyncio.gather(*(run_bot(session, create_bot("medium")) for session in sessions))


async def heard(events: AsyncIterator[Event], kind: type[E], when: Callable[[E], bool] = lambda event: True) -> E:
    """The next event of this kind for which `when` holds."""
    async for event in events:
        if isinstance(event, kind) and when(event):
            return event
    raise AssertionError(f"the session ended before any such {kind.__name__}")


async def stands(events: AsyncIterator[Event], kind: type[S]) -> S:
    """The next status of this kind."""
    changed = await heard(events, StatusChanged, lambda event: isinstance(event.status, kind))
    assert isinstance(changed.status, kind)
    return changed.status
