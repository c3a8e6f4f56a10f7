"""Which table is meant by TITLE, HOST[:PORT] or an invitation: found, recalled, or taken at its word."""

import asyncio
import re
import socket
from ipaddress import IPv6Address, ip_address

from msgspec.structs import replace

from sixqp_protocol.invitation import looks_like_one
from sixqp_protocol.text import clean
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.i18n import words_cli as words
from sixqp_tui.i18n.words_closed import why_closed
from sixqp_tui.runtime.endpoint import Place, show_address
from sixqp_tui.runtime.failure import ChangedCertificate, Failure, own_files
from sixqp_tui.runtime.table_search import Tell, search
from sixqp_tui.store import paths
from sixqp_tui.store.known_tables import FILE_NAME, KnownTables
from sixqp_tui.tui.listed_tables import ListedTable

__all__ = ["Place", "at_address", "find", "known_tables", "listed", "show_address", "typed_address"]

SEARCH_SECONDS = 6.0
SHOWN_CELLS = 80
_WITH_PORT = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[^:\s]+))(?::(?P<port>\d{1,9}))?")


def known_tables() -> KnownTables:
    """The tables at which this player has sat before."""
    return KnownTables(paths.data_dir() / FILE_NAME)


def typed_address(text: str) -> tuple[str, int] | None:
    """The host and port that were typed, or None where it can only be a title. Raises Failure for a bad port."""
    if _is_ip(text):
        return text, DEFAULT_PORT
    match = _WITH_PORT.fullmatch(text)
    if not match:
        return None
    host, port = match["six"] or match["host"], match["port"]
    if port is not None and not 1 <= int(port) <= 65535:
        raise Failure(words.bad_address(clean(text, SHOWN_CELLS)), code=2)
    certain = port is not None or _is_ip(host) or host == "localhost" or "." in host
    return (host, int(port or DEFAULT_PORT)) if certain else None


def at_address(address: tuple[str, int], trust_new: bool = False) -> Place:
    """The table at a typed address, with the pin of an earlier visit (unless a new one is to be trusted)."""
    with own_files():
        known = known_tables().by_address(*address)
    if known is None:
        return Place((address,), trusted=trust_new)
    return Place((address,), known.table, None if trust_new else known.fingerprint, trusted=trust_new)


async def find(text: str, trust_new: bool = False, tell: Tell | None = None, code: str | None = None) -> Place:
    """The table meant by this text. Raises Failure where there is none, or more than one.

    `tell` is given sentences for the player while a title is looked for. A `code` goes before an invitation's.
    """
    place = await _found(text, trust_new, tell)
    return replace(place, code=code) if code else place


async def _found(text: str, trust_new: bool, tell: Tell | None) -> Place:
    if looks_like_one(text):
        from sixqp_tui.runtime.invitation import invited

        return replace(known_as(await invited(text, tell), trust_new), trusted=trust_new)
    shown = clean(text, SHOWN_CELLS)
    if address := typed_address(text):
        if not (_is_ip(address[0]) or await _is_machine(address[0])):
            raise Failure(words.no_machine_called(shown))
        return at_address(address, trust_new)
    found = [listed(table, trust_new) for table in await search(text, shown, SEARCH_SECONDS, tell)]
    if len(found) > 1:
        raise Failure(words.several_tables_called(shown, [show_address(*place.addresses[0]) for place in found]))
    if found:
        return found[0]
    if await _is_machine(text):
        return at_address((text, DEFAULT_PORT), trust_new)
    raise Failure(words.no_table_called(shown, SEARCH_SECONDS))


def listed(table: ListedTable, trust_new: bool = False, code: str | None = None) -> Place:
    """The place of a table of the list; where only its host is known, any table that is there now will do.

    Where the player has sat before, what was seen there goes before what is announced.
    """
    if trust_new:
        return Place(table.endpoints, table.id, None, not table.remembered, code, trusted=True)
    pin = _seen_at(table.id) or table.fingerprint
    return Place(table.endpoints, table.id, pin, not table.remembered, code)


def known_as(place: Place, trust_new: bool = False) -> Place:
    """The place that an invitation names. Raises ChangedCertificate where the table has shown another before."""
    if not trust_new and place.table and _seen_at(place.table) not in (None, place.pin):
        raise ChangedCertificate(why_closed("other_certificate"))
    return place


def _seen_at(table: str) -> str | None:
    with own_files():
        known = known_tables().recall(table)
    return known.fingerprint if known else None


async def _is_machine(name: str) -> bool:
    try:
        await asyncio.get_running_loop().getaddrinfo(name, DEFAULT_PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return True


def _is_ip(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return isinstance(address, IPv6Address) or "." in text
