"""A table within this process: room, bots and everybody's session, by lines in memory instead of a network."""

import asyncio
import dataclasses
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from msgspec.structs import replace

from sixqp_protocol.messages import Start
from sixqp_tui.bots.worker_process import BotProcesses
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.host.setup import Setup, Sitter
from sixqp_tui.i18n import _
from sixqp_tui.runtime.bot_seats import memory_dialer, random_pause, run_bot_seat
from sixqp_tui.runtime.failure import Failure
from sixqp_tui.runtime.table_options import LineUp, TableOptions, seed_source, setup_of
from sixqp_tui.store.players import PlayerName
from sixqp_tui.tui.services import AtTable, Keyboard

START_SECONDS = 8.0
"""Seconds in which a game must have begun: nothing but a slow machine can be in its way."""


async def open_in_process(gathering: LineUp, stack: AsyncExitStack) -> tuple[tuple[Session, ...], Session]:
    """Open this table and begin its game.

    Gives the sessions of its people by their seats, the owner's first, and a watcher's. The table ends when its
    owner closes it, at the latest with the stack. Raises Failure where no game began.
    """
    tokens = {each.name: secrets.token_bytes(16) for each in gathering.company if not each.bot}
    setup = _setup(gathering.company, gathering.options, tokens)
    seed = gathering.options.seed
    room = Room(setup, lambda: secrets.token_bytes(16), seed_source(seed), seeded=seed is not None)
    server = await stack.enter_async_context(_run_server(room, gathering.options.bot_pause))
    link = MemoryLink(memory_dialer(server.attach))
    people = tuple(Session(link, Identity(name, token=token)) for name, token in tokens.items())
    watcher = Session(link, Identity("", "watcher"))
    for session in (*people, watcher):
        stack.push_async_callback(_cancel, asyncio.create_task(session.run()))
    for session in (*people, watcher):
        if isinstance(await session.wait_until_seated(START_SECONDS), Closed):
            raise _no_game()
    people[0].request(Start())
    try:
        async with asyncio.timeout(START_SECONDS):
            await asyncio.gather(*(_until_game_begins(session) for session in (*people, watcher)))
    except TimeoutError:
        raise _no_game() from None
    return people, watcher


async def open_on_screen(gathering: LineUp, stack: AsyncExitStack) -> AtTable:
    """The same, for the screens: the people around this keyboard."""
    people, watcher = await open_in_process(gathering, stack)
    return AtTable(people[0], keyboard=Keyboard(people, watcher))


@asynccontextmanager
async def _run_server(room: Room, bot_pause: int) -> AsyncIterator[Server]:
    """A server of this room, with its bots, until the room is closed or the block ends."""
    thinkers = BotProcesses()
    server = Server(room, seat_bot=partial(run_bot_seat, bots=thinkers.bot, pause=random_pause(bot_pause)))

    async def end_when_closed() -> None:
        try:
            await server.finished.wait()
        finally:
            await server.close()
            await asyncio.to_thread(thinkers.close)

    ending = asyncio.create_task(end_when_closed())
    try:
        yield server
    finally:
        await _cancel(ending)


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _until_game_begins(session: Session) -> None:
    """Wait until this reader has the first facts of the game, and until the session ends at the longest."""
    events = session.events()
    if session.view.table.names:
        return
    async for _event in events:
        if session.view.table.names:
            return
    raise _no_game()


def _no_game() -> Failure:
    """What is raised where the game did not begin."""
    return Failure(_("The game could not begin; the log says why."))


def _setup(company: tuple[PlayerName, ...], options: TableOptions, tokens: dict[str, bytes]) -> Setup:
    owner, token = next(iter(tokens.items()))
    sitters = tuple(
        Sitter(each.name, each.level or "medium", None if each.bot else tokens[each.name])
        for each in company
        if each.bot or each.name != owner
    )
    setup = setup_of(replace(options, name=owner, sitters=sitters), token)
    return dataclasses.replace(setup, owner_seat=next(at for at, each in enumerate(company) if not each.bot))
