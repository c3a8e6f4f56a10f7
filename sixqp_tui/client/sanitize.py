"""Makes text from the host harmless before anybody sees it (`SPEC.md`, Text)."""

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import AnyFact, GameStarted
from sixqp_protocol.text import clean, clean_chat, clean_name, clean_title

_ID_CELLS = 24
"""Terminal cells. Our ids have 8 digits; a longer one is cut to fit into a line."""
_ARTICLE_CELLS = 8
"""Terminal cells. Articles of the rules have 3."""


def sanitize(message: messages.HostMessage) -> messages.HostMessage:
    """The same message, with plain text that is short enough to show."""
    match message:
        case messages.Welcome():
            return replace(
                message, table=clean(message.table, _ID_CELLS), title=clean_title(message.title, "Table")
            )
        case messages.RoomNews():
            return replace(
                message,
                seats=tuple([_seat(seat, index) for index, seat in enumerate(message.seats)]),
                watcher_names=tuple([clean_name(name, "?") for name in message.watcher_names]),
            )
        case messages.Tally(lines=lines):
            return replace(message, lines=tuple(replace(line, name=clean_name(line.name, "?")) for line in lines))
        case messages.Happened(facts=facts) if GameStarted in map(type, facts):
            return replace(message, facts=tuple(map(_fact, facts)))
        case messages.Said():
            return replace(message, name=clean_name(message.name, "?"), text=clean_chat(message.text))
        case messages.Reacted():
            return replace(message, name=clean_name(message.name, "?"))
        case messages.Refused(article=str(article)):
            return replace(message, article=clean(article, _ARTICLE_CELLS))
    return message


def _seat(seat: messages.SeatNews, index: int) -> messages.SeatNews:
    name = "" if seat.occupant == "open" else _name(seat.name, index)
    return seat if name == seat.name else replace(seat, name=name)


def _fact(fact: AnyFact) -> AnyFact:
    if isinstance(fact, GameStarted):
        return replace(fact, names=tuple(_name(name, index) for index, name in enumerate(fact.names)))
    return fact


def _name(name: str, index: int) -> str:
    return clean_name(name, "") or f"Player {index + 1}"
