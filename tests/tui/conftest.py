"""Fixtures for tests of screens."""

import sys

import pytest
from support.game_screen import terminal_of_many_colours

from sixqp_tui.presentation.ways_in import WAYS

__all__ = ["terminal_of_many_colours"]

if sys.platform == "win32":
    from support.game_screen import threads_for_timers

    __all__ += ["threads_for_timers"]


@pytest.fixture(autouse=True)
def every_way_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts offer ssh, too, as on a system that has pseudo-terminals."""
    monkeypatch.setattr("sixqp_tui.tui.stay.OFFERED", WAYS)
