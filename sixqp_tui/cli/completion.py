"""`sixqp completion`: prints a shell's completion script, or the names that such a script suggests."""

import argparse
import asyncio
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from sixqp_protocol.text import clean
from sixqp_tui.features import find_hook
from sixqp_tui.terminal.output import print_line

LOOK_SECONDS: Final = 1.0
"""Seconds to wait for tables after Tab; working discovery finds one sooner."""
MAX_NAMES: Final = 50
MAX_SHOWN: Final = 100
"""Characters."""


def run(parsed: argparse.Namespace) -> int:
    match parsed.of:
        case "tables":
            _print_names(asyncio.run(_titles()))
        case "games":
            _print_names(find_hook("game_names")(MAX_NAMES))
        case shell:
            script = files("sixqp_tui.cli").joinpath("completions", f"sixqp.{shell}")
            for line in script.read_text(encoding="utf-8").splitlines():
                print_line(line)
    return 0


def _print_names(names: Iterable[tuple[str, str]]) -> None:
    for name, about in names:
        print(clean(name, MAX_SHOWN), clean(about, MAX_SHOWN), sep="\t")


async def _titles() -> list[tuple[str, str]]:
    from sixqp_tui.joining.table_search import create_browser, wait_for_tables

    async with create_browser() as looking:
        await wait_for_tables(looking, LOOK_SECONDS)
        return [(table.title, f"{host}:{port}") for table in looking.tables for host, port in table.endpoints[:1]]
