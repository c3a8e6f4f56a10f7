"""A process that hangs is told from one that is slow, and from a machine that slept."""

import asyncio
from collections.abc import Callable

from support.virtual_loop import VirtualLoop

from sixqp_tui.hosting.process.heartbeat import MAX_SILENCES, PING_SECONDS, PONG_SECONDS, wait_until_silent

PATIENCE = MAX_SILENCES * PONG_SECONDS
Answer = Callable[[int, asyncio.Event], None]


def silent_at(answer: Answer) -> float:
    """When a process counts as hanging that answers its pings, counted from 0, like this."""

    async def watch() -> float:
        pong, pings = asyncio.Event(), iter(range(100))
        await wait_until_silent(lambda: answer(next(pings), pong), pong)
        return loop.time()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        return runner.run(watch())


def test_a_slow_process_is_not_hung_but_one_that_stops_answering_is() -> None:
    late = PATIENCE - 0.1

    def answer(ping: int, pong: asyncio.Event) -> None:
        if ping < 3:
            asyncio.get_running_loop().call_later(late, pong.set)

    assert silent_at(answer) == 3 * (late + PING_SECONDS) + PATIENCE


def test_time_the_machine_slept_does_not_count_as_silence() -> None:
    def answer(ping: int, pong: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        if ping == 0:
            loop.sleep(100 * PATIENCE)
            loop.call_later(PONG_SECONDS * 2, pong.set)

    assert silent_at(answer) == 100 * PATIENCE + 2 * PONG_SECONDS + PING_SECONDS + PATIENCE
