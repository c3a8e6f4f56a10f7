"""`sixqp` alone, and whatever else opens a screen: the app with its services around it."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from sixqp_tui.features import FEATURES, subscribe
from sixqp_tui.hosting.process.log_files import log_to_file
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.i18n import _
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import CodeNeeded, Failure
from sixqp_tui.terminal.output import print_error, print_sentences
from sixqp_tui.terminal.player_name import Called, ask_name, find_name, keep_name
from sixqp_tui.terminal.preferences import EffectivePreferences, effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.tui.services import AtTable, Ended, Home, JoinAttempt, Opening, Outcome

if TYPE_CHECKING:
    from sixqp_tui.tui.app import SixqpApp
    from sixqp_tui.tui.table_context import TableContext

HANGUP_SECONDS = 8.0
"""Seconds that a screen has to come to its end when its terminal is gone: longer than leaving a table takes."""
Opener = Callable[[AsyncExitStack, ProgressLine], Awaitable[Opening]]
"""Goes to where the app opens. What is open until the end is the stack's; the line is told what is waited for."""


def run(parsed: argparse.Namespace) -> int:
    return on_screen("home", ask_name(parsed), _at_home, parsed, visits=False)


async def _at_home(_stack: AsyncExitStack, _progress: ProgressLine) -> Opening:
    return Home()


def on_screen(
    command: str,
    called: Called,
    opener: Opener,
    parsed: argparse.Namespace | None = None,
    visits: bool = True,
) -> int:
    """Run the app from where `opener` says, and say what is left to be said; the exit code.

    What was `parsed` may hold preferences for this run. Unless the opener `visits` somebody's table, the app looks
    for damaged files when its first screen stands. Raises Failure where there is no terminal, or what the opener
    raises.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure(errors_words.no_terminal(command), code=2)
    unkept = log_to_file()
    # Nearly all that is made until the first frame stays: looking for garbage in it takes a tenth of the start.
    gc.disable()
    try:
        return asyncio.run(_on_screen(called, opener, effective_preferences(parsed), unkept, visits))
    finally:
        gc.enable()


def _finish_start() -> None:
    """Look for garbage from now on, but never again among what the start has made; and do what can wait for it."""
    subscribe()
    gc.freeze()
    gc.enable()


def is_newcomer(called: Called) -> bool:
    """Whether who starts has never been here: who played by a `--name` alone has a key, though no name is kept."""
    if not called.asked:
        return False
    from sixqp_tui.store.person_key import own_person_id

    return own_person_id() is None


async def _on_screen(called: Called, opener: Opener, kept: EffectivePreferences, unkept: str, visits: bool) -> int:
    from sixqp_tui.cli.services import find_damage, services
    from sixqp_tui.tui.windows_console import provide_timer_threads

    provide_timer_threads()
    if opener is not _at_home:
        subscribe()  # a table that is resumed reports its last game at once
    async with AsyncExitStack() as closing, AsyncExitStack() as stack:
        # A visit writes the file of known tables anew, so look before; else the app looks behind its first screen.
        damage = await find_damage() if visits else ""
        async with ProgressLine() as progress:
            opening = await opener(stack, progress)
        from sixqp_tui.tui.app import SixqpApp

        trouble = " ".join(filter(None, (unkept, kept.trouble, damage)))
        app = SixqpApp(
            services(called, stack, kept.preferences),
            opening,
            kept.preferences,
            trouble,
            _finish_start,
            FEATURES,
            newcomer=opener is _at_home and is_newcomer(called),
        )
        outcome = await _until_stopped(app)
        line = await closing.enter_async_context(ProgressLine())
        line.step(_("Closing the connection…"))
    code = _tell(outcome, app.stay) or app.return_code or 0
    if not unkept and app.stay is not None:
        from sixqp_tui.cli.farewell import tell_unkept_game

        tell_unkept_game()
    return code


def _tell(outcome: Outcome | None, stay: "TableContext | None") -> int:
    """Say what is left to be said when the app has ended; the exit code. `stay`: where its player was last."""
    if stay is not None:
        from sixqp_tui.cli.farewell import LastStay, farewell_lines

        session, private = stay.session, stay.keyboard is not None
        hosting = stay.hosting is not None
        last = LastStay(session, session.status, stay.join_line, hosting, private, stay.resume_line)
        for line in farewell_lines(last):
            print_sentences(line)
    if isinstance(outcome, Ended):
        if outcome.sentence:
            print_error(outcome.sentence)
        return outcome.code
    return 0


async def _until_stopped(app: "SixqpApp") -> Outcome | None:
    """Run the app; who asks it to stop gets the terminal back as it was, where there still is one."""

    async def stopped() -> None:
        await stop.wait()
        app.exit(Ended(None, 130))

    with stop_requested(HANGUP_SECONDS) as stop:
        stopping = asyncio.create_task(stopped())
        try:
            return await app.run_async()
        finally:
            stopping.cancel()


def join_on_screen(parsed: argparse.Namespace) -> int:
    """`sixqp join` with a screen: the list, or straight to a table; the exit code."""

    async def at_table(stack: AsyncExitStack, progress: ProgressLine) -> Opening:
        from sixqp_tui.cli.services import line_to
        from sixqp_tui.client.conversation import Role
        from sixqp_tui.joining.network_seat import NetworkSeat
        from sixqp_tui.joining.person import person_to_show
        from sixqp_tui.joining.target import resolve_target
        from sixqp_tui.presentation.chairs import found_no_chair

        target: str = parsed.target
        role: Role = "watcher" if parsed.watch else "player"
        place = await resolve_target(target, parsed.trust_new, progress.say, parsed.code, progress.step)
        person = person_to_show(effective_preferences(parsed).preferences)
        seat = NetworkSeat(place, called.given, role, usual=called.name, person=person, on_step=progress.step)
        try:
            await stack.enter_async_context(seat)
        except CodeNeeded as needed:
            return Home(JoinAttempt(parsed.target, parsed.watch, parsed.trust_new), needed.why)
        late = not parsed.watch and found_no_chair(seat.session)
        keep = keep_name if called.asked else None
        return AtTable(seat.session, join_line=line_to(seat.session), late=late, keep_name=keep)

    called = find_name(parsed) if parsed.watch else ask_name(parsed)
    return on_screen("join", called, at_table if parsed.target else _at_home, parsed, visits=bool(parsed.target))
