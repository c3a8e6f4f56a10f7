"""This machine's addresses, and the best ones for others to reach a table at."""

import re
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface
from typing import Final

MAX_ADDRESSES: Final = 8
"""Addresses that are announced or tried; if these fail, others won't work either."""
WATCH_EVERY: Final = 1.0
"""Seconds between two looks at this machine's addresses, each a third of a millisecond."""
ASLEEP_AFTER: Final = 4.0
"""Seconds between two looks after which the machine must have slept; a busy one is late by less."""
_LOOPBACK: Final = "127.0.0.1"
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


def machine_addresses() -> tuple[OwnAddress, ...]:
    """All addresses except loopback, in the system's order. Raises OSError."""
    from ifaddr import get_adapters

    found = (
        OwnAddress(f"{adapter.name} {adapter.nice_name}", _plain(ip.ip), ip.network_prefix)
        for adapter in get_adapters()
        for ip in adapter.ips
    )
    return tuple(each for each in found if not ip_address(each.address).is_loopback)


def known_networks(own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses) -> tuple[OwnAddress, ...]:
    """The same, or nothing if the system fails."""
    try:
        return own()
    except OSError:
        return ()


class NetworkWatch:
    """Notices when this machine gets other addresses or has slept. Call `changed` every second.

    Unlike a steady clock, `wall_clock` also counts while the machine sleeps.
    """

    def __init__(
        self,
        own: Callable[[], tuple[OwnAddress, ...]] = machine_addresses,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._own, self._wall_clock = own, wall_clock
        self._looked = wall_clock()
        self.addresses = known_networks(own)

    def changed(self) -> bool:
        before, self.addresses = self.addresses, known_networks(self._own)
        since, self._looked = self._looked, self._wall_clock()
        return self.addresses != before or self._looked - since > ASLEEP_AFTER


def own_addresses() -> tuple[str, ...]:
    """The addresses to announce, best first; only loopback without a network. Raises OSError."""
    return best_to_announce(machine_addresses(), default_sources()) or (_LOOPBACK,)


def default_sources() -> frozenset[str]:
    return frozenset(filter(None, map(_source, *zip(*_NOWHERE, strict=True))))


def best_to_announce(own: Iterable[OwnAddress], default: frozenset[str]) -> tuple[str, ...]:
    ranked = sorted(own, key=partial(_rank_own, default=default))
    return tuple(dict.fromkeys(each.address for each in ranked if _usable(each.address)))[:MAX_ADDRESSES]


def best_to_reach(addresses: Iterable[str], own: Iterable[OwnAddress]) -> tuple[str, ...]:
    """Announced addresses, likeliest first.

    An address in a container network of this machine comes last. Link-local IPv6 addresses without a scope are
    dropped; loopback stays only if it is alone.
    """
    networks = tuple(own)
    usable = [each for each in dict.fromkeys(addresses) if _reachable(each)]
    apart = [each for each in usable if not _parsed(each).is_loopback]
    return tuple(sorted(apart or usable, key=lambda each: (_rank_network(each, networks), _kind(each))))[
        :MAX_ADDRESSES
    ]


def _rank_own(each: OwnAddress, default: frozenset[str]) -> tuple[bool, bool, int]:
    return (each.virtual, each.address not in default, _kind(each.address))


def _rank_network(address: str, own: tuple[OwnAddress, ...]) -> int:
    shared = [each.virtual for each in own if each.reaches(address)]
    if not shared:
        return 1
    return 2 if all(shared) else 0


def _kind(address: str) -> int:
    """Lower is likelier to be reached: private IPv4, other IPv4, IPv6, self-assigned IPv4, link-local IPv6."""
    parsed = _parsed(address)
    if parsed.is_link_local:
        return 3 if parsed.version == 4 else 4
    if parsed.version == 6:
        return 2
    return 0 if parsed.is_private and parsed not in _SHARED else 1


def _parsed(address: str) -> IPv4Address | IPv6Address:
    return ip_address(address)


def _usable(address: str) -> bool:
    parsed = _parsed(address)
    return not (parsed.is_loopback or parsed.is_multicast or parsed.is_unspecified)


def _reachable(address: str) -> bool:
    try:
        parsed = _parsed(address)
    except ValueError:
        return False
    unscoped = isinstance(parsed, IPv6Address) and parsed.is_link_local and parsed.scope_id is None
    return not (unscoped or parsed.is_multicast or parsed.is_unspecified)


def _plain(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0].partition("%")[0]


def _source(family: socket.AddressFamily, target: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
