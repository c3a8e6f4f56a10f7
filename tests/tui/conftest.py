"""Fixtures for tests of screens."""

import sys

from support.game_screen import seat_at, terminal_of_many_colours, window

__all__ = ["seat_at", "terminal_of_many_colours", "window"]

if sys.platform == "win32":
    from support.game_screen import threads_for_timers

    __all__ += ["threads_for_timers"]
