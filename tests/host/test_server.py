"""The shell around the room: whoever is slow, fails or is late costs nobody else anything."""

import logging
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from support.tables import OWNER, a_room, a_session, heard, play_all, running, seated, settings

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import ClientMessage, Hello, Ping, Start
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Facts
from sixqp_tui.client.link import ConnectionLost, MemoryChannel, MemoryLink, memory_pair
from sixqp_tui.client.status import Connected
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journalled_room import run_bot_seat

HELLO = encode(Hello(CURRENT, "test", "watcher", "Slow", b"a slow client...".ljust(32)))


def attached(server: Server) -> MemoryChannel:
    near, far = memory_pair()
    server.attach(far)
    return near


async def end_of(line: MemoryChannel) -> int | None:
    """The close code, after everything that was said before it."""
    while True:
        try:
            await line.recv()
        except ConnectionLost as lost:
            return lost.code


async def test_a_client_that_reads_nothing_is_dropped_as_too_slow() -> None:
    seconds = count(1.0)  # nothing here comes too fast
    server = Server(
        a_room(settings(), bots=1), seat_bot=run_bot_seat, clock=lambda: next(seconds), send_timeout=0.01
    )
    slow = attached(server)
    await slow.send(HELLO)
    with pytest.raises(ConnectionLost):
        while True:
            await slow.send(encode(Ping(1)))
    assert await end_of(slow) == 4000
    await plays_on(server)


async def test_a_room_failure_is_logged_and_closes_only_its_own_peer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    receive = Room.receive

    def failing(room: Room, peer: int, message: ClientMessage, *origin: Any) -> None:
        if message == Ping(13):
            raise RuntimeError("a planted failure")
        receive(room, peer, message, *origin)

    monkeypatch.setattr(Room, "receive", failing)
    server = Server(a_room(settings(), bots=1), seat_bot=run_bot_seat)
    unlucky = attached(server)
    await unlucky.send(HELLO)
    with caplog.at_level(logging.CRITICAL, "sixqp_tui.host.network.server"):
        await unlucky.send(encode(Ping(13)))
        assert await end_of(unlucky) == 1011
    await plays_on(server)


async def test_a_failing_bot_is_logged_and_the_others_play_on(caplog: pytest.LogCaptureFixture) -> None:
    failed = 0

    async def failing(attach: Callable[[MemoryChannel], None], key: bytes, level: object) -> None:
        nonlocal failed
        failed += 1
        raise RuntimeError("a planted failure")

    server = Server(a_room(settings(), bots=1), seat_bot=failing)
    session = a_session(MemoryLink(server.attach), "Olga", OWNER)
    async with running(session):
        await session.wait_until_seated(20)
        assert failed == 1 and "bot failed" in caplog.text
    await server.close()


async def test_a_change_of_chairs_or_phase_is_reported_once() -> None:
    room = a_room(settings())
    server = Server(room)
    told: list[tuple[str, int, int]] = []
    server.on_change.append(
        lambda: told.append((room.state.phase, len(room.state.seats.taken), room.state.seats.count))
    )
    sessions = [a_session(MemoryLink(server.attach), name) for name in ("Ann", "Bob")]
    async with running(*sessions):
        for session in sessions:
            await session.wait_until_seated(20)
    await server.close()
    assert told == [("lobby", 1, 10), ("lobby", 2, 10), ("lobby", 3, 10)]


async def test_no_stand_in_plays_while_the_table_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    now, close = 0.0, MemoryChannel.close

    async def slow(channel: MemoryChannel, code: int = 1000, reason: str = "") -> None:
        nonlocal now
        now += 3600
        await close(channel, code, reason)

    monkeypatch.setattr(MemoryChannel, "close", slow)
    room = a_room(replace(settings(), timer=90))
    server = Server(room, clock=lambda: now)
    sessions = olga, _ = [
        a_session(MemoryLink(server.attach), name, key) for name, key in (("Olga", OWNER), ("Ann", None))
    ]
    async with running(*sessions):
        await seated(sessions)
        events = olga.events()
        olga.request(Start())
        await heard(events, Facts, lambda event: bool(olga.state.view.hand))
        before = room.view(None)
        await server.close()
    assert now > 90 and room.view(None) == before


async def test_a_table_for_one_game_is_finished_once_its_result_was_read() -> None:
    server = Server(a_room(settings(), bots=1, once=True), seat_bot=run_bot_seat)
    await plays_on(server, until_finished=True)


async def plays_on(server: Server, until_finished: bool = False) -> None:
    session = a_session(MemoryLink(server.attach), "Olga", OWNER)
    async with running(session):
        assert isinstance(await session.wait_until_seated(20), Connected)
        session.request(Start())
        await play_all(session)
        assert session.state.view.table.ended
        if until_finished:
            await server.finished.wait()
    await server.close()
