"""Finds the table that a player means by a title, HOST[:PORT] or an invitation."""

import asyncio
import re
import socket
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.invitation import BadInvitation, looks_like_one, read
from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.client.network import probe
from sixqp_tui.discovery.addresses import show_address
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.i18n import _, home as home_words, waits
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import one_of
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.joining.failure import ChangedCertificate, Failure, os_errors_as_failures
from sixqp_tui.joining.table_search import Tell, find_tables, ignore
from sixqp_tui.store.known_tables import known_tables

SEARCH_SECONDS = 6.0
"""Seconds; on a busy Wi-Fi a search takes some of them."""
INVITATION_SECONDS = 4.0
"""Seconds to search for an invitation's table if its addresses don't answer."""
SHOWN_CELLS = 80
"""Cells of the player's input that a sentence repeats."""
_WITH_PORT = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[^:\s]+))(?::(?P<port>\d{1,9}))?")


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


def typed_address(text: str) -> tuple[str, int] | None:
    """The host and port that were typed, or None if the text can only be a title.

    Raises Failure for a bad port or a missing bracket.
    """
    if _is_ip(text):
        return text, DEFAULT_PORT
    shown = clean(text, SHOWN_CELLS)
    match = _WITH_PORT.fullmatch(text)
    if not match:
        if _is_ip(text.strip("[]")):
            raise Failure(_no_host(shown), code=2)
        return None
    host, port = match["six"] or match["host"], match["port"]
    if port is not None and not 1 <= int(port) <= 65535:
        raise Failure(_no_host(shown), code=2)
    certain = port is not None or _is_ip(host) or host == "localhost" or "." in host
    return (host, int(port or DEFAULT_PORT)) if certain else None


def endpoint_at(address: tuple[str, int], trust_new: bool = False) -> TableEndpoint:
    """The table at a typed address, with the pin of an earlier visit unless any is trusted."""
    with os_errors_as_failures():
        known = known_tables().by_address(*address)
    if known is None:
        return TableEndpoint((address,), trusted=trust_new)
    return TableEndpoint((address,), known.table, None if trust_new else known.fingerprint, trusted=trust_new)


async def resolve_target(
    text: str, trust_new: bool = False, tell: Tell = ignore, on_step: Tell = ignore
) -> TableEndpoint:
    """Raises Failure if there is no such table, or more than one.

    `tell` gets advice during a search, `on_step` each step.
    """
    if looks_like_one(text):
        on_step(_("Trying the addresses in the invitation…"))
        invited = await _resolve_invitation(text, tell)
        known = await asyncio.to_thread(_known_fingerprint, invited.table or "")
        if not trust_new and known not in (None, invited.pin):
            raise ChangedCertificate(why_closed("other_certificate"))
        return replace(invited, trusted=trust_new)
    shown = clean(text, SHOWN_CELLS)
    if address := typed_address(text):
        on_step(waits.looking_up(clean(address[0], SHOWN_CELLS)))
        if not (_is_ip(address[0]) or await _is_machine(address[0])):
            raise Failure(_no_machine_called(clean(address[0], SHOWN_CELLS)))
        return await asyncio.to_thread(endpoint_at, address, trust_new)
    on_step(_("Looking for “{title}” on this network…").format(title=shown))
    found = await find_tables(text, shown, SEARCH_SECONDS, tell)
    if not trust_new:
        found = await asyncio.to_thread(_without_impostors, found)
    if len(found) > 1:
        addresses = [show_address(*table.endpoints[0]) for table in found]
        raise Failure(_several_tables_called(shown, addresses))
    if found:
        return await asyncio.to_thread(endpoint_of, found[0], trust_new)
    on_step(waits.looking_up(shown))
    if await _is_machine(text):
        return await asyncio.to_thread(endpoint_at, (text, DEFAULT_PORT), trust_new)
    raise Failure(_no_table_called(shown))


async def _resolve_invitation(text: str, tell: Tell) -> TableEndpoint:
    """An invitation's table; if its addresses don't answer, it is searched for. Raises Failure."""
    try:
        invitation = read(text)
    except BadInvitation as error:
        raise Failure(home_words.bad_invitation(error.newer), code=2) from None
    endpoints = invitation.endpoints
    if not endpoints or await probe(endpoints, invitation.pin) is None:
        tables = await find_tables(invitation.table, invitation.table, INVITATION_SECONDS, tell)
        endpoints = (*(each for table in tables for each in table.endpoints), *endpoints)
    addresses = tuple(dict.fromkeys(endpoints))
    return TableEndpoint(addresses, invitation.table, invitation.pin, True, invitation.code, True)


def endpoint_of(table: FoundTable, trust_new: bool = False) -> TableEndpoint:
    """The certificate of an earlier visit takes precedence over the announced one."""
    if trust_new:
        return TableEndpoint(table.endpoints, table.id, None, True, trusted=True)
    pin = _known_fingerprint(table.id) or table.fingerprint
    return TableEndpoint(table.endpoints, table.id, pin, True)


def _without_impostors(found: tuple[FoundTable, ...]) -> tuple[FoundTable, ...]:
    """Without tables that have another certificate than before, unless there are no others."""
    return tuple(each for each in found if _known_fingerprint(each.id) in (None, each.fingerprint)) or found


def _known_fingerprint(table: str) -> str | None:
    with os_errors_as_failures():
        known = known_tables().recall(table)
    return known.fingerprint if known else None


async def _is_machine(name: str) -> bool:
    """Whether the system can look up this name, which may take a while."""

    def look_up() -> bool:
        try:
            socket.getaddrinfo(name, DEFAULT_PORT, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return False
        return True

    return await run_in_daemon_thread(look_up)


def _is_ip(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return isinstance(address, IPv6Address) or "." in text


def _no_host(text: str) -> str:
    sentence = _("Expected HOST, HOST:PORT or [ADDRESS]:PORT with a port from 1 to 65535, got “{text}”.")
    return sentence.format(text=text)


def _no_machine_called(host: str) -> str:
    sentence = _(
        "No machine called “{host}” was found on this network. Ask its host for the IP address, and type that "
        "instead."
    )
    return sentence.format(host=host)


def _no_table_called(title: str) -> str:
    sentence = _(
        "No table called “{title}” was found on this network in {seconds} seconds, nor a machine of that name. Ask "
        "its host for the address, such as 192.168.1.20, and type that instead."
    )
    return sentence.format(title=title, seconds=format(SEARCH_SECONDS, "g"))


def _several_tables_called(title: str, addresses: Sequence[str]) -> str:
    lines = one_of([f"sixqp join {address}" for address in addresses])
    sentence = _("{n} tables here are called “{title}”. Choose one by its address: {lines}")
    return sentence.format(n=len(addresses), title=title, lines=lines)
