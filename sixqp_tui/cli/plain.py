"""`--plain`: host, join, watch or play alone in lines of text, for screen readers and pipes."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sixqp_protocol.messages import Way
from sixqp_protocol.room_code import code_of
from sixqp_tui.cli.options import opening_text
from sixqp_tui.client.session import Session
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.features.coach.lines import plain_coach
from sixqp_tui.features.history.games import describe_unsaved_game
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.process.log_files import log_to_file
from sixqp_tui.hosting.process.stop_signals import run_until_stopped
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, errors as errors_words, home as home_words, lobby as lobby_words, ngettext, waits
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.i18n.typed_words import ANSWERS, english
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.joining.own_key import check_keys
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, join_line, take_seat
from sixqp_tui.joining.table_search import HELP_AFTER, create_browser, search_summary, wait_for_tables
from sixqp_tui.joining.target import check_known_tables, resolve_target
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.console import CannotPrint, Console, standard_console
from sixqp_tui.plain.console_session import Inbox, Notice, run_console_session, start_reading
from sixqp_tui.plain.line_player import Outcome
from sixqp_tui.plain.table_choice import TableChoice, list_tables, other_ways, parse_choice
from sixqp_tui.plain.ways_in import way_commands
from sixqp_tui.presentation.ways_in import WayIn
from sixqp_tui.terminal.farewell import LastStay, farewell_lines
from sixqp_tui.terminal.output import discard_output, print_error, print_sentences
from sixqp_tui.terminal.player_name import ask_name, find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.hosting.in_process import InProcess
    from sixqp_tui.hosting.ways_in import WaysIn

LOOK_SECONDS = 2.0
"""Seconds until the list is printed."""


RESUME_HOSTED = "sixqp host --resume"
"""Resumes the host's own table that was closed during a game."""


class TakenSeat(NamedTuple):
    session: Session
    context: Context
    coached: bool = False


Sit = Callable[[AsyncExitStack, Console, Inbox], Awaitable[TakenSeat | None]]


def host(options: TableOptions, parsed: argparse.Namespace) -> int:
    async def at_own_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> TakenSeat:

        async with ProgressLine(console.show) as progress:
            progress.step(opening_text(options))
            hosted = await host_table(options, stack)
        stack.callback(asyncio.create_task(_warn(hosted, inbox)).cancel)
        hosted.ways.on_change = partial(_tell_change, inbox)
        if lines := _way_lines(*hosted.ways.listed()):
            inbox.put_nowait(Notice(lines))
        evening = Evening(hosted.seat, stack, hosted)
        evening.on_change = partial(inbox.put_nowait, Notice(()))
        switch = WaySwitch(hosted.ways, inbox)
        stack.callback(switch.close)
        return TakenSeat(
            hosted.session,
            Context(
                hosted.join_line,
                hosted.invitation,
                resume_line=RESUME_HOSTED,
                commands=way_commands(switch, hosted.ways.offer_host_seat),
                evening=evening,
                offers_host_seat=lambda: hosted.ways.offers_host_seat,
            ),
        )

    return _run(at_own_table, parsed)


def play(
    open_table: Callable[[AsyncExitStack], Awaitable["InProcess"]], parsed: argparse.Namespace, coached: bool
) -> int:
    async def at_table(stack: AsyncExitStack, console: Console, _inbox: Inbox) -> TakenSeat:
        async with ProgressLine(console.show) as progress:
            progress.step(waits.dealing())
            opened = await open_table(stack)
        return TakenSeat(opened.people[0], Context(alone=True, resume_line=opened.resume_line), coached)

    return _run(at_table, parsed)


class WaySwitch:
    """Opens and closes ways in, one after the other, and reports when that is done."""

    def __init__(self, ways: "WaysIn", inbox: Inbox) -> None:
        self._ways, self._inbox = ways, inbox
        self._turn = asyncio.Lock()
        self._switching = set[asyncio.Task[None]]()

    def __call__(self, way: Way, on: bool) -> None:
        task = asyncio.create_task(self._switch(way, on))
        self._switching.add(task)
        task.add_done_callback(self._switching.discard)

    def close(self) -> None:
        for task in self._switching:
            task.cancel()

    async def _switch(self, way: Way, on: bool) -> None:
        async with self._turn:
            try:
                if on:
                    lines = _way_lines(await self._ways.open(way))
                else:
                    await self._ways.close(way)
                    lines = (lobby_words.way_ended(way),)
            except Failure as failure:
                lines = (str(failure),)
        self._inbox.put_nowait(Notice(lines))


def _way_lines(*ways: WayIn) -> tuple[str, ...]:
    return tuple(line for way in ways for line in lobby_words.way_lines(way.kind, way.line, way.fingerprint))


def _tell_change(inbox: Inbox, sentence: str | None) -> None:
    if sentence:
        inbox.put_nowait(Notice((sentence,)))


async def _warn(hosted: "HostedTable", inbox: Inbox) -> None:
    if not hosted.reachable:
        inbox.put_nowait(Notice((" ".join(lobby_words.no_network()),)))
    elif code := await hosted.caution():
        inbox.put_nowait(Notice((" ".join((*lobby_words.caution(code), hosted.join_line)),)))


def join(parsed: argparse.Namespace) -> int:
    async def at_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> TakenSeat | None:
        named = parsed.target and await _resolve(console, parsed.target, parsed.trust_new, parsed.code)
        target = named or await _choose_table(console, inbox, parsed.trust_new)
        if target is None:
            return None
        seat = await ask_for_seat(target, player, (stack, console, inbox), watch=parsed.watch)
        if seat is None:
            return None
        if seat.note:
            console.show(seat.note)
        welcome = seat.session.state.welcome
        owner = welcome is not None and welcome.owner
        evening = Evening(seat, stack)
        evening.on_change = partial(inbox.put_nowait, Notice(()))
        return TakenSeat(
            seat.session,
            Context(
                seat.join_line if owner else None,
                resume_line=RESUME_HOSTED if owner else None,
                late=seat.late,
                unnamed=player.keep_name is not None,
                friends_line=seat.join_line,
                evening=evening,
            ),
        )

    player = find_name(parsed) if parsed.watch else ask_name(parsed)
    return _run(at_table, parsed)


