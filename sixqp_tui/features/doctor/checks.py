"""The checks of the doctor, which run at the same time."""

import asyncio
import os
import platform
import sys
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from typing import Any

from sixqp_protocol.version import CURRENT, DEFAULT_PORT
from sixqp_tui import __version__
from sixqp_tui.client.link import NotATable, OtherCertificate
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.discovery.addresses import OwnAddress, best_to_announce, default_sources, kind_of, known_networks
from sixqp_tui.discovery.browser import first_answering
from sixqp_tui.discovery.sockets import QUERY_PORT, open_listening_socket
from sixqp_tui.features.doctor import network
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.firewalls import check_firewall
from sixqp_tui.features.doctor.terminal import check_terminal
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.hosting.process.sandbox import find_sandbox
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.table_search import create_browser
from sixqp_tui.store import paths

LIBRARIES = ("textual", "zeroconf", "websockets", "msgpack", "msgspec", "cryptography", "ifaddr")
REACH_WITHIN = 2.0


async def run_checks(seconds: float) -> tuple[Finding, ...]:
    own = known_networks()
    usable = tuple(each for each in own if each.is_ipv4)
    announced = best_to_announce(own, default_sources())
    first = next(iter(announced), "127.0.0.1")
    checks: list[Awaitable[Finding]] = [
        check_multicast(usable, seconds / 2),
        check_mdns(first, seconds),
        check_broadcast(usable, seconds / 2),
        check_port(announced),
        check_others(seconds),
        run_in_daemon_thread(check_firewall),
    ]
    if sys.platform == "darwin":
        checks.append(network.check_local_network(usable))
    findings = await asyncio.gather(*checks)
    here = (check_ssh_guests(), check_files(), check_terminal())
    return (check_system(), check_addresses(own, announced), *findings, *here)


def check_system() -> Finding:
    found = {}
    for library in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    wsl = "microsoft" in platform.release().lower()
    facts = {
        "sixqp": __version__,
        "protocol": str(CURRENT),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "libraries": found,
    }
    return Finding("system", "wsl" if wsl else "versions", "note" if wsl else "ok", facts)


def check_addresses(own: Sequence[OwnAddress], announced: Sequence[str]) -> Finding:
    by_address = {each.address: each for each in own}
    ranked = [by_address[each] for each in announced]
    facts = {"addresses": [{"kind": kind_of(each.address), "virtual": each.virtual} for each in ranked]}
    names = {"names": [(each.address, each.name) for each in ranked]}
    if not ranked:
        return Finding("addresses", "none", "bad", facts)
    if ranked[0].virtual:
        return Finding("addresses", "virtual", "note", facts, names)
    return Finding("addresses", "seen_as", "ok", facts, names)


async def check_multicast(own: Sequence[OwnAddress], seconds: float) -> Finding:
    try:
        result = await network.try_multicast(own, seconds)
    except OSError as error:
        return Finding("multicast", "refused", "bad", {"reason": error.strerror or str(error)})
    facts = {"networks": len(result.networks), "heard": len(result.heard), "others": result.others}
    if not result.networks:
        return Finding("multicast", "no_network", "bad", facts)
    if not result.heard:
        return Finding("multicast", "none", "bad", facts)
    everywhere = len(result.heard) == len(result.networks)
    return Finding("multicast", "all" if everywhere else "some", "ok" if everywhere else "note", facts)


async def check_mdns(address: str, seconds: float) -> Finding:
    found = await network.try_mdns(address, seconds)
    if found.after is not None:
        return Finding("mdns", "found", "ok", {"milliseconds": round(found.after * 1000)})
    if found.problem:
        return Finding("mdns", "failed", "bad", {"stage": found.problem.stage, "reason": found.problem.reason})
    return Finding("mdns", "silent", "bad")


async def check_broadcast(own: Sequence[OwnAddress], seconds: float) -> Finding:
    try:
        answered = await network.try_broadcast(own, seconds)
    except OSError as error:
        return Finding("broadcast", "refused", "bad", {"reason": error.strerror or str(error)})
    facts = {"networks": len(own), "answered": len(answered)}
    if answered:
        return Finding("broadcast", "all" if len(answered) == len(own) else "some", "ok", facts)
    return Finding("broadcast", "none" if own else "no_network", "bad", facts)


async def check_port(announced: Sequence[str]) -> Finding:
    try:
        sock = bind_socket(None)
    except CannotListen as error:
        return Finding("port", "refused", "bad", {"reason": error.strerror or ""})
    port: int = sock.getsockname()[1]
    sock.setblocking(False)
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), sock=sock)
    async with server:
        asked = [each for each in announced if not ip_address(each).is_link_local]
        reached = [each for each in asked if await _accepts(each, port, asked)]
    facts: dict[str, Any] = {"port": port, "asked": len(asked), "reached": len(reached), "udp": _may_answer()}
    if port != DEFAULT_PORT:
        facts["taken_by"] = "table" if await _is_table(DEFAULT_PORT) else "program"
    missed = len(asked) - len(reached)
    code = "next_free" if port != DEFAULT_PORT else "unreached" if missed else "free"
    return Finding("port", code, "note" if missed or not facts["udp"] else "ok", facts)


async def _accepts(address: str, port: int, own: Sequence[str]) -> bool:
    """Connect from another own address of the same kind, if there is one."""
    others = (each for each in own if (":" in each) == (":" in address) and each != address)
    source = next(others, address)
    return await network.port_accepts(address, port, source, REACH_WITHIN)


def _may_answer() -> bool:
    try:
        open_listening_socket(QUERY_PORT).close()
    except OSError:
        return False
    return True


async def _is_table(port: int) -> bool:
    with suppress(OSError, NotATable, OtherCertificate):
        async with asyncio.timeout(REACH_WITHIN):
            (await NetworkLink([("127.0.0.1", port)]).connect()).abort()
            return True
    return False


async def check_others(seconds: float) -> Finding:
    async with create_browser() as looking:
        await asyncio.sleep(seconds)  # noqa: TID251 (others may be heard; silence is no event)
        tables = looking.tables
    answers = await asyncio.gather(*(first_answering(each.endpoints) for each in tables))
    silent = [each.title for each, answer in zip(tables, answers, strict=True) if answer is None]
    facts = {"tables": len(tables), "silent": len(silent)}
    titles = {"titles": [each.title for each in tables], "silent_titles": silent}
    if not tables:
        return Finding("others", "nobody", "ok", facts)
    return Finding("others", "silent" if silent else "tables", "note" if silent else "ok", facts, titles)


def check_ssh_guests() -> Finding:
    found = find_sandbox()
    return Finding("ssh_guests", found, "ok" if found == "full" else "note")


def check_files() -> Finding:
    try:
        folder = paths.data_dir()
        writable = os.access(folder, os.W_OK)
    except OSError as error:
        return Finding("files", "refused", "bad", {"reason": error.strerror or ""}, {"folder": str(error.filename)})
    where = {"folder": str(folder)}
    if writable:
        return Finding("files", "writable", "ok", {}, where)
    return Finding("files", "read_only", "bad", {}, where)
