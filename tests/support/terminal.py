"""A person at a terminal: a program in a pseudo-terminal, its screen as text, and keys to press."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte

from sixqp_tui.joining.player import login_name
from sixqp_tui.store.preferences import FILE_NAME, read_name

SIXQP = (sys.executable, "-m", "sixqp_tui")
KEYS = {
    "Enter": "\r",
    "Escape": "\x1b",
    "Backspace": "\x7f",
    "Left": "\x1b[D",
    "Right": "\x1b[C",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Home": "\x1b[H",
    "End": "\x1b[F",
    "F1": "\x1bOP",
    "Ctrl-Q": "\x11",
}
PATIENCE = 30.0


def _name_player(home: Path) -> None:
    """Let the player have a name, as after the first evening: nobody is asked for it. A home may take nothing."""
    file = home / FILE_NAME
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        if not read_name(file):
            with file.open("a", encoding="utf-8") as preferences:
                preferences.write(f"name = {login_name()}\n")


class Terminal:
    """A program in a terminal of this many columns and lines; what it draws is kept as a screen.

    Its home knows the player's name, unless the player is not `named`: because the home takes nothing, or because
    the program is another one.
    Its size is that of the terminal alone: an environment that names another would hide every later change.
    """

    def __init__(
        self,
        command: Sequence[str],
        home: Path,
        columns: int = 80,
        lines: int = 24,
        cwd: Path | None = None,
        named: bool = True,
    ) -> None:
        if named:
            _name_player(home)
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self._child = pexpect.spawn(
            command[0],
            list(command[1:]),
            dimensions=(lines, columns),
            cwd=cwd,
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm-256color",
                "SIXQP_HOME": str(home),
                "LC_ALL": "C.UTF-8",
                "COLORTERM": "truecolor",
            },
        )
        self._child.delaybeforesend = None  # 50 ms before every key, meant for prompts that ask for passwords

    @property
    def pid(self) -> int:
        return int(self._child.pid)

    @property
    def text(self) -> str:
        """What stands on the screen, line by line; the second cell of a wide sign holds nothing."""
        rows, columns = range(self.screen.lines), range(self.screen.columns)
        lines = ("".join(self.screen.buffer[y][x].data for x in columns) for y in rows)
        return "\n".join(line.rstrip() for line in lines)

    def press(self, *keys: str) -> None:
        """Press keys: the names of `KEYS`, or characters."""
        for key in keys:
            self._child.send(KEYS.get(key, key))

    def paste(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._child.send(data)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window."""
        self.screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def until(self, shows: Callable[[str], bool] | str, patience: float = PATIENCE) -> str:
        """Read what the program draws until the screen shows this; its text. Fails with the screen's text."""
        wanted = (lambda text: shows in text) if isinstance(shows, str) else shows
        end = time.monotonic() + patience
        while not wanted(self.text):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"the screen never showed {shows!r}; it shows\n{self.text}")
        return self.text

    def look(self, seconds: float = 0.2) -> str:
        """The screen's text after the next thing that the program draws, or after so long without any.

        Fails with the screen's text where the program has ended.
        """
        if not self._read(seconds) and self._child.flag_eof:
            raise AssertionError(f"the program has ended; its screen showed\n{self.text}")
        return self.text

    def _read(self, seconds: float) -> bool:
        if seconds <= 0:
            return False
        try:
            data = self._child.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.raw += data
        self._stream.feed(data)
        return True

    def end(self, patience: float = PATIENCE) -> int:
        """Read until the program has ended by itself; its exit code."""
        end = time.monotonic() + patience
        while self._read(end - time.monotonic()):
            pass
        self._child.wait()
        return int(self._child.exitstatus if self._child.exitstatus is not None else -self._child.signalstatus)

    def ask_to_stop(self) -> None:
        self._child.kill(signal.SIGTERM)

    def close_window(self) -> None:
        os.close(self._child.child_fd)

    def kill(self) -> None:
        """End the program as kill -9 does, if it still runs."""
        if self._child.isalive():
            self._child.kill(signal.SIGKILL)
        self._child.close(force=True)


Sit = Callable[..., Terminal]
"""The fixture of tests that opens terminals."""


# -- a game, played by its keys -----------------------------------------------------------------------------------


def is_over(screen: str) -> bool:
    """Whether the last sheet is shown: what stands above it depends on who has won."""
    return bool(re.search(r"GAME OVER|ORDER OF FINISH", screen))


def decides(screen: str) -> bool:
    return is_over(screen) or any(words in screen for words in ("choose a card", "Choose a row"))


def play_until(players: list[Terminal], reached: Callable[[str], bool] = is_over) -> None:
    """Everybody lays the lowest card and, where a row is asked for, takes the topmost, until all screens are so."""
    while not all(reached(player.text) for player in players):
        for player in players:
            if decides(player.look()):
                decide(player)
            elif "n next" in player.text:
                player.press("n")
            else:
                player.press(" ")  # what just happened is skipped


def decide(player: Terminal) -> None:
    """Lift the first card and lay it, or point at the first row and take it; nothing where nothing is asked."""
    if "Choose a row" in player.text:
        player.press("1")
        player.until(lambda text: bool(re.search(r"too low. Take row 1 for \d+ heads?\?", text)))
        player.press("Enter")
        player.until(lambda text: "Take row 1 " not in text)
    elif "choose a card" in player.text:
        player.press("1")
        player.until("Your turn: ")
        player.until(lambda text: "choose a card" not in text)
        player.press("Enter")
        player.until(lambda text: "would " not in text and "too low now: you" not in text)
