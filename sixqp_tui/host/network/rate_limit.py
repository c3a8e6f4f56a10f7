"""How much one person, and one address, may say, and how often it may say more (`SPEC.md`, Limits)."""

from collections import deque
from typing import NamedTuple

from sixqp_protocol.messages import (
    ChooseCard,
    ChooseRow,
    ClientMessage,
    DraftCard,
    Hello,
    React,
    Rename,
    Say,
    TakeBack,
    TakeSeat,
)
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets


class Rate(NamedTuple):
    """So many a second, and so many at once."""

    a_second: float
    at_once: float


MESSAGES = Rate(20, 40)
"""Messages of one person. Nobody types so many, and what the game itself asks for does not count. At once two
seconds' worth, for what a client sends again when its line is back."""
OF_PERSON: dict[type[ClientMessage], Rate] = {
    Say: Rate(1, 5),
    React: Rate(1, 5),
    Rename: Rate(0.5, 10),
    TakeSeat: Rate(0.5, 10),
    TakeBack: Rate(2, 20),
}
"""What reaches everybody, or is written and does not carry the game on. Chat and reactions are as fast as anybody
reads, with five words at once for a thought that is sent in pieces; names and seats as fast as anybody tries them
out; cards as fast as anybody lays and takes them."""
OF_ADDRESS: dict[type[ClientMessage], Rate] = {
    Say: Rate(4, 20),
    React: Rate(4, 20),
    Rename: Rate(2, 40),
    TakeSeat: Rate(2, 40),
    TakeBack: Rate(10, 100),
    Hello: Rate(2, 40),
}
"""The same of all who come from one address, so that coming again under another name gains little. It is what four
people or more say who do all that one may. Of Hellos, those that no token proves: forty at once are all that the
table takes."""
OFFENCES = 10
"""Messages beyond that within OFFENCES_WITHIN, and a connection has to end: one or two happen to anybody."""
OFFENCES_WITHIN = 60.0
"""Seconds after which an offence is forgotten."""


class RateLimit:
    """What one person has said of late, by whatever connections. All moments are seconds of one steady clock."""

    def __init__(self) -> None:
        self._messages = TokenBucket(*MESSAGES)
        self._kinds = {kind: TokenBucket(*rate) for kind, rate in OF_PERSON.items()}
        self._offences: deque[float] = deque(maxlen=OFFENCES)

    def allow(self, message: ClientMessage, now: float) -> bool:
        """Count this message; whether it may be heard."""
        of_kind = self._kinds.get(type(message))
        allowed = self._messages.take(now) and (of_kind is None or of_kind.take(now))
        if not allowed:
            self._offences.append(now)
        return allowed

    def refund(self, message: ClientMessage) -> None:
        """Do not count this message, which was allowed and accepted, if it carries the game on.

        The table has asked for it, and a fast game would be an offence.
        """
        if isinstance(message, ChooseCard | DraftCard | ChooseRow):
            self._messages.give_back()

    def exceeded(self, now: float) -> bool:
        return len(self._offences) == OFFENCES and now - self._offences[0] < OFFENCES_WITHIN


class AddressLimits:
    """What has come from each address of late. To say more is no offence: others may have said it.

    An address is None within this process, and has no limits.
    """

    def __init__(self) -> None:
        self._kinds: dict[type[ClientMessage], TokenBuckets[str]] = {
            kind: TokenBuckets(*rate) for kind, rate in OF_ADDRESS.items()
        }

    def wait(self, message: ClientMessage, address: str | None, now: float) -> float:
        """Count this message, where it may be heard; else the seconds until it may."""
        if address is None or type(message) not in self._kinds:
            return 0.0
        bucket = self._kinds[type(message)].of(address, now)
        return 0.0 if bucket.take(now) else bucket.wait(now)
