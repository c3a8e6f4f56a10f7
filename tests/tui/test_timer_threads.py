"""Timers of a screen on Windows, each of which takes a thread, leave some for other work."""

import asyncio
import sys

import pytest
from support.fake_session import FakeSession

from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import AtTable

MANY = 40
"""Timers: more than the default executor of any machine has threads."""


@pytest.mark.skipif(sys.platform != "win32", reason="Only on Windows a timer takes a thread.")
async def test_many_timers_leave_threads_for_other_work_and_are_stopped_at_once() -> None:
    app = SixqpApp(AtTable(FakeSession()))
    async with asyncio.timeout(20), app.run_test() as pilot:
        timers = [app.set_timer(1000.0, app.bell) for _ in range(MANY)]
        await pilot.pause()
        assert await asyncio.to_thread(int, "7") == 7
        for timer in timers:
            timer.stop()
