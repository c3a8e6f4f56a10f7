"""Identifies machines on this network by the system's neighbour table."""

import socket
import sys
from ipaddress import ip_address
from struct import Struct
from typing import Final

TIMEOUT: Final = 0.2
"""Seconds for an answer, which the system has in memory."""
_HEADER: Final = Struct("=IHHII")
"""`nlmsghdr` of netlink(7): length, type, flags, sequence, port."""
_NEIGHBOUR: Final = Struct("=BxxxiHBB")
"""`ndmsg` of rtnetlink(7): family, interface, state, flags, type."""
_ROUTE: Final = Struct("=8BI")
"""`rtmsg` of rtnetlink(7): family, length of the address in bits, and fields that may stay 0."""
_ATTRIBUTE: Final = Struct("=HH")
"""`rtattr` of rtnetlink(7): length, type."""
_REQUEST, _ERROR = 1, 2
_GET_ROUTE, _GET_NEIGHBOUR = 26, 30
_DESTINATION, _INTERFACE, _GATEWAY, _LINK_LAYER = 1, 4, 5, 2


def ethernet_address(address: str) -> bytes | None:
    """Only Linux 5.0 and later is asked, for one address.

    Strangers can fill the whole table, which takes 10 ms to read.
    """
    if sys.platform != "linux":
        return None
    text, _, interface = address.partition("%")
    ip = ip_address(text)
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as netlink:
            netlink.settimeout(TIMEOUT)
            route = _ROUTE.pack(family, ip.max_prefixlen, 0, 0, 0, 0, 0, 0, 0)
            found = {} if interface else _ask(netlink, _GET_ROUTE, route, ip.packed)
            if _GATEWAY in found:
                return None
            at = found.get(_INTERFACE, b"")
            index = socket.if_nametoindex(interface) if interface else int.from_bytes(at, sys.byteorder)
            neighbour = _ask(netlink, _GET_NEIGHBOUR, _NEIGHBOUR.pack(family, index, 0, 0, 0), ip.packed)
    except OSError:
        return None
    ethernet = neighbour.get(_LINK_LAYER, b"")
    return ethernet if any(ethernet) else None


def _ask(netlink: socket.socket, kind: int, body: bytes, ip: bytes) -> dict[int, bytes]:
    wanted = _ATTRIBUTE.pack(_ATTRIBUTE.size + len(ip), _DESTINATION) + ip
    size = _HEADER.size + len(body) + len(wanted)
    netlink.send(_HEADER.pack(size, kind, _REQUEST, 1, 0) + body + wanted)
    answer = netlink.recv(1 << 16)
    length, answered, *_ = _HEADER.unpack_from(answer)
    attributes: dict[int, bytes] = {}
    data = b"" if answered == _ERROR else answer[_HEADER.size + len(body) : length]
    while len(data) >= _ATTRIBUTE.size:
        length, name = _ATTRIBUTE.unpack_from(data)
        attributes[name] = data[_ATTRIBUTE.size : length]
        data = data[max(_ATTRIBUTE.size, (length + 3) & ~3) :]
    return attributes
