"""The connection of a session: one of four frozen values, and why a session is closed."""

from enum import StrEnum

from msgspec import Struct

from sixqp_protocol.refusals import Farewell, Reaction


class ConnectionProblem(StrEnum):
    """Why a session ended without a farewell from the host."""

    UNREACHABLE = "unreachable"  # nobody answered
    CROWDED = "crowded"  # the host is at its limit of connections, in all or from this address
    OTHER_CERTIFICATE = "other_certificate"  # the host's certificate is not the pinned one
    NOT_A_TABLE = "not_a_table"  # what answered does not speak this protocol
    BROKEN_HOST = "broken_host"  # the host sent something impossible
    CODE_WANTED = "code_wanted"  # the table is locked, and no room code was given
    CODE_NOT_PROVED = "code_not_proved"  # the host welcomed this client without proving the room code
    CODE_UNANSWERED = "code_unanswered"  # the connection ended between this end's proof of the code and the host's


Reason = Farewell | ConnectionProblem


class Connecting(Struct, frozen=True):
    """The host hasn't welcomed this session yet."""


class Connected(Struct, frozen=True):
    """The connection is open, and the host has welcomed this session."""


class Reconnecting(Struct, frozen=True):
    """The connection was lost at `since`, in seconds of the event loop's clock; `attempt` counts from 1."""

    since: float
    attempt: int


class Closed(Struct, frozen=True):
    reason: Reason

    @property
    def may_return(self) -> bool:
        return isinstance(self.reason, Farewell) and self.reason.reaction is Reaction.RETURN_ONCE


Status = Connecting | Connected | Reconnecting | Closed


_NOT_UNDERSTOOD = (1002, 1003, 1007, 1008, 1009, 1010)
"""WebSocket close codes for a peer that breaks the rules or limits (RFC 6455, 7.4.1)."""


def farewell_of(close_code: int | None) -> Farewell | None:
    """The farewell for a WebSocket close code; None for a broken connection.

    If the host couldn't handle a message, repeating it won't help, so that counts as a bad message.
    """
    if close_code in _NOT_UNDERSTOOD:
        return Farewell.BAD_MESSAGE
    return next((farewell for farewell in Farewell if farewell.close_code == close_code), None)
