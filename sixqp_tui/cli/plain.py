"""`--plain`: host, join, watch or play alone as lines of text, for screen readers and pipes."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sixqp_protocol.person import PersonKey
from sixqp_protocol.room_code import code_of
from sixqp_tui.cli.farewell import LastStay, farewell_lines, tell_unkept_game
from sixqp_tui.cli.options import opening_told
from sixqp_tui.cli.services import line_to
from sixqp_tui.client.conversation import Role
from sixqp_tui.client.session import Session
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.features import find_hook, subscribe
from sixqp_tui.hosting.process.log_files import log_to_file
from sixqp_tui.hosting.process.stop_signals import run_until_stopped
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, ngettext, waits
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n import home as home_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import ways as ways_words
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.joining.network_seat import NetworkSeat
from sixqp_tui.joining.person import check_person_key, person_to_show
from sixqp_tui.joining.table_search import HELP_AFTER, create_browser, search_summary
from sixqp_tui.joining.target import check_known_tables, endpoint_of, resolve_target
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.console import CannotPrint, Console, standard_console
from sixqp_tui.plain.console_session import Inbox, Notice, StartExtension, run_console_session, start_reading
from sixqp_tui.plain.line_player import Outcome
from sixqp_tui.plain.table_choice import TableChoice, list_tables, other_ways, parse_choice
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.terminal.output import discard_output, print_error, print_sentences
from sixqp_tui.terminal.player_name import Called, ask_name, find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.hosting.in_process import InProcess

LOOK_SECONDS = 2.0
"""Seconds of looking before the list is told."""
SETTLE = 1.0
"""Seconds after the first table in which others may be heard too."""


RESUME_HOSTED = "sixqp host --resume"
"""What goes on with a table of one's own that was closed in mid-game."""


class TakenSeat(NamedTuple):
    """A seat, what its player's commands may need to know of the table, and whether a coach helps."""

    session: Session
    context: Context
    coached: bool = False


Sit = Callable[[AsyncExitStack, Console, Inbox], Awaitable[TakenSeat | None]]


def host(options: TableOptions, parsed: argparse.Namespace) -> int:
    """Open a table and play at it by lines; the exit code. What was `parsed` holds preferences. Raises Failure."""

    async def at_own_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> TakenSeat:
        from sixqp_tui.hosting.hosted_table import host_table

        async with ProgressLine(console.show) as progress:
            progress.step(opening_told(options))
            hosted = await host_table(options, stack, _person(parsed))
        stack.callback(asyncio.create_task(_warn(hosted, inbox)).cancel)
        if told := [
            line for way in hosted.ways_in() for line in ways_words.way_lines(way.kind, way.line, way.fingerprint)
        ]:
            inbox.put_nowait(Notice(tuple(told)))
        return TakenSeat(hosted.session, Context(hosted.join_line, hosted.invitation, resume_line=RESUME_HOSTED))

    return _run(at_own_table, parsed)


def play(open_table: Callable[[AsyncExitStack], Awaitable["InProcess"]], parsed: argparse.Namespace) -> int:
    """Play alone by lines, at the table in this process that is opened so; the exit code. Raises Failure."""

    async def at_table(stack: AsyncExitStack, console: Console, _inbox: Inbox) -> TakenSeat:
        async with ProgressLine(console.show) as progress:
            progress.step(waits.dealing())
            opened = await open_table(stack)
        coached = effective_preferences(parsed).preferences.coach
        return TakenSeat(opened.people[0], Context(alone=True, resume_line=opened.resume_line), coached)

    return _run(at_table, parsed)


async def _warn(hosted: "HostedTable", inbox: Inbox) -> None:
    """Say after a while why the list alone may not lead guests here, if so it is."""
    if code := await hosted.caution():
        inbox.put_nowait(Notice((" ".join((*lobby_words.caution(code), hosted.join_line)),)))


def join(parsed: argparse.Namespace) -> int:
    """Join the table that is named, or chosen from a list, and play or watch by lines; the exit code."""

    async def at_table(stack: AsyncExitStack, console: Console, inbox: Inbox) -> TakenSeat | None:
        named = parsed.target and await _resolve(console, parsed.target, parsed.trust_new, parsed.code)
        place = named or await _choose_place(console, inbox, parsed.trust_new)
        if place is None:
            return None
        role: Role = "watcher" if parsed.watch else "player"
        seat = await take_seat(place, called, role, (stack, console, inbox), _person(parsed))
        if seat is None:
            return None
        late = role == "player" and found_no_chair(seat.session)
        welcome = seat.session.state.welcome
        owner = welcome is not None and welcome.owner
        return TakenSeat(
            seat.session,
            Context(
                line_to(seat.session) if owner else None,
                resume_line=RESUME_HOSTED if owner else None,
                late=late,
                unnamed=called.asked,
            ),
        )

    called = find_name(parsed) if parsed.watch else ask_name(parsed)
    return _run(at_table, parsed)


async def _resolve(console: Console, target: str, trust_new: bool, code: str | None = None) -> TableEndpoint:
    """The table that is meant, looked for in the open. Raises Failure."""
    async with ProgressLine(console.show) as progress:
        return await resolve_target(target, trust_new, console.show, code, progress.step)


def _run(sit: Sit, parsed: argparse.Namespace) -> int:
    kept, stays = effective_preferences(parsed), list[TakenSeat]()
    unkept = log_to_file()
    told_first = tuple(filter(None, (unkept, kept.trouble)))
    try:
        playing = _play(sit, told_first, stays, kept.preferences.last_card)
        outcome = asyncio.run(run_until_stopped(playing)) or Outcome(130)
    except CannotPrint as error:
        discard_output()
        raise Failure(errors_words.cannot_print(str(error))) from None
    for line in (line for taken in stays for line in farewell_lines(_last_stay(taken))):
        print_sentences(line)
    if not unkept:
        tell_unkept_game()
    if outcome.sentence:
        (print_error if outcome.complaint else print_sentences)(outcome.sentence)
    return outcome.code


