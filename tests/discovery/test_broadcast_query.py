"""Asking and answering by UDP, over the loopback: who is heard, who is not, and what a closed table says."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from select import select

import pytest
from support.systems import WINE

from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast_query import BroadcastQuery
from sixqp_tui.discovery.datagrams import Answer, answer, query, read_answer
from sixqp_tui.discovery.responder import Responder
from sixqp_tui.discovery.sockets import (
    LOOPBACK,
    SHOUT_PORT,
    broadcast_addresses,
    listen_datagrams,
    open_listening_socket,
    open_query_socket,
)

TABLE = Advertisement("1a2b3c4d", "Friday", fingerprint="ab" * 32)
PATIENCE = 10.0


def free_port() -> int:
    with open_listening_socket(0) as sock:
        port: int = sock.getsockname()[1]
        return port


def ignore(*_: object) -> None:
    """Do nothing."""


def nowhere() -> tuple[()]:
    return ()


class Ear:
    """Asks as a list does, and notes what it is told."""

    def __init__(self, port: int) -> None:
        self.told: list[tuple[Answer, str]] = []
        self.gone: list[str] = []
        self.nonces: list[bytes] = []
        self._changed = asyncio.Event()
        self.asker = BroadcastQuery(
            self._tell, self._lose, ["127.0.0.1", "not an address", "fe80::1"], nowhere, port, self._draw
        )

    def _draw(self, size: int) -> bytes:
        self.nonces.append(len(self.nonces).to_bytes(size - 1) + b"n")
        return self.nonces[-1]

    def _tell(self, said: Answer, address: str) -> None:
        self.told.append((said, address))
        self._changed.set()

    def _lose(self, table: str) -> None:
        self.gone.append(table)
        self._changed.set()

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                self._changed.clear()
                await self._changed.wait()


async def test_a_table_is_found_updated_and_removed() -> None:
    port, said = free_port(), [TABLE]
    ear = Ear(port)
    asking = asyncio.create_task(ear.asker.run())
    async with Responder(lambda: (said[0], 4666), port, nowhere) as table:
        await ear.until(lambda: bool(ear.told))
        assert ear.told[0][0].advert == TABLE and ear.told[0][1].startswith("127.")
        said[0] = replace(TABLE, seats_taken=5)
        table.announce_change()
        await ear.until(lambda: ear.told[-1][0].advert.seats_taken == 5)
    await ear.until(lambda: bool(ear.gone))
    assert set(ear.gone) == {TABLE.id}
    asking.cancel()
    await asyncio.wait((asking,))


async def test_a_query_without_a_network_reports_a_problem() -> None:
    asker = BroadcastQuery(lambda *_: None, lambda _: None, own=nowhere, port=free_port())
    await asker.ask()
    assert asker.problem is not None and asker.problem.stage == "ask"
    asker.close()


async def test_an_answer_to_an_unknown_query_is_dropped() -> None:
    ear = Ear(free_port())
    await ear.asker.ask()
    ear.asker.hear(answer(bytes(8), TABLE, 4666), ("127.0.0.1", 1))
    ear.asker.hear(b"junk", ("127.0.0.1", 1))
    ear.asker.hear(answer(ear.nonces[-1], TABLE, 4666), ("127.0.0.1", 1))
    assert len(ear.told) == 1
    for _ in range(4):
        old = ear.nonces[-1]
        await ear.asker.ask()
    for _ in range(4):
        await ear.asker.ask()
    ear.asker.hear(answer(old, TABLE, 4666), ("127.0.0.1", 1))
    assert len(ear.told) == 1, "what was asked long ago is answered no more"
    ear.asker.close()


async def test_a_flood_of_answers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    ear = Ear(free_port())
    await ear.asker.ask()
    loop = asyncio.get_running_loop()
    now = loop.time()
    with monkeypatch.context() as stopped:
        stopped.setattr(loop, "time", lambda: now)
        for number in range(500):
            ear.asker.hear(answer(ear.nonces[-1], replace(TABLE, id=str(number)), 1), ("127.0.0.1", 1))
    assert len(ear.told) <= 45
    ear.asker.close()


@pytest.mark.parametrize("asker", [("8.8.8.8", 4000), ("127.0.0.1", 0)])
async def test_a_query_from_outside_is_never_answered(asker: tuple[str, int]) -> None:
    assert a_table().answer_to(query(bytes(8)), asker) is None


async def test_a_query_is_answered_once_and_only_if_complete() -> None:
    table = a_table()
    heard = [*[query(bytes(8))] * 3, query(bytes(8))[:-1], answer(bytes(8), TABLE, 1)]
    (sent,) = filter(None, [table.answer_to(data, ("10.0.0.9", 4000)) for data in heard])
    said = read_answer(sent)
    assert said is not None and (said.port, said.advert) == (4666, TABLE)


def a_table() -> Responder:
    return Responder(lambda: (TABLE, 4666), 1, nowhere)


def loopback_broadcasts() -> bool:
    """Whether all hear what is broadcast on the loopback, as on Linux; that of macOS is no such network."""
    port = free_port()
    with open_listening_socket(port) as one, open_listening_socket(port) as two:
        with open_query_socket("127.0.0.1") as mouth:
            try:
                mouth.sendto(b"?", (broadcast_addresses(LOOPBACK)[0], port))
            except OSError:
                return False
        return all(select([each], [], [], 0.5)[0] for each in (one, two))


async def test_several_tables_on_one_machine_share_the_port() -> None:
    if not loopback_broadcasts():
        pytest.skip("the loopback of this system carries no broadcasts")
    port = free_port()
    ear = Ear(port)
    asking = asyncio.create_task(ear.asker.run())
    two = replace(TABLE, id="99999999")
    async with Responder(lambda: (TABLE, 1), port, nowhere), Responder(lambda: (two, 2), port, nowhere):
        await ear.until(lambda: {said.advert.id for said, _ in ear.told} == {TABLE.id, two.id})
    asking.cancel()
    await asyncio.wait((asking,))


async def test_a_port_in_use_is_reported_and_retried() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        port = taken.getsockname()[1]
        async with Responder(lambda: (TABLE, 4666), port, nowhere, retry_after=0.01) as table:
            await until(lambda: table.problem is not None)
            taken.close()
            await until(lambda: table.problem is None)


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)


async def test_a_table_broadcasts_when_it_opens() -> None:
    heard = asyncio.Event()
    transport, _ear = await listen_datagrams(
        open_listening_socket(SHOUT_PORT),
        lambda data, _from: heard.set() if data == b"sixqp+\x01" else None,
        asyncio.Event(),
    )
    async with asyncio.timeout(PATIENCE), Responder(lambda: (TABLE, 4666), free_port(), nowhere):
        await heard.wait()
    transport.close()


async def test_a_rate_limited_client_still_hears_the_broadcast_answer() -> None:
    if not loopback_broadcasts():
        pytest.skip("the loopback of this system carries no broadcasts")
    advert, heard = replace(TABLE, id="77777777"), asyncio.Queue[str]()
    hearing = BroadcastQuery(
        lambda said, _from: heard.put_nowait(said.advert.id), ignore, own=nowhere, port=free_port()
    )
    await hearing.ask()
    async with Responder(lambda: (advert, 4666), free_port(), nowhere) as table:
        direct = [table.answer_to(query(number.to_bytes(8)), ("127.0.0.1", 4000)) for number in range(9)]
        assert [bool(each) for each in direct] == [True] * 4 + [False] * 5
        async with asyncio.timeout(PATIENCE):
            while await heard.get() != advert.id:
                pass
    hearing.close()


async def test_a_broadcast_answer_sent_directly_is_ignored() -> None:
    ear = Ear(free_port())
    await ear.asker.ask()
    ear.asker.hear(answer(bytes(8), TABLE, 4666), ("127.0.0.1", 1))
    assert not ear.told
    ear.asker.close()


async def test_datagrams_with_unknown_nonces_block_no_answer() -> None:
    ear = Ear(free_port())
    await ear.asker.ask()
    for number in range(1000, 1500):
        ear.asker.hear(answer(number.to_bytes(8), TABLE, 1), ("127.0.0.1", 1))
    ear.asker.hear(answer(ear.nonces[-1], TABLE, 4666), ("127.0.0.1", 1))
    assert [said.port for said, _from in ear.told] == [4666]
    ear.asker.close()


@pytest.mark.slow
def test_forged_senders_cost_no_local_client_an_answer() -> None:
    here = OwnAddress("eth0", "10.0.0.1", 24)
    table = Responder(lambda: (TABLE, 4666), 1, lambda: (here,))
    for number in range(2000):
        table.answer_to(query(number.to_bytes(8)), (f"172.16.{number // 250}.{number % 250}", 4000))
    assert table.answer_to(query(bytes(8)), ("10.0.0.9", 4000))
    for number in range(2000):
        table.answer_to(query(number.to_bytes(8)), ("10.0.0.77", 4000))
    assert table.answer_to(query(bytes(8)), ("10.0.0.10", 4000))


@pytest.mark.skipif(WINE, reason="Wine gives a socket any address.")
def test_a_socket_that_cannot_be_bound_is_closed() -> None:
    with pytest.raises(OSError):
        open_query_socket("192.0.2.99")
