"""The checks of the doctor, which run at the same time, and what they say."""

import asyncio
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Literal, NamedTuple

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import OwnAddress, best_to_announce, default_sources, known_networks
from sixqp_tui.discovery.browser import first_answering
from sixqp_tui.features.doctor import echo
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.table_search import create_browser

Check = Literal["addresses", "port", "multicast", "broadcast", "tables"]
Verdict = Literal["ok", "note", "bad"]
REACH_WITHIN = 2.0
"""Seconds."""
SHOWN = 3


class Finding(NamedTuple):
    check: Check
    verdict: Verdict
    sentence: str


async def run_checks(seconds: float) -> tuple[Finding, ...]:
    own = known_networks()
    networks = tuple(each for each in own if each.is_ipv4)
    announced = best_to_announce(own, default_sources())
    found = await asyncio.gather(
        check_port(announced),
        check_multicast(networks, seconds),
        check_broadcast(networks, seconds),
        check_tables(seconds),
    )
    return (check_addresses(own, announced), *found)


def check_addresses(own: Sequence[OwnAddress], announced: Sequence[str]) -> Finding:
    by_address = {each.address: each for each in own}
    if not announced:
        sentence = _("This machine has no network address: only players on this machine can join.")
        return Finding("addresses", "bad", sentence)
    best = by_address[announced[0]]
    if best.virtual:
        sentence = _("Only {address} ({interface}), which belongs to a tunnel or to containers.")
    else:
        sentence = _("Others see this machine as {address} ({interface}).")
    text = sentence.format(address=best.address, interface=best.name)
    if more := announced[1:]:
        text += " " + _("Also announced: {addresses}.").format(addresses=_some(more))
    return Finding("addresses", "note" if best.virtual else "ok", text)


async def check_port(announced: Sequence[str]) -> Finding:
    try:
        sock = bind_socket(None)
    except CannotListen as error:
        return Finding("port", "bad", _("No table can listen here: {reason}.").format(reason=error.strerror or ""))
    port: int = sock.getsockname()[1]
    sock.setblocking(False)
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), sock=sock)
    async with server:
        asked = [each for each in announced if not ip_address(each).is_link_local]
        reached = [each for each in asked if await _accepts(each, port, asked)]
    if port == DEFAULT_PORT:
        text = _("TCP port {port} is free.").format(port=port)
    else:
        text = _("Port 4666 is taken; the next table would take {port}.").format(port=port)
    if asked:
        reached_of = _("{reached} of {asked} addresses accept a connection from this machine itself.")
        text += " " + reached_of.format(reached=len(reached), asked=len(asked))
    return Finding("port", "ok" if reached == asked else "note", text)


async def _accepts(address: str, port: int, own: Sequence[str]) -> bool:
    """Connect from another own address of the same kind, if there is one."""
    version = ip_address(address).version
    source = next((each for each in own if ip_address(each).version == version and each != address), address)
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    with suppress(OSError):
        async with asyncio.timeout(REACH_WITHIN):
            _reader, writer = await asyncio.open_connection(address, port, family=family, local_addr=(source, 0))
            writer.close()
            return True
    return False


async def check_multicast(networks: Sequence[OwnAddress], seconds: float) -> Finding:
    try:
        heard, others = await echo.try_multicast(networks, seconds)
    except OSError as error:
        return _refused("multicast", error)
    finding = _came_back("multicast", heard, networks)
    if not heard:
        return finding
    if others:
        answers = ngettext("{n} other device answered.", "{n} other devices answered.", others).format(n=others)
    else:
        answers = _("No other device answered: there is none, or this network filters multicast.")
    return finding._replace(sentence=f"{finding.sentence} {answers}")


async def check_broadcast(networks: Sequence[OwnAddress], seconds: float) -> Finding:
    try:
        heard, _others = await echo.try_broadcast(networks, seconds)
    except OSError as error:
        return _refused("broadcast", error)
    return _came_back("broadcast", heard, networks)


def _refused(check: Check, error: OSError) -> Finding:
    sentence = _("The system refuses it: {reason}.").format(reason=error.strerror or error)
    return Finding(check, "bad", sentence)


def _came_back(check: Check, heard: frozenset[str], networks: Sequence[OwnAddress]) -> Finding:
    if not networks:
        return Finding(check, "bad", _("There is no IPv4 network to try it on."))
    if not heard:
        return Finding(check, "bad", _("A test message didn't come back."))
    sentence = ngettext(
        "A test message came back on {heard} of {n} network.",
        "A test message came back on {heard} of {n} networks.",
        len(networks),
    )
    return Finding(check, "ok", sentence.format(heard=len(heard), n=len(networks)))


async def check_tables(seconds: float) -> Finding:
    async with create_browser() as looking:
        await asyncio.sleep(seconds)  # noqa: TID251 (others may be heard; silence is no event)
        tables = looking.tables
    answers = await asyncio.gather(*(first_answering(each.endpoints) for each in tables))
    silent = [quoted(each.title) for each, answer in zip(tables, answers, strict=True) if answer is None]
    if not tables:
        return Finding("tables", "ok", _("No table is announced here at the moment."))
    text = ngettext(
        "{n} table is announced here: {titles}.", "{n} tables are announced here: {titles}.", len(tables)
    ).format(n=len(tables), titles=_some([quoted(each.title) for each in tables]))
    if silent:
        text += " " + _("Announced, but not answering: {titles}.").format(titles=_some(silent))
        text += " " + _("Their host's firewall may keep you out, or this network keeps its devices apart.")
    return Finding("tables", "note" if silent else "ok", text)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")


def hint(system: str = sys.platform) -> str:
    """What usually helps on a system, named as `sys.platform` does."""
    if system == "win32":
        return _(
            "If others can't find tables here: in Settings, Network, make this network private; in Windows "
            "Security, Firewall, allow Python on it, and remove every rule that blocks Python."
        )
    if system == "darwin":
        return _(
            "If others can't find tables here: in System Settings, Privacy & Security, Local Network, turn on the "
            "app of this terminal; in Network, Firewall, Options, allow incoming connections for Python."
        )
    return _(
        "If others can't find tables here: a firewall must let in port 4666 by TCP and UDP, and UDP port 5353, for "
        "example with sudo ufw allow 4666 and sudo ufw allow 5353/udp."
    )
