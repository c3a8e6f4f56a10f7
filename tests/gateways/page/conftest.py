"""A folder of each test's own for what the game keeps, and a table with a page."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.page import PhoneGuest, Place, guest, place
from support.tables import a_room, settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path / "home"))


@pytest.fixture
async def at() -> AsyncIterator[Place]:
    """A table whose owner, Olga, is there, and its page."""
    async with place(a_room(settings())) as at:
        yield at


@pytest.fixture
async def ann(at: Place) -> AsyncIterator[PhoneGuest]:
    """A guest of the page who has sat down."""
    async with guest(at.port) as ann:
        await ann.sit("Ann")
        yield ann
