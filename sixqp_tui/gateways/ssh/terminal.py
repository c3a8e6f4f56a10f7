"""A guest's terminal: what the client says about it, a line typed before the app starts, and a limit on keys."""

import re
from codecs import getincrementaldecoder
from collections.abc import Mapping
from typing import Final, NamedTuple

from sixqp_protocol.text import cells
from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh.packets import DEFAULT_SIZE
from sixqp_tui.i18n import LANGUAGES
from sixqp_tui.i18n.system import VARIABLES, system_language

PASTE_BEGIN: Final = b"\x1b[200~"
PASTE_END: Final = b"\x1b[201~"
MIN_SIZE: Final = (20, 5)
MAX_SIZE: Final = (400, 120)
"""A large screen with small letters; more would only cost the host."""
VARIABLES_READ: Final = (*VARIABLES, "COLORTERM", "NO_COLOR")
"""Environment variables that the gateway reads if a client sends them. It sets none."""
RESET: Final = (
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<u"
    b"\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Resets what the app switches on: mouse, focus, pasting, keys, alternate screen, hidden cursor."""
MAX_LENGTH: Final = 64
"""Of a typed line, in characters: four times the longest code."""
_ENTER, _LEAVE, _ERASE, _CLEAR = "\r\n", "\x03\x04", "\x7f\x08", "\x15"
_PLAIN_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_TRUECOLOR: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "direct", "truecolor", "24bit")
_NO_COLOURS: Final = ("dumb", "vt100", "vt102", "vt220", "unknown", "")


class Terminal(NamedTuple):
    """`kind` is TERM; `colours` is a colour system of Textual's, or "none"."""

    kind: str
    colours: str
    language: str

    @property
    def environment(self) -> dict[str, str]:
        colours = {"NO_COLOR": "1"} if self.colours == "none" else {"TEXTUAL_COLOR_SYSTEM": self.colours}
        return {"TERM": self.kind, **colours}


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


class GuestLeft(Exception): ...


class LineEntry:
    """Reads a line of printable text from a raw terminal, which echoes nothing. Enter sets `line`."""

    def __init__(self) -> None:
        self.line: str | None = None
        self._typed = ""
        self._escaped = False
        self._decoder = getincrementaldecoder("utf-8")("ignore")

    def feed(self, keys: bytes) -> bytes:
        """Returns what to echo. Raises GuestLeft."""
        echo = ""
        for character in self._decoder.decode(keys):
            if self.line is None:
                echo += self._take(character)
        return echo.encode()

    def _take(self, character: str) -> str:
        if self._escaped:  # the rest of an escape sequence, such as an arrow key
            self._escaped = not ("@" <= character <= "~" and character not in "[O")
            return ""
        if character in _LEAVE:
            raise GuestLeft
        if character in _ENTER:
            self.line = self._typed
            return "\r\n"
        if character in _ERASE:
            return self._erase(1)
        if character in _CLEAR:
            return self._erase(len(self._typed))
        self._escaped = character == "\x1b"
        if not character.isprintable() or len(self._typed) >= MAX_LENGTH:
            return ""
        self._typed += character
        return character

    def _erase(self, count: int) -> str:
        kept = len(self._typed) - count
        width = cells(self._typed[max(0, kept) :])
        self._typed = self._typed[: max(0, kept)]
        return "\b \b" * width


class KeyLimit:
    """Lets keys through at a limited rate, dropping the excess until the guest or the paste pauses.

    `dropped` is set when keys are dropped; the reader clears it.
    """

    def __init__(self, bucket: TokenBucket) -> None:
        self._bucket = bucket
        self._dropping = self._pasting = self.dropped = False
        self._seen = b""

    def feed(self, keys: bytes, now: float) -> bytes:
        """The keys to pass on. A paste that is cut off ends there, so that the app doesn't wait for its end."""
        was_pasting = self._pasting
        after = self._follow(keys)
        if self._dropping and was_pasting:
            keys = b"" if self._pasting else after
        if self._bucket.take(now, len(keys)):
            begin = max(0, keys.find(b"\x1b")) if self._dropping and not was_pasting else 0
            self._dropping = self._dropping and self._pasting and was_pasting
            return keys[begin:]
        begun, self._dropping, self.dropped = not self._dropping, True, True
        return PASTE_END if begun and was_pasting else b""

    def _follow(self, keys: bytes) -> bytes:
        """Note whether a paste is under way; returns the keys after its sign, which may come in parts."""
        seen = self._seen + keys
        self._seen = seen[1 - len(PASTE_END) :]
        begin, end = seen.rfind(PASTE_BEGIN), seen.rfind(PASTE_END)
        if begin == end:
            return keys
        self._pasting = begin > end
        return seen[max(begin, end) + len(PASTE_END) :]
