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
from sixqp_tui.terminal.player_name import ask_name, find_name
from sixqp_tui.terminal.preferences import effective_preferences
from sixqp_tui.terminal.progress_line import ProgressLine, run_with_progress
from sixqp_tui.tui.openings import AtTable, Opening

if TYPE_CHECKING:
    from sixqp_tui.hosting.resume import TableCommand


def run(parsed: argparse.Namespace) -> int:
    if parsed.resume is not None:
        return _play(None, find_table(parsed.resume, "play"), parsed)
    return _play(read_line_up(parsed), "", parsed)


def run_challenge(parsed: argparse.Namespace) -> int:
    """Play the requested challenge, unless it was played here before, and print everybody's results."""
    if (table := find_hook("open_challenge")(parsed)) is not None:
        line_up, unfinished = table
        if code := _play(line_up, unfinished, parsed):
            return code
    result: int = find_hook("print_challenge")(parsed)
    return result


def _play(line_up: LineUp | None, table: str, parsed: argparse.Namespace) -> int:
    if not parsed.plain:
        return show_table("play", line_up, table, parsed, coached=effective_preferences(parsed).preferences.coach)
    from sixqp_tui.cli import plain
    from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

    opened = partial(open_in_process, line_up) if line_up else partial(resume_in_process, table)
    return plain.play(opened, parsed)


def run_local(parsed: argparse.Namespace) -> int:
    if parsed.resume is not None:
        return show_table("local", None, find_table(parsed.resume, "local"), parsed)
    return show_table("local", read_local_line_up(parsed), "", parsed)


def read_local_line_up(parsed: argparse.Namespace) -> LineUp:
    return line_up_around(parsed.config, given_options(parsed), getattr(parsed, "players", None))


def read_line_up(parsed: argparse.Namespace) -> LineUp:
    config = load_config(parsed.config)
    return line_up_alone(ask_name(parsed, config).name, config, given_options(parsed))


def show_table(
    command: "TableCommand",
    line_up: LineUp | None,
    table: str,
    parsed: argparse.Namespace,
    *,
    coached: bool = False,
) -> int:
    async def open_table(stack: AsyncExitStack, progress: ProgressLine) -> Opening:
        progress.step(waits.dealing())
        from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

        opening = open_in_process(line_up, stack) if line_up else resume_in_process(table, stack)
        # While the table waits for the disk, the screens are imported.
        opened, _screens = await asyncio.gather(opening, asyncio.to_thread(import_module, "sixqp_tui.tui.app"))
        at = AtTable(opened.people[0], keyboard=opened)
        seated: AtTable = find_hook("coach")(at, stack) if coached else at
        return seated

    return run_app(command, find_name(parsed), open_table, parsed, visits=False)


def find_table(wanted: str, command: "TableCommand") -> str:
    from sixqp_tui.hosting.resume import find_resumable

    return run_with_progress(waits.reading_journals(), partial(find_resumable, wanted, command)).table
