"""Where a guest's page finds the table when the host's machine is gone (`SPEC.md`, 3.12)."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from sixqp_tui.client.session import Session
from sixqp_tui.hosting.ways_in import DEFAULT_PORTS
from sixqp_tui.presentation.succession import others
from sixqp_tui.presentation.ways_in import url

MAX_SUCCESSORS: Final = 3
MAX_ADDRESSES: Final = 2
"""Addresses of each successor that a page tries."""


class NextPage(Struct, frozen=True):
    """The `pages` to try for this table, in order, and the `fragment` that proves the seat there.

    `moved`: the host said so. Otherwise the page first waits for this host.
    """

    table: str
    pages: tuple[str, ...]
    fragment: str
    moved: bool = False


def next_pages(session: Session, port: int, pin: bytes | None) -> tuple[str, ...]:
    """The pages that the next hosts would open; with a `pin`, only that host's.

    They use this page's port, or else a usual one.
    """
    hosting, news = session.state.hosting, session.state.news
    if hosting is None:
        return ()
    able = [each for each in others(hosting, news.seats if news else ()) if pin in (None, each.pin)]
    hosts = [host for each in able[:MAX_SUCCESSORS] for host in _reachable(each.addresses)[:MAX_ADDRESSES]]
    return tuple(url("http", host, each) for each in ports_of(port) for host in hosts)


def ports_of(port: int) -> tuple[int, ...]:
    """The ports that another host's page may use if this one uses `port`."""
    usual = DEFAULT_PORTS["page"]
    return tuple(dict.fromkeys((port, usual, usual + 1)))


def fragment_of(token: bytes | None, name: str, round: int) -> str:
    """`round` is the one that is being played, 0 if none is: another host deals it again."""
    return urlencode({"seat": token.hex(), "name": name, "round": round}) if token else ""


def _reachable(addresses: tuple[str, ...]) -> list[str]:
    found = []
    for each in addresses:
        try:
            address = ip_address(each)
        except ValueError:
            continue
        if not address.is_link_local:
            found.append(each)
    return found
