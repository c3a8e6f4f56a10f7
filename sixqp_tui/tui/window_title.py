"""The app that calls a player who looks elsewhere: it entitles the terminal's window, and rings."""

import os
from typing import Final

from sixqp_tui.tui.services import Outcome
from sixqp_tui.tui.theme.apply import DressedApp
from sixqp_tui.tui.turn_alert import Summons

NO_TITLES: Final = ("linux", "dumb")
"""Kinds of terminals (TERM) that have no window to entitle, and may draw what they do not know."""
_SET: Final = "\x1b]0;{}\x07"
BEFORE: Final = "\x1b[22;0t"
"""Let the terminal remember the title that it has. Terminals that cannot do that ignore it."""
AFTER: Final = _SET.format("") + "\x1b[23;0t"
"""No title of ours any more; and the remembered one, where there is one."""


def entitling(title: str) -> str:
    """What sets this title. Only what can be printed goes into it: nothing in it may end the sequence."""
    return _SET.format("".join(character for character in title if character.isprintable()))


class Calling(DressedApp[Outcome]):
    """`summons` knows when to call. Drivers of all systems take the sequences: they are the terminal's to read."""

    def __init__(self) -> None:
        super().__init__()
        self.summons = Summons(self.entitle, self.ring)
        self._entitled = False

    def on_mount(self) -> None:
        """Entitle the window."""
        self.summons.again()

    def on_unmount(self) -> None:
        """Leave the window's title as it was, where the terminal remembers it."""
        self._write(AFTER)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.bell()

    def entitle(self, title: str) -> None:
        """Let the window bear this title; the first time, the terminal is asked to remember the one it had."""
        self._write(entitling(title) if self._entitled else BEFORE + entitling(title))
        self._entitled = True

    def _write(self, sequence: str) -> None:
        if self._driver and not self.is_headless and os.environ.get("TERM") not in NO_TITLES:
            self._driver.write(sequence)
