"""The ways into a table for guests, and what they type to get there."""

import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, get_args

from sixqp_protocol.messages import SeatNews, Way, WayNews
from sixqp_tui.i18n import lobby as lobby_words, pgettext

WAYS: Final[tuple[Way, ...]] = get_args(Way)
OFFERED: Final[tuple[Way, ...]] = ("page",) if sys.platform == "win32" else WAYS
"""Ways in that this system can offer."""
_NOT_FOR_SHELLS: Final = re.compile(r"""["`$\\\u201c-\u201f]|!(?=\S)""")
"""What a shell takes for more than text inside double quotes. For PowerShell, “ is one, too."""
_LOOPBACK: Final = ("", "localhost", "127.0.0.1", "::1")


class WayIn(NamedTuple):
    """A way in as somebody at the table sees it.

    If it is `open`, guests type `line`, or scan it as `link`, and recognise the gateway by its `fingerprint`. They
    type `forget` if another one was at this address. The owner reads a `problem`.
    """

    kind: Way
    open: bool = False
    line: str = ""
    link: str = ""
    fingerprint: str = ""
    forget: str = ""
    opening: bool = False
    stopped: bool = False
    problem: str = ""


def join_by_title(title: str) -> str:
    """What players type to join the table with this title. It stays out if a shell could run a part of it."""
    return "sixqp join" if _NOT_FOR_SHELLS.search(title) else f'sixqp join "{title}"'


def way_in(way: WayNews, host: str) -> WayIn:
    """As it is reached at this `host`."""
    if way.port is None:
        sentence = lobby_words.way_problem(way.way, way.problem) if way.problem else ""
        return WayIn(way.way, opening=not way.problem, stopped=way.problem == "stopped", problem=sentence)
    forget = ""
    match way.way:
        case "page":
            line = link = url("http", host, way.port)
        case "ssh":
            # Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
            name = pgettext("placeholder", "NAME")
            line, link = f"ssh -p {way.port} {name}@{host}", url("ssh", host, way.port)
            forget = f'ssh-keygen -R "[{host}]:{way.port}"'
    return WayIn(way.way, True, line, link, way.fingerprint, forget)


def all_ways(ways: Sequence[WayNews], host: str, offered: Sequence[Way] = WAYS) -> tuple[WayIn, ...]:
    """All ways in that can be `offered`, at this host; closed ones, too."""
    here = {way.way: way_in(way, host) for way in ways}
    return tuple(here.get(way, WayIn(way)) for way in offered)


def guest_ways(ways: Sequence[WayNews], host: str) -> tuple[WayIn, ...]:
    """For guests to tell friends. `host` is where the guest reaches it, "" if unknown."""
    return all_ways(() if host in _LOOPBACK else ways, host)


def changed_ways(before: Sequence[WayNews], now: Sequence[WayNews], host: str) -> list[str]:
    """What their owner reads when ways in have been opened and closed."""
    lines: list[str] = []
    for way in map(partial(way_in, host=host), (each for each in now if each not in before)):
        lines += [way.problem] if way.problem else []
        if way.open:
            note = lobby_words.page_honesty() if way.kind == "page" else lobby_words.host_key(way.fingerprint)
            lines += [lobby_words.friends_join(way.kind, way.line), note]
    still = {way.way for way in now}
    return lines + [lobby_words.way_ended(way.way) for way in before if way.port and way.way not in still]


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


def with_room_code(link: str, code: str | None) -> str:
    """The page's link, which then needs no code to be typed."""
    return f"{link}/#{code}" if code else link


def url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
