"""A table in a process of its own that is killed, closed, resumed: all that was accepted is there, all go on."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from support.keys import named
from support.tables import heard, stands

from sixqp_protocol.keys import SECRET_BYTES
from sixqp_protocol.messages import ChooseCard, CloseTable, Say, Settings, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reconnecting
from sixqp_tui.hosting import hosted_table, resume, table_journal
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.process import table_process
from sixqp_tui.hosting.process.table_process import MAX_RESTARTS, TableProcess, launch_table
from sixqp_tui.hosting.resume import kept_options
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store import journal_store
from sixqp_tui.store.journal import MARK

OPTIONS = TableOptions("Kept", "Olga", Settings(timer=None), port=0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own for everything that is kept."""
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[TableProcess]:
    """The processes of tables that were started, the newest last."""
    processes: list[TableProcess] = []

    async def noted(options: TableOptions) -> TableProcess:
        processes.append(await launch_table(options))
        return processes[-1]

    monkeypatch.setattr(hosted_table, "launch_table", noted)
    monkeypatch.setattr(table_process, "launch_table", noted)
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


@pytest.mark.slow
async def test_a_killed_table_restarts_and_everybody_goes_on(
    started: list[TableProcess], stack: AsyncExitStack
) -> None:
    olga = (await host_table(OPTIONS, stack)).session
    ann = await sit(started[0], "Ann", stack)
    events, anns = olga.events(), ann.events()
    olga.request(Start())
    await heard(anns, Facts, lambda event: bool(ann.state.view.hand))
    ann.request(ChooseCard(card=ann.state.view.hand[0]))
    await heard(anns, Facts, lambda event: ann.state.view.laid is not None)
    before = tuple(ann.state.history)
    started[0].process.kill()
    await stands(anns, Reconnecting)
    await stands(anns, Connected)
    assert tuple(ann.state.history) == before and ann.state.view.laid is not None
    assert len(started) == 2
    assert (started[1].opened.table, started[1].opened.port) == (started[0].opened.table, started[0].opened.port)
    while olga.state.status != Connected():
        await stands(events, Connected)
    olga.request(ChooseCard(card=olga.state.view.hand[0]))
    await heard(anns, Facts, lambda event: ann.state.view.table.turn == 2 or bool(ann.state.view.table.to_place))
    olga.request(CloseTable())
    assert (await stands(anns, Closed)).reason is Farewell.CLOSED
    await asyncio.to_thread(started[1].process.wait, 20)


@pytest.mark.slow
async def test_a_closed_table_is_resumed_with_its_seats_and_its_game(
    started: list[TableProcess], stack: AsyncExitStack
) -> None:
    async with AsyncExitStack() as evening:
        olga = (await host_table(OPTIONS, evening)).session
        ann = await sit(started[0], "Ann", evening)
        anns = ann.events()
        olga.request(Start())
        await heard(anns, Facts, lambda event: bool(ann.state.view.hand))
        hand = ann.state.view.hand
        olga.request(CloseTable())
        await stands(anns, Closed)
    await asyncio.to_thread(started[0].process.wait, 20)
    table = resume.find_resumable("", "host")
    assert (table.title, table.host, table.round, table.held) == ("Kept", "Olga", 1, False)
    olga = (await host_table(kept_options(table), stack)).session
    ann = await sit(started[1], "Ann", stack)
    if ann.state.view.hand != hand:
        await heard(ann.events(), Facts, lambda event: ann.state.view.hand == hand)
    assert resume.find_resumable("kept", "host").held
    assert resume.latest_own_game() is None
    with pytest.raises(Failure, match=str(started[1].process.pid)):
        table_journal.open_journal(table.table)
    olga.request(CloseTable())
    await asyncio.to_thread(started[1].process.wait, 20)


@pytest.mark.soak
async def test_a_table_that_keeps_dying_is_given_up_with_a_message(
    started: list[TableProcess], stack: AsyncExitStack
) -> None:
    olga = (await host_table(OPTIONS, stack)).session
    events = olga.events()
    for _death in range(MAX_RESTARTS):
        started[-1].process.kill()
        await stands(events, Connected)
    started[-1].process.kill()
    assert (await stands(events, Closed)).reason is ConnectionProblem.TABLE_DIED
    assert len(started) == MAX_RESTARTS + 1


@pytest.mark.slow
async def test_a_table_with_nothing_to_keep_leaves_no_files(
    started: list[TableProcess], stack: AsyncExitStack, home: Path
) -> None:
    olga = (await host_table(OPTIONS, stack)).session
    events = olga.events()
    olga.request(CloseTable())
    await stands(events, Closed)
    await asyncio.to_thread(started[0].process.wait, 20)
    assert not list((home / journal_store.FOLDER).glob("*.journal")) + list(
        (home / journal_store.FOLDER).glob("*.done")
    )
    with pytest.raises(Failure) as nothing:
        resume.find_resumable("", "host")
    assert str(nothing.value) == errors_words.nothing_to_resume("host")


def a_journal(home: Path, data: bytes) -> Path:
    path = home / journal_store.FOLDER / "1a2b3c4d.journal"
    path.parent.mkdir()
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("data", [b"x" * 100, b"", MARK])
def test_an_unreadable_journal_reports_the_reason(home: Path, data: bytes) -> None:
    path = a_journal(home, data)
    assert resume.resumable_tables() == []
    assert resume.find_resumable("1a2b3c4d", "serve").table == "1a2b3c4d"
    with pytest.raises(Failure) as failure:
        table_journal.open_journal("1a2b3c4d")
    assert str(failure.value) == errors_words.journal_is_damaged(str(path))
    assert path.read_bytes() == data


def test_an_unreadable_journal_is_not_reported_as_nothing_to_resume(home: Path) -> None:
    path = a_journal(home, b"x" * 100)
    for command in ("host", "serve"):
        with pytest.raises(Failure) as failure:
            resume.find_resumable("", command)
        assert str(failure.value) == errors_words.journal_is_damaged(str(path))
    with pytest.raises(Failure) as unknown:
        resume.find_resumable("Salon", "serve")
    assert (
        str(unknown.value) == f"{errors_words.no_such_table('Salon')} {errors_words.journal_is_damaged(str(path))}"
    )
    with pytest.raises(Failure) as alone:
        resume.find_resumable("", "play")
    assert str(alone.value) == errors_words.nothing_to_resume("play")


def test_resuming_an_unknown_table_fails(home: Path) -> None:
    with pytest.raises(Failure) as failure:
        resume.find_resumable("Salon", "serve")
    assert str(failure.value) == errors_words.no_such_table("Salon")
    with pytest.raises(Failure):
        table_journal.open_journal("1a2b3c4d")


@pytest.mark.slow
async def test_no_journal_contains_secrets(started: list[TableProcess], stack: AsyncExitStack, home: Path) -> None:
    olga = (await host_table(OPTIONS, stack)).session
    ann = await sit(started[0], "Ann", stack)
    anns = ann.events()
    olga.request(Start())
    await heard(anns, Facts)
    ann.request(Say(text="a secret word"))
    (path,) = (home / journal_store.FOLDER).glob("*.journal")
    data = path.read_bytes()
    for session in (olga, ann):
        assert session.identity.key is not None
        secret = session.identity.key.secret
        assert len(secret) == SECRET_BYTES
        assert not any(form in data for form in (secret, secret.hex().encode(), b64encode(secret)))
    assert b"secret word" not in data
    olga.request(CloseTable())
    await stands(anns, Closed)
