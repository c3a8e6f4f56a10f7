"""How a session stands to its table: one of four frozen values, and why a session is closed."""

from enum import StrEnum

from msgspec import Struct

from sixqp_protocol.refusals import Farewell, Reaction


class Trouble(StrEnum):
    """Why a session ended without a farewell of the host."""

    UNREACHABLE = "unreachable"  # nobody answered
    OTHER_CERTIFICATE = "other_certificate"  # somebody answered who is not the host that is pinned
    NOT_A_TABLE = "not_a_table"  # what answered does not speak this protocol
    BROKEN_HOST = "broken_host"  # the host said what cannot be
    CODE_WANTED = "code_wanted"  # the table is locked, and no room code was given
    CODE_NOT_PROVED = "code_not_proved"  # the host took this client in without knowing the room code
    CODE_UNANSWERED = "code_unanswered"  # the line ended between this end's proof of the room code and the host's
    TABLE_DIED = "table_died"  # the process of the own table has ended again and again


Reason = Farewell | Trouble


class Connecting(Struct, frozen=True):
    """Nobody has welcomed this session yet."""


class Connected(Struct, frozen=True):
    """The host has welcomed this session, and the connection stands."""


class Reconnecting(Struct, frozen=True):
    """The connection is lost since then (seconds of the event loop's clock); `attempt` counts the tries from 1."""

    since: float
    attempt: int


class Closed(Struct, frozen=True):
    """The session has ended, and why."""

    reason: Reason

    @property
    def may_return(self) -> bool:
        return isinstance(self.reason, Farewell) and self.reason.reaction is Reaction.RETURN_ONCE


Status = Connecting | Connected | Reconnecting | Closed


_NOT_UNDERSTOOD = (1002, 1003, 1007, 1008, 1009, 1010)
"""Close codes of a WebSocket to who breaks its rules or its limits (RFC 6455, 7.4.1)."""


def farewell_of(close_code: int | None) -> Farewell | None:
    """The farewell that a WebSocket close code stands for; None for a connection that broke without one.

    A host that closes by itself, since it cannot take what came, would do so again: that is a bad message.
    """
    if close_code in _NOT_UNDERSTOOD:
        return Farewell.BAD_MESSAGE
    return next((farewell for farewell in Farewell if farewell.close_code == close_code), None)
