"""The page's process, `python -m sixqp_tui.gateways.page`, which the process of its table starts."""

import socket
import sys

from sixqp_protocol import pairing
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses
from sixqp_tui.gateways.page.gateway import Gateway
from sixqp_tui.gateways.process import run_gateway
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import keys, paths


class NetworkGateway(Gateway):
    """The gateway to a table in another process, to which its links pass on each guest's address."""

    fingerprint = ""

    def __init__(self, options: GatewayOptions, secret: bytes) -> None:
        super().__init__(
            self._create_link,
            options.table,
            secret,
            title=options.title,
            address=own_addresses()[0],
            locked=bool(options.code),
        )
        self.join_line = options.join_line
        self._options = options

    def _create_link(self, address: str) -> NetworkLink:
        header = {HEADER: credential(self._options.key, "page", address)}
        return NetworkLink(((LOOPBACK, self._options.table_port),), self._options.fingerprint, header)


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> NetworkGateway:
    with os_errors_as_failures():
        secret = keys.gateway_secret(paths.data_dir() / keys.FOLDER)
    if options.code:
        pairing.prepare()
    gateway = NetworkGateway(options, secret)
    await gateway.start(sock, _local_names())
    return gateway


def _local_names() -> list[str]:
    name = socket.gethostname()
    short = name.partition(".")[0]
    return ["localhost", name, short, f"{short}.local"]


if __name__ == "__main__":
    sys.exit(run_gateway("page", open_gateway))
