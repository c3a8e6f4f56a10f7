"""A guest's terminal: what the client says about it, and a line typed there before the app starts."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from sixqp_tui.i18n import LANGUAGES
from sixqp_tui.i18n.system import VARIABLES, system_language

DEFAULT_SIZE: Final = (80, 24)
MIN_SIZE: Final = (20, 5)
MAX_SIZE: Final = (400, 120)
"""A large screen with small letters; more would only cost the host."""
VARIABLES_READ: Final = (*VARIABLES, "COLORTERM", "NO_COLOR")
"""Environment variables that the gateway reads if a client sends them. It sets none."""
RESET: Final = (
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<u"
    b"\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Switches off what the app has switched on: mouse, focus, pasting, keys, alternate screen, hidden cursor."""
MAX_LENGTH: Final = 64
"""Characters of a typed line, four times the longest code."""
_ENTER, _LEAVE, _ERASE, _CLEAR = b"\r\n", b"\x03\x04", b"\x7f\x08", b"\x15"
_PLAIN_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_TRUECOLOR: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "direct", "truecolor", "24bit")
_NO_COLOURS: Final = ("dumb", "vt100", "vt102", "vt220", "unknown", "")


class Terminal(NamedTuple):
    """`kind` is TERM; `colours` is a colour system of Textual's, or "none"."""

    kind: str
    colours: str
    language: str

    def environment(self, size: tuple[int, int]) -> dict[str, str]:
        colours = {"NO_COLOR": "1"} if self.colours == "none" else {"TEXTUAL_COLOR_SYSTEM": self.colours}
        return {"TERM": self.kind, "COLUMNS": str(size[0]), "ROWS": str(size[1]), **colours}


def read_terminal(kind: str, sent: Mapping[str, str], default_language: str) -> Terminal:
    plain = kind if _PLAIN_TERM.fullmatch(kind) else "dumb"
    language = system_language({key: sent[key] for key in VARIABLES if key in sent}, "")
    return Terminal(plain, _colours(plain, sent), language if language in LANGUAGES else default_language)


def _colours(kind: str, sent: Mapping[str, str]) -> str:
    if sent.get("NO_COLOR") or kind in _NO_COLOURS:
        return "none"
    if sent.get("COLORTERM", "").lower() in ("truecolor", "24bit") or any(word in kind for word in _TRUECOLOR):
        return "truecolor"
    return "256" if "256" in kind else "standard"


def clamp_size(columns: int, lines: int) -> tuple[int, int]:
    """The size within bounds; 0 stands for the default."""
    width = min(MAX_SIZE[0], max(MIN_SIZE[0], columns or DEFAULT_SIZE[0]))
    height = min(MAX_SIZE[1], max(MIN_SIZE[1], lines or DEFAULT_SIZE[1]))
    return width, height


class GuestLeft(Exception):
    """The guest has gone."""


class LineEntry:
    """Reads a line of printable ASCII from a raw terminal, which echoes nothing. Enter sets `line`."""

    def __init__(self) -> None:
        self.line: str | None = None
        self._typed = ""
        self._escaped = False

    def feed(self, keys: bytes) -> bytes:
        """Read keys; returns what to echo. Raises GuestLeft."""
        echo = b""
        for key in keys:
            if self.line is None:
                echo += self._take(key)
        return echo

    def _take(self, key: int) -> bytes:
        if self._escaped:  # the rest of an escape sequence, such as an arrow key
            self._escaped = not (0x40 <= key <= 0x7E and key not in b"[O")
            return b""
        if key in _LEAVE:
            raise GuestLeft
        if key in _ENTER:
            self.line = self._typed
            return b"\r\n"
        if key in _ERASE and self._typed:
            self._typed = self._typed[:-1]
            return b"\b \b"
        if key in _CLEAR:
            cleared, self._typed = len(self._typed), ""
            return b"\b \b" * cleared
        self._escaped = key == 0x1B
        if not 0x20 <= key < 0x7F or len(self._typed) >= MAX_LENGTH:
            return b""
        self._typed += chr(key)
        return bytes((key,))
