"""How a table's process plays its bots' seats: each by a session of its own, as everybody else does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random

from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, bot_of
from sixqp_tui.client.bot_player import play
from sixqp_tui.client.identity import Identity
from sixqp_tui.client.link import Channel, Dial, Link, MemoryChannel, MemoryLink, memory_pair
from sixqp_tui.client.session import Session


def dialling(attach: Callable[[MemoryChannel], None]) -> Dial:
    """What dials a table in the same process: `attach` gets the far end of each new line."""

    async def dial() -> Channel:
        near, far = memory_pair()
        attach(far)
        return near

    return dial


def pausing(longest: int) -> Callable[[], float] | None:
    """Draws the seconds that a bot takes for a decision, this many at most; None where it takes none."""
    lots = Random()
    return (lambda: lots.uniform(longest / 4, longest)) if longest else None


async def seat_bot(
    attach: Callable[[MemoryChannel], None],
    token: bytes,
    level: Level,
    bots: Callable[[Level], Bot] = bot_of,
    pause: Callable[[], float] | None = None,
    sessions: Callable[[Link, Identity], Session] = Session,
) -> None:
    """Play the seat of this token at this strength until the table takes it away, or this is cancelled.

    `bots` makes the bot, `pause` draws how many seconds it takes for a decision, `sessions` makes its session.
    """
    session = sessions(MemoryLink(dialling(attach)), Identity("Bot", token=token))
    running = asyncio.create_task(session.run())
    try:
        await play(session, bots(level), until="closed", pause=pause)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
