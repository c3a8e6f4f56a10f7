"""`sixqp play`: alone against bots, at a table in this process."""

import argparse
import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING

from sixqp_tui.cli.line_up import line_up_alone
from sixqp_tui.features import find_hook
from sixqp_tui.hosting.table_options import LineUp
from sixqp_tui.i18n import waits
from sixqp_tui.terminal.player_name import find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine, run_with_progress

if TYPE_CHECKING:
    from sixqp_tui.hosting.resume import TableCommand


def run(parsed: argparse.Namespace) -> int:
    """Play as the options say; the exit code."""
    if not parsed.plain:
        return on_one_screen("play", line_up_alone, parsed)
    from sixqp_tui.cli import plain
    from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

    if parsed.resume is None:
        return plain.play(partial(open_in_process, line_up_alone(parsed)), parsed)
    return plain.play(partial(resume_in_process, find_table(parsed, "play")), parsed)


def on_one_screen(
    command: "TableCommand", read_line_up: Callable[[argparse.Namespace], LineUp], parsed: argparse.Namespace
) -> int:
    """Show a table of this process, a new one or the one that is to be resumed; the exit code."""
    from sixqp_tui.cli.home import on_screen
    from sixqp_tui.tui.services import AtTable, Opening

    line_up = read_line_up(parsed) if parsed.resume is None else None
    table = "" if line_up else find_table(parsed, command)
    coach = command == "play" and effective_preferences(parsed).preferences.coach

    async def at_table(stack: AsyncExitStack, progress: ProgressLine) -> Opening:
        progress.step(waits.dealing())
        from sixqp_tui.hosting.in_process import open_on_screen, resume_on_screen

        opened = open_on_screen(line_up, stack) if line_up else resume_on_screen(table, stack)
        # The table waits for the disk: the screens are imported meanwhile.
        at, _screens = await asyncio.gather(opened, asyncio.to_thread(import_module, "sixqp_tui.tui.app"))
        seated: AtTable = find_hook("coach")(at, stack) if coach else at
        return seated

    name = line_up.company[0].name if line_up else None
    return on_screen(command, find_name(parsed)._replace(given=name), at_table, parsed, visits=False)


def find_table(parsed: argparse.Namespace, command: "TableCommand") -> str:
    """The id of the table that `--resume` means. Raises Failure."""
    from sixqp_tui.hosting.resume import find_resumable

    return run_with_progress(waits.reading_journals(), partial(find_resumable, parsed.resume, command)).table
