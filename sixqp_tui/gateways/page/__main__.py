"""The page's process, `python -m sixqp_tui.gateways.page`, which `host` and `serve` start for one table."""

import socket
import sys
from weakref import WeakSet

from sixqp_protocol import pairing
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.gateways.common.process import run_gateway
from sixqp_tui.gateways.common.seats import SeatFile
from sixqp_tui.gateways.page.gateway import Gateway, open_records
from sixqp_tui.gateways.page.guest import GuestRecord
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.hosting.ways_in import Addresses, GatewayOptions
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import keys, paths

FOLDER = "page"


class NetworkGateway(Gateway):
    """The gateway to a table in another process, whose links pass on each guest's address."""

    fingerprint = ""

    def __init__(self, options: GatewayOptions, records: SeatFile[GuestRecord], secret: bytes) -> None:
        title, address = "" if options.code else options.title, local_addresses()[0]
        super().__init__(self._create_link, options.table, records, secret, title=title, address=address)
        self.join_line = options.join_line
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
    with os_errors_as_failures():
        records = open_records(paths.data_dir() / FOLDER, options.table)
        secret = keys.gateway_secret(paths.data_dir() / keys.FOLDER)
    if options.code:
        pairing.prepare()
    gateway = NetworkGateway(options, records, secret)
    await gateway.start(sock, _local_names())
    return gateway


def _local_names() -> list[str]:
    name = socket.gethostname()
    short = name.partition(".")[0]
    return ["localhost", name, short, f"{short}.local"]


if __name__ == "__main__":
    sys.exit(run_gateway("page", open_gateway))
