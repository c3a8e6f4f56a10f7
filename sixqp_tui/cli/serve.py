"""`sixqp serve`: a table without a screen."""

import argparse
import asyncio
import logging
import sys
from contextlib import AsyncExitStack
from functools import partial

import msgspec
from msgspec.structs import replace

from sixqp_tui.cli.options import add_table_arguments, opening_text, resume_options, table_options
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.hosting.process.table_process import LaunchResult
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.i18n import _, language, lobby as lobby_words, ngettext, table as table_words
from sixqp_tui.joining.endpoint import LOOPBACK
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.table_search import find_caution
from sixqp_tui.joining.tasks import wait_for_first
from sixqp_tui.presentation.ways_in import WAYS, WayIn
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_notice
from sixqp_tui.terminal.progress_line import ProgressLine

LOOK_EVERY = 2.0
"""Seconds between checks whether anybody is at an owned table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument(
        "--start-with",
        type=arguments.table_option("seats", "start-with"),
        metavar="N",
        default=None,
        help=_("start as soon as this many players are seated (default: all of --seats)"),
    )
    once = _("exit with code 0 after one game, once its players have the result, or a minute later")
    parser.add_argument("--once", action="store_true", help=once)
    parser.add_argument("--owned", action="store_true", help=argparse.SUPPRESS)


def run(parsed: argparse.Namespace) -> int:
    if parsed.owned:
        return _run_owned()
    log_to_stderr(logging.WARNING)
    keep_finished_games()
    return asyncio.run(_serve(_read_options(parsed)))


def _read_options(parsed: argparse.Namespace) -> TableOptions:
    if parsed.resume is not None:
        return resume_options(parsed, "serve")
    options = table_options(parsed)
    start_with = parsed.start_with or options.settings.seats
    if start_with > options.settings.seats:
        sentence = _("--start-with {wanted} is too many: the table has {seats} chairs.")
        raise Failure(sentence.format(wanted=start_with, seats=options.settings.seats), code=2)
    return replace(options, once=parsed.once, autostart=start_with)


async def _serve(options: TableOptions) -> int:
    with stop_requested() as stop:
        async with AsyncExitStack() as stack:
            async with ProgressLine() as progress:
                (progress.step_at_once if options.resume else progress.step)(opening_text(options))
                table = await stack.enter_async_context(open_table(options))
            ways = WaysIn(partial(_gateway_options, table))
            stack.push_async_callback(ways.finish)
            ways.on_change = _print_change
            if options.resume:
                print_notice(_("“{title}” continues where it left off.").format(title=table.title))
            # Translators: lines to type follow, one below the other; {table} is the table's id, such as k3f9
            opened = _("The table “{title}” ({table}) is open. To join it:")
            print_notice(opened.format(title=table.title, table=table.id))
            for line in (*table.join_lines(), f"sixqp join {table.invitation()}"):
                print_notice(f"  {line}")
            if table.room.state.code:
                print_notice(lobby_words.room_code(table.room.state.code))
            _print_loss(table)
            for way in await _open_ways(ways, options):
                for line in lobby_words.way_lines(way.kind, way.line, way.fingerprint):
                    print_notice(line)
            if not table.reachable:
                print_notice(_("This machine has no network address: only players on this machine can join."))
            printer = table.tell = _EventPrinter(table, table.autostart, ways)
            printer.show_chairs()
            looking = asyncio.create_task(_print_caution(table.title, table))
            try:
                return await _until_over(table, stop)
            finally:
                looking.cancel()


def _print_change(sentence: str | None) -> None:
    if sentence:
        print_notice(sentence)


async def _open_ways(ways: WaysIn, options: TableOptions) -> list[WayIn]:
    return [await ways.open(way, options.ways[way]) for way in WAYS if way in options.ways]


def _gateway_options(table: OpenTable) -> GatewayOptions:
    return GatewayOptions(
        ((LOOPBACK, table.port),),
        table.id,
        table.title,
        table.fingerprint,
        table.gateway_key,
        language(),
        code=table.room.state.code,
        join_line=table.join_lines()[1],
    )


def _print_loss(table: OpenTable) -> None:
    if table.lost:
        sentence = ngettext(
            "The last {n} byte of the table's journal was incomplete; the table continues from before it.",
            "The last {n} bytes of the table's journal were incomplete; the table continues from before them.",
            table.lost,
        )
        print_notice(sentence.format(n=table.lost))


async def _print_caution(title: str, table: OpenTable) -> None:
    match await find_caution(title, table.id):
        case "namesake":
            sentence = _("Another table here is also called “{title}”. Tell your guests to type {join_line}")
            print_notice(sentence.format(title=title, join_line=table.join_lines()[1]))
        case "undiscovered":
            print_notice(_("Tables can't be found automatically here: guests must type the address."))


class _EventPrinter:
    def __init__(self, table: OpenTable, needed: int, ways: WaysIn) -> None:
        self._table, self._needed, self._ways = table, needed, ways
        self._last: tuple[str, int] = ("lobby", 0)
        self._code = table.room.state.code
        self._saved = True

    def __call__(self) -> None:
        room = self._table.room
        self.show_chairs()
        if room.state.code and room.state.code != self._code:
            self._code = room.state.code
            print_notice(lobby_words.new_code(room.state.code))
        if room.state.saved != self._saved:
            self._saved = room.state.saved
            print_notice(table_words.saving(self._saved))
        now = (room.state.phase, len(room.state.seats.taken))
        if now[0] != self._last[0]:
            print_notice(_("The game begins.") if room.state.phase == "playing" else _("The game is over."))
        elif now != self._last and room.state.phase == "lobby":
            sentence = ngettext(
                "{n} seated; the game starts with {needed}.",
                "{n} seated; the game starts with {needed}.",
                len(room.state.seats.taken),
            )
            print_notice(sentence.format(n=len(room.state.seats.taken), needed=self._needed))
        self._last = now

    def show_chairs(self) -> None:
        state = self._table.room.state
        self._ways.show_chairs(state.seats.playing_news() if state.phase == "playing" else state.seats.lobby_news())


async def _until_over(table: OpenTable, stop: asyncio.Event) -> int:
    """0 once the table is finished or closed, 130 after a request to stop."""
    await wait_for_first(table.finished, stop)
    return 0 if table.finished.is_set() else 130


def _run_owned() -> int:
    """It reads its options on standard input, and answers where it is."""
    log_to_stderr(logging.INFO)
    if not (given := sys.stdin.buffer.readline()):
        return 0  # who started this process in advance has ended
    try:
        options = msgspec.json.decode(given, type=TableOptions)
    except msgspec.MsgspecError:
        raise Failure(
            _("--owned is only for `sixqp host` itself: type `sixqp host` or `sixqp serve`."), code=2
        ) from None
    try:
        keep_finished_games()
        return asyncio.run(_serve_owned(options))
    except Failure as failure:
        _print_result(LaunchResult(failure=str(failure)))
        return failure.code


async def _serve_owned(options: TableOptions) -> int:
    with stop_requested() as stop:
        async with open_table(options) as table:
            _print_loss(table)
            _print_result(
                LaunchResult(table.id, table.port, table.fingerprint, table.join_lines()[1], table.gateway_key)
            )
            async with asyncio.TaskGroup() as group:
                looking = group.create_task(_stop_when_abandoned(table, stop))
                code = await _until_over(table, stop)
                looking.cancel()
            return code


async def _stop_when_abandoned(table: OpenTable, stop: asyncio.Event) -> None:
    """End an owned table that has been empty for a while; its journal stays, so it can be resumed."""
    clock = asyncio.get_running_loop().time
    somebody_at = clock()
    while True:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing happens at an empty table)
        timeout = table.room.abandonment_timeout
        if timeout is None:
            somebody_at = clock()
        elif clock() - somebody_at >= timeout:
            table.resumable = True
            stop.set()
            return


def _print_result(opened: LaunchResult) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()
