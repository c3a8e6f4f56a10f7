"""`sixqp play`: a game alone against bots, at a table in this process."""

import argparse
import asyncio
from functools import partial
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING

from sixqp_tui.cli.options import add_config, add_resume, given_options
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.table_options import line_up_alone
from sixqp_tui.i18n import _, waits
from sixqp_tui.joining.player import load_config
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.player_name import ask_name, find_name
from sixqp_tui.terminal.progress_line import ProgressLine, run_with_progress

if TYPE_CHECKING:
    from sixqp_tui.store.journal_store import TableCommand
    from sixqp_tui.tui.stay import Stay
    from sixqp_tui.tui.tables import Tables

_PLAYED_HERE = (
    "title", "variant", "limit", "limit-rule", "rounds", "seats", "bots", "timer", "round-pause", "seed",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_table_options(parser, "name")
    add_table_arguments(parser, _("number of bots (default 3, or the ones named in config.txt)"))
    arguments.add_plain(parser)


def add_table_arguments(parser: argparse.ArgumentParser, bots: str) -> None:
    """Those of a table in this process; `bots` is the help of `--bots`."""
    here = {"bots": bots, "timer": _("time for each decision, in seconds, or none (default)")}
    arguments.add_table_options(parser, *_PLAYED_HERE, about=here)
    arguments.add_preferences(parser)
    parser.add_argument(
        "--level",
        type=arguments.level_list,
        default=argparse.SUPPRESS,
        metavar="LEVEL",
        help=_("how well the bots play: easy, medium (default) or hard; give several for a mix, as in easy,hard"),
    )
    add_config(parser)
    add_resume(parser)


def run(parsed: argparse.Namespace) -> int:
    if parsed.resume is not None:
        return play_at(None, find_table(parsed.resume, "play"), parsed, coached=True)
    return play_at(read_line_up(parsed), "", parsed, coached=True)


def play_at(setup: Setup | None, table: str, parsed: argparse.Namespace, *, coached: bool) -> int:
    if not parsed.plain:
        return show_table(setup, table, parsed, coached=coached)
    from sixqp_tui.cli import plain
    from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

    opened = partial(open_in_process, setup) if setup else partial(resume_in_process, table)
    return plain.play(opened, parsed, coached)


def read_line_up(parsed: argparse.Namespace) -> Setup:
    config = load_config(parsed.config)
    return line_up_alone(ask_name(parsed, config).name, config, given_options(parsed))


def show_table(
    setup: Setup | None,
    table: str,
    parsed: argparse.Namespace,
    *,
    coached: bool = False,
) -> int:
    async def open_table(tables: "Tables", progress: ProgressLine) -> "Stay":
        progress.step(waits.dealing())
        from sixqp_tui.hosting.in_process import open_in_process, resume_in_process

        opening = open_in_process(setup, tables.stack) if setup else resume_in_process(table, tables.stack)
        # While the table waits for the disk, the screens are imported.
        opened, _screens = await asyncio.gather(opening, asyncio.to_thread(import_module, "sixqp_tui.tui.app"))
        return tables.sit_down(opened, coached=coached)

    return run_app("play", find_name(parsed), open_table, parsed, visits=False)


def find_table(wanted: str, command: "TableCommand") -> str:
    from sixqp_tui.hosting.journal import find_resumable

    return run_with_progress(waits.reading_journals(), partial(find_resumable, wanted, command)).table
