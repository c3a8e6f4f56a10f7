"""The ways into a table for guests, and what they type to get there."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, get_args

from sixqp_protocol.messages import OpenWay, SeatNews, Way
from sixqp_tui.i18n import pgettext

WAYS: Final[tuple[Way, ...]] = get_args(Way)
_NOT_FOR_SHELLS: Final = re.compile(r"""["`$\\\u201c-\u201f]|!(?=\S)""")
"""What a shell takes for more than text inside double quotes. For PowerShell, “ is one, too."""
_LOOPBACK: Final = ("", "localhost", "127.0.0.1", "::1")


class WayIn(NamedTuple):
    """A way in as somebody at the table sees it.

    If it is `open`, guests type `line`, or scan it as `link`, and recognise the gateway by its `fingerprint`, which
    only the host knows. They type `forget` if another one was at this address. `restarting`: its gateway has died.
    """

    kind: Way
    open: bool
    line: str = ""
    link: str = ""
    fingerprint: str = ""
    forget: str = ""
    restarting: bool = False


def join_by_title(title: str) -> str:
    """What players type to join the table with this title. It stays out if a shell could run a part of it."""
    return "sixqp join" if _NOT_FOR_SHELLS.search(title) else f'sixqp join "{title}"'


def open_way(way: OpenWay, host: str, fingerprint: str = "") -> WayIn:
    forget = ""
    match way.way:
        case "page":
            line = link = url("http", host, way.port)
        case "ssh":
            line, link = f"ssh -p {way.port} {_name_placeholder()}@{host}", url("ssh", host, way.port)
            forget = f'ssh-keygen -R "[{host}]:{way.port}"'
    return WayIn(way.way, True, line, link, fingerprint, forget)


def guest_ways(ways: Sequence[OpenWay], host: str) -> tuple[WayIn, ...]:
    """All ways in, for guests to tell friends. `host` is where the guest reaches it, "" if unknown."""
    here = {way.way: open_way(way, host) for way in ways if host not in _LOOPBACK}
    return tuple(here.get(way, WayIn(way, False)) for way in WAYS)


def host_in(text: str) -> str:
    """The address without the port, in `sixqp join ADDRESS` or a browser's header."""
    address = text.rpartition(" ")[2]
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0]


def is_reachable(join_line: str) -> bool:
    """Whether `sixqp join ADDRESS` leads others to this machine."""
    return host_in(join_line) not in _LOOPBACK


def came_by(seats: Sequence[SeatNews], way: Way) -> list[str]:
    return [seat.name for seat in seats if seat.occupant == "person" and seat.here and seat.way == way]


def url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _name_placeholder() -> str:
    # Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
    return pgettext("placeholder", "NAME")
