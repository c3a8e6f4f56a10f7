"""Ctrl-C ends every command that runs for a while with one exit code, and leaves the terminal as it was."""

import pytest
from support.terminal import Sit

pytestmark = pytest.mark.terminal


@pytest.mark.parametrize(
    ("command", "runs"),
    [
        ("serve --port 0", "is open. To join it:"),
        ("doctor", "Checking this machine"),
        ("join --plain", "Looking for tables"),
        ("play --plain --bots 1", "choose a card ("),
        ("learn --plain", "Lesson 1"),
    ],
)
def test_a_command_ends_by_ctrl_c_without_a_traceback(sit: Sit, command: str, runs: str) -> None:
    terminal = sit(*command.split(), size=(100, 40))
    terminal.until(runs)
    terminal.press("\x03")
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text and not terminal.screen.cursor.hidden
