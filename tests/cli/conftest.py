"""Fixtures for tests of what the program does on its machine: a folder of its own for each test."""

from pathlib import Path

import pytest
from support.homes import own_home

__all__ = ["file", "own_home"]


@pytest.fixture
def file(own_home: Path) -> Path:
    """The player's file of preferences, which isn't there yet."""
    own_home.mkdir()
    return own_home / "preferences.txt"
