"""Asking and answering by UDP, over the loopback: who is heard, and who is not."""

import asyncio
import ctypes
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from sixqp_tui.discovery import broadcast
from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast import (
    Answer,
    BroadcastQuery,
    Responder,
    answer,
    open_listening_socket,
    open_sending_socket,
    query,
    read_answer,
)

TABLE = Advertisement("1a2b3c4d", "Friday", fingerprint="ab" * 32)
PATIENCE = 10.0
WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")


def free_port() -> int:
    with open_listening_socket(0) as sock:
        port: int = sock.getsockname()[1]
        return port


def nowhere() -> tuple[()]:
    return ()


class Ear:
    """Asks as a list does, and notes what it is told."""

    def __init__(self, port: int) -> None:
        self.told: list[tuple[Answer, str]] = []
        self._changed = asyncio.Event()
        self.asker = BroadcastQuery(self._tell, nowhere, port)

    def _tell(self, said: Answer, address: str) -> None:
        self.told.append((said, address))
        self._changed.set()

    @property
    def nonce(self) -> bytes:
        return self.asker._nonce  # noqa: SLF001

    def hear(self, nonce: bytes, table: Advertisement = TABLE) -> None:
        self.asker.hear(answer(nonce, table, 4666), ("127.0.0.1", 1))

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                self._changed.clear()
                await self._changed.wait()


def a_table(*networks: OwnAddress) -> Responder:
    return Responder(lambda: (TABLE, 4666), lambda: networks)


@asynccontextmanager
async def running(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def test_a_table_is_found_and_updated() -> None:
    port, said = free_port(), [TABLE]
    ear = Ear(port)
    async with running(ear.asker.run(), Responder(lambda: (said[0], 4666), nowhere, port).run()):
        await ear.until(lambda: bool(ear.told))
        assert ear.told[0][0].advert == TABLE and ear.told[0][1].startswith("127.")
        said[0] = replace(TABLE, seats_taken=5)
        await ear.until(lambda: ear.told[-1][0].advert.seats_taken == 5)


async def test_a_query_without_a_network_does_not_work() -> None:
    ear = Ear(free_port())
    async with running(ear.asker.run()):
        while ear.asker.works:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)  # noqa: TID251 (lets the other run once)


async def test_a_query_waits_for_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    port, refused = free_port(), list[str]()

    def open_later(address: str) -> socket.socket:
        if not refused:
            refused.append(address)
            raise OSError(24, "too many open files")
        return open_sending_socket(address)

    monkeypatch.setattr(broadcast, "open_sending_socket", open_later)
    monkeypatch.setattr(broadcast, "RETRY_AFTER", 0)
    ear = Ear(port)
    async with running(ear.asker.run(), Responder(lambda: (TABLE, 4666), nowhere, port).run()):
        await ear.until(lambda: bool(ear.told))


async def test_only_answers_to_the_own_query_are_heard() -> None:
    ear = Ear(free_port())
    for number in range(500):
        ear.hear(number.to_bytes(8))
    ear.asker.hear(b"junk", ("127.0.0.1", 1))
    ear.hear(ear.nonce, replace(TABLE, title="Saturday"))
    assert [said.advert.title for said, _from in ear.told] == ["Saturday"], "junk costs no answer its place"


async def test_a_flood_of_answers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    ear, loop = Ear(free_port()), asyncio.get_running_loop()
    now = loop.time()
    with monkeypatch.context() as stopped:
        stopped.setattr(loop, "time", lambda: now)
        for number in range(500):
            ear.hear(ear.nonce, replace(TABLE, id=str(number)))
    assert len(ear.told) == 200


@pytest.mark.parametrize(
    ("asker", "answered"),
    [
        (("10.0.0.9", 4000), True),
        (("10.0.0.9", 0), False),
        (("8.8.8.8", 4000), False),
        (("9.9.9.9", 4000), True),
    ],
)
def test_only_the_local_network_is_answered(asker: tuple[str, int], answered: bool) -> None:
    table = a_table(OwnAddress("eth0", "9.9.9.1", 24))
    assert (table.answer_to(query(bytes(8)), asker, 0.0) is not None) is answered


def test_only_whole_queries_are_answered_with_less() -> None:
    table, asker = a_table(), ("10.0.0.9", 4000)
    assert table.answer_to(query(bytes(8))[:-1], asker, 0.0) is None
    assert table.answer_to(answer(bytes(8), TABLE, 1), asker, 0.0) is None
    sent = table.answer_to(query(bytes(8)), asker, 0.0)
    assert sent is not None and len(sent) <= 512
    said = read_answer(sent)
    assert said is not None and (said.port, said.advert) == (4666, TABLE)


def test_a_flood_of_queries_gets_a_limited_number_of_answers() -> None:
    table = a_table()
    answers = [table.answer_to(query(bytes(8)), (f"10.0.{n % 99}.1", 4000), 0.0) for n in range(6000)]
    assert sum(each is not None for each in answers) == 5000
    assert table.answer_to(query(bytes(8)), ("10.0.0.9", 4000), 0.01) is not None


@pytest.mark.skipif(sys.platform != "linux", reason="the loopback of other systems carries no broadcasts")
async def test_several_tables_on_one_machine_share_the_port() -> None:
    port = free_port()
    ear = Ear(port)
    two = replace(TABLE, id="99999999")
    one, other = (Responder(lambda: (TABLE, 1), nowhere, port), Responder(lambda: (two, 2), nowhere, port))
    async with running(ear.asker.run(), one.run(), other.run()):
        await ear.until(lambda: {said.advert.id for said, _ in ear.told} == {TABLE.id, two.id})


async def test_a_port_in_use_is_retried() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        port = taken.getsockname()[1]
        ear = Ear(port)
        async with running(Responder(lambda: (TABLE, 4666), nowhere, port, retry_after=0.01).run()):
            await asyncio.sleep(0)  # noqa: TID251 (lets it try once)
            taken.close()
            async with running(ear.asker.run()):
                await ear.until(lambda: bool(ear.told))


@pytest.mark.skipif(WINE, reason="Wine gives a socket any address.")
def test_a_socket_that_cannot_be_bound_is_closed() -> None:
    with pytest.raises(OSError):
        open_sending_socket("192.0.2.99")
