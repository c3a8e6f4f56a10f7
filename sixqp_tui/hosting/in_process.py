"""A table within this process: room, bots and all sessions, connected in memory."""

import asyncio
import logging
import secrets
from contextlib import AsyncExitStack
from typing import NamedTuple

from sixqp_protocol.keys import PUBLIC_BYTES, Key
from sixqp_protocol.messages import Start
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.journal import TableJournal, create_journal, open_journal, resume_command
from sixqp_tui.hosting.journalled_room import JournalledRoom, open_room
from sixqp_tui.i18n import _
from sixqp_tui.joining.background import cancel, log_failure
from sixqp_tui.joining.failure import Failure

START_SECONDS = 8.0
"""Seconds for a game to begin; only a slow machine needs more."""
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "a table could not be ended")


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


async def open_in_process(setup: Setup, stack: AsyncExitStack) -> InProcess:
    """It ends with the stack, or when its owner closes it. Raises Failure if no game begins."""
    journal = await asyncio.to_thread(_create_journal_or_none, setup)
    opened = await _enter(setup, journal, stack, resumed=False)
    return await _sit_down(opened, journal is not None, stack)


async def resume_in_process(table: str, stack: AsyncExitStack) -> InProcess:
    journal = await asyncio.to_thread(open_journal, table, True)
    opened = await _enter(journal.setup, journal, stack, resumed=True)
    opened.keeps_journal = False
    return await _sit_down(opened, True, stack)


def _create_journal_or_none(setup: Setup) -> TableJournal | None:
    """The journal; None if the disk refuses, and the game is played without one."""
    try:
        return create_journal(setup, alone=True)
    except Failure as failure:
        _log.warning("the game is not kept: %s", failure)
        return None


async def _enter(
    setup: Setup, journal: TableJournal | None, stack: AsyncExitStack, resumed: bool
) -> JournalledRoom:
    table = AsyncExitStack()
    opened = await table.enter_async_context(open_room(setup, journal, resumed=resumed))

    async def end_when_closed() -> None:
        try:
            await opened.server.finished.wait()
        finally:
            await table.aclose()

    ending = asyncio.create_task(end_when_closed())
    ending.add_done_callback(_report_failure)
    stack.push_async_callback(cancel, ending)
    return opened


async def _sit_down(opened: JournalledRoom, kept: bool, stack: AsyncExitStack) -> InProcess:
    link = MemoryLink(opened.server.attach)
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
