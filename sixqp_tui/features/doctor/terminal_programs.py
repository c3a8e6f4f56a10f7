"""Which program draws this terminal, where it is known what that means for the game."""

from collections.abc import Mapping
from typing import Literal

TerminalProgram = Literal[
    "windows_terminal", "windows_console", "apple_terminal", "apple_terminal_256", "iterm2", "other"
]
_BY_NAME: Mapping[str, TerminalProgram] = {"Apple_Terminal": "apple_terminal", "iTerm.app": "iterm2"}
_LAST_OF_256_COLOURS = 15
"""The version of macOS whose Terminal still knew 256 colours. Some builds of Python are told 16 for what is 26."""


def terminal_program(environment: Mapping[str, str], system: str, mac_version: str = "") -> TerminalProgram:
    """What the environment says of the terminal, on a system as `sys.platform` has it.

    On Windows the old console sets no variable. A Windows Terminal that a double click has opened sets none either:
    it counts as the old console.
    """
    named = environment.get("TERM_PROGRAM", "")
    if environment.get("TMUX") or environment.get("SSH_CONNECTION"):
        return "other"
    if system == "win32" and not named:
        return "windows_terminal" if environment.get("WT_SESSION") else _windows_without_a_name(environment)
    found = _BY_NAME.get(named, "other")
    if found == "apple_terminal" and _major(mac_version) <= _LAST_OF_256_COLOURS:
        return "apple_terminal_256"
    return found


def _windows_without_a_name(environment: Mapping[str, str]) -> TerminalProgram:
    return "other" if environment.get("ConEmuPID") or environment.get("TERM") else "windows_console"


def _major(version: str) -> int:
    first = version.partition(".")[0]
    return int(first) if first.isdecimal() else 0
