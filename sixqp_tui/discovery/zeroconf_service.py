"""Opens and closes zeroconf, and translates its errors."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sixqp_protocol.text import clean

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

CLOSE_WITHIN: Final = 1.0
"""Seconds for the goodbye, which delays the program's end."""
RETRY_AFTER: Final = 10.0
Stage = Literal["open", "announce", "browse", "close", "answer", "ask"]


class DiscoveryProblem(NamedTuple):
    """Why automatic discovery fails, and at which stage; `reason` is the system's."""

    stage: Stage
    reason: str


class DiscoveryFailed(Exception):
    def __init__(self, problem: DiscoveryProblem) -> None:
        super().__init__(*problem)
        self.problem = problem


@contextmanager
def discovery_errors(stage: Stage) -> Iterator[None]:
    """Turn all errors of zeroconf and its sockets into DiscoveryFailed."""
    from zeroconf import Error

    try:
        yield
    except (Error, OSError, RuntimeError, ValueError, TypeError, AssertionError) as error:
        reason = clean(f"{type(error).__name__}: {error}", 120)
        raise DiscoveryFailed(DiscoveryProblem(stage, reason)) from error


async def open_zeroconf(address: str | None = None) -> "AsyncZeroconf":
    """With IPv6 if possible.

    The import runs in a thread, because the loop must go on answering broadcasts. Raises DiscoveryFailed.
    """
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    if address is not None:
        return await _start([address], with_ipv6=False)
    try:
        return await _start(None, with_ipv6=True)
    except DiscoveryFailed:
        return await _start(None, with_ipv6=False)


async def close_zeroconf(zeroconf: "AsyncZeroconf") -> None:
    """Say goodbye and close within a second; records that can't be withdrawn expire."""
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
