"""`--plain`: host, join, watch or play alone in lines of text, for screen readers and pipes."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sixqp_protocol.messages import RoomNews, WayNews
from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import clean
from sixqp_tui.cli.options import opening_text
from sixqp_tui.client.session import Session
from sixqp_tui.discovery.addresses import show_address
from sixqp_tui.discovery.table_list import FoundTable, has_twin
from sixqp_tui.features.history.games import describe_unsaved_game
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, errors as errors_words, home as home_words, lobby as lobby_words, pgettext, waits
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.joining.own_key import find_damage
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.table_search import HELP_AFTER, create_browser, search_summary, wait_for_tables
from sixqp_tui.joining.target import TableEndpoint, resolve_target
from sixqp_tui.plain.console import CannotPrint, Console
from sixqp_tui.plain.console_session import Inbox, Notice, run_console_session, start_reading
from sixqp_tui.plain.line_player import Context, Outcome, is_number, shorten
from sixqp_tui.presentation.ways_in import changed_ways
from sixqp_tui.terminal.farewell import farewell_lines
from sixqp_tui.terminal.log_files import log_to_file
from sixqp_tui.terminal.output import discard_output, print_error, print_sentences
from sixqp_tui.terminal.player_name import ask_name, find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.terminal.stop_signals import run_stoppable

if TYPE_CHECKING:
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.hosting.in_process import InProcess

LOOK_SECONDS = 2.0
"""Seconds until the list is printed."""
RESUME_HOSTED = "sixqp host --resume"
"""Resumes the host's own table that was closed during a game."""
MAX_ADDRESS = 400


Taken = tuple[Session, Context]
Sit = Callable[[AsyncExitStack, Console, Inbox], Awaitable[Taken | None]]


def host(options: TableOptions, parsed: argparse.Namespace) -> int:
    async def at_own_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> Taken:
        async with ProgressLine(console.show) as progress:
            progress.step(opening_text(options))
            hosted = await host_table(options, stack)
        if not hosted.reachable:
            inbox.put_nowait(Notice((lobby_words.no_network(),)))
        stack.callback(asyncio.create_task(_tell_ways(hosted, inbox)).cancel)
        evening = _follow_evening(Evening(hosted.seat, stack, hosted), inbox)
        return hosted.session, Context(hosted.join_line, resume_line=RESUME_HOSTED, evening=evening)

    return _run(at_own_table, parsed)


def play(
    open_table: Callable[[AsyncExitStack], Awaitable["InProcess"]], parsed: argparse.Namespace, coached: bool
) -> int:
    async def at_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> Taken:
        async with ProgressLine(console.show) as progress:
            progress.step(waits.dealing())
            opened = await open_table(stack)
        context = Context(alone=True, resume_line=opened.resume_line)
        if coached:
            from sixqp_tui.features.coach.coach import open_coach
            from sixqp_tui.features.coach.lines import CoachedLines

            coach = CoachedLines(opened.people[0], open_coach(stack), partial(_tell_change, inbox))
            stack.callback(coach.close)
            context = context._replace(coach=coach)
        return opened.people[0], context

    return _run(at_table, parsed)


def join(parsed: argparse.Namespace) -> int:
    async def at_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> Taken | None:
        named = parsed.target and await _resolve(console, parsed.target, parsed.trust_new, parsed.code)
        target = named or await choose_table(console, inbox, parsed.trust_new)
        seat = target and await ask_for_seat(target, player, (stack, console, inbox), watch=parsed.watch)
        if not seat:
            return None
        if seat.note:
            console.show(seat.note)
        welcome = seat.session.state.welcome
        resume_line = RESUME_HOSTED if welcome and welcome.owner else None
        evening = _follow_evening(Evening(seat, stack), inbox)
        context = Context(seat.join_line or "", late=seat.late, resume_line=resume_line, evening=evening)
        return seat.session, context

    player = find_name(parsed) if parsed.watch else ask_name(parsed)
    return _run(at_table, parsed)


def _follow_evening(evening: Evening, inbox: Inbox) -> Evening:
    evening.on_change = partial(inbox.put_nowait, Notice())
    return evening


def _tell_change(inbox: Inbox, sentence: str | None) -> None:
    if sentence:
        inbox.put_nowait(Notice((sentence,)))


async def _tell_ways(hosted: "HostedTable", inbox: Inbox) -> None:
    """Tell the host about ways in that open, or end by themselves."""
    events, before = hosted.session.events(), tuple[WayNews, ...]()
    while True:
        now = hosted.session.state.news.ways if hosted.session.state.news else before
        if lines := changed_ways(before, now, hosted.address):
            inbox.put_nowait(Notice(tuple(lines)))
        before = now
        while not isinstance(await anext(events), RoomNews):
            pass


def _run(sit: Sit, parsed: argparse.Namespace) -> int:
    (_preferences, fault), stays = effective_preferences(parsed), list[Taken]()
    unkept = log_to_file()
    first_lines = tuple(filter(None, (unkept, fault)))
    try:
        outcome = run_stoppable(_play(sit, first_lines, stays))
    except CannotPrint as error:
        stays.clear()
        discard_output()
        raise Failure(errors_words.cannot_print(str(error))) from None
    finally:
        for session, context in stays:
            _say_farewell(session, context)
        if not unkept and (sentence := describe_unsaved_game()):
            print_error(sentence)
    if outcome.sentence:
        (print_error if outcome.complaint else print_sentences)(outcome.sentence)
    return outcome.code


