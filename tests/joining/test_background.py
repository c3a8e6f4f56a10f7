"""Blocking work beside the loop: in order, its failures told, and nobody has to wait for it."""

import asyncio
import threading

import pytest

from sixqp_tui.joining.background import DaemonThread, run_in_daemon_thread


async def test_work_runs_in_order_beside_the_loop_and_its_failures_are_told() -> None:
    thread, places = DaemonThread(), list[int]()

    def note_place() -> int:
        places.append(threading.get_ident())
        return len(places)

    def fail() -> None:
        raise OSError(28, "no space left on device")

    first, failed, last = thread.do(note_place), thread.do(fail), thread.do(note_place)
    await thread.finish(20)
    assert (first.result(), type(failed.exception()), last.result()) == (1, OSError, 2)
    assert len(set(places)) == 1 and places[0] != threading.get_ident()


async def test_work_runs_later_if_no_thread_could_start_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    thread = DaemonThread()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            thread.do(lambda: None)
    assert await thread.do(lambda: "done") == "done"
    thread.close()


async def test_a_cancelled_wait_ends_before_the_work() -> None:
    goes_on = threading.Event()
    waiting = asyncio.create_task(run_in_daemon_thread(lambda: goes_on.wait(20)))
    await asyncio.wait((waiting,), timeout=0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not goes_on.is_set()
    goes_on.set()
