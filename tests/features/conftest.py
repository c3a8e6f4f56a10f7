"""Fixtures for tests of features: each test has its own folder for what the game keeps."""

import sys
from pathlib import Path

import pytest
from support.game_screen import terminal_of_many_colours
from support.homes import own_home

__all__ = ["own_home", "terminal_of_many_colours"]

if sys.platform == "win32":
    from support.game_screen import threads_for_timers

    __all__ += ["threads_for_timers"]


@pytest.fixture
def home(own_home: Path) -> Path:
    return own_home
