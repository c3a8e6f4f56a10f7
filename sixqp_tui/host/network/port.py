"""The port at which a process of ours listens."""

import errno
import socket

from sixqp_protocol.version import DEFAULT_PORT

TRIED_PORTS = 21
"""Ports that are tried where none is asked for: as many tables on one machine are more than anybody opens."""
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class CannotListen(OSError):
    """No socket could be bound: `port` is the one asked for, None where all the usual ones were tried."""

    def __init__(self, port: int | None, reason: OSError) -> None:
        super().__init__(reason.errno, reason.strerror)
        self.port = port
        self.taken = reason.errno in _TAKEN


def bind_socket(port: int | None, usual: int = DEFAULT_PORT) -> socket.socket:
    """Listen on all interfaces, by IPv6 and IPv4, or by IPv4 alone where there is no IPv6.

    `port` None tries the usual one and the twenty after it; 0 lets the system choose. Raises CannotListen.
    """
    ports = range(usual, usual + TRIED_PORTS) if port is None else (port,)
    reason = OSError()
    for candidate in ports:
        try:
            return _bind(candidate)
        except OSError as error:
            reason = error
    raise CannotListen(port, reason)


def _bind(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno in _TAKEN:
                raise
    return socket.create_server(("", port))
