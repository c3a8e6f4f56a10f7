"""Binding a port to listen on."""

import errno
import socket
from contextlib import suppress

from sixqp_protocol.version import DEFAULT_PORT

TRIED_PORTS = 21
"""Ports to try if none is given; nobody opens more tables on one machine."""
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class CannotListen(OSError):
    """No socket could be bound; `port` is None if all default ports were tried."""

    def __init__(self, port: int | None, reason: OSError) -> None:
        super().__init__(reason.errno, reason.strerror)
        self.port = port
        self.taken = reason.errno in _TAKEN


def bind_socket(port: int | None, default: int = DEFAULT_PORT) -> socket.socket:
    """On all interfaces, over IPv6 and IPv4, or IPv4 alone without IPv6.

    None tries the default port and the next twenty; 0 lets the system choose. Raises CannotListen.
    """
    ports = range(default, default + TRIED_PORTS) if port is None else (port,)
    reason = OSError()
    for candidate in ports:
        try:
            return _bind(candidate)
        except OSError as error:
            reason = error
    raise CannotListen(port, reason)


def send_at_once(line: socket.socket) -> None:
    """Small messages could otherwise wait 40 ms. asyncio only sets this for sockets that name their protocol."""
    with suppress(OSError):  # the connection is already lost
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _bind(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno in _TAKEN:
                raise
    return socket.create_server(("", port))
