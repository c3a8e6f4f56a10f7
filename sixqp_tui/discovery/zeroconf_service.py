"""Zeroconf: starting it, closing it in time, and what its failures mean."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sixqp_protocol.text import clean

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

CLOSE_WITHIN: Final = 1.0
"""Seconds that the goodbye may take; nobody waits longer for a program to end."""
RETRY_AFTER: Final = 10.0
Stage = Literal["open", "announce", "browse", "close", "answer", "ask"]


class DiscoveryTrouble(NamedTuple):
    """Automatic discovery does not work now: at which stage, and the system's own words for it."""

    stage: Stage
    reason: str


class DiscoveryFailed(Exception):
    """zeroconf gave up; `trouble` says where and why."""

    def __init__(self, trouble: DiscoveryTrouble) -> None:
        super().__init__(*trouble)
        self.trouble = trouble


@contextmanager
def discovery_errors(stage: Stage) -> Iterator[None]:
    """Turns all that zeroconf and the sockets below it raise in here into DiscoveryFailed."""
    from zeroconf import Error

    try:
        yield
    except (Error, OSError, RuntimeError, ValueError, TypeError, AssertionError) as error:
        reason = clean(f"{type(error).__name__}: {error}", 120)
        raise DiscoveryFailed(DiscoveryTrouble(stage, reason)) from error


async def open_zeroconf(address: str | None = None) -> "AsyncZeroconf":
    """Open the service on every interface, with IPv6 where it is there; or on that of one IPv4 address alone.

    Raises DiscoveryFailed.

    The library is loaded beside the loop, which has answers to broadcasts to hear meanwhile.
    """
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    if address is not None:
        return await _start([address], with_ipv6=False)
    try:
        return await _start(None, with_ipv6=True)
    except DiscoveryFailed:
        return await _start(None, with_ipv6=False)


async def close_zeroconf(zeroconf: "AsyncZeroconf") -> None:
    """Say goodbye and let go, within a second; what could not be said runs out by itself elsewhere."""
    with suppress(DiscoveryFailed), discovery_errors("close"):
        async with asyncio.timeout(CLOSE_WITHIN):
            await zeroconf.async_close()


async def _start(addresses: list[str] | None, with_ipv6: bool) -> "AsyncZeroconf":
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    with discovery_errors("open"):
        zeroconf = AsyncZeroconf(
            interfaces=addresses or InterfaceChoice.All,
            ip_version=IPVersion.All if with_ipv6 else IPVersion.V4Only,
        )
        try:
            await zeroconf.zeroconf.async_wait_for_start()
        except BaseException:
            await close_zeroconf(zeroconf)
            raise
        return zeroconf
