"""One connection to a host, from its opening to its end, and the wait before the next one."""

import asyncio
from collections.abc import Callable
from random import Random

from msgspec import Struct

from sixqp_protocol.codec import BadMessage
from sixqp_protocol.refusals import Reaction
from sixqp_tui.client.link import Channel, ConnectionLost, Link, NotATable, OtherCertificate
from sixqp_tui.client.status import Reason, Trouble, farewell_of

FIRST_MESSAGE_SECONDS = 10.0
"""Seconds that a host has for its first message, which leaves room for a slow disk or a busy machine."""
MIN_WAIT, MAX_WAIT = 0.25, 5.0
"""Seconds before the next try (`SPEC.md`, 7)."""


class ConnectionEnd(Struct, frozen=True):
    """How a connection ended. Without a reason, it broke or did not open, and the client comes back.

    The host asks it to stay away for `retry_after` seconds.
    """

    reason: Reason | None = None
    retry_after: float | None = None

    @property
    def reaction(self) -> Reaction:
        if self.reason is None:
            return Reaction.RETURN
        return Reaction.STOP if isinstance(self.reason, Trouble) else self.reason.reaction


class Backoff:
    """Doubles the wait before each try, with up to a quarter of jitter."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._next = MIN_WAIT

    def reset(self) -> None:
        self._next = MIN_WAIT

    def seconds(self) -> float:
        wait = self._next
        self._next = min(MAX_WAIT, 2 * wait)
        return wait * self._random.uniform(0.75, 1.0)


async def connect(link: Link) -> Channel | ConnectionEnd:
    try:
        return await link.connect()
    except OtherCertificate:
        return ConnectionEnd(Trouble.OTHER_CERTIFICATE)
    except NotATable:
        return ConnectionEnd(Trouble.NOT_A_TABLE)
    except OSError:
        return ConnectionEnd()


async def exchange(
    channel: Channel, outgoing: asyncio.Queue[bytes], receive: Callable[[bytes], ConnectionEnd | None]
) -> ConnectionEnd:
    """Send what is put in `outgoing`, and pass received messages to `receive`, until it or the channel ends."""
    sender = asyncio.create_task(_send_all(channel, outgoing))
    try:
        return await _receive_all(channel, receive)
    except ConnectionLost as lost:
        return ConnectionEnd(farewell_of(lost.code))
    except BadMessage:
        return ConnectionEnd(Trouble.BROKEN_HOST)
    except TimeoutError:
        return ConnectionEnd()
    finally:
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        await channel.close()


async def _receive_all(channel: Channel, receive: Callable[[bytes], ConnectionEnd | None]) -> ConnectionEnd:
    async with asyncio.timeout(FIRST_MESSAGE_SECONDS):
        end = receive(await channel.recv())
    while end is None:
        end = receive(await channel.recv())
    return end


async def _send_all(channel: Channel, outgoing: asyncio.Queue[bytes]) -> None:
    while True:
        try:
            await channel.send(await outgoing.get())
        except ConnectionLost:
            return
