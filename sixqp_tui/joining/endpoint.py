"""What is known about a table's place before connecting."""

from ipaddress import ip_address

from msgspec import Struct

from sixqp_protocol.invitation import Invitation
from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses

MAX_HOST = 255
"""Cells of a host name that are shown, as many as DNS allows."""


class TableEndpoint(Struct, frozen=True):
    """Addresses and ports, best first, with the table's id and certificate pin if known.

    `certain`: only the table with this id will do; otherwise it was there last time. `code` is the room code.
    `invited`: the pin comes from an invitation, so the player can't trust another one. `trusted`: the player
    accepts any certificate.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str | None = None
    pin: str | None = None
    certain: bool = False
    code: str | None = None
    invited: bool = False
    trusted: bool = False


def show_address(host: str, port: int) -> str:
    """An address as people type it: without the default port, IPv6 in brackets."""
    plain = clean(host, MAX_HOST)
    shown = f"[{plain}]" if ":" in plain else plain
    return shown if port == DEFAULT_PORT else f"{shown}:{port}"


def spoken_addresses() -> tuple[str, ...]:
    """This machine's addresses without link-local IPv6, which nobody can read aloud."""
    return tuple(each for each in own_addresses() if not ip_address(each).is_link_local) or (LOOPBACK,)


def invitation_to(table: str, pin: str, port: int) -> str:
    return str(Invitation(table, pin, own_addresses(), port))
