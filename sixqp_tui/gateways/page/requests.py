"""A page's requests, as JSON, and what they ask of the table."""

from typing import Annotated

from msgspec import Meta, Struct, ValidationError
from msgspec.json import Decoder

from sixqp_protocol import messages
from sixqp_protocol.facts import Card, Row, Seat
from sixqp_protocol.messages import AnyRequest, QuickReaction

MAX_BYTES = 4096
"""One chat message of 300 code points, each of 12 bytes in JSON, and what surrounds it."""
Short = Annotated[str, Meta(max_length=64)]
Long = Annotated[str, Meta(max_length=1400)]


class PageRequest(Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """Decisions repeat the `moment` of the view in which they were made."""


class Sit(PageRequest, frozen=True, tag="sit"):
    """Take a seat under this name, or `watch`; or take the place of an absent guest of this name `again`."""

    name: Short
    code: Short = ""
    watch: bool = False
    again: bool = False


class Lay(PageRequest, frozen=True, tag="lay"):
    card: Card
    moment: Short


class Back(PageRequest, frozen=True, tag="back"):
    moment: Short


class Take(PageRequest, frozen=True, tag="take"):
    row: Row
    moment: Short


class Pick(PageRequest, frozen=True, tag="pick"):
    card: Card
    moment: Short


class Say(PageRequest, frozen=True, tag="say"):
    text: Long = ""
    reaction: QuickReaction | None = None


class Name(PageRequest, frozen=True, tag="name"):
    name: Short


class TakeOver(PageRequest, frozen=True, tag="take_over"):
    seat: Seat


class Leave(PageRequest, frozen=True, tag="leave"):
    pass


class Next(PageRequest, frozen=True, tag="next"):
    """Continue after the scores."""


class Ready(PageRequest, frozen=True, tag="ready"):
    """Ready for the next round, or for a game."""


class Alone(PageRequest, frozen=True, tag="alone"):
    """Play on though everybody else is gone."""


class ComeBack(PageRequest, frozen=True, tag="come_back"):
    """Try again, or play in this window instead of another."""


class Open(PageRequest, frozen=True, tag="open"):
    """Show this sheet; "" closes it."""

    sheet: Short


AnyPageRequest = (
    Sit | Lay | Back | Take | Pick | Say | Name | TakeOver | Leave | Ready | Alone | Next | ComeBack | Open
)
_decoder: Decoder[AnyPageRequest] = Decoder(AnyPageRequest)


class NotUnderstood(Exception):
    """The page never sends this."""


def decode(data: str | bytes) -> AnyPageRequest:
    """Raises NotUnderstood."""
    try:
        return _decoder.decode(data)
    except (ValidationError, ValueError, RecursionError) as error:
        raise NotUnderstood(type(error).__name__) from None


def table_request(request: AnyPageRequest) -> AnyRequest | None:
    match request:
        case Say(text=text, reaction=reaction):
            return messages.Say(text=text, reaction=reaction)
        case Name(name=name):
            return messages.Rename(name=name)
        case TakeOver(seat=seat):
            return messages.TakeSeat(seat=seat)
        case Leave():
            return messages.Leave()
        case Ready():
            return messages.Ready()
        case Alone():
            return messages.PlayOn()
    return _decision(request)


def _decision(request: AnyPageRequest) -> AnyRequest | None:
    match request:
        case Lay(card=card):
            return messages.ChooseCard(card=card)
        case Back():
            return messages.TakeBack()
        case Take(row=row):
            return messages.ChooseRow(row=row)
        case Pick(card=card):
            return messages.DraftCard(card=card)
    return None
