"""Fixtures for tests of screens."""

import sys

from support.game_screen import terminal_of_many_colours

__all__ = ["terminal_of_many_colours"]

if sys.platform == "win32":
    from support.game_screen import threads_for_timers

    __all__ += ["threads_for_timers"]
