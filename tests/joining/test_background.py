"""Blocking work beside the loop: in order, its failures told, and nobody has to wait for it."""

import asyncio
import threading

import pytest

from sixqp_tui.joining.background import DaemonThread, run_in_daemon_thread


async def test_work_runs_in_order_and_reports_its_results_in_the_loop() -> None:
    thread, told, finished = DaemonThread(), [], asyncio.Event()
    here, places = threading.get_ident(), []

    def fail() -> None:
        places.append(threading.get_ident())
        raise OSError(28, "no space left on device")

    def note(error: BaseException | None) -> None:
        told.append((type(error), threading.get_ident()))
        if len(told) == 3:
            finished.set()

    for work in (lambda: places.append(threading.get_ident()), fail, lambda: places.append(threading.get_ident())):
        thread.do(work, note)
    thread.close()
    await asyncio.wait_for(finished.wait(), 20)
    assert told == [(type(None), here), (OSError, here), (type(None), here)]
    assert len(places) == 3 and len(set(places)) == 1 and here not in places


async def test_work_runs_later_if_no_thread_could_start_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    thread, done = DaemonThread(), asyncio.Event()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            thread.do(lambda: None, lambda error: None)
    thread.do(lambda: None, lambda error: done.set())
    thread.close()
    await asyncio.wait_for(done.wait(), 20)


async def test_a_cancelled_wait_ends_before_the_work() -> None:
    goes_on = threading.Event()
    waiting = asyncio.create_task(run_in_daemon_thread(lambda: goes_on.wait(20)))
    await asyncio.wait((waiting,), timeout=0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not goes_on.is_set()
    goes_on.set()
