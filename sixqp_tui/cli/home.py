"""`sixqp` alone: the first screen."""

import argparse
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.player_name import ask_name
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.tui.openings import Home

if TYPE_CHECKING:
    from sixqp_tui.tui.services import Opening


def run(parsed: argparse.Namespace) -> int:
    return run_app("home", ask_name(parsed), open_home, parsed, visits=False)


async def open_home(_stack: AsyncExitStack, _progress: ProgressLine) -> "Opening":
    return Home()