def _say_farewell(session: Session, context: Context) -> None:
    evening = context.evening
    lines = farewell_lines(
        session.state,
        evening.join_line if evening else None,
        hosting=evening is not None and evening.hosted is not None,
        private=context.alone,
        resume_line=context.resume_line,
    )
    for line in lines:
        print_sentences(line)


async def _play(sit: Sit, first_lines: Sequence[str], stays: list[Taken]) -> Outcome:
    keep_finished_games()
    console = Console(sys.stdin, sys.stdout)
    inbox = start_reading(console)
    console.show(*first_lines, *await asyncio.to_thread(find_damage))
    async with AsyncExitStack() as stack:
        stack.callback(console.end_prompt)
        if (taken := await sit(stack, console, inbox)) is None:
            return Outcome(0)
        stays.append(taken)
        session, context = taken
        return await run_console_session(session, console, inbox, context)


# -- which table ------------------------------------------------------------------------------------


async def _resolve(console: Console, target: str, trust_new: bool, code: str | None = None) -> TableEndpoint:
    async with ProgressLine(console.show) as progress:
        place = await resolve_target(target, trust_new, console.show, progress.step)
    return replace(place, code=code) if code else place


async def choose_table(console: Console, inbox: Inbox, trust_new: bool) -> FoundTable | TableEndpoint | None:
    """None if the player leaves. An empty line chooses the only table, or searches again."""
    tables = await find_tables(console)
    while True:
        numbers = " ".join(map(str, range(1, len(tables) + 1)))
        which = _("Which table? A number, an address or a title ({answers}): ")
        typed = await _ask(console, inbox, which.format(answers=", ".join(filter(None, (numbers, "again, quit")))))
        line = "quit" if typed is None else clean(typed, MAX_ADDRESS)
        if line == "quit":
            return None
        if line == "again" or not (line or len(tables) == 1):
            tables = await find_tables(console)
        elif not line or is_number(line):
            number = int(line[:4] or 1)
            if not 1 <= number <= len(tables):
                expected = _("Expected {words}, got {typed}.")
                console.show(expected.format(words=numbers or "again", typed=shorten(line)))
            else:
                return tables[number - 1]
        else:
            try:
                return await _resolve(console, line, trust_new)
            except Failure as failure:
                console.show(str(failure))


async def find_tables(console: Console) -> tuple[FoundTable, ...]:
    console.show(_("Looking for tables…"))
    async with create_browser() as looking:
        await wait_for_tables(looking, LOOK_SECONDS)
        if not looking.tables:
            console.show(_("No tables found so far. {tried}").format(tried=search_summary(looking.asked_from)))
            await wait_for_tables(looking, HELP_AFTER - LOOK_SECONDS)
        if not looking.tables:
            console.show(home_words.usually_helps(), *home_words.what_helps())
        if looking.problem:
            console.show(_("Tables can't be found automatically here. Join by the table's address."))
        console.show(*list_tables(looking.tables))
        return looking.tables


def list_tables(tables: Sequence[FoundTable]) -> tuple[str, ...]:
    return tuple(f"{number}: {_describe(table, tables)}" for number, table in enumerate(tables, 1))


def _describe(table: FoundTable, tables: Sequence[FoundTable]) -> str:
    advert = table.advert
    room = home_words.room_for_you(advert.state, advert.seats, advert.seats_taken, advert.bots)
    state = pgettext("table", "no answer") if table.stale else home_words.state_name(advert.state)
    marks = [home_words.mark_name(table.mark)] if table.mark else []
    if has_twin(table, tables):
        marks.append(show_address(*table.endpoints[0]))
    return ", ".join((table.title, variant_name(advert.variant), room, state, *marks))


async def _ask(console: Console, inbox: Inbox, question: str) -> str | None:
    """None at the end of the input."""
    console.ask(question)
    typed = await inbox.get()
    console.forget_prompt()
    return typed if isinstance(typed, str) else None


async def ask_for_seat(
    target: TableEndpoint | FoundTable,
    player: Player,
    by: tuple[AsyncExitStack, Console, Inbox],
    *,
    watch: bool = False,
) -> Seat | None:
    """None if the player gives up. Raises Failure, also at the end of the input."""
    stack, console, inbox = by
    code: str | None = None
    while True:
        try:
            async with ProgressLine(console.show) as progress:
                taking = take_seat(target, player, watch=watch, code=code, on_step=progress.step)
                return await stack.enter_async_context(taking)
        except CodeNeeded as needed:
            console.show(_why_asked(needed.why))
            code = await _ask_code(console, inbox)
            if code is None:
                raise
            if not code:
                return None


def _why_asked(why: CodeAsked) -> str:
    if why == "first":
        return _("This table is locked. Ask its host for the room code.")
    return errors_words.why_closed({"wrong": "wrong_code", "unanswered": "code_unanswered"}[why])


async def _ask_code(console: Console, inbox: Inbox) -> str | None:
    """Empty if the player gives up; None at the end of the input."""
    while True:
        typed = await _ask(console, inbox, _("Room code (just Enter to cancel): "))
        if typed is None or not typed.strip():
            return None if typed is None else ""
        if code := code_of(typed):
            return code
        console.show(errors_words.no_code())
