"""Room codes are worked on one at a time, and everybody else's messages are read in between."""

import asyncio

from support import virtual_loop
from support.virtual_loop import VirtualLoop

from sixqp_tui.host.network.turns import Turns

WORK = 0.01


def test_the_loop_is_free_as_long_as_it_was_busy_with_the_work_before() -> None:
    async def scenario() -> list[float]:
        loop, turns, began = asyncio.get_running_loop(), Turns(), list[float]()
        assert isinstance(loop, VirtualLoop)

        async def work(arrives: float) -> None:
            await asyncio.sleep(arrives)  # noqa: TID251 (virtual time)
            await turns.take()
            began.append(loop.time())
            loop.sleep(WORK)

        # the first three at once, another while they work, and one long after them
        await asyncio.gather(*(work(arrives) for arrives in (0.0, 0.0, 0.0, 0.045, 1.0)))
        return began

    began = virtual_loop.run(scenario())
    assert [round(each, 6) for each in began] == [0.0, 2 * WORK, 4 * WORK, 6 * WORK, 1.0]
