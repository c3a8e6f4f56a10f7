"""`sixqp join`: sits down at a table on the LAN, watches it, or sends a bot."""

import argparse
import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import msgspec

from sixqp_protocol.facts import AnyFact, GameEnded
from sixqp_tui.client.events import Facts, StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.joining.own_key import find_damage
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.store.options import Expected
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.log_files import log_to_stderr
from sixqp_tui.terminal.output import print_error, print_json, print_notice
from sixqp_tui.terminal.player_name import ask_name, find_name
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.terminal.stop_signals import run_stoppable
from sixqp_tui.tui.openings import Home, JoinAttempt
from sixqp_tui.tui.stay import Opening
from sixqp_tui.tui.tables import Tables

RETURN_SECONDS = 120.0
"""Seconds for which a script tries to reconnect; a host that crashed is back within 10."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        nargs="?",
        # Translators: the title, address or invitation of a table
        metavar=_("TABLE"),
        help=_("title of the table, HOST[:PORT] or a sixqp:// invitation (default: show the list of tables)"),
    )
    arguments.add_table_options(parser, "name", "level")
    parser.add_argument(
        "--code",
        type=arguments.value_of("code", Expected(code=True)),
        default=None,
        metavar="CODE",
        help=_("room code of a locked table; ask its host for it"),
    )
    parser.add_argument("--watch", action="store_true", help=_("watch without a seat"))
    instead = parser.add_mutually_exclusive_group()
    bot = _("let a bot play, without a screen, until the game ends")
    instead.add_argument("--bot", action="store_true", help=bot)
    lines = _("watch, and print each public fact of the game as one line of JSON")
    instead.add_argument("--json", action="store_true", help=lines)
    arguments.add_plain(instead)
    trust = _("accept a new certificate from the table at this address")
    parser.add_argument("--trust-new", action="store_true", help=trust)
    arguments.add_preferences(parser)
    parser.epilog = arguments.about_secrets()


def run(parsed: argparse.Namespace) -> int:
    _check(parsed)
    if parsed.plain:
        from sixqp_tui.cli import plain

        return plain.join(parsed)
    if not (parsed.bot or parsed.json):
        return _show(parsed)
    log_to_stderr(logging.WARNING)
    return run_stoppable(_join_without_screen(parsed))


def _check(parsed: argparse.Namespace) -> None:
    parsed.watch = parsed.watch or parsed.json
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


def _show(parsed: argparse.Namespace) -> int:
    player = find_name(parsed) if parsed.watch else ask_name(parsed)
    if not parsed.target:
        return run_app("join", player, None, parsed)

    async def join_table(tables: Tables, progress: ProgressLine) -> Opening:
        attempt = JoinAttempt(parsed.target, parsed.watch, parsed.trust_new)
        try:
            return await tables.join(attempt, parsed.code, progress.step, progress.say)
        except CodeNeeded as needed:
            return Home(attempt, needed.why)

    return run_app("join", player, join_table, parsed)


def _take_seat(
    parsed: argparse.Namespace, player: Player, progress: ProgressLine
) -> AbstractAsyncContextManager[Seat]:
    return take_seat(
        parsed.target,
        player,
        watch=parsed.watch,
        code=parsed.code,
        trust_new=parsed.trust_new,
        on_step=progress.step,
        tell=progress.say,
    )


async def _join_without_screen(parsed: argparse.Namespace) -> int:
    for damage in await asyncio.to_thread(find_damage):
        print_error(damage)
    return await (_play_bot(parsed) if parsed.bot else _print_facts(parsed))


async def _play_bot(parsed: argparse.Namespace) -> int:
    from sixqp_tui.bots.worker_process import BotProcesses
    from sixqp_tui.client.bot_player import run_bot

    bots = BotProcesses(limit=1)
    # Translators: the name at the table of a bot that joins from outside
    player = Player.bot(getattr(parsed, "name", _("Bot")))
    try:
        async with AsyncExitStack() as stack:
            async with ProgressLine() as progress:
                seat = await stack.enter_async_context(_take_seat(parsed, player, progress))
            sits = _("{name} (a bot) sits at “{title}”.")
            print_notice(sits.format(name=await _own_name(seat.session), title=seat.session.state.title))
            await run_bot(seat.session, bots.bot(getattr(parsed, "level", "medium")))
            return _exit_code(seat)
    finally:
        await asyncio.to_thread(bots.close)


async def _print_facts(parsed: argparse.Namespace, return_seconds: float = RETURN_SECONDS) -> int:
    async with AsyncExitStack() as stack:
        async with ProgressLine() as progress:
            seat = await stack.enter_async_context(_take_seat(parsed, Player(keeps=False), progress))
        async for fact in _facts(seat.session, return_seconds):
            print_json(msgspec.json.encode(fact))
            if isinstance(fact, GameEnded):
                return 0
        return _exit_code(seat)


async def _facts(session: Session, return_seconds: float) -> AsyncIterator[AnyFact]:
    events = session.events()
    for fact in session.state.history:
        yield fact
    status = session.state.status
    if isinstance(status, Closed):
        return
    deadline = status.since + return_seconds if isinstance(status, Reconnecting) else None
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                event = await anext(events)
        except (TimeoutError, StopAsyncIteration):
            return
        match event:
            case StatusChanged(Closed()):
                return
            case StatusChanged(Reconnecting(since)):
                deadline = since + return_seconds
            case StatusChanged():
                deadline = None
        if isinstance(event, Facts):
            for fact in event.facts:
                yield fact


async def _own_name(session: Session) -> str:
    events = session.events()
    while (news := session.state.news) is None or news.you is None:
        if await anext(events, None) is None:
            return session.identity.name
    return news.seats[news.you].name


def _exit_code(seat: Seat) -> int:
    """0 if the game ended. Raises Failure otherwise."""
    if seat.session.state.view.table.ended:
        return 0
    raise Failure(seat.closed or why_closed(None))
