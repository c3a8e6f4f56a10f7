"""A person at a terminal: a program in a pseudo-terminal, its screen as text, and keys to press."""

import os
import re
import signal
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte

from sixqp_tui.joining.player import login_name
from sixqp_tui.store.preferences import FILE_NAME, read_name

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

_UNFINISHED = re.compile(r"\x1b(?:\[[^@-~]*|\][^\x07\x1b]*|[#%()])?$")
"""A sequence that the next bytes go on with."""
_SEQUENCES = re.compile(r"\x1b\[([\d;]*)m|\x1b\[(\d+);(\d+)H|([^\x00-\x1f\x7f-\x9f]+)|[^\x1b]+|\x1b[^\x1b]*")
"""What nearly all that is drawn consists of: colours, places, text; and anything else, up to the next sequence."""

Cell = tuple[str, str | None, str | None, bool]
"""A character, its ink and its block as `#rrggbb` (None: the terminal's own colour), and whether it is bold."""


def _name_player(home: Path) -> None:
    """Let the player have a name, as after the first evening: nobody is asked for it. A home may take nothing."""
    file = home / FILE_NAME
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        if not read_name(file):
            with file.open("a", encoding="utf-8") as preferences:
                preferences.write(f"name = {login_name()}\n")


class Screen(pyte.Screen):
    """A screen that takes a sequence at a time. A stream of pyte takes every character by itself, which is slow."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self._stream = pyte.Stream(self)
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._looks: dict[tuple[pyte.screens.Char, str], pyte.screens.Char] = {}

    def feed(self, data: bytes) -> None:
        """Draw this."""
        text = self._rest + self._decoder.decode(data)
        unfinished = _UNFINISHED.search(text)
        end = unfinished.start() if unfinished else len(text)
        self._rest = text[end:]
        for each in _SEQUENCES.finditer(text, 0, end):
            look, line, column, plain = each.groups()
            if plain:
                self.draw(plain)
            elif line:
                self.cursor_position(int(line), int(column))
            elif look is None:
                self._stream.feed(each[0])
            else:
                self._put_on(look)

    def _put_on(self, look: str) -> None:
        key = self.cursor.attrs, look
        if key not in self._looks:
            self.select_graphic_rendition(*(int(number or 0) for number in look.split(";")))
            self._looks[key] = self.cursor.attrs
        self.cursor.attrs = self._looks[key]


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
        self.screen = Screen(columns, lines)
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

    @property
    def cells(self) -> list[list[Cell]]:
        """What stands on the screen, with its colours."""
        screen = self.screen
        return [[_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]

    def press(self, *keys: str) -> None:
        """Press keys: the names of `KEYS`, or characters."""
        for key in keys:
            self._child.send(KEYS.get(key, key))

    def click(self, words: str) -> None:
        """Click on these words when they are there, and wait until they are gone."""
        lines = self.until(words).split("\n")
        y, x = next((y, line.index(words)) for y, line in enumerate(lines) if words in line)
        self.paste(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())
        self.until(lambda text: words not in text)

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
        self.screen.feed(data)
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


def _cell(character: pyte.screens.Char) -> Cell:
    ink, block = _colour(character.fg), _colour(character.bg)
    if character.reverse:
        ink, block = block, ink
    return character.data, ink, block, character.bold


def _colour(name: str) -> str | None:
    return f"#{name}" if len(name) == 6 and name.isalnum() else None
