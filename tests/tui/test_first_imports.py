"""What stands between the command and its first frame: nothing that is slow to import, and no look for garbage."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SLOW_AT_HOME = (
    "zeroconf",
    "websockets",
    "cryptography",
    "spake2",
    "wcwidth",
    "textual.widgets._markdown",
    "textual.widgets._data_table",
    "sixqp_tui.tui.palette",
    "sixqp_tui.tui.rules",
    "sixqp_tui.tui.forms.preferences",
    "sixqp_tui.i18n.settings",
    "hashlib",
    "msgspec",
    "sixqp_tui.features.history.games",
    "sixqp_tui.features.lessons.course",
    "sixqp_tui.client",
    "sixqp_tui.engine.view",
    "sixqp_tui.host",
    "sixqp_tui.tui.dialogs",
)
SLOW_ALONE = (
    "zeroconf",
    "websockets",
    "sixqp_tui.hosting.ways_in",
    "sixqp_tui.tui.home",
    "sixqp_tui.tui.lobby",
    "sixqp_tui.tui.screens.forms",
    "sixqp_tui.tui.hotseat",
    "sixqp_tui.features.history.games",
    "sixqp_tui.features.replay.screen",
    "sixqp_tui.features.review.screen",
    "sixqp_tui.tui.game.draft_pane",
)
START = """
import contextlib, gc, sys, types

class Tables:
    tables, trouble = (), None
    async def changes(self):
        for nothing in ():
            yield nothing

def first_frame():
    shown.extend(name for name in slow if name in sys.modules)
    collects.append(gc.isenabled())
    resume()
    collects.append(gc.isenabled())
    app.exit()

shown, collects, (arguments, slow) = [], [], eval(sys.argv[1])
sys.stdin.isatty = sys.stdout.isatty = lambda: True
search = types.SimpleNamespace(create_browser=lambda: contextlib.nullcontext(Tables()))
sys.modules["sixqp_tui.joining.table_search"] = search
import sixqp_tui.terminal.app
from sixqp_tui.tui.app import SixqpApp
own = SixqpApp.__init__

def init(self, opening, preferences, problem, on_first_frame, **ways):
    global app, resume
    app, resume = self, on_first_frame
    own(self, opening, preferences, problem, first_frame, **ways)

async def run(self):
    await SixqpApp.run_async(self, headless=True, size=(80, 24))

SixqpApp.__init__, sixqp_tui.terminal.app.run_until_stopped = init, run
from sixqp_tui.cli import main
main(arguments)
print(shown, collects)
"""
"""`sixqp` as it is, but without a terminal and without a network."""


@pytest.mark.parametrize(("arguments", "slow"), [([], SLOW_AT_HOME), (["play"], SLOW_ALONE)])
def test_the_first_frame_imports_nothing_unneeded_and_collects_no_garbage(
    arguments: list[str], slow: tuple[str, ...], tmp_path: Path
) -> None:
    command = [sys.executable, "-c", START, repr((arguments, slow))]
    environment = {**os.environ, "SIXQP_HOME": str(tmp_path)}
    shown = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=60)
    assert shown.stdout.strip().splitlines()[-1] == "[] [False, True]"
