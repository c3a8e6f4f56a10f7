"""`sixqp play`, alone against bots, and `sixqp local`, around one keyboard: at a table in this process."""

import argparse
import asyncio
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING

from sixqp_tui.cli.options import given_options
from sixqp_tui.features import find_hook, run_app
from sixqp_tui.hosting.config_file import load_config
from sixqp_tui.hosting.line_up import LineUp, line_up_alone, line_up_around
from sixqp_tui.i18n import waits
from sixqp_tui.terminal.player_name import find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine, run_with_progress

if TYPE_CHECKING:
    from sixqp_tui.hosting.resume import TableCommand
    from sixqp_tui.tui.openings import Opening


def run(parsed: argparse.Namespace) -> int:
    line_up = read_line_up(parsed) if parsed.resume is None else None
    if not parsed.plain:
        coached = effective_preferences(parsed).preferences.coach
        return show_table("play", line_up, parsed, coached=coached)
    from sixqp_tui.cli import plain
    from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

    if line_up:
        return plain.play(partial(open_in_process, line_up), parsed)
    return plain.play(partial(resume_in_process, find_table(parsed, "play")), parsed)


def run_local(parsed: argparse.Namespace) -> int:
    return show_table("local", read_local_line_up(parsed) if parsed.resume is None else None, parsed)


def read_local_line_up(parsed: argparse.Namespace) -> LineUp:
    return line_up_around(parsed.config, given_options(parsed), getattr(parsed, "players", None))


def read_line_up(parsed: argparse.Namespace) -> LineUp:
    config = load_config(parsed.config)
    return line_up_alone(find_name(parsed, config).name, config, given_options(parsed))


def show_table(
    command: "TableCommand", line_up: LineUp | None, parsed: argparse.Namespace, *, coached: bool = False
) -> int:
    table = "" if line_up else find_table(parsed, command)

    async def open_table(stack: AsyncExitStack, progress: ProgressLine) -> "Opening":
        progress.step(waits.dealing())
        from sixqp_tui.hosting.in_process import open_in_process, resume_in_process
        from sixqp_tui.tui.openings import AtTable

        opening = open_in_process(line_up, stack) if line_up else resume_in_process(table, stack)
        # The table waits for the disk: the screens are imported meanwhile.
        opened, _screens = await asyncio.gather(opening, asyncio.to_thread(import_module, "sixqp_tui.tui.app"))
        at = AtTable(opened.people[0], keyboard=opened)
        seated: AtTable = find_hook("coach")(at, stack) if coached else at
        return seated

    return run_app(command, find_name(parsed), open_table, parsed, visits=False)


def find_table(parsed: argparse.Namespace, command: "TableCommand") -> str:
    from sixqp_tui.hosting.resume import find_resumable

    return run_with_progress(waits.reading_journals(), partial(find_resumable, parsed.resume, command)).table
