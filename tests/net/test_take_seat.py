"""Taking a seat: a failure in the background is heard of, and no file held by others stops the screen."""

import asyncio
from threading import get_ident
from typing import Any

import pytest
from filelock import FileLock
from support.keys import named
from support.network import Serve
from support.tables import a_room, settings

from sixqp_tui.client.finished_games import GameRecorder
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import TableEndpoint
from sixqp_tui.store.known_tables import known_tables


async def test_a_seat_that_fails_is_logged(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed = asyncio.Event()

    def fail(*_event: object) -> None:
        failed.set()
        raise ZeroDivisionError

    monkeypatch.setattr(GameRecorder, "note", fail)
    _server, port = await serve(a_room(settings(), owner=False))
    async with take_seat(TableEndpoint((("127.0.0.1", port),)), named("Ann")):
        await failed.wait()
    assert "a seat has failed" in caplog.text and "ZeroDivisionError" in caplog.text


async def test_the_loop_never_waits_for_the_known_tables_while_they_are_locked(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(known_tables().path.with_suffix(".lock"))
    threads, acquire = set[int](), FileLock.acquire

    def noted(lock: FileLock, *how: Any, **more: Any) -> Any:
        if lock.lock_file == path:
            threads.add(get_ident())
        return acquire(lock, *how, **more)

    _server, port = await serve(a_room(settings(), owner=False))
    with FileLock(path), monkeypatch.context() as watched:
        watched.setattr(FileLock, "acquire", noted)
        async with take_seat(TableEndpoint((("127.0.0.1", port),)), named("Ann")):
            pass
        assert known_tables().all() == ()
    assert threads and get_ident() not in threads
