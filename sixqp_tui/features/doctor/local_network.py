"""Whether macOS lets this program speak to the machines around it: since macOS 15 every app has to ask for that.

Programs in Apple's own Terminal are exempt (Technical Note TN3179), those in other apps with a terminal are not.
A program that may not gets "No route to host" at once, for a multicast and for every neighbour, though the network
works.
"""

import asyncio
import errno
import os
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address, ip_interface
from typing import Final, Literal

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.network_echo import send_question
from sixqp_tui.features.doctor.system_tools import output
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread

Reply = Literal["answers", "no_route", "silent"]
REPLY_WITHIN: Final = 1.0
"""Seconds in which a machine of the same network answers, or the system refuses to ask it."""
MAX_ASKED: Final = 8
"""Neighbours that are asked: enough to tell a rule from a machine that has just been switched off."""
_NEIGHBOUR: Final = re.compile(r"\((\d+\.\d+\.\d+\.\d+)\) at [0-9a-f]{1,2}:", re.IGNORECASE)
_GATEWAY: Final = re.compile(r"^\s*gateway:\s*(\d+\.\d+\.\d+\.\d+)\s*$", re.MULTILINE)
_NAMES: Final = {"Apple_Terminal": "Terminal", "iTerm.app": "iTerm", "vscode": "Visual Studio Code"}


@dataclass(frozen=True)
class Replies:
    """In which networks multicast was refused for want of a route, and what each machine that was asked did."""

    multicast_refused: Sequence[bool] = ()
    gateway: Reply | None = None
    neighbours: Mapping[str, Reply] = field(default_factory=dict)


async def check_local_network(own: Sequence[OwnAddress]) -> Finding:
    """Send a multicast into each of these networks, and connect to the gateway and a few neighbours."""
    gateway = read_gateway(await run_in_daemon_thread(partial(output, "route", "-n", "get", "default")))
    known = read_neighbours(await run_in_daemon_thread(partial(output, "arp", "-an")), own)
    asked = [each for each in known if each != gateway][:MAX_ASKED]
    answer = await _reply(gateway) if gateway else None
    replies = dict(zip(asked, await asyncio.gather(*map(_reply, asked)), strict=True))
    refused = [_is_refused(each.address) for each in own if each.is_ipv4]
    return judge(Replies(refused, answer, replies), app_name(os.environ))


def judge(replies: Replies, app: str) -> Finding:
    """Whether the app that this terminal belongs to is kept off the local network."""
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
    """The gateway's address in what `route -n get default` prints."""
    found = _GATEWAY.search(printed)
    return found[1] if found else None


def read_neighbours(printed: str, own: Sequence[OwnAddress]) -> list[str]:
    """The machines in our own networks that `arp -an` lists with the address of their hardware."""
    networks = [ip_interface(f"{each.address}/{each.prefix}").network for each in own if each.is_ipv4]
    ours = {each.address for each in own}
    return [
        each
        for each in dict.fromkeys(_NEIGHBOUR.findall(printed))
        if each not in ours
        and any(ip_address(each) in net and ip_address(each) != net.broadcast_address for net in networks)
    ]


def app_name(environment: Mapping[str, str]) -> str:
    """What the switch in System Settings is called: the app that this terminal belongs to, as far as it says so."""
    program = environment.get("TERM_PROGRAM", "")
    return _NAMES.get(program, program)


def _is_refused(address: str) -> bool:
    try:
        send_question(address)
    except OSError as error:
        return error.errno == errno.EHOSTUNREACH
    return False


async def _reply(address: str) -> Reply:
    """What becomes of a connection: one that is refused has been answered too."""
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
