"""A guest whose name nobody had set is offered the names that the table expects, once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.fake_session import EXPECTED, GUEST, OWNER, FakeSession
from support.pilots import run, settled
from textual.pilot import Pilot

from sixqp_protocol.messages import Rename, SeatNews
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.openings import AtTable

pytestmark = pytest.mark.slow


@asynccontextmanager
async def unnamed(*seats: SeatNews) -> AsyncIterator[tuple[Pilot[Any], FakeSession, list[str]]]:
    """A guest at a table with these chairs, and the names that were kept for them."""
    session, kept = FakeSession(seats, you=1), list[str]()
    app = SixqpApp(AtTable(session, keep_name=kept.append))
    async with run(app) as pilot:
        await settled(pilot)
        yield pilot, session, kept


async def test_taking_an_expected_name_takes_its_seat_and_saves_the_name() -> None:
    async with unnamed(OWNER, GUEST, EXPECTED) as (pilot, session, kept):
        assert isinstance(pilot.app.screen, Question) and EXPECTED.name in pilot.app.screen.sentence
        await pilot.press("1")
        await settled(pilot)
        assert (session.requests, kept) == ([Rename(name=EXPECTED.name)], [EXPECTED.name])


async def test_a_guest_with_another_name_is_asked_once() -> None:
    async with unnamed(OWNER, GUEST, EXPECTED) as (pilot, session, kept):
        await pilot.press("escape")
        session.becomes(watchers=1)
        await settled(pilot)
        assert not isinstance(pilot.app.screen, Question)
        assert (session.requests, kept) == ([], [])


async def test_nothing_is_asked_when_nobody_is_expected() -> None:
    async with unnamed(OWNER, GUEST) as (pilot, _session, _kept):
        assert not isinstance(pilot.app.screen, Question)
