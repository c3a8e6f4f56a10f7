"""What a page may say, as JSON, and what it asks of the table. Whatever else comes is refused."""

from typing import Annotated

from msgspec import Meta, Struct, ValidationError
from msgspec.json import Decoder

from sixqp_protocol import messages
from sixqp_protocol.facts import Card, Row, Seat
from sixqp_protocol.messages import AnyRequest, QuickReaction

MAX_BYTES = 4096
"""Bytes of one message: a saying of 300 code points, each of 12 bytes as JSON writes it, and its frame."""
Short = Annotated[str, Meta(max_length=64)]
Long = Annotated[str, Meta(max_length=1400)]


class PageRequest(Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """Something that a page asks of its gateway."""


class Sit(PageRequest, frozen=True, tag="sit"):
    """Take a place at the table, by this name, or only `watch`; with the room code where it was asked for."""

    name: Short
    code: Short = ""
    watch: bool = False


class Lay(PageRequest, frozen=True, tag="lay"):
    """Lay this card of the hand."""

    card: Card
    moment: Short


class Back(PageRequest, frozen=True, tag="back"):
    """Take the laid card back."""

    moment: Short


class Take(PageRequest, frozen=True, tag="take"):
    """Take this row."""

    row: Row
    moment: Short


class Pick(PageRequest, frozen=True, tag="pick"):
    """Take this card of the open deck."""

    card: Card
    moment: Short


class Say(PageRequest, frozen=True, tag="say"):
    """Say this to everybody."""

    text: Long


class Show(PageRequest, frozen=True, tag="react"):
    """Show this quick reaction to everybody."""

    reaction: QuickReaction


class Name(PageRequest, frozen=True, tag="name"):
    """Bear this name."""

    name: Short


class TakeOver(PageRequest, frozen=True, tag="take_over"):
    """Take over the seat that a bot plays."""

    seat: Seat


class Leave(PageRequest, frozen=True, tag="leave"):
    """Leave the table."""


class GoOn(PageRequest, frozen=True, tag="go_on"):
    """The scores were read."""


class Ready(PageRequest, frozen=True, tag="ready"):
    """Ready for the next round; or, while no game is played, for one."""


class ComeBack(PageRequest, frozen=True, tag="come_back"):
    """Try again, or play here instead of elsewhere."""


class Open(PageRequest, frozen=True, tag="open"):
    """This sheet lies over the page now; "" is none."""

    sheet: Short


AnyPageRequest = (
    Sit | Lay | Back | Take | Pick | Say | Show | Name | TakeOver | Leave | Ready | GoOn | ComeBack | Open
)
_decoder: Decoder[AnyPageRequest] = Decoder(AnyPageRequest)


class NotUnderstood(Exception):
    """What came is nothing that a page says."""


def decode(data: str | bytes) -> AnyPageRequest:
    """What the page said. Raises NotUnderstood."""
    try:
        return _decoder.decode(data)
    except (ValidationError, ValueError, RecursionError) as error:
        raise NotUnderstood(type(error).__name__) from None


def request_of(said: AnyPageRequest) -> AnyRequest | None:
    """What that asks of the table; None where it is for the gateway alone."""
    match said:
        case Say(text=text):
            return messages.Say(text=text)
        case Show(reaction=reaction):
            return messages.React(reaction=reaction)
        case Name(name=name):
            return messages.Rename(name=name)
        case TakeOver(seat=seat):
            return messages.TakeSeat(seat=seat)
        case Leave():
            return messages.Leave()
        case Ready():
            return messages.Ready()
    return _decision_of(said)


def _decision_of(said: AnyPageRequest) -> AnyRequest | None:
    match said:
        case Lay(card=card):
            return messages.ChooseCard(card=card)
        case Back():
            return messages.TakeBack()
        case Take(row=row):
            return messages.ChooseRow(row=row)
        case Pick(card=card):
            return messages.DraftCard(card=card)
    return None
