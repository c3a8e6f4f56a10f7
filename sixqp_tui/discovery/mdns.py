"""Listens for mDNS announcements, and starts over after failures; opens and closes zeroconf for that."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import TYPE_CHECKING, Final

from sixqp_protocol.text import clean
from sixqp_tui.discovery.advertisement import SERVICE_TYPE, Advertisement, decode, instance_name, table_id

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

AT_A_TIME: Final = 8
"""Names that are resolved at once, so that a flood has to wait."""
MAX_WAITING: Final = 100
ASK_FOR_MS: Final = 6000
"""Milliseconds, in which zeroconf asks four times."""
ASK_ANEW_EVERY: Final = 10.0
"""Seconds until interfaces that weren't ready are tried again."""
CLOSE_WITHIN: Final = 1.0
"""Seconds for the goodbye, which delays the program's end."""
RETRY_AFTER: Final = 10.0

Found = Callable[[Advertisement, tuple[str, ...], int], None]


class MdnsBrowser:
    """Reports announced (`found`) and withdrawn (`gone`) tables while `run` runs.

    `problem` says why mDNS doesn't work, and `changed` is called when that changes.
    """

    def __init__(self, found: Found, gone: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.problem: str | None = None
        self._found, self._gone, self._changed = found, gone, changed
        self._refresh = asyncio.Event()
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._resolving: set[asyncio.Task[None]] = set()

    def refresh(self) -> None:
        """Ask everybody anew, also on interfaces that are new."""
        self._refresh.set()

    async def run(self) -> None:
        while True:
            try:
                await self._browse()
            except DiscoveryFailed as failed:
                self._become(str(failed))
                await self._until_refreshed(RETRY_AFTER)

    async def _browse(self) -> None:
        async with open_zeroconf() as zeroconf:
            from zeroconf.asyncio import AsyncServiceBrowser

            try:
                while True:
                    browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._on_change])
                    self._become(None)
                    try:
                        await self._until_refreshed(ASK_ANEW_EVERY)
                    finally:
                        await browser.async_cancel()
                    await zeroconf.async_update_interfaces()
            finally:
                for task in self._resolving:
                    task.cancel()
                await asyncio.gather(*self._resolving, return_exceptions=True)

    async def _until_refreshed(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._refresh.wait()
        self._refresh.clear()

    def _on_change(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        if state_change.name == "Removed":
            self._gone(table_id(name))
        elif len(self._resolving) < MAX_WAITING:
            task = asyncio.create_task(self._resolve(zeroconf, service_type, name), name="resolve")
            self._resolving.add(task)
            task.add_done_callback(self._resolving.discard)

    async def _resolve(self, zeroconf: "Zeroconf", service_type: str, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        # A name that can't be asked for is no table's.
        with suppress(DiscoveryFailed), discovery_errors():
            info = AsyncServiceInfo(service_type, name)
            async with self._free:
                complete = await info.async_request(zeroconf, ASK_FOR_MS)
            advert = decode(info.properties) if complete else None
            # Only a table under its own name counts, so that nobody can replace another's announcement.
            if advert and name.lower() == instance_name(advert.id) and info.port and 1 <= info.port <= 65535:
                self._found(advert, tuple(info.parsed_scoped_addresses()), info.port)

    def _become(self, problem: str | None) -> None:
        self.problem = problem
        self._changed()


# -- zeroconf ---------------------------------------------------------------------------------------------


class DiscoveryFailed(Exception):
    """mDNS doesn't work here; its text is the system's reason."""


@contextmanager
def discovery_errors() -> Iterator[None]:
    """Turn all errors of zeroconf and its sockets into DiscoveryFailed."""
    from zeroconf import Error

    try:
        yield
    except (Error, OSError, RuntimeError, ValueError, TypeError, AssertionError) as error:
        raise DiscoveryFailed(clean(f"{type(error).__name__}: {error}", 120)) from error


@asynccontextmanager
async def open_zeroconf() -> AsyncIterator["AsyncZeroconf"]:
    """With IPv6 if possible; at the end it says goodbye and closes within a second.

    The import runs in a thread, because the loop must go on answering broadcasts. Its errors become
    DiscoveryFailed, also those of the block.
    """
    await asyncio.to_thread(import_module, "zeroconf.asyncio")
    try:
        zeroconf = await _start(with_ipv6=True)
    except DiscoveryFailed:
        zeroconf = await _start(with_ipv6=False)
    try:
        with discovery_errors():
            yield zeroconf
    finally:
        await _close(zeroconf)


async def _start(with_ipv6: bool) -> "AsyncZeroconf":
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    with discovery_errors():
        zeroconf = AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.All if with_ipv6 else IPVersion.V4Only)
        try:
            await zeroconf.zeroconf.async_wait_for_start()
        except BaseException:
            await _close(zeroconf)
            raise
        return zeroconf


async def _close(zeroconf: "AsyncZeroconf") -> None:
    """Records that can't be withdrawn expire."""
    with suppress(DiscoveryFailed), discovery_errors():
        async with asyncio.timeout(CLOSE_WITHIN):
            await zeroconf.async_close()