async def _resolve(console: Console, target: str, trust_new: bool, code: str | None = None) -> TableEndpoint:
    async with ProgressLine(console.show) as progress:
        return await resolve_target(target, trust_new, console.show, code, progress.step)


def _run(sit: Sit, parsed: argparse.Namespace) -> int:
    kept, stays = effective_preferences(parsed), list[TakenSeat]()
    unkept = log_to_file()
    first_lines = tuple(filter(None, (unkept, kept.problem)))
    try:
        playing = _play(sit, first_lines, stays)
        outcome = asyncio.run(run_until_stopped(playing)) or Outcome(130)
    except CannotPrint as error:
        discard_output()
        raise Failure(errors_words.cannot_print(str(error))) from None
    for line in (line for taken in stays for line in farewell_lines(_last_stay(taken))):
        print_sentences(line)
    if not unkept and (sentence := describe_unsaved_game()):
        print_error(sentence)
    if outcome.sentence:
        (print_error if outcome.complaint else print_sentences)(outcome.sentence)
    return outcome.code


async def _play(sit: Sit, first_lines: Sequence[str], stays: list[TakenSeat]) -> Outcome:
    keep_finished_games()
    console = standard_console()
    inbox = start_reading(console)
    damage = [await asyncio.to_thread(check) for check in (check_known_tables, check_keys)]
    console.show(*first_lines, *filter(None, damage))
    async with AsyncExitStack() as stack:
        stack.callback(console.end)
        taken = await sit(stack, console, inbox)
        if taken is None:
            return Outcome(0)
        stays.append(taken)
        coach = plain_coach(stack if taken.coached else None)
        return await run_console_session(taken.session, console, inbox, taken.context, extension=coach)


def _last_stay(taken: TakenSeat) -> LastStay:
    session, own_line = taken.session, taken.context.join_line
    line = own_line or join_line(session)
    context, hosting = taken.context, own_line is not None
    return LastStay(session, session.state.status, line, hosting, context.alone, context.resume_line)


async def _choose_table(console: Console, inbox: Inbox, trust_new: bool) -> FoundTable | TableEndpoint | None:
    tables = await _find_tables(console)
    while True:
        choice = await _ask_choice(console, inbox, tables)
        match choice.kind:
            case "quit":
                return None
            case "again":
                tables = await _find_tables(console)
            case "complaint":
                console.show(choice.text)
            case "table" if choice.table:
                if choice.table.mark != "disputed" or await _is_first_meant(console, inbox, choice.table):
                    return choice.table
            case "text":
                try:
                    return await _resolve(console, choice.text, trust_new)
                except Failure as failure:
                    console.show(str(failure))


async def _is_first_meant(console: Console, inbox: Inbox, table: FoundTable) -> bool:
    """Whether to join the one of two that was found first; the end of the input means no."""
    console.show(home_words.disputed(table.title))
    console.ask(_("Join the one that was found first (yes, no)? "))
    typed = await inbox.get()
    console.forget_prompt()
    return isinstance(typed, str) and english(typed, ANSWERS) == "yes"


async def _ask_choice(console: Console, inbox: Inbox, tables: tuple[FoundTable, ...]) -> TableChoice:
    console.ask(_prompt_table(len(tables)))
    typed = await inbox.get()
    console.forget_prompt()
    return parse_choice(tables, typed) if isinstance(typed, str) else TableChoice("quit")


async def _find_tables(console: Console) -> tuple[FoundTable, ...]:
    console.show(_("Looking for tables for {seconds} seconds.").format(seconds=format(LOOK_SECONDS, "g")))
    async with create_browser() as looking:
        await wait_for_tables(looking, LOOK_SECONDS)
        if not looking.tables:
            console.show(_nothing_yet(search_summary(looking)))
            await wait_for_tables(looking, HELP_AFTER - LOOK_SECONDS)
        if not looking.tables:
            console.show(home_words.usually_helps(), *home_words.what_helps(), *other_ways())
        console.show(
            *(
                [_("Tables can't be found automatically here: type the address that your host gives you.")]
                if looking.problem
                else []
            ),
            *list_tables(looking.tables),
        )
        return looking.tables


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
    if why == "wrong":
        return _("That room code is wrong.")
    if why == "unanswered":
        return errors_words.why_closed("code_unanswered")
    return _("This table is locked. Ask its host for the room code.")


async def _ask_code(console: Console, inbox: Inbox) -> str | None:
    while True:
        console.ask(_("Room code (just Enter to cancel): "))
        typed = await inbox.get()
        console.forget_prompt()
        if not isinstance(typed, str):
            return None
        if not typed.strip():
            return ""
        if code := code_of(typed):
            return code
        console.show(errors_words.no_code())


def _prompt_table(count: int) -> str:
    if count == 0:
        return _("Type its address or title, again to search again, or quit: ")
    sentence = ngettext(
        "Which table (Enter for 1, an address, again, or quit)? ",
        "Which table (1 to {n}, an address, again, or quit)? ",
        count,
    )
    return sentence.format(n=count)


def _nothing_yet(what_is_tried: str) -> str:
    # Translators: {tried} is one or two whole sentences
    return _("No table found yet. {tried}").format(tried=what_is_tried)
