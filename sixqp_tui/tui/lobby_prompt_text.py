"""What the lobby's gold line says: what its reader may do, or whom everybody waits for."""

from typing import NamedTuple

from sixqp_protocol.messages import RoomNews
from sixqp_tui.client.status import Connecting, Reconnecting, Status
from sixqp_tui.i18n import _
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.lobby_permissions import owns, seated


class Asked(NamedTuple):
    """A sentence, and whether it asks something of its reader."""

    text: str
    yours: bool


def asked(news: RoomNews | None, status: Status) -> Asked:
    """The sentence for the lobby as it is."""
    if isinstance(status, Reconnecting):
        return Asked(table_words.reconnecting(status.attempt), False)
    if news is None or isinstance(status, Connecting):
        return Asked(_("Connecting to the table…"), False)
    expected = [seat.name for seat in news.seats if seat.occupant == "expected"]
    if not owns(news):
        host = next((seat.name for seat in news.seats if seat.owner), None)
        return Asked(lobby_words.prompt_guest(host, expected), False)
    return Asked(_asked_of_owner(news, expected), True)


def _asked_of_owner(news: RoomNews, expected: list[str]) -> str:
    if seated(news) < 2:
        return lobby_words.prompt_alone(expected)
    if expected:
        return lobby_words.prompt_expected(expected)
    away = [seat.name for seat in news.seats if seat.occupant == "person" and not seat.here]
    return lobby_words.prompt_away(away) if away else lobby_words.prompt_start(seated(news))
