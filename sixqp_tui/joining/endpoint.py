"""Where a table is, as far as it is known before anybody goes there."""

from msgspec import Struct

from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import own_addresses

MAX_HOST = 255
"""Cells of a host's name that are shown: the longest that DNS allows."""


class TableEndpoint(Struct, frozen=True):
    """Where a table is: addresses (host, port), best first; its id and its certificate's pin where known.

    `certain`: no other table will do. At a typed address, `table` is only who lived there last. `code` is the room
    code, where it was given. `invited`: the pin is an invitation's, and nobody can trust another one instead.
    `trusted`: any certificate will do, because its player says so.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str | None = None
    pin: str | None = None
    certain: bool = False
    code: str | None = None
    invited: bool = False
    trusted: bool = False


def show_address(host: str, port: int) -> str:
    """An address as it is typed: without the usual port, IPv6 in brackets."""
    plain = clean(host, MAX_HOST)
    shown = f"[{plain}]" if ":" in plain else plain
    return shown if port == DEFAULT_PORT else f"{shown}:{port}"


LOOPBACK = "127.0.0.1"


def local_addresses() -> tuple[str, ...]:
    """The addresses that others reach this machine at, best first; loopback alone where there is none."""
    try:
        return own_addresses()
    except OSError:
        return (LOOPBACK,)
