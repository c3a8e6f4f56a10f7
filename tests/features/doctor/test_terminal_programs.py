"""Which program draws the terminal, by the variables that it sets."""

from collections.abc import Mapping

import pytest

from sixqp_tui.features.doctor import words as doctor_words
from sixqp_tui.features.doctor.terminal import terminal_program

# The variables stand so in the documentation of the programs: Windows Terminal sets WT_SESSION alone, VS Code and
# those of macOS TERM_PROGRAM. A Windows Terminal that a double click on a program has opened sets nothing.
WINDOWS_TERMINAL = {"WT_SESSION": "e1d171d9-4739-4cd0-b086-50d729f39631", "WT_PROFILE_ID": "{61c54bbd}"}
VSCODE_FROM_WINDOWS_TERMINAL = {**WINDOWS_TERMINAL, "TERM_PROGRAM": "vscode"}
APPLE = {"TERM_PROGRAM": "Apple_Terminal", "TERM_PROGRAM_VERSION": "453", "TERM": "xterm-256color"}
ITERM = {"TERM_PROGRAM": "iTerm.app", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
TMUX_IN_APPLE = {"TERM_PROGRAM": "tmux", "TMUX": "/tmp/tmux-501/default,1,0", "TERM": "tmux-256color"}


@pytest.mark.parametrize(
    ("environment", "system", "version", "program"),
    [
        (WINDOWS_TERMINAL, "win32", "", "windows_terminal"),
        ({}, "win32", "", "windows_console"),
        (VSCODE_FROM_WINDOWS_TERMINAL, "win32", "", "other"),
        ({"TERM": "xterm-256color"}, "win32", "", "other"),
        ({"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "win32", "", "other"),
        (APPLE, "darwin", "15.6", "apple_terminal_256"),
        (APPLE, "darwin", "26.0", "apple_terminal"),
        (APPLE, "darwin", "16.0", "apple_terminal"),
        (ITERM, "darwin", "15.6", "iterm2"),
        (TMUX_IN_APPLE, "darwin", "15.6", "other"),
        (WINDOWS_TERMINAL, "linux", "", "other"),
        ({}, "linux", "", "other"),
    ],
)
def test_a_terminal_is_identified_by_its_variables(
    environment: Mapping[str, str], system: str, version: str, program: str
) -> None:
    assert terminal_program(environment, system, version) == program


@pytest.mark.parametrize(
    ("program", "colours", "code", "said"),
    [
        ("windows_terminal", "truecolor", "fits", ""),
        ("windows_console", "256", "fits", "type wt"),
        ("apple_terminal_256", "truecolor", "fits", "COLORTERM= sixqp"),
        ("apple_terminal_256", "256", "fits", "line spacing"),
        ("apple_terminal", "256", "fits", "COLORTERM=truecolor"),
        ("apple_terminal", "truecolor", "fits", "select it"),
        ("iterm2", "truecolor", "wide_signs", "double width"),
        ("iterm2", "truecolor", "fits", "clipboard"),
        ("other", "256", "fits", ""),
        ("windows_console", "256", "legacy", "legacy console"),
    ],
)
def test_each_terminal_has_its_own_hints(program: str, colours: str, code: str, said: str) -> None:
    hints = doctor_words.hints("terminal", code, {"program": program, "colours": colours})
    assert said in " ".join(hints[""]) and bool(hints[""]) == bool(said)
