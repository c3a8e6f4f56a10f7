"""What is said at the door of a locked table, between Hello and Welcome (`SPEC.md`, Room codes). Since 1.2."""

from typing import Annotated

from msgspec import Meta

from sixqp_protocol.message import Message

Code = Annotated[str, Meta(pattern=r"\A[0-9a-z]{4,16}\Z")]
Octets32 = Annotated[bytes, Meta(min_length=32, max_length=32)]


class CodeWanted(Message, frozen=True):
    """The host asks a newcomer for the room code; `share` is its part of the key exchange."""

    share: Octets32


class CodeGiven(Message, frozen=True):
    """The client's part of the key exchange, and the proof that it knows the code and sees the right host."""

    share: Octets32
    proof: Octets32


class CodeProved(Message, frozen=True):
    """The host knows the code too, and has taken the proof; Welcome or Goodbye follows."""

    proof: Octets32
