"""One line between a client and a host, from its opening to its end."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from sixqp_protocol.codec import BadMessage
from sixqp_protocol.refusals import Reaction
from sixqp_tui.client.link import Channel, LineLost, Link, NotATable, OtherCertificate
from sixqp_tui.client.status import Reason, Trouble, farewell_of

WELCOME_TIMEOUT = 10.0
"""Seconds that a host has for its first message before its line counts as lost."""


@dataclass(frozen=True, slots=True)
class Over:
    """How a line ended. Without a reason it broke, or could not be opened, and the client comes back."""

    reason: Reason | None = None
    retry_after: float | None = None

    @property
    def reaction(self) -> Reaction:
        """What the client does now."""
        if self.reason is None:
            return Reaction.RETURN
        return Reaction.STOP if isinstance(self.reason, Trouble) else self.reason.reaction


async def opened(link: Link) -> Channel | Over:
    """A line that stands, or why there is none."""
    try:
        return await link.connect()
    except OtherCertificate:
        return Over(Trouble.OTHER_CERTIFICATE)
    except NotATable:
        return Over(Trouble.NOT_A_TABLE)
    except OSError:
        return Over()


async def exchange(channel: Channel, outgoing: asyncio.Queue[bytes], heard: Callable[[bytes], Over | None]) -> Over:
    """Send what is put in `outgoing` and pass on what comes, until `heard` or the line says that it is over."""
    sender = asyncio.create_task(_send_all(channel, outgoing))
    try:
        return await _hear_all(channel, heard)
    except LineLost as lost:
        return Over(farewell_of(lost.code))
    except BadMessage:
        return Over(Trouble.BROKEN_HOST)
    except TimeoutError:
        return Over()
    finally:
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        await channel.close()


async def _hear_all(channel: Channel, heard: Callable[[bytes], Over | None]) -> Over:
    async with asyncio.timeout(WELCOME_TIMEOUT) as limit:
        while (over := heard(await channel.recv())) is None:
            limit.reschedule(None)
    return over


async def _send_all(channel: Channel, outgoing: asyncio.Queue[bytes]) -> None:
    while True:
        try:
            await channel.send(await outgoing.get())
        except LineLost:
            return
