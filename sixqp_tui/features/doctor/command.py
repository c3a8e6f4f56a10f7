"""`sixqp doctor`: checks what a table needs to be found from here. The checks run at the same time."""

import argparse
import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill
from typing import Final, Literal, NamedTuple

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import OwnAddress, best_to_announce, default_sources, machine_addresses
from sixqp_tui.discovery.broadcast import (
    QUERY_PORT,
    broadcast_addresses,
    open_datagrams,
    open_listening_socket,
    open_sending_socket,
)
from sixqp_tui.discovery.browser import first_answering
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import listed, quoted
from sixqp_tui.joining.table_search import create_browser
from sixqp_tui.terminal.output import print_error, print_line, print_sentences
from sixqp_tui.terminal.stop_signals import run_stoppable

Check = Literal["addresses", "port", "multicast", "broadcast", "tables"]
Verdict = Literal["ok", "note", "bad"]
SHOWN = 3
LOOK_SECONDS: Final = 4
NEEDED: Final = ("addresses", "port")
"""Without these no way leads to a table here."""
MARK: Final = 6
LABEL: Final = 12
"""Cells."""


class Finding(NamedTuple):
    check: Check
    verdict: Verdict
    sentence: str


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(_parsed: argparse.Namespace) -> int:
    """0 if a table could be found, else 1."""
    checking = _("Checking this machine and its network for {seconds} seconds…")
    print_error(checking.format(seconds=LOOK_SECONDS))
    return report(run_stoppable(run_checks(LOOK_SECONDS)))


def report(found: Sequence[Finding]) -> int:
    marks = {
        # Translators: a mark of at most 5 characters before a finding
        "ok": pgettext("doctor", "ok"),
        "note": pgettext("doctor", "note"),
        "bad": pgettext("doctor", "BAD"),
    }
    labels = {
        # Translators: the context “doctor” is what was examined, at most 12 characters
        "addresses": pgettext("doctor", "addresses"),
        "port": pgettext("doctor", "port"),
        "multicast": pgettext("doctor", "multicast"),
        "broadcast": pgettext("doctor", "broadcast"),
        # Translators: the tables of other machines on this network
        "tables": pgettext("doctor", "tables"),
    }
    width = max(40, get_terminal_size().columns)
    for each in found:
        line = f"{marks[each.verdict]:<{MARK}} {labels[each.check]:<{LABEL}} {each.sentence}"
        print_line(fill(line, width, subsequent_indent=" " * (MARK + LABEL + 2), break_on_hyphens=False))
    working = {each.check for each in found if each.verdict != "bad"}
    ways = [each for each in ("multicast", "broadcast") if each in working]
    findable = bool(ways) and working.issuperset(NEEDED)
    if findable:
        sentence = _("A table opened here can be found by {ways}.")
        print_sentences(sentence.format(ways=listed([labels[way] for way in ways])))
    else:
        print_sentences(_("A table opened here can't be found automatically."))
    print_sentences(hint())
    return 0 if findable else 1


async def run_checks(seconds: float) -> tuple[Finding, ...]:
    own = machine_addresses()
    networks = tuple(each for each in own if each.is_ipv4)
    announced = best_to_announce(own, default_sources())
    found = await asyncio.gather(
        check_echo("multicast", networks, try_multicast(networks, seconds)),
        check_echo("broadcast", networks, try_broadcast(networks, seconds)),
        check_tables(seconds),
    )
    return (check_addresses(own, announced), check_port(), *found)


def check_addresses(own: Sequence[OwnAddress], announced: Sequence[str]) -> Finding:
    by_address = {each.address: each for each in own}
    if not announced:
        sentence = _("This machine has no network address: only players on this machine can join.")
        return Finding("addresses", "bad", sentence)
    best = by_address[announced[0]]
    if best.virtual:
        sentence = _("The only address, {address} ({interface}), belongs to a tunnel or to containers.")
    else:
        sentence = _("Others see this machine as {address} ({interface}).")
    text = sentence.format(address=best.address, interface=best.name)
    if more := announced[1:]:
        text += " " + _("Also announced: {addresses}.").format(addresses=_some(more))
    return Finding("addresses", "note" if best.virtual else "ok", text)


