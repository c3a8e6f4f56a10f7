"""`sixqp serve --standby-for TITLE`: takes over a served table when the host's machine is gone."""

import argparse
import asyncio
import platform
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Final

from sixqp_protocol.messages import Leave
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_name
from sixqp_tui.cli.options import given_options
from sixqp_tui.client.events import Event, HostingChanged, StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.hosting.succession import TableSuccession, stand_by
from sixqp_tui.hosting.ways_in import WaysIn
from sixqp_tui.i18n import _, lobby as lobby_words
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.target import check_known_tables
from sixqp_tui.plain.console import standard_console
from sixqp_tui.presentation import succession as words
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store.certificate import load_or_create
from sixqp_tui.store.paths import data_dir
from sixqp_tui.terminal.output import print_error, print_notice
from sixqp_tui.terminal.progress_line import ProgressLine

REASON_SECONDS: Final = 1.0
"""Seconds for a host to say who else takes over its table."""
LEAVE_SECONDS: Final = 2.0
"""Seconds for a host to answer a standby that leaves."""
_OPTIONS: Final = ("name", "lock")


def run(parsed: argparse.Namespace) -> int:
    _check(parsed)
    return asyncio.run(_stand_by(parsed))


def _check(parsed: argparse.Namespace) -> None:
    """Raises Failure: a standby takes over a table as it is."""
    given = [key for key in given_options(parsed) if key not in _OPTIONS]
    others = {
        "resume": parsed.resume is not None,
        "start-with": parsed.start_with is not None,
        "once": parsed.once,
    }
    given += [key for key, value in {**others, "no-successor": parsed.no_successor}.items() if value]
    if given:
        sentence = _("--standby-for takes over a table as it is. Leave out --{option}.")
        raise Failure(sentence.format(option=given[0]), code=2)
    if not parsed.standby_for.strip():
        raise Failure(_("Expected a table's title or HOST[:PORT], got nothing."), code=2)


async def _stand_by(parsed: argparse.Namespace) -> int:
    if damage := await asyncio.to_thread(check_known_tables):
        print_error(damage)
    with stop_requested() as stop:
        async with AsyncExitStack() as stack:
            seat = await _take_place(parsed, stack)
            succession = await stack.enter_async_context(stand_by(seat, unattended=True))
            printer = _Printer(seat.session, succession)
            events = seat.session.events()
            print_notice(words.stands_by(seat.session.state.title))
            standard_console().start_reading(lambda line: succession.take_over() if line is not None else None)
            stopping = asyncio.create_task(stop.wait())
            following = asyncio.create_task(printer.follow(events))
            await asyncio.wait((stopping, following), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not following.done():
                following.cancel()
                await _leave(seat.session, succession)
                return 130
            return following.result()


async def _take_place(parsed: argparse.Namespace, stack: AsyncExitStack) -> Seat:
    name = getattr(parsed, "name", "") or clean_name(platform.node(), "") or _("Standby")
    code = getattr(parsed, "lock", None)
    try:
        async with ProgressLine() as progress:
            place = take_seat(
                parsed.standby_for,
                Player(name),
                watch=True,
                stands_by=True,
                code=None if code in ("on", "off") else code,
                on_step=progress.step,
                tell=progress.say,
            )
            seat = await stack.enter_async_context(place)
    except CodeNeeded as needed:
        if needed.why != "first":
            raise
        raise Failure(_("This table is locked. Add its room code: --lock CODE")) from None
    if load_or_create(data_dir()).fingerprint == seat.certificate:
        await _leave(seat.session)
        sentence = _("“{title}” is on this machine itself. Start the standby on another one.")
        raise Failure(sentence.format(title=seat.session.state.title))
    if seat.session.token is None:
        raise Failure(await _why_refused(seat.session))
    return seat


async def _why_refused(session: Session) -> str:
    events = session.events()
    with suppress(TimeoutError, StopAsyncIteration):
        async with asyncio.timeout(REASON_SECONDS):
            while session.state.hosting is None:
                await anext(events)
    state = session.state
    chairs = state.news.seats if state.news else ()
    if any(chair.owner for chair in chairs):
        sentence = _(
            "“{title}” can't have a standby: a player hosts it, and another player's machine takes over. Only a "
            "table of `sixqp serve` can have one."
        )
    elif state.hosting and state.hosting.standby:
        sentence = _("“{title}” already has a standby: {name}.")
    else:
        sentence = _("“{title}” can't have a standby: it was opened with --no-successor.")
    return sentence.format(title=state.title, name=state.hosting.standby if state.hosting else "")


async def _leave(session: Session, succession: TableSuccession | None = None) -> None:
    if not isinstance(session.state.status, Connected) or (succession and succession.hosted):
        return
    events = session.events()
    session.request(Leave())
    with suppress(TimeoutError):
        async with asyncio.timeout(LEAVE_SECONDS):
            async for event in events:
                if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
                    return


class _Printer:
    def __init__(self, session: Session, succession: TableSuccession) -> None:
        self._session, self._succession = session, succession
        self._term = 0
        self._offered = ""
        succession.on_change = self._print_offer
        succession.on_hosting = self._print_hosting

    async def follow(self, events: AsyncIterator[Event]) -> int:
        async for event in events:
            match event:
                case StatusChanged(Reconnecting(_since, 1)) if not self._succession.hosted:
                    print_notice(_("The connection to the table was lost. Trying again…"))
                case StatusChanged(Closed(Farewell.CLOSED | Farewell.LEFT as reason)):
                    print_notice(why_closed(reason))
                    return 0
                case StatusChanged(Closed(reason)):
                    raise Failure(why_closed(reason))
                case StatusChanged(Connected()) if not self._succession.hosted:
                    print_notice(_("The connection is back."))
                case HostingChanged(hosting):
                    if self._term not in (0, hosting.term) and not hosting.on_standby:
                        news = self._session.state.news
                        print_notice(words.host_changed(hosting, news.seats if news else ()))
                    self._term = hosting.term
        return 0

    def _print_offer(self) -> None:
        offer = self._succession.offer
        said = offer.failure
        if offer.stage in ("opening", "outvoted"):
            said = self._succession.describe(0.0)
        if said and said != self._offered:
            print_notice(said)
        self._offered = said

    def _print_hosting(self) -> None:
        hosted = self._succession.hosted
        if hosted is None:
            return
        print_notice(_("“{title}” continues on this machine. To join it:").format(title=hosted.title))
        for line in (join_by_title(hosted.title), hosted.join_line, f"sixqp join {hosted.invitation}"):
            print_notice(f"  {line}")
        hosted.ways.on_change = partial(_print_ways, hosted.ways)


def _print_ways(ways: WaysIn, sentence: str | None) -> None:
    if sentence:
        print_notice(sentence)
        return
    for way in ways.listed():
        for line in lobby_words.way_lines(way.kind, way.line, way.fingerprint, way.confined) if way.open else ():
            print_notice(line)
