"""A host who goes without a word: whether the table is closed."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from support.fake_session import BOT, EXPECTED, GUEST, OWNER, FakeSession

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.hosting.hosted_table import HostedTable
from sixqp_tui.hosting.table_process import LaunchResult, TableProcess

AWAY = replace(GUEST, here=False)


@pytest.mark.parametrize(
    ("seats", "closed"), [((OWNER, BOT, EXPECTED), True), ((OWNER, GUEST), False), ((OWNER, AWAY), False)]
)
async def test_the_table_is_closed_when_nobody_else_has_a_seat(seats: Any, closed: bool) -> None:
    session = FakeSession(seats)
    await hosted(session).close_if_alone()
    assert session.requests == ([CloseTable()] if closed else [])


async def test_a_host_who_left_or_lost_the_table_does_not_close_it() -> None:
    leaving: Any = FakeSession((OWNER, BOT))
    leaving.update(unanswered=(Leave(id=4),))
    gone: Any = FakeSession((OWNER, BOT))
    gone.update(status=Closed(Farewell.LEFT))
    lost: Any = FakeSession((OWNER, BOT))
    lost.update(status=Reconnecting(0.0, 1))
    for session in (leaving, gone, lost):
        await hosted(session).close_if_alone()
        assert session.requests == []


async def test_a_host_who_sits_at_a_table_that_continues_it_does_not_close_that_one() -> None:
    session = FakeSession((OWNER, BOT))
    await hosted(session, table="another").close_if_alone()
    assert session.requests == []


def hosted(session: FakeSession, table: str = "t") -> HostedTable:
    seat: Any = SimpleNamespace(session=session)
    process: Any = SimpleNamespace(poll=lambda: None, pid=42)
    return HostedTable(seat, TableProcess(LaunchResult(table), process))


@pytest.mark.parametrize(("code", "words"), [(None, "(42) runs, but doesn't answer"), (-9, "has ended")])
async def test_a_host_reads_whether_the_tables_process_hangs_or_has_ended(code: int | None, words: str) -> None:
    table = hosted(FakeSession((OWNER, BOT)))
    process: Any = table.started.process
    process.poll = lambda: code
    assert words in table.describe_loss() and "sixqp host --resume" in table.describe_loss()
