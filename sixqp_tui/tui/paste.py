"""What a terminal pastes, without escape sequences: they would act as keys, or take letters with them."""

import re
from typing import Final

PASTE_BEGIN: Final = b"\x1b[200~"
PASTE_END: Final = b"\x1b[201~"
_PATTERN: Final = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\`-~])"
"""A control sequence, a string with its end, or a short escape sequence."""
_SEQUENCE: Final = re.compile(_PATTERN.encode())
MAX_SEQUENCE: Final = 256
"""Bytes after which an escape is no beginning of a sequence."""
ESCAPE: Final = b"\x1b"


def without_sequences(text: str) -> str:
    return re.sub(_PATTERN, "", text)


class PasteCleaner:
    """Takes escape sequences out of pastes, whose bytes come in any pieces. Keys pass unchanged."""

    def __init__(self) -> None:
        self._pasting = False
        self._seen = b""
        """The last bytes outside a paste, which may be the beginning of PASTE_BEGIN."""
        self._held = b""
        """The beginning of a sequence inside a paste."""

    def feed(self, data: bytes) -> bytes:
        """Returns what can be passed on by now."""
        passed = b""
        while data:
            clean, data = self._clean_paste(data) if self._pasting else self._pass_keys(data)
            passed += clean
        return passed

    def _pass_keys(self, data: bytes) -> tuple[bytes, bytes]:
        seen = self._seen + data
        at = seen.find(PASTE_BEGIN)
        if at < 0:
            self._seen = seen[1 - len(PASTE_BEGIN) :]
            return data, b""
        end = at + len(PASTE_BEGIN) - len(self._seen)
        self._pasting, self._seen = True, b""
        return data[:end], data[end:]

    def _clean_paste(self, data: bytes) -> tuple[bytes, bytes]:
        data, self._held = self._held + data, b""
        at = data.find(ESCAPE)
        if at < 0:
            return data, b""
        text, rest = data[:at], data[at:]
        if rest.startswith(PASTE_END):
            self._pasting = False
            return text + PASTE_END, rest[len(PASTE_END) :]
        if sequence := _SEQUENCE.match(rest):
            return text, rest[sequence.end() :]
        end = rest.find(PASTE_END)
        if end > 0 or len(rest) > MAX_SEQUENCE:
            return text, rest[1:]
        self._held = rest
        return text, b""
