"""The ways into a table for guests who have no program of their own: each is off until its host switches it on."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from sixqp_tui.hosting.gateway_process import (
    MODULES,
    Addresses,
    GatewayOptions,
    GatewayProcess,
    GatewayResult,
    Way,
    start_gateway,
)
from sixqp_tui.i18n import pgettext
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.tui.services import WayIn

WAYS: Final[tuple[Way, ...]] = tuple(MODULES)
"""All of them, in the order in which they are listed."""


class WaysIn:
    """The gateways of one table. `options` makes what each reads when it starts, but for its port."""

    def __init__(self, options: Callable[[], GatewayOptions]) -> None:
        self._options = options
        self._running: dict[Way, GatewayProcess] = {}

    def listed(self) -> tuple[WayIn, ...]:
        """Every way in, as it is shown: open or not, and how to come by it."""
        running = {way: gateway for way, gateway in self._running.items() if gateway.alive}
        return tuple(describe(way, running[way].result if way in running else None) for way in WAYS)

    async def open(self, way: Way, port: int | None = None) -> WayIn:
        """Open this way, where it is not open. Raises Failure."""
        running = self._running.get(way)
        if running is None or not running.alive:
            running = self._running[way] = await start_gateway(way, replace(self._options(), port=port))
        return describe(way, running.result)

    async def close(self, way: Way) -> None:
        """Close it, where it is open: its guests are told goodbye."""
        running = self._running.pop(way, None)
        if running:
            await running.stop()

    def finish(self) -> None:
        """The table is over: those that are open end when their guests have seen that."""
        for gateway in self._running.values():
            gateway.finish()
        self._running.clear()

    def leave_open(self) -> None:
        """Let those that are open go on by themselves, until the table is gone."""
        for gateway in self._running.values():
            gateway.release()
        self._running.clear()

    def move(self, addresses: Addresses) -> None:
        """The table is here now."""
        for gateway in self._running.values():
            gateway.move(addresses)


def describe(way: Way, result: GatewayResult | None) -> WayIn:
    """A way in as it is shown; without a result it is closed."""
    if result is None:
        return WayIn(way, False)
    host = local_addresses()[0]
    line, link = _LINES[way](host, result)
    return WayIn(way, True, line, link, result.fingerprint)


def _by_page(host: str, result: GatewayResult) -> tuple[str, str]:
    """What is typed into a browser, which is its own link; a page by TLS has a fingerprint."""
    line = f"{'https' if result.fingerprint else 'http'}://{f'[{host}]' if ':' in host else host}:{result.port}"
    return line, line


def _by_ssh(host: str, result: GatewayResult) -> tuple[str, str]:
    """The line to type, and the same as a link."""
    port = result.port
    return f"ssh -p {port} {_your_name()}@{host}", f"ssh://{f'[{host}]' if ':' in host else host}:{port}"


_LINES: Final[Mapping[Way, Callable[[str, GatewayResult], tuple[str, str]]]] = {"page": _by_page, "ssh": _by_ssh}


def _your_name() -> str:
    # Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
    return pgettext("placeholder", "NAME")
