"""A table within this process: room, bots and all sessions, connected in memory."""

import asyncio
import dataclasses
import logging
import secrets
import time
from contextlib import AsyncExitStack
from typing import NamedTuple

from msgspec.structs import replace

from sixqp_protocol.keys import PUBLIC_BYTES, Key
from sixqp_protocol.messages import Start
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.host.durability.journal_codec import Opening
from sixqp_tui.hosting.bot_seats import memory_dialer
from sixqp_tui.hosting.journalled_room import JournalledRoom, open_room
from sixqp_tui.hosting.line_up import LineUp
from sixqp_tui.hosting.resume import resume_command
from sixqp_tui.hosting.table_journal import TableJournal, create_journal, open_journal
from sixqp_tui.hosting.table_options import TableOptions, setup_of
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.tasks import cancel
from sixqp_tui.store.options import PlayerName

START_SECONDS = 8.0
"""Seconds for a game to begin; only a slow machine needs more."""
_log = logging.getLogger(__name__)


class InProcess(NamedTuple):
    """The players' sessions by seat, the owner's first, and a watcher's.

    `kept`: the game has a journal and can be resumed.
    """

    people: tuple[Session, ...]
    watcher: Session
    kept: bool

    @property
    def resume_line(self) -> str | None:
        return resume_command("local" if len(self.people) > 1 else "play") if self.kept else None


async def open_in_process(line_up: LineUp, stack: AsyncExitStack) -> InProcess:
    """It ends with the stack, or when its owner closes it. Raises Failure if no game begins."""
    setup, options = _setup(line_up.company, line_up.options), line_up.options
    opening = Opening(setup, at=int(time.time()), seed=options.seed)
    journal = await asyncio.to_thread(_create_journal_or_none, opening)
    opened = await _enter(opening, journal, stack, resumed=False)
    return await _sit_down(opened, journal is not None, stack)


async def resume_in_process(table: str, stack: AsyncExitStack) -> InProcess:
    journal = await asyncio.to_thread(open_journal, table, True)
    opened = await _enter(journal.opening, journal, stack, resumed=True)
    opened.stands = True
    return await _sit_down(opened, True, stack)


def _create_journal_or_none(opening: Opening) -> TableJournal | None:
    """The journal; None if the disk refuses, and the game is played without one."""
    try:
        return create_journal(opening, alone=True)
    except Failure as failure:
        _log.warning("the game is not kept: %s", failure)
        return None


async def _enter(
    opening: Opening, journal: TableJournal | None, stack: AsyncExitStack, resumed: bool
) -> JournalledRoom:
    table = AsyncExitStack()
    opened = await table.enter_async_context(open_room(opening, journal, resumed=resumed))

    async def end_when_closed() -> None:
        try:
            await opened.server.finished.wait()
        finally:
            await table.aclose()

    stack.push_async_callback(cancel, asyncio.create_task(end_when_closed()))
    return opened


async def _sit_down(opened: JournalledRoom, kept: bool, stack: AsyncExitStack) -> InProcess:
    link = MemoryLink(memory_dialer(opened.server.attach))
    people = tuple(Session(link, Identity(each.name, key=Key.unsigned(each.key))) for each in opened.room.people)
    watcher = Session(link, Identity("", "watcher", key=Key.unsigned(secrets.token_bytes(PUBLIC_BYTES))))
    for session in (*people, watcher):
        await stack.enter_async_context(session.running())
    for session in (*people, watcher):
        if isinstance(await session.wait_until_seated(START_SECONDS), Closed):
            raise _no_game()
    if opened.room.state.phase == "lobby":
        people[0].request(Start())
    try:
        async with asyncio.timeout(START_SECONDS):
            await asyncio.gather(*(_until_game_begins(session) for session in (*people, watcher)))
    except TimeoutError:
        raise _no_game() from None
    return InProcess(people, watcher, kept)


async def _until_game_begins(session: Session) -> None:
    """Wait for the session's first facts of the game. Raises Failure if it ends before."""
    events = session.events()
    if session.state.view.table.names:
        return
    async for _event in events:
        if session.state.view.table.names:
            return
    raise _no_game()


def _no_game() -> Failure:
    return Failure(_("The game couldn't start. The log says why."))


def _setup(company: tuple[PlayerName, ...], options: TableOptions) -> Setup:
    owner = next(each for each in company if not each.bot)
    sitters = tuple(
        Sitter(each.name, each.level or "medium", None if each.bot else secrets.token_bytes(PUBLIC_BYTES))
        for each in company
        if each is not owner
    )
    key = secrets.token_bytes(PUBLIC_BYTES)
    setup = setup_of(replace(options, name=owner.name, sitters=sitters, owner=key))
    return dataclasses.replace(setup, owner_seat=company.index(owner))
