"""Guests who come at once to a locked table: their codes are worked on one at a time."""

import asyncio

from support.rounds import Rounds

from sixqp_tui.client.link import MemoryChannel, MemoryLink, memory_pair
from sixqp_tui.gateways.page.turns import LinkTurns


async def test_first_messages_that_arrive_at_once_are_read_one_by_one() -> None:
    async def dial() -> MemoryChannel:
        near, far = memory_pair()
        for message in (b"the first", b"the second"):
            await far.send(message)
        return near

    turns, link, came = LinkTurns(), MemoryLink(dial), dict[bytes, list[int]]()
    channels = [await turns.of(link).connect() for _ in range(8)]
    rounds = Rounds()

    async def read(number: int) -> None:
        for _ in range(2):
            came.setdefault(await channels[number].recv(), []).append(rounds.count)

    await asyncio.gather(*(read(number) for number in range(8)))
    rounds.end()
    assert len(set(came[b"the first"])) == 8
    assert len(came[b"the second"]) == 8
