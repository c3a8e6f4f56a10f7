"""Bots at a table, each with its own session like any other player."""

from collections.abc import Callable
from random import Random
from typing import Final

from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import Channel, Dial, Link, MemoryChannel, MemoryLink, memory_pair
from sixqp_tui.client.session import Session

MIN_PAUSE: Final = 0.5
MAX_PAUSE: Final = 2.0
_RNG: Final = Random()


def memory_dialer(attach: Callable[[MemoryChannel], None]) -> Dial:
    async def dial() -> Channel:
        near, far = memory_pair()
        attach(far)
        return near

    return dial


def draw_pause() -> float:
    """Seconds that a bot takes for a decision, so that people can follow."""
    return _RNG.uniform(MIN_PAUSE, MAX_PAUSE)


async def run_bot_seat(
    attach: Callable[[MemoryChannel], None],
    key: bytes,
    level: Level,
    bots: Callable[[Level], Bot] = create_bot,
    pause: Callable[[], float] | None = None,
    sessions: Callable[[Link, Identity], Session] = Session,
) -> None:
    """Until the table takes it away, or until cancelled.

    `pause` draws the seconds that the bot takes for a decision.
    """
    session = sessions(MemoryLink(memory_dialer(attach)), Identity("Bot", key=Key.unsigned(key)))
    async with session.running():
        await run_bot(session, bots(level), until="closed", pause=pause)
