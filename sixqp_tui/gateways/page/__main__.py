"""The page's process, `python -m sixqp_tui.gateways.page`, which `host` and `serve` start for one table."""

import socket
import sys
from datetime import UTC, datetime
from weakref import WeakSet

from sixqp_protocol import pairing
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.gateways.common.process import run_gateway
from sixqp_tui.gateways.common.seats import SeatFile
from sixqp_tui.gateways.page.gateway import Gateway, open_records
from sixqp_tui.gateways.page.guest import GuestRecord
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.hosting.ways_in import Addresses, GatewayOptions
from sixqp_tui.joining.endpoint import LOOPBACK, local_addresses
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import certificate, keys, paths

FOLDER = "page"


class NetworkGateway(Gateway):
    """The gateway to a table in another process, whose links pass on each guest's address."""

    def __init__(
        self, options: GatewayOptions, records: SeatFile[GuestRecord], secret: bytes, fingerprint: str
    ) -> None:
        title, address = "" if options.locked else options.title, local_addresses()[0]
        super().__init__(self._create_link, options.table, records, secret, title=title, address=address)
        self.fingerprint, self.join_line = fingerprint, options.join_line
        self._options, self._addresses = options, options.addresses
        self._links: WeakSet[NetworkLink] = WeakSet()

    def _create_link(self, address: str) -> NetworkLink:
        header = {HEADER: credential(self._options.key, "page", address)}
        link = NetworkLink(self._addresses, self._options.fingerprint, header)
        self._links.add(link)
        return link

    def move(self, addresses: Addresses) -> None:
        self._addresses = addresses
        for link in self._links:
            link.addresses = addresses
        self.come_back()


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> NetworkGateway:
    names = _local_names()
    with os_errors_as_failures():
        folder = paths.data_dir() / FOLDER
        # The page has its own certificate: trusting it in a browser says nothing about the table's.
        site = certificate.Site((*names, LOOPBACK, *local_addresses()), datetime.now(UTC))
        own = certificate.load_or_create(folder, site) if options.tls else None
        records = open_records(folder, options.table)
        secret = keys.gateway_secret(paths.data_dir() / keys.FOLDER)
        context = certificate.server_context(own) if own else None
    if options.locked:
        pairing.prepare()
    gateway = NetworkGateway(options, records, secret, own.fingerprint if own else "")
    await gateway.start(sock, names, context)
    return gateway


def _local_names() -> list[str]:
    name = socket.gethostname()
    short = name.partition(".")[0]
    return ["localhost", name, short, f"{short}.local"]


if __name__ == "__main__":
    sys.exit(run_gateway("page", open_gateway))
