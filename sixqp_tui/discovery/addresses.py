"""This machine's addresses, and the best ones for others to reach a table at."""

import re
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface
from typing import Final

from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT

LOOPBACK: Final = "127.0.0.1"
MAX_ADDRESSES: Final = 8
"""Addresses that are announced or tried; if these fail, others won't work either."""
MAX_HOST: Final = 255
"""Cells of a host name that are shown, as many as DNS allows."""
ASLEEP_AFTER: Final = 4.0
"""Seconds between two looks after which the machine must have slept; a busy one is late by less."""
_NOWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Reserved for documentation: looking up a route to these sends nothing."""

_VIRTUAL = re.compile(
    r"docker|podman|cni|veth|br-|virbr|lxc|lxd|vmnet|vnet|vbox|virtual|hyper-v|loopback|wsl"
    r"|tun|utun|tap|wg|ppp|ipsec|tailscale|zt|zerotier|awdl|llw|vpn",
    re.IGNORECASE,
)
_SHARED = ip_interface("100.64.0.0/10").network


@dataclass(frozen=True)
class OwnAddress:
    """An interface's names, its address without scope, and its network's prefix length."""

    interface: str
    address: str
    prefix: int

    @property
    def name(self) -> str:
        short, _space, long = self.interface.partition(" ")
        return long if long and short.startswith("{") else short

    @property
    def virtual(self) -> bool:
        return any(_VIRTUAL.match(word) for word in self.interface.split())

    @property
    def is_ipv4(self) -> bool:
        return ip_address(self.address).version == 4

    @cached_property
    def network(self) -> IPv4Network | IPv6Network:
        return ip_interface(f"{self.address}/{self.prefix}").network

    def reaches(self, address: str) -> bool:
        return ip_address(address.partition("%")[0]) in self.network


Addresses = Callable[[], tuple[OwnAddress, ...]]


def machine_addresses() -> tuple[OwnAddress, ...]:
    """All addresses except loopback, in the system's order; none if the system fails."""
    from ifaddr import get_adapters

    try:
        found = tuple(
            OwnAddress(
                f"{adapter.name} {adapter.nice_name}",
                ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0],
                ip.network_prefix,
            )
            for adapter in get_adapters()
            for ip in adapter.ips
        )
    except OSError:
        return ()
    return tuple(each for each in found if not ip_address(each.address).is_loopback)


class NetworkWatch:
    """Notices when this machine gets other addresses or has slept. Call `changed` every second.

    Unlike a steady clock, `wall_clock` also counts while the machine sleeps.
    """

    def __init__(self, own: Addresses = machine_addresses, wall_clock: Callable[[], float] = time.time) -> None:
        self._own, self._wall_clock = own, wall_clock
        self._looked = wall_clock()
        self.addresses = own()

    def changed(self) -> bool:
        before, self.addresses = self.addresses, self._own()
        since, self._looked = self._looked, self._wall_clock()
        return self.addresses != before or self._looked - since > ASLEEP_AFTER


def own_addresses() -> tuple[str, ...]:
    """The addresses at which others reach this machine, best first; only loopback without a network."""
    return best_to_announce(machine_addresses(), default_sources()) or (LOOPBACK,)


def spoken_addresses() -> tuple[str, ...]:
    """This machine's addresses without link-local IPv6, which nobody can read aloud."""
    return tuple(each for each in own_addresses() if not ip_address(each).is_link_local) or (LOOPBACK,)


def show_address(host: str, port: int) -> str:
    """An address as people type it: without the default port, IPv6 in brackets."""
    plain = clean(host, MAX_HOST)
    shown = f"[{plain}]" if ":" in plain else plain
    return shown if port == DEFAULT_PORT else f"{shown}:{port}"


def default_sources() -> frozenset[str]:
    """The addresses that packets to other networks come from."""
    return frozenset(filter(None, (_source(*each) for each in _NOWHERE)))


def best_to_announce(own: Iterable[OwnAddress], default: frozenset[str]) -> tuple[str, ...]:
    def rank(each: OwnAddress) -> tuple[bool, bool, int]:
        return each.virtual, each.address not in default, _kind(each.address)

    addresses = (each.address for each in sorted(own, key=rank))
    return tuple(dict.fromkeys(each for each in addresses if not _is_nobodys(each)))[:MAX_ADDRESSES]


def best_to_reach(addresses: Iterable[str], own: Iterable[OwnAddress]) -> tuple[str, ...]:
    """Announced addresses, likeliest first.

    An address in a container network of this machine comes last. Link-local IPv6 addresses without a scope are
    dropped; loopback stays only if it is alone.
    """
    networks = tuple(own)

    def rank(address: str) -> tuple[int, int]:
        shared = [each.virtual for each in networks if each.reaches(address)]
        return (1 if not shared else 2 if all(shared) else 0), _kind(address)

    usable = [each for each in dict.fromkeys(addresses) if _is_reachable(each)]
    apart = [each for each in usable if not ip_address(each).is_loopback]
    return tuple(sorted(apart or usable, key=rank))[:MAX_ADDRESSES]


def _kind(address: str) -> int:
    """Lower is likelier to be reached: private IPv4, other IPv4, IPv6, self-assigned IPv4, link-local IPv6."""
    parsed = ip_address(address)
    if parsed.is_link_local:
        return 3 if parsed.version == 4 else 4
    if parsed.version == 6:
        return 2
    return 0 if parsed.is_private and parsed not in _SHARED else 1


def _is_nobodys(address: str) -> bool:
    parsed = ip_address(address)
    return parsed.is_loopback or parsed.is_multicast or parsed.is_unspecified


def _is_reachable(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    unscoped = isinstance(parsed, IPv6Address) and parsed.is_link_local and parsed.scope_id is None
    return not unscoped and (parsed.is_loopback or not _is_nobodys(address))


def _source(family: socket.AddressFamily, target: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
