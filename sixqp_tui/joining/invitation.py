"""The place that an invitation names, and the invitation to a table of one's own."""

from sixqp_protocol.invitation import BadInvitation, Invitation, read
from sixqp_tui.client.network import probe
from sixqp_tui.i18n import home as home_words
from sixqp_tui.joining.endpoint import TableEndpoint, local_addresses
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.table_search import Tell, find_tables

SEARCH_SECONDS = 4.0
"""Seconds for which an invitation's table is looked for where nobody answers at its addresses."""


def invitation_to(table: str, pin: str, port: int) -> str:
    return str(Invitation(table, pin, local_addresses(), port))


async def resolve_invitation(text: str, tell: Tell | None = None) -> TableEndpoint:
    """The place that an invitation names; where nobody answers there, the table is looked for. Raises Failure."""
    try:
        found = read(text)
    except BadInvitation as error:
        raise Failure(home_words.bad_invitation(error.newer), code=2) from None
    endpoints = found.endpoints
    if not endpoints or await probe(endpoints, found.pin) is None:
        tables = await find_tables(found.table, found.table, SEARCH_SECONDS, tell)
        endpoints = (*(each for table in tables for each in table.endpoints), *endpoints)
    return TableEndpoint(tuple(dict.fromkeys(endpoints)), found.table, found.pin, True, found.code, True)
