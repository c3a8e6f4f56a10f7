"""Datagrams that this machine sends to everybody on its networks, itself included."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.discovery.sockets import (
    QUERY_PORT,
    broadcast_addresses,
    listen_datagrams,
    open_listening_socket,
    open_query_socket,
)

MDNS_GROUP: Final = "224.0.0.251"
MDNS_PORT: Final = 5353
_QUESTION: Final = bytes(4) + b"\0\1" + bytes(6) + b"\x09_services\x07_dns-sd\x04_udp\x05local\0" + b"\0\x0c\0\1"
"""Asks every device for the services that it announces by mDNS."""
_IS_ANSWER: Final = 0x80
_NOTHING: Final = b"sixqp doctor"
"""No table answers this."""


class Echo(NamedTuple):
    """The networks in which a datagram came back, and how many other devices answered."""

    heard: frozenset[str]
    others: int


async def try_multicast(own: Sequence[OwnAddress], seconds: float) -> Echo:
    """Raises OSError."""
    sock = open_listening_socket(MDNS_PORT)
    for each in own:
        with suppress(OSError):
            group = socket.inet_aton(MDNS_GROUP) + socket.inet_aton(each.address)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    return await _echo(own, sock, _QUESTION, _ask_group, seconds)


async def try_broadcast(own: Sequence[OwnAddress], seconds: float) -> Echo:
    """Raises OSError."""
    return await _echo(own, open_listening_socket(QUERY_PORT), _NOTHING, _tell_everybody, seconds)


async def _echo(
    own: Sequence[OwnAddress],
    listening: socket.socket,
    said: bytes,
    send: Callable[[OwnAddress, bytes], None],
    seconds: float,
) -> Echo:
    addresses = {each.address for each in own}
    back: set[str] = set()
    others: set[str] = set()

    def hear(data: bytes, source: tuple[str, int]) -> None:
        if source[0] in addresses and data == said:
            back.add(source[0])
        elif source[0] not in addresses and len(data) > 12 and data[2] & _IS_ANSWER:
            others.add(source[0])

    transport, _listener = await listen_datagrams(listening, hear, asyncio.Event())
    try:
        for each in own:
            with suppress(OSError):
                send(each, said)
        await asyncio.sleep(seconds)  # noqa: TID251 (answers may come; silence is no event)
    finally:
        transport.close()
    return Echo(frozenset(back), len(others))


def _ask_group(own: OwnAddress, said: bytes) -> None:
    with open_query_socket(own.address) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own.address))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sock.sendto(said, (MDNS_GROUP, MDNS_PORT))


def _tell_everybody(own: OwnAddress, said: bytes) -> None:
    with open_query_socket(own.address) as sock:
        for target in broadcast_addresses(own):
            with suppress(OSError):
                sock.sendto(said, (target, QUERY_PORT))
