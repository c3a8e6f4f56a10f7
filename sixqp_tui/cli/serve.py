"""`sixqp serve`: a table without a screen."""

import argparse
import asyncio
import logging
import sys
from contextlib import AsyncExitStack

import msgspec
from msgspec.structs import replace

from sixqp_protocol.messages import WayNews
from sixqp_tui.cli.options import add_table_arguments, opening_text, resume_options, table_options
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.table_process import LaunchResult
from sixqp_tui.i18n import _, lobby as lobby_words, ngettext, table as table_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.presentation.ways_in import changed_ways
from sixqp_tui.store.options import OPTIONS
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.log_files import log_to_stderr
from sixqp_tui.terminal.output import print_notice
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.terminal.stop_signals import STOPPED, stop_requested

_log = logging.getLogger(__name__)
LOOK_EVERY = 2.0
"""Seconds between checks whether anybody is at a host's table."""
EMPTY_SECONDS = 300.0
"""Seconds for which a host's table may be empty; guests may lose their network for minutes."""
READ_SECONDS = 300.0
"""Seconds for guests of gateways to look at the end of a host's table."""
ONCE_SECONDS = 60.0
"""The same at a table for one game, whose end a script may wait for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument(
        "--start-with",
        type=arguments.value_of("start-with", OPTIONS["seats"]),
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
    start_with = parsed.start_with or options.setup.settings.seats
    if start_with > options.setup.settings.seats:
        sentence = _("--start-with {wanted} is too many: the table has {seats} chairs.")
        raise Failure(sentence.format(wanted=start_with, seats=options.setup.settings.seats), code=2)
    return replace(options, setup=replace(options.setup, once=parsed.once, autostart=start_with))


async def _serve(options: TableOptions) -> int:
    with stop_requested() as stop:
        async with AsyncExitStack() as stack:
            async with ProgressLine() as progress:
                (progress.step_at_once if options.resume else progress.step)(opening_text(options))
                table = await stack.enter_async_context(open_table(options))
            if options.resume:
                print_notice(_("“{title}” continues where it left off.").format(title=table.title))
            # Translators: lines to type follow, one below the other; {table} is the table's id, such as k3f9
            opened = _("The table “{title}” ({table}) is open. To join it:")
            print_notice(opened.format(title=table.title, table=table.id))
            for line in (*table.join_lines(), f"sixqp join {table.invitation()}"):
                print_notice(f"  {line}")
            if code := table.room.state.services.code:
                print_notice(lobby_words.room_code(code))
            _print_loss(table)
            if own_addresses() == (LOOPBACK,):
                print_notice(_("This machine has no network address: only players on this machine can join."))
            table.tell = _EventPrinter(table, table.room.setup.autostart or 0)
            table.tell()
            return await _until_over(table, stop, ONCE_SECONDS)


def _print_loss(table: OpenTable) -> None:
    if table.lost:
        sentence = ngettext(
            "The last {n} byte of the table's journal was incomplete; the table continues from before it.",
            "The last {n} bytes of the table's journal were incomplete; the table continues from before them.",
            table.lost,
        )
        print_notice(sentence.format(n=table.lost))


class _EventPrinter:
    def __init__(self, table: OpenTable, needed: int) -> None:
        self._table, self._needed = table, needed
        self._ways: tuple[WayNews, ...] = ()
        self._last: tuple[str, int] = ("lobby", 0)
        self._code_pauses = table.room.state.code_pauses
        self._saved = True

    def __call__(self) -> None:
        room = self._table.room
        for line in changed_ways(self._ways, room.state.ways, own_addresses()[0]):
            print_notice(line)
        self._ways = room.state.ways
        if room.state.code_pauses > self._code_pauses:
            self._code_pauses = room.state.code_pauses
            print_notice(lobby_words.wrong_codes())
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


async def _until_over(table: OpenTable, stop: asyncio.Event, read_seconds: float) -> int:
    """0 once the table is finished or closed, `STOPPED` after a request to stop.

    Guests of gateways may look at the end for so many seconds.
    """
    waits = [asyncio.create_task(event.wait()) for event in (table.server.finished, stop)]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    if not table.server.finished.is_set():
        return STOPPED
    table.finish_seconds = read_seconds
    return 0


def _run_owned() -> int:
    """It reads its options on standard input, and answers where it is."""
    log_to_stderr(logging.INFO)
    try:
        options = msgspec.json.decode(sys.stdin.buffer.readline(), type=TableOptions)
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
            if table.lost:
                _log.warning("the last %d bytes of the journal were incomplete", table.lost)
            _print_result(LaunchResult(table.id, table.port, table.fingerprint, table.join_lines()[1]))
            async with asyncio.TaskGroup() as group:
                looking = group.create_task(_stop_when_empty(table, stop))
                code = await _until_over(table, stop, READ_SECONDS)
                looking.cancel()
            return code


async def _stop_when_empty(table: OpenTable, stop: asyncio.Event) -> None:
    """End a host's table at which nobody has been for a while; its journal stays, so it can be resumed."""
    clock = asyncio.get_running_loop().time
    somebody_at = clock()
    while clock() - somebody_at < EMPTY_SECONDS:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing happens at an empty table)
        if not table.room.is_empty:
            somebody_at = clock()
    table.opened.keeps_journal = True
    stop.set()


def _print_result(opened: LaunchResult) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()
