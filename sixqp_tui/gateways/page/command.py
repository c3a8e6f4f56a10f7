"""A page's process, `python -m sixqp_tui.gateways.page.command`: `host` and `serve` start it, for one table."""

import socket
import sys
from datetime import UTC, datetime
from functools import partial
from weakref import WeakSet

from sixqp_tui.client.network import NetworkLink, probe
from sixqp_tui.gateways.common.program import FINISH_SECONDS, OpenGateway, run_gateway
from sixqp_tui.gateways.page.gateway import Gateway
from sixqp_tui.gateways.page.seat_book import FOLDER, SeatBook
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.hosting.gateway_process import Addresses, GatewayOptions
from sixqp_tui.joining.endpoint import LOOPBACK, local_addresses
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import certificate, paths


class TableLinks:
    """The ways to one table, wherever it is now: each guest's says from which address the guest comes."""

    def __init__(self, options: GatewayOptions) -> None:
        self.addresses: Addresses = options.addresses
        self._fingerprint, self._key = options.fingerprint, options.key
        self._links: WeakSet[NetworkLink] = WeakSet()

    def create(self, address: str) -> NetworkLink:
        """The way of a guest at this address."""
        link = NetworkLink(self.addresses, self._fingerprint, {HEADER: credential(self._key, address)})
        self._links.add(link)
        return link

    def move(self, addresses: Addresses) -> None:
        """The table is here now."""
        self.addresses = addresses
        for link in self._links:
            link.addresses = addresses

    async def reaches(self) -> bool:
        return await probe(self.addresses, self._fingerprint) is not None


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> OpenGateway:
    """Serve the page at this socket. Raises Failure."""
    links = TableLinks(options)
    with os_errors_as_failures():
        folder = paths.data_dir() / FOLDER
        # The page's own certificate, not the table's: who trusts the one in a browser says nothing of the other.
        site = certificate.Site((*_names(), LOOPBACK, *local_addresses()), datetime.now(UTC))
        own = certificate.load_or_create(folder, site) if options.tls else None
        gateway = Gateway(links.create, options.table, SeatBook(folder, options.table))
        context = certificate.server_context(own) if own else None
    await gateway.start(sock, _names(), context)

    def move(addresses: Addresses) -> None:
        links.move(addresses)
        gateway.come_back()

    async def reaches() -> bool:
        return gateway.connected or await links.reaches()

    drain = partial(gateway.drain, FINISH_SECONDS)
    return OpenGateway(own.fingerprint if own else "", move, reaches, gateway.close, drain)


def _names() -> list[str]:
    """The names by which this machine may be called besides its addresses."""
    whole = socket.gethostname()
    own = whole.partition(".")[0]
    return ["localhost", whole, own, f"{own}.local"]


if __name__ == "__main__":
    sys.exit(run_gateway("page", open_gateway))
