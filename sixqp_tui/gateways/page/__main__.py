"""The page's process, `python -m sixqp_tui.gateways.page`, which the process of its table starts."""

import socket
import sys

from sixqp_protocol import pairing
from sixqp_protocol.messages import SeatNews
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses
from sixqp_tui.gateways.page.gateway import Gateway
from sixqp_tui.gateways.page.seats import SeatFile
from sixqp_tui.gateways.process import run_gateway
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import keys, paths

FOLDER = "page"


class NetworkGateway(Gateway):
    """The gateway to a table in another process, to which its links pass on each guest's address."""

    fingerprint = ""

    def __init__(self, options: GatewayOptions, records: SeatFile, secret: bytes) -> None:
        title, address = "" if options.code else options.title, own_addresses()[0]
        super().__init__(self._create_link, options.table, records, secret, title=title, address=address)
        self.join_line = options.join_line
        self._options = options

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        """Nobody sees who is at a locked table."""
        super().show_chairs(() if self._options.code else chairs)

    def _create_link(self, address: str) -> NetworkLink:
        header = {HEADER: credential(self._options.key, "page", address)}
        return NetworkLink(((LOOPBACK, self._options.table_port),), self._options.fingerprint, header)


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> NetworkGateway:
    with os_errors_as_failures():
        records = SeatFile(paths.data_dir() / FOLDER, options.table)
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
