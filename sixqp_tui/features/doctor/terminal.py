"""What the terminal can show."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.tui.theme import glyphs

TerminalProgram = Literal[
    "windows_terminal", "windows_console", "apple_terminal", "apple_terminal_256", "iterm2", "other"
]
_BY_NAME: Mapping[str, TerminalProgram] = {"Apple_Terminal": "apple_terminal", "iTerm.app": "iterm2"}
_LAST_OF_256_COLOURS = 15
"""Newer versions of macOS Terminal know more; some builds of Python report 16 for version 26."""


def terminal_program(environment: Mapping[str, str], system: str, mac_version: str = "") -> TerminalProgram:
    """For a `sys.platform`.

    On Windows, the old console and a Windows Terminal opened by a double click look the same; both count as the old
    console.
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


_DRAWN = (each for name, each in vars(glyphs).items() if name.isupper() and isinstance(each, str) and len(each) == 1)
    sign for name, sign in vars(glyphs).items() if name.isupper() and isinstance(sign, str) and len(sign) == 1
)
SIGNS = "".join(dict.fromkeys((HEAD, *_DRAWN)))
ANSWER_WITHIN = 0.5
"""Seconds; enough for a slow line."""
_STD_OUTPUT, _DRAWS_SEQUENCES = -11, 0x4
_POSITION = re.compile(rb"\x1b\[\d+;(\d+)R")


def check_terminal() -> Finding:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Finding("terminal", "none", "note")
    if not _knows_sequences():
        return Finding("terminal", "legacy", "bad")
    from rich.console import Console
    from textual.geometry import Size

    from sixqp_tui.tui.scale import too_small

    size = shutil.get_terminal_size()
    widths = measure_widths(SIGNS)
    wide = [sign for sign, width in zip(SIGNS, widths, strict=True) if width not in (None, 1)]
    facts = {
        "columns": size.columns,
        "lines": size.lines,
        # as the screens ask, which switch a Windows console to escape sequences themselves
        "colours": Console(force_terminal=True, legacy_windows=False).color_system or "none",
        "encoding": (sys.stdout.encoding or "").lower(),
        "term": os.environ.get("TERM_PROGRAM") or os.environ.get("TERM") or "",
        "program": terminal_program(os.environ, sys.platform, platform.mac_ver()[0]),
        "measured": None not in widths,
        "not_one_cell": wide,
    }
    code = "small" if too_small(Size(size.columns, size.lines)) else "wide_signs" if wide else "fits"
    return Finding("terminal", code, "ok" if code == "fits" else "note", facts)


def _knows_sequences() -> bool:
    if sys.platform != "win32":
        return True
    import ctypes

    kernel, before = ctypes.windll.kernel32, ctypes.c_ulong()
    console = kernel.GetStdHandle(_STD_OUTPUT)
    if not kernel.GetConsoleMode(console, ctypes.byref(before)):
        return True
    switched = kernel.SetConsoleMode(console, before.value | _DRAWS_SEQUENCES)
    kernel.SetConsoleMode(console, before.value)
    return bool(switched)


def measure_widths(signs: Sequence[str]) -> list[int | None]:
    """Cells of each sign; None if the terminal doesn't tell, or can't print it."""
    try:
        signs[0].join(signs).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return [None] * len(signs)
    return _windows_widths(signs) if sys.platform == "win32" else _posix_widths(signs)


def _draw(sign: str, question: str = "") -> None:
    sys.stdout.write(f"\r{sign}{question}")
    sys.stdout.flush()


def _wipe() -> None:
    sys.stdout.write("\r  \r")
    sys.stdout.flush()


def _posix_widths(signs: Sequence[str]) -> list[int | None]:
    if sys.platform == "win32":
        return []
    import termios
    import tty

    keys = sys.stdin.fileno()
    before = termios.tcgetattr(keys)
    widths: list[int | None] = []
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        for sign in signs:
            _draw(sign, "\x1b[6n")
            widths.append(_answer(keys))
            if widths[-1] is None:
                break
        _wipe()
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
    return widths + [None] * (len(signs) - len(widths))


def _answer(keys: int) -> int | None:
    """From 0; None if the terminal doesn't answer."""
    import select

    reply = b""
    while len(reply) < 64 and select.select([keys], [], [], ANSWER_WITHIN)[0]:
        reply += os.read(keys, 32)
        if found := _POSITION.search(reply):
            return int(found[1]) - 1
    return None


def _windows_widths(signs: Sequence[str]) -> list[int | None]:
    column = _windows_column()
    widths: list[int | None] = []
    for sign in signs:
        _draw(sign)
        widths.append(column())
    _wipe()
    return widths


def _windows_column() -> Callable[[], int | None]:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  only Windows has it
    console = kernel.GetStdHandle(_STD_OUTPUT)
    buffer = (ctypes.c_short * 11)()

    def column() -> int | None:
        return int(buffer[2]) if kernel.GetConsoleScreenBufferInfo(console, buffer) else None

    return column
