"""A page's requests, as JSON: those of the protocol, and a few to the gateway."""

from typing import Annotated

from msgspec import Meta, Struct, ValidationError
from msgspec.json import Decoder

from sixqp_protocol.messages import Decision, Leave, PlayOn, Ready, Rename, Say, TakeSeat

MAX_BYTES = 4096
"""One chat message of 300 code points, each of 12 bytes in JSON, and what surrounds it."""
Short = Annotated[str, Meta(max_length=64)]


class PageRequest(Struct, frozen=True, tag=True, tag_field="kind"):
    """To the gateway."""


class Sit(PageRequest, frozen=True):
    """Take a seat under this name, or `watch`; or take the place of an absent guest of this name `again`."""

    name: Short
    code: Short = ""
    watch: bool = False
    again: bool = False


class Next(PageRequest, frozen=True):
    """Continue after the scores."""


class ComeBack(PageRequest, frozen=True):
    """Try again, or play in this window instead of another."""


class Open(PageRequest, frozen=True):
    """Show this sheet; "" closes it."""

    sheet: Short


class _Seen(Struct):
    moment: Short = ""


TableRequest = Decision | Ready | PlayOn | Rename | TakeSeat | Say | Leave
AnyPageRequest = Sit | Next | ComeBack | Open | TableRequest
_request: Decoder[AnyPageRequest] = Decoder(AnyPageRequest)
_seen = Decoder(_Seen)


class NotUnderstood(Exception):
    """The page never sends this."""


def decode(data: str | bytes) -> tuple[AnyPageRequest, str]:
    """The request, and the `moment` of the view in which it was made. Raises NotUnderstood."""
    try:
        return _request.decode(data), _seen.decode(data).moment
    except (ValidationError, ValueError, RecursionError) as error:
        raise NotUnderstood(type(error).__name__) from None