async def _play(sit: Sit, told_first: Sequence[str], stays: list[TakenSeat], lays_last: bool) -> Outcome:
    """Sit down, which is noted in `stays`, and play; how the table was left."""
    subscribe()
    console = standard_console()
    inbox = start_reading(console)
    damage = [await asyncio.to_thread(check) for check in (check_known_tables, check_person_key)]
    console.show(*told_first, *filter(None, damage))
    async with AsyncExitStack() as stack:
        stack.callback(console.end)
        taken = await sit(stack, console, inbox)
        if taken is None:
            return Outcome(0)
        stays.append(taken)
        coach: StartExtension = find_hook("plain_coach")(stack if taken.coached else None)
        return await run_console_session(
            taken.session, console, inbox, taken.context, lays_last=lays_last, extension=coach
        )


def _last_stay(taken: TakenSeat) -> LastStay:
    session, own_line = taken.session, taken.context.join_line
    line = own_line or line_to(session)
    context, hosting = taken.context, own_line is not None
    return LastStay(session, session.state.status, line, hosting, context.alone, context.resume_line)


async def _choose_place(console: Console, inbox: Inbox, trust_new: bool) -> TableEndpoint | None:
    """The place of a table chosen from the list; None where none was wanted."""
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
                    return endpoint_of(choice.table)
            case "text":
                try:
                    return await _resolve(console, choice.text, trust_new)
                except Failure as failure:
                    console.show(str(failure))


async def _is_first_meant(console: Console, inbox: Inbox, table: FoundTable) -> bool:
    """Whether the player wants to go to the one of two that was found first; the end of the lines says no."""
    console.show(home_words.disputed(table.title))
    console.ask(_("Join the one that was found first (yes, no)? "))
    typed = await inbox.get()
    console.forget_prompt()
    return isinstance(typed, str) and typed.strip().casefold() == "yes"


async def _ask_choice(console: Console, inbox: Inbox, tables: tuple[FoundTable, ...]) -> TableChoice:
    console.ask(_prompt_table(len(tables)))
    typed = await inbox.get()
    console.forget_prompt()
    return parse_choice(tables, typed) if isinstance(typed, str) else TableChoice("quit")


async def _find_tables(console: Console) -> tuple[FoundTable, ...]:
    """The tables that are found within some seconds, told as a list."""
    console.show(_looking_for_tables(LOOK_SECONDS))
    async with create_browser() as looking:
        await _wait_for_tables(looking, LOOK_SECONDS)
        if not looking.tables:
            console.show(_nothing_yet(search_summary(looking)))
            await _wait_for_tables(looking, HELP_AFTER - LOOK_SECONDS)
        if not looking.tables:
            console.show(home_words.usually_helps(), *home_words.what_helps(), *other_ways())
        console.show(
            *(
                [_("Tables can't be found automatically here: type the address that your host gives you.")]
                if looking.trouble
                else []
            ),
            *list_tables(looking.tables),
        )
        return looking.tables


async def _wait_for_tables(looking: Browser, seconds: float) -> None:
    """Look for so long, or somewhat longer than until the first table: others may be heard with it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for tables in looking.changes():
                if tables:
                    break
            await asyncio.sleep(SETTLE)  # noqa: TID251 (others may be heard meanwhile)


def _person(parsed: argparse.Namespace) -> PersonKey | None:
    return person_to_show(effective_preferences(parsed).preferences)


async def take_seat(
    place: TableEndpoint,
    called: Called,
    role: Role,
    by: tuple[AsyncExitStack, Console, Inbox],
    person: PersonKey | None = None,
) -> NetworkSeat | None:
    """A seat at the table, until the stack is closed; None where its player gave up. Raises Failure.

    `person` is the key by which the player would be known.
    The end of the typed lines is no answer: then whatever kept the player out is the reason.
    """
    stack, console, inbox = by
    while True:
        try:
            async with ProgressLine(console.show) as progress:
                seat = NetworkSeat(
                    place, called.given, role, usual=called.name, person=person, on_step=progress.step
                )
                return await stack.enter_async_context(seat)
        except CodeNeeded as needed:
            console.show(_why_asked(needed.why))
            typed = await _ask_code(console, inbox)
            if typed is None:
                raise
            if not typed:
                return None
            place = replace(place, code=typed)


def _why_asked(why: CodeAsked) -> str:
    if why == "wrong":
        return _("That room code is wrong.")
    if why == "unanswered":
        return errors_words.why_closed("code_unanswered")
    return _("This table is locked. Ask its host for the room code.")


async def _ask_code(console: Console, inbox: Inbox) -> str | None:
    """The code that was typed; "" where its player gives up, None after the last line."""
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
    """Which table of the list."""
    if count == 0:
        return _("Type its address or title, again to search again, or quit: ")
    sentence = ngettext(
        "Which table (1, an address, again, or quit)? ",
        "Which table (1 to {n}, an address, again, or quit)? ",
        count,
    )
    return sentence.format(n=count)


def _nothing_yet(what_is_tried: str) -> str:
    # Translators: {tried} is one or two whole sentences
    return _("No table found yet. {tried}").format(tried=what_is_tried)


def _looking_for_tables(seconds: float) -> str:
    """While the network is asked."""
    sentence = _("Looking for tables for {seconds} seconds.")
    return sentence.format(seconds=format(seconds, "g"))
