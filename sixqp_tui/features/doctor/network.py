"""Checks of the networks: the local network permission of macOS, multicast, mDNS and broadcast."""

import asyncio
import errno
import os
import re
import secrets
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address, ip_interface
from typing import TYPE_CHECKING, Final, Literal

from sixqp_protocol.version import DEFAULT_PORT
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
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.firewalls import output
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


Reply = Literal["answers", "no_route", "silent"]
REPLY_WITHIN: Final = 1.0
"""Seconds in which a neighbour answers, or the system refuses to ask it."""
MAX_ASKED: Final = 8
"""Enough to tell a rule from a machine that was just switched off."""
_NEIGHBOUR: Final = re.compile(r"\((\d+\.\d+\.\d+\.\d+)\) at [0-9a-f]{1,2}:", re.IGNORECASE)
_GATEWAY: Final = re.compile(r"^\s*gateway:\s*(\d+\.\d+\.\d+\.\d+)\s*$", re.MULTILINE)
_NAMES: Final = {"Apple_Terminal": "Terminal", "iTerm.app": "iTerm", "vscode": "Visual Studio Code"}


@dataclass(frozen=True)
class Replies:
    """Networks without a route for multicast, and what each neighbour did."""

    multicast_refused: Sequence[bool] = ()
    gateway: Reply | None = None
    neighbours: Mapping[str, Reply] = field(default_factory=dict)


async def check_local_network(own: Sequence[OwnAddress]) -> Finding:
    """Send multicast into each network, and connect to the gateway and a few neighbours."""
    gateway = read_gateway(await run_in_daemon_thread(partial(output, "route", "-n", "get", "default")))
    known = read_neighbours(await run_in_daemon_thread(partial(output, "arp", "-an")), own)
    asked = [each for each in known if each != gateway][:MAX_ASKED]
    answer = await _reply(gateway) if gateway else None
    replies = dict(zip(asked, await asyncio.gather(*map(_reply, asked)), strict=True))
    refused = [_is_refused(each.address) for each in own if each.is_ipv4]
    return judge(Replies(refused, answer, replies), app_name(os.environ))


def judge(replies: Replies, app: str) -> Finding:
    neighbours = list(replies.neighbours.values())
    facts = {
        "neighbours": len(neighbours),
        "no_route": neighbours.count("no_route"),
        "gateway": replies.gateway or "unknown",
        "multicast_refused": any(replies.multicast_refused),
        "app": app,
    }
    mute = bool(replies.multicast_refused) and all(replies.multicast_refused)
    unreached = bool(neighbours) and all(each == "no_route" for each in neighbours)
    if mute or (unreached and replies.gateway == "answers"):
        return Finding("local_network", "denied", "bad", facts)
    return Finding("local_network", "allowed", "ok", facts)


def read_gateway(printed: str) -> str | None:
    """From the output of `route -n get default`."""
    found = _GATEWAY.search(printed)
    return found[1] if found else None


def read_neighbours(printed: str, own: Sequence[OwnAddress]) -> list[str]:
    """From the output of `arp -an`."""
    networks = [ip_interface(f"{each.address}/{each.prefix}").network for each in own if each.is_ipv4]
    ours = {each.address for each in own}
    return [
        each
        for each in dict.fromkeys(_NEIGHBOUR.findall(printed))
        if each not in ours
        and any(ip_address(each) in net and ip_address(each) != net.broadcast_address for net in networks)
    ]


def app_name(environment: Mapping[str, str]) -> str:
    """The app of this terminal, as System Settings names it."""
    program = environment.get("TERM_PROGRAM", "")
    return _NAMES.get(program, program)


def _is_refused(address: str) -> bool:
    try:
        send_question(address)
    except OSError as error:
        return error.errno == errno.EHOSTUNREACH
    return False


async def _reply(address: str) -> Reply:
    try:
        async with asyncio.timeout(REPLY_WITHIN):
            _reader, writer = await asyncio.open_connection(address, DEFAULT_PORT, family=socket.AF_INET)
    except ConnectionError:
        return "answers"
    except TimeoutError:
        return "silent"
    except OSError as error:
        return "no_route" if error.errno == errno.EHOSTUNREACH else "silent"
    writer.close()
    return "answers"


MDNS_GROUP: Final = "224.0.0.251"
MDNS_PORT: Final = 5353
CHECK_TYPE: Final = "_sixqp-check._tcp.local."
"""A service type that no table list shows."""
_QUESTION: Final = bytes(4) + b"\0\1" + bytes(6) + b"\x09_services\x07_dns-sd\x04_udp\x05local\0" + b"\0\x0c\0\1"
_IS_ANSWER: Final = 0x80


@dataclass(frozen=True)
class MulticastHeard:
    """Networks in which our multicast came back, and how many others answered."""

    networks: tuple[OwnAddress, ...]
    heard: tuple[OwnAddress, ...]
    others: int


async def try_multicast(own: Sequence[OwnAddress], seconds: float) -> MulticastHeard:
    """Send an mDNS question into each network. Raises OSError."""
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
    """Raises OSError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sock.bind((address, 0))
        sock.sendto(_QUESTION, (MDNS_GROUP, MDNS_PORT))


@dataclass(frozen=True)
class MdnsHeard:
    """Seconds until the announced service was found, or why it wasn't."""

    after: float | None = None
    problem: DiscoveryProblem | None = None


async def try_mdns(address: str, seconds: float) -> MdnsHeard:
    """With an IPv4 address only that network is used: the loopback interface proves nothing."""
    only = address if ip_address(address).version == 4 else None
    name = f"sixqp-{secrets.token_hex(4)}"
    try:
        announcing, browsing = await open_zeroconf(only), await open_zeroconf(only)
    except DiscoveryFailed as failed:
        return MdnsHeard(problem=failed.problem)
    try:
        async with asyncio.timeout(seconds):
            return MdnsHeard(await _announce_and_find(announcing, browsing, name, address))
    except TimeoutError:
        return MdnsHeard()
    except DiscoveryFailed as failed:
        return MdnsHeard(problem=failed.problem)
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
    """Raises OSError."""
    networks = tuple(each for each in own if each.is_ipv4)
    with open_listening_socket(0) as free:
        port: int = free.getsockname()[1]
    answered: set[str] = set()
    everywhere = asyncio.Event()

    def note_answer(_answer: object, address: str) -> None:
        answered.add(address)
        if answered >= {each.address for each in networks}:
            everywhere.set()

    query = BroadcastQuery(note_answer, answered.discard, own=lambda: networks, port=port)
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
    family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
    with suppress(OSError):
        async with asyncio.timeout(seconds):
            _reader, writer = await asyncio.open_connection(address, port, family=family, local_addr=(source, 0))
            writer.close()
            return True
    return False
