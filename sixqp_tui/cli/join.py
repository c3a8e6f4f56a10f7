"""`sixqp join`: sit down at a table of the LAN, look on, or send a bot."""

import argparse
import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import msgspec

from sixqp_protocol.facts import AnyFact, GameEnded
from sixqp_tui.client.events import Event, Facts, News, StatusChanged
from sixqp_tui.client.status import Closed
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import run_until_stopped
from sixqp_tui.i18n import _
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.network_seat import NetworkSeat
from sixqp_tui.joining.target import check_known_tables, resolve_target
from sixqp_tui.terminal.output import print_error, print_json, print_notice
from sixqp_tui.terminal.progress_line import ProgressLine


def run(parsed: argparse.Namespace) -> int:
    """Join as the options say; the exit code."""
    _check(parsed)
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.join(parsed)
    if not (parsed.bot or parsed.json):
        from sixqp_tui.cli.home import join_on_screen

        return join_on_screen(parsed)
    log_to_stderr(logging.WARNING)
    return asyncio.run(_without_screen(parsed))


def _check(parsed: argparse.Namespace) -> None:
    if parsed.json and not parsed.watch:
        raise Failure(_("--json prints what a watcher sees: add --watch."), code=2)
    if parsed.plain and (parsed.bot or parsed.json):
        sentence = _("--plain is for a person, {option} is not: use only one of them.")
        raise Failure(sentence.format(option="--bot" if parsed.bot else "--json"), code=2)
    if parsed.bot and parsed.watch:
        raise Failure(_("--bot plays and --watch only watches: use only one of them."), code=2)
    if hasattr(parsed, "level") and not parsed.bot:
        raise Failure(_("--level sets how well a bot plays: add --bot."), code=2)
    if parsed.target is not None and not parsed.target.strip():
        raise Failure(_("Expected a table's title or HOST[:PORT], got nothing."), code=2)
    if parsed.target is None and (parsed.bot or parsed.json or parsed.code):
        needing = "--bot" if parsed.bot else "--json" if parsed.json else "--code"
        sentence = _("{option} needs a table: sixqp join TITLE {option}, or HOST[:PORT].")
        raise Failure(sentence.format(option=needing), code=2)


async def _without_screen(parsed: argparse.Namespace) -> int:
    if damage := await asyncio.to_thread(check_known_tables):
        print_error(damage)
    async with ProgressLine() as progress:
        place = await resolve_target(parsed.target, parsed.trust_new, progress.say, parsed.code, progress.step)
    code = await run_until_stopped(_play(place, parsed) if parsed.bot else _print_facts(place, parsed))
    return 130 if code is None else code


async def _play(place: TableEndpoint, parsed: argparse.Namespace) -> int:
    from sixqp_tui.bots.worker_process import BotProcesses
    from sixqp_tui.client.bot_player import run_bot

    bots = BotProcesses(limit=1)
    # Translators: the name at the table of a bot that joins from outside
    name = getattr(parsed, "name", _("Bot"))
    progress = ProgressLine()
    seat = NetworkSeat(place, name, keep=False, on_step=progress.step)
    events = seat.session.events()
    try:
        async with AsyncExitStack() as stack:
            async with progress:
                await stack.enter_async_context(seat)
            sits = _("{name} (a bot) sits at “{title}”.")
            print_notice(sits.format(name=await _own_name(events, seat), title=seat.title))
            await run_bot(seat.session, bots.bot(getattr(parsed, "level", "medium")))
            return _exit_code(seat)
    finally:
        await asyncio.to_thread(bots.close)


async def _print_facts(place: TableEndpoint, parsed: argparse.Namespace) -> int:
    progress = ProgressLine()
    seat = NetworkSeat(place, getattr(parsed, "name", None), "watcher", keep=False, on_step=progress.step)
    events = seat.session.events()
    async with AsyncExitStack() as stack:
        async with progress:
            await stack.enter_async_context(seat)
        async for fact in _facts(events):
            print_json(msgspec.json.encode(fact))
            if isinstance(fact, GameEnded):
                return 0
        return _exit_code(seat)


async def _facts(events: AsyncIterator[Event]) -> AsyncIterator[AnyFact]:
    """The facts until the session is closed: nobody is there who could ask for a return."""
    async for event in events:
        if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
            return
        if isinstance(event, Facts):
            for fact in event.facts:
                yield fact


async def _own_name(events: AsyncIterator[Event], seat: NetworkSeat) -> str:
    """What the table calls the seat's player, which its first news tells."""
    async for event in events:
        if isinstance(event, News) and event.news.you is not None:
            return event.news.seats[event.news.you].name
    return seat.session.identity.name


def _exit_code(seat: NetworkSeat) -> int:
    """0 where the game was played to its end, else a sentence and 1."""
    if seat.session.state.view.table.ended:
        return 0
    raise Failure(seat.closed or _("The connection to the table was lost before the game ended."))
