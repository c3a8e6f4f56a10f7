"""A line that a guest types before the app: a terminal in raw mode sends keys, and shows nothing by itself."""

from typing import Final

MAX_LENGTH: Final = 64
"""Characters of a line: four times the longest code."""
_ENTER, _LEAVE, _ERASE, _CLEAR = b"\r\n", b"\x03\x04", b"\x7f\x08", b"\x15"


class GuestLeft(Exception):
    """The guest wants no more of it."""


class LineEntry:
    """Takes keys; `line` is there when Enter was pressed. What is no plain letter, digit or sign is left out."""

    def __init__(self) -> None:
        self.line: str | None = None
        self._typed = ""
        self._escaped = False

    def feed(self, keys: bytes) -> bytes:
        """Take these keys; what the terminal has to show for them. Raises GuestLeft."""
        shown = b""
        for key in keys:
            if self.line is None:
                shown += self._take(key)
        return shown

    def _take(self, key: int) -> bytes:
        if self._escaped:  # the rest of a key that is none to be typed, such as an arrow
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
