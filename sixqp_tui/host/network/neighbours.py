"""Which machine of this network has an IP address: the neighbour table of the system."""

import socket
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from struct import Struct
from typing import Final

TIMEOUT: Final = 0.2
"""Seconds for a piece of the table, which the system has in memory."""
_HEADER: Final = Struct("=IHHII")
"""`nlmsghdr` of netlink(7): length, type, flags, sequence, port."""
_NEIGHBOUR: Final = Struct("=BxxxiHBB")
"""`ndmsg` of rtnetlink(7): family, interface, state, flags, type."""
_ATTRIBUTE: Final = Struct("=HH")
"""`rtattr` of rtnetlink(7): length, type."""
_GET_NEIGHBOURS, _NEW_NEIGHBOUR = 30, 28
_DUMP_REQUEST = 0x301
_ADDRESS, _LINK_LAYER = 1, 2


def ethernet_address(address: str) -> bytes | None:
    """The Ethernet address of the neighbour with this IP address; None if the system tells of none.

    Only Linux is asked. One machine may have any number of IP addresses.
    """
    if sys.platform != "linux":
        return None
    wanted = ip_address(address.partition("%")[0])
    family = socket.AF_INET if wanted.version == 4 else socket.AF_INET6
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as netlink:
            netlink.settimeout(TIMEOUT)
            body = _NEIGHBOUR.pack(family, 0, 0, 0, 0)
            netlink.send(_HEADER.pack(_HEADER.size + len(body), _GET_NEIGHBOURS, _DUMP_REQUEST, 1, 0) + body)
            return next((found for ip, found in _neighbours(netlink) if ip == wanted.packed and any(found)), None)
    except OSError:
        return None


def _neighbours(netlink: socket.socket) -> Iterator[tuple[bytes, bytes]]:
    """The IP address and the Ethernet address of every neighbour."""
    while piece := netlink.recv(1 << 16):
        for kind, content in _messages(piece):
            if kind != _NEW_NEIGHBOUR:
                return
            attributes = dict(_attributes(content[_NEIGHBOUR.size :]))
            if _ADDRESS in attributes and _LINK_LAYER in attributes:
                yield attributes[_ADDRESS], attributes[_LINK_LAYER]


def _messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= _HEADER.size:
        length, kind, _flags, _sequence, _port = _HEADER.unpack_from(data)
        yield kind, data[_HEADER.size : length]
        data = data[_aligned(max(length, _HEADER.size)) :]


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= _ATTRIBUTE.size:
        length, kind = _ATTRIBUTE.unpack_from(data)
        yield kind, data[_ATTRIBUTE.size : length]
        data = data[_aligned(max(length, _ATTRIBUTE.size)) :]


def _aligned(length: int) -> int:
    return (length + 3) & ~3
