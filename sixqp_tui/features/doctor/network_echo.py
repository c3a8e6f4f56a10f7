"""Whether this machine hears back what it sends into its networks, and reaches its own port there."""

import asyncio
import secrets
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.broadcast_query import BroadcastQuery
from sixqp_tui.discovery.responder import Responder
from sixqp_tui.discovery.sockets import listen_datagrams, open_listening_socket
from sixqp_tui.discovery.zeroconf_service import (
    DiscoveryFailed,
    DiscoveryProblem,
    close_zeroconf,
    discovery_errors,
    open_zeroconf,
)

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

MDNS_GROUP: Final = "224.0.0.251"
MDNS_PORT: Final = 5353
CHECK_TYPE: Final = "_sixqp-check._tcp.local."
"""A service type of its own: a table that is announced only to be heard back must be on nobody's list."""
_QUESTION: Final = bytes(4) + b"\0\1" + bytes(6) + b"\x09_services\x07_dns-sd\x04_udp\x05local\0" + b"\0\x0c\0\1"
_IS_ANSWER: Final = 0x80


@dataclass(frozen=True)
class MulticastHeard:
    """In which of the networks asked our own multicast came back, and how many others' answers came."""

    networks: tuple[OwnAddress, ...]
    heard: tuple[OwnAddress, ...]
    others: int


async def try_multicast(own: Sequence[OwnAddress], seconds: float) -> MulticastHeard:
    """Send an mDNS question into each network of these addresses, and listen for a while. Raises OSError."""
    networks = tuple(each for each in own if each.is_ipv4)
    addresses = {each.address for each in own}
    back: set[str] = set()
    others: set[str] = set()

    def heard(data: bytes, source: tuple[str, int]) -> None:
        mine = source[0] in addresses or ip_address(source[0]).is_loopback
        if mine and data == _QUESTION:
            back.add(source[0])
        elif not mine and len(data) > 12 and data[2] & _IS_ANSWER:
            others.add(source[0])

    sock = open_listening_socket(MDNS_PORT)
    for each in networks:
        with suppress(OSError):
            group = socket.inet_aton(MDNS_GROUP) + socket.inet_aton(each.address)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    transport, _protocol = await listen_datagrams(sock, heard, asyncio.Event())
    try:
        for each in networks:
            with suppress(OSError):
                send_question(each.address)
        await asyncio.sleep(seconds)  # noqa: TID251 (answers may come; silence is no event)
    finally:
        transport.close()
    return MulticastHeard(networks, tuple(each for each in networks if each.address in back), len(others))


def send_question(address: str) -> None:
    """Ask by multicast, into the network of this address of ours, which services are there. Raises OSError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sock.bind((address, 0))
        sock.sendto(_QUESTION, (MDNS_GROUP, MDNS_PORT))


@dataclass(frozen=True)
class MdnsHeard:
    """Whether a service that was announced to be found was; after how many seconds, or why not."""

    after: float | None = None
    trouble: DiscoveryProblem | None = None


async def try_mdns(address: str, seconds: float) -> MdnsHeard:
    """Announce a service by mDNS and look for it as a list of tables does, for so many seconds.

    With an IPv4 address it uses that network alone: what passes through the loopback interface proves nothing.
    """
    only = address if ip_address(address).version == 4 else None
    name = f"sixqp-{secrets.token_hex(4)}"
    try:
        announcing, browsing = await open_zeroconf(only), await open_zeroconf(only)
    except DiscoveryFailed as failed:
        return MdnsHeard(trouble=failed.problem)
    try:
        async with asyncio.timeout(seconds):
            return MdnsHeard(await _announce_and_find(announcing, browsing, name, address))
    except TimeoutError:
        return MdnsHeard()
    except DiscoveryFailed as failed:
        return MdnsHeard(trouble=failed.problem)
    finally:
        await asyncio.gather(close_zeroconf(announcing), close_zeroconf(browsing))


async def _announce_and_find(
    announcing: "AsyncZeroconf", browsing: "AsyncZeroconf", name: str, address: str
) -> float:
    seen = asyncio.Event()

    def hear(zeroconf: object, service_type: str, name: str, state_change: object) -> None:
        if name == instance:
            seen.set()

    instance = f"{name}.{CHECK_TYPE}"
    with discovery_errors("announce"):
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

        info = AsyncServiceInfo(CHECK_TYPE, instance, port=9, server=f"{name}.local.", parsed_addresses=[address])
        browser = AsyncServiceBrowser(browsing.zeroconf, CHECK_TYPE, handlers=[hear])
        began = time.monotonic()
        try:
            await announcing.async_register_service(info)
            await seen.wait()
        finally:
            await browser.async_cancel()
        return time.monotonic() - began


async def try_broadcast(own: Sequence[OwnAddress], seconds: float) -> tuple[OwnAddress, ...]:
    """The networks in which a query by broadcast reached a table here and was answered. Raises OSError."""
    networks = tuple(each for each in own if each.is_ipv4)
    with open_listening_socket(0) as free:
        port: int = free.getsockname()[1]
    answered: set[str] = set()
    everywhere = asyncio.Event()

    def told(_answer: object, address: str) -> None:
        answered.add(address)
        if answered >= {each.address for each in networks}:
            everywhere.set()

    query = BroadcastQuery(told, answered.discard, own=lambda: networks, port=port)
    async with Responder(lambda: (Advertisement("0", "?"), 9), port, own=lambda: (), quiet=True):
        asking = asyncio.create_task(query.run())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await everywhere.wait()
        finally:
            asking.cancel()
            await asyncio.wait((asking,))
    return tuple(each for each in networks if each.address in answered)


async def port_accepts(address: str, port: int, source: str, seconds: float) -> bool:
    """Whether a connection from that address of ours to this one, where we listen, is accepted in time."""
    family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
    with suppress(OSError):
        async with asyncio.timeout(seconds):
            _reader, writer = await asyncio.open_connection(address, port, family=family, local_addr=(source, 0))
            writer.close()
            return True
    return False
