"""Runs the app in this terminal, from where a command opens it."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.log_files import log_to_file
from sixqp_tui.terminal.output import print_error, print_sentences
from sixqp_tui.terminal.player_name import find_name
from sixqp_tui.terminal.preferences import effective_preferences, save_words
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.terminal.stop_signals import STOPPED, stop_requested
from sixqp_tui.tui.openings import AtFeature, Ended, Home, Outcome
from sixqp_tui.tui.tables import Tables

if TYPE_CHECKING:
    from sixqp_tui.tui.app import SixqpApp
    from sixqp_tui.tui.base_app import BaseApp
    from sixqp_tui.tui.stay import Opening, Stay

HANGUP_SECONDS = 8.0
"""Seconds for the app to end when its terminal is gone, longer than leaving a table takes."""
Opener = Callable[[Tables, ProgressLine], "Awaitable[Opening]"]
"""Leads to where the app opens; the line shows what is waited for."""


def run_app(
    command: str,
    player: Player,
    opener: Opener | None,
    parsed: argparse.Namespace,
    *,
    visits: bool = True,
) -> int:
    """From where `opener` leads, else from the first screen; returns the exit code.

    `parsed` may have preferences for this run. Unless the opener `visits` somebody's table, damaged files are
    looked for after the first frame. Raises Failure without a terminal, and as the opener does.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure(errors_words.no_terminal(command), code=2)
    log_problem = log_to_file()
    # Nearly all objects from before the first frame stay; looking for garbage takes a tenth of the start.
    gc.disable()
    try:
        preferences, fault = effective_preferences(parsed)
        problems = (log_problem, fault)
        return asyncio.run(_run_app(player, opener, preferences, problems, visits and opener is not None))
    finally:
        gc.enable()


def run_feature(
    command: str, parsed: argparse.Namespace, show: Callable[["BaseApp", Callable[[None], None]], object]
) -> int:
    """`show` takes the app, and what to call when its screen is closed."""

    async def open_feature(_tables: Tables, _progress: ProgressLine) -> AtFeature:
        return AtFeature(show)

    return run_app(command, find_name(parsed), open_feature, parsed)


async def _run_app(
    player: Player,
    opener: Opener | None,
    preferences: Preferences,
    problems: tuple[str, str],
    visits: bool,
) -> int:
    """`problems` are sentences about the log and the file of preferences, or nothing."""

    def finish_start() -> None:
        """Garbage is collected from now on, except older objects."""
        keep_finished_games()
        gc.freeze()
        gc.enable()

    if opener is not None:
        keep_finished_games()  # a table that is resumed reports its last game at once
    async with AsyncExitStack() as closing, AsyncExitStack() as stack:
        tables = Tables(player, stack)
        # A visit rewrites the file of known tables, so look before it; otherwise the app looks later.
        damage = await tables.find_damage() if visits else ""
        async with ProgressLine() as progress:
            opening = await opener(tables, progress) if opener else Home()
        from sixqp_tui.tui.app import SixqpApp

        app = SixqpApp(
            opening,
            preferences,
            " ".join(filter(None, (*problems, damage))),
            finish_start,
            tables=tables,
            save=save_words,
        )
        outcome = await run_until_stopped(app)
        line = await closing.enter_async_context(ProgressLine())
        line.step(_("Closing the connection…"))
    code = _say_farewell(outcome, app.stay)
    if not problems[0] and app.stay is not None and (sentence := _describe_unsaved_game()):
        print_error(sentence)
    return code


def _describe_unsaved_game() -> str:
    from sixqp_tui.features.history.games import describe_unsaved_game  # 20 ms at the first frame

    return describe_unsaved_game()


def _say_farewell(outcome: Outcome | None, stay: "Stay | None") -> int:
    """Returns the exit code. An app that ends without an outcome has failed."""
    if stay is not None:
        from sixqp_tui.terminal.farewell import farewell_lines

        lines = farewell_lines(
            stay.session.state,
            stay.join_line,
            hosting=stay.hosting is not None,
            private=stay.private,
            resume_line=stay.resume_line,
        )
        for line in lines:
            print_sentences(line)
    if isinstance(outcome, Ended):
        if outcome.sentence:
            print_error(outcome.sentence)
        return outcome.code
    return 1 if outcome is None else 0


async def run_until_stopped(app: "SixqpApp") -> Outcome | None:
    """Run the app; a request to stop restores the terminal, if it still exists."""

    async def stopped() -> None:
        await stop.wait()
        app.exit(Ended(None, STOPPED))

    with stop_requested(HANGUP_SECONDS) as stop:
        stopping = asyncio.create_task(stopped())
        try:
            return await app.run_async()
        finally:
            stopping.cancel()
