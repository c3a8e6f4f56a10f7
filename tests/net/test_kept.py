"""A table in a process of its own that is killed, closed, resumed: all that was accepted is there, all go on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from support.keys import named
from support.tables import heard, options, stands

from sixqp_protocol.messages import ChooseCard, CloseTable, Settings, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.hosting import hosted_table
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.journal import find_resumable, kept_options, open_journal, resumable_tables
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.table_process import TableProcess, launch_table
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import TableEndpoint
from sixqp_tui.store import journal_store
from sixqp_tui.store.journal import MARK

OPTIONS = options("Kept", "Olga", Settings(timer=None), port=0)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[TableProcess]:
    """The processes of tables that were started, the newest last."""
    processes: list[TableProcess] = []

    async def noted(options: TableOptions) -> TableProcess:
        processes.append(await launch_table(options))
        return processes[-1]

    monkeypatch.setattr(hosted_table, "launch_table", noted)
    return processes


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Whatever is opened in it ends with the test."""
    async with AsyncExitStack() as stack:
        yield stack


async def sit(table: TableProcess, name: str, stack: AsyncExitStack) -> Session:
    opened = table.opened
    place = TableEndpoint((("127.0.0.1", opened.port),), opened.table, opened.fingerprint, certain=True)
    return (await stack.enter_async_context(take_seat(place, named(name)))).session


async def test_a_killed_table_is_resumed_and_everybody_goes_on(
    started: list[TableProcess], stack: AsyncExitStack, home: Path
) -> None:
    async with AsyncExitStack() as evening:
        hosted = await host_table(OPTIONS, evening)
        olga = hosted.session
        ann = await sit(started[0], "Ann", stack)
        events, anns = olga.events(), ann.events()
        olga.request(Start())
        await heard(anns, Facts, lambda event: bool(ann.state.view.hand))
        ann.request(ChooseCard(card=ann.state.view.hand[0]))
        await heard(anns, Facts, lambda event: ann.state.view.laid is not None)
        before = tuple(ann.state.history)
        started[0].process.kill()
        await stands(events, Reconnecting)
        await asyncio.to_thread(started[0].process.wait, 20)
        assert hosted.started.has_ended
    (journal,) = (home / journal_store.FOLDER).glob("*.journal")
    journal.write_bytes(journal.read_bytes() + b"torn")  # as by a crash within a write
    olga = (await host_table(kept_options(find_resumable("", "host")), stack)).session
    events = olga.events()
    await stands(anns, Reconnecting)
    await stands(anns, Connected)
    assert tuple(ann.state.history) == before and ann.state.view.laid is not None
    first, again = (each.opened for each in started)
    assert (again.table, again.port) == (first.table, first.port)
    if not olga.state.view.hand:
        await heard(events, Facts, lambda event: bool(olga.state.view.hand))
    olga.request(ChooseCard(card=olga.state.view.hand[0]))
    await heard(anns, Facts, lambda event: ann.state.view.table.turn == 2 or bool(ann.state.view.table.to_place))
    olga.request(CloseTable())
    assert (await stands(anns, Closed)).reason is Farewell.CLOSED
    await asyncio.to_thread(started[1].process.wait, 20)


async def test_a_table_with_nothing_to_keep_leaves_no_files(
    started: list[TableProcess], stack: AsyncExitStack, home: Path
) -> None:
    olga = (await host_table(OPTIONS, stack)).session
    events = olga.events()
    olga.request(CloseTable())
    await stands(events, Closed)
    await asyncio.to_thread(started[0].process.wait, 20)
    assert {path.suffix for path in (home / journal_store.FOLDER).iterdir()} <= {".lock"}  # Windows removes it
    with pytest.raises(Failure) as nothing:
        find_resumable("", "host")
    assert str(nothing.value) == errors_words.nothing_to_resume("host")


@pytest.mark.parametrize("data", [b"x" * 100, b"", MARK])
def test_an_unreadable_journal_reports_the_reason_and_stays(home: Path, data: bytes) -> None:
    path = home / journal_store.FOLDER / "1a2b3c4d.journal"
    path.parent.mkdir()
    path.write_bytes(data)
    damaged = errors_words.journal_is_damaged(str(path))
    assert resumable_tables() == []
    with pytest.raises(Failure) as failure:
        open_journal(find_resumable("1a2b3c4d", "serve").table)
    with pytest.raises(Failure) as newest:
        find_resumable("", "host")
    with pytest.raises(Failure) as unknown:
        find_resumable("Salon", "serve")
    assert (str(failure.value), str(newest.value)) == (damaged, damaged)
    assert str(unknown.value) == f"{errors_words.no_such_table('Salon')} {damaged}"
    assert path.read_bytes() == data
