"""By lines: neither a host who means harm nor the announcements of strangers print anything but text."""

import asyncio

import pytest
from plain.listener import Listener
from support.conversations import BackToBack
from support.hostile import ALL, NASTY, announced, decode_spoiled
from support.plain import first_choice
from support.tables import OWNER, a_room, settings

from sixqp_protocol.refusals import Farewell
from sixqp_tui.cli.plain import list_tables
from sixqp_tui.client import conversation
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.link import memory_pair
from sixqp_tui.client.session import exchange
from sixqp_tui.client.status import Closed
from sixqp_tui.discovery.table_list import FoundTable

TYPED = (
    "help",
    "table",
    f"say {ALL}",
    ALL,
    f"remove {ALL}",
    f"bot {ALL}",
    "pause",
    "back",
)


@pytest.fixture
def hostile_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "decode_host", decode_spoiled)


@pytest.mark.usefixtures("hostile_host")
def test_text_from_a_hostile_host_is_printable() -> None:
    at = BackToBack(a_room(settings(), bots=0))
    olga, ann = Listener(at, "Olga", OWNER), Listener(at)
    eve = Listener(at, "Eve", role="watcher")
    everybody = (olga, ann, eve)
    for typed in TYPED:
        for each in everybody:
            each.type(typed)
    olga.type("start")
    for _ in range(60):
        for each in (olga, ann):
            if choice := first_choice(each.prompt):
                each.type(choice)
    for typed in TYPED:
        for each in everybody:
            each.type(typed)
    ann.told(StatusChanged(Closed(Farewell.KICKED)))
    lines = [line for each in everybody for line in (*each.lines, each.prompt)]
    assert any("[31mred[2J" in line for line in lines) and any("GAME" in line.upper() for line in lines)
    assert [line for line in lines if not line.isprintable()] == []


def test_hostile_announcements_are_printable() -> None:
    tables = [FoundTable(announced(number), (("192.0.2.7", 4666),)) for number in range(len(NASTY))]
    lines = list_tables(tables)
    assert [line for line in lines if not line.isprintable()] == []
    assert any("[31mred[2J" in line for line in lines)


@pytest.mark.parametrize("close", [4005, 1011, 1006])
async def test_a_hosts_close_reason_is_not_shown_verbatim(close: int) -> None:
    near, far = memory_pair()
    outgoing: asyncio.Queue[bytes] = asyncio.Queue()
    await far.close(close, ALL)
    over = await exchange(near, outgoing, lambda data: None)
    assert over.reason in (None, Farewell.KICKED)
