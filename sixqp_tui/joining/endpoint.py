"""Where a table is, as far as it is known before anybody connects."""

from ipaddress import ip_address

from msgspec import Struct

from sixqp_protocol.invitation import Invitation
from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import own_addresses

LOOPBACK = "127.0.0.1"
MAX_HOST = 255
"""Cells of a host's name that are shown: the longest that DNS allows."""


class TableEndpoint(Struct, frozen=True):
    """Addresses (host, port), the best first, with the table's id and the pin of its certificate where known.

    `certain`: only the table with this id will do; otherwise it is the one that was there last. `code` is the room
    code. `invited`: the pin comes from an invitation, so the player cannot trust another one instead. `trusted`:
    the player accepts any certificate.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str | None = None
    pin: str | None = None
    certain: bool = False
    code: str | None = None
    invited: bool = False
    trusted: bool = False


def show_address(host: str, port: int) -> str:
    """An address as it is typed: without the default port, IPv6 in brackets."""
    plain = clean(host, MAX_HOST)
    shown = f"[{plain}]" if ":" in plain else plain
    return shown if port == DEFAULT_PORT else f"{shown}:{port}"


def local_addresses() -> tuple[str, ...]:
    """Where others reach this machine, the best address first; only loopback if there is none."""
    try:
        return own_addresses()
    except OSError:
        return (LOOPBACK,)


def spoken_addresses() -> tuple[str, ...]:
    """The same without link-local IPv6: nobody can read it aloud."""
    return tuple(each for each in local_addresses() if not ip_address(each).is_link_local) or (LOOPBACK,)


def invitation_to(table: str, pin: str, port: int) -> str:
    return str(Invitation(table, pin, local_addresses(), port))
