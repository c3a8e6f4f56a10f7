"""The title of the terminal's window: sets it, and leaves it as it was."""

import os
from collections.abc import Callable
from typing import Final

TITLELESS: Final = ("linux", "dumb")
"""Kinds of terminals (TERM) that have no title, and may draw what they do not know."""
_SET: Final = "\x1b]0;{}\x07"
SAVE: Final = "\x1b[22;0t"
"""Let the terminal remember the title that it has. Terminals that cannot do that ignore it."""
RESTORE: Final = _SET.format("") + "\x1b[23;0t"
"""No title of ours any more; and the remembered one, where there is one."""


def title_sequence(title: str) -> str:
    """What sets this title. Only what can be printed goes into it: nothing in it may end the sequence."""
    return _SET.format("".join(character for character in title if character.isprintable()))


class WindowTitle:
    """Sets the title by `write`. Drivers of all systems take the sequences: they are the terminal's to read."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._saved = False

    def set(self, title: str) -> None:
        """Let the window bear this title; the first time, the terminal is asked to remember the one it had."""
        self._send(title_sequence(title) if self._saved else SAVE + title_sequence(title))
        self._saved = True

    def restore(self) -> None:
        self._send(RESTORE)

    def _send(self, sequence: str) -> None:
        if os.environ.get("TERM") not in TITLELESS:
            self._write(sequence)