def check_port() -> Finding:
    try:
        with bind_socket(None) as sock:
            port: int = sock.getsockname()[1]
    except CannotListen as error:
        return Finding("port", "bad", _("No table can listen here: {reason}.").format(reason=error.strerror or ""))
    if port == DEFAULT_PORT:
        return Finding("port", "ok", _("TCP port {port} is free.").format(port=port))
    sentence = _("Port 4666 is taken; the next table here takes {port}.").format(port=port)
    return Finding("port", "ok", sentence)


async def check_echo(
    check: Literal["multicast", "broadcast"], networks: Sequence[OwnAddress], trying: Awaitable["Echo"]
) -> Finding:
    try:
        heard, others = await trying
    except OSError as error:
        return Finding(check, "bad", _("The system refuses it: {reason}.").format(reason=error.strerror or error))
    if not networks:
        return Finding(check, "bad", _("There is no IPv4 network to try it on."))
    if not heard:
        return Finding(check, "bad", _("A test message didn't come back."))
    sentence = ngettext(
        "A test message came back on {heard} of {n} network.",
        "A test message came back on {heard} of {n} networks.",
        len(networks),
    ).format(heard=len(heard), n=len(networks))
    if check == "broadcast":
        return Finding(check, "ok", sentence)
    if others:
        answers = ngettext("{n} other device answered.", "{n} other devices answered.", others).format(n=others)
    else:
        answers = _("No other device answered: there is none, or this network filters multicast.")
    return Finding(check, "ok", f"{sentence} {answers}")


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


# -- datagrams to everybody on the networks of this machine, itself included ----------------------------

MDNS_GROUP: Final = "224.0.0.251"
MDNS_PORT: Final = 5353
_QUESTION: Final = bytes(4) + b"\0\1" + bytes(6) + b"\x09_services\x07_dns-sd\x04_udp\x05local\0" + b"\0\x0c\0\1"
"""Asks every device for the services that it announces by mDNS."""
_IS_ANSWER: Final = 0x80
_NOTHING: Final = b"sixqp doctor"
"""No table answers this."""


class Echo(NamedTuple):
    """The networks in which a datagram came back, and how many other devices answered."""

    heard: frozenset[str]
    others: int


async def try_multicast(own: Sequence[OwnAddress], seconds: float) -> Echo:
    """Raises OSError."""
    sock = open_listening_socket(MDNS_PORT)
    for each in own:
        with suppress(OSError):
            group = socket.inet_aton(MDNS_GROUP) + socket.inet_aton(each.address)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    return await _echo(own, sock, _QUESTION, lambda _own: (MDNS_GROUP,), seconds)


async def try_broadcast(own: Sequence[OwnAddress], seconds: float) -> Echo:
    """Raises OSError."""
    return await _echo(own, open_listening_socket(QUERY_PORT), _NOTHING, broadcast_addresses, seconds)


async def _echo(
    own: Sequence[OwnAddress],
    listening: socket.socket,
    said: bytes,
    targets: Callable[[OwnAddress], tuple[str, ...]],
    seconds: float,
) -> Echo:
    addresses = {each.address for each in own}
    port: int = listening.getsockname()[1]
    back: set[str] = set()
    others: set[str] = set()

    def hear(data: bytes, source: tuple[str, int]) -> None:
        if source[0] in addresses and data == said:
            back.add(source[0])
        elif source[0] not in addresses and len(data) > 12 and data[2] & _IS_ANSWER:
            others.add(source[0])

    datagrams = await open_datagrams(listening, hear)
    try:
        for each in own:
            _send(each.address, said, [(target, port) for target in targets(each)])
        await asyncio.sleep(seconds)  # noqa: TID251 (answers may come; silence is no event)
    finally:
        datagrams.transport.close()
    return Echo(frozenset(back), len(others))


def _send(address: str, said: bytes, targets: Sequence[tuple[str, int]]) -> None:
    with suppress(OSError), open_sending_socket(address) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        for target in targets:
            with suppress(OSError):
                sock.sendto(said, target)
