"""How much a person, and an address, may send (`SPEC.md`, Limits)."""

from collections import deque
from typing import NamedTuple

from sixqp_protocol import messages
from sixqp_protocol.messages import ClientMessage
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets


class Rate(NamedTuple):
    a_second: float
    at_once: float


MESSAGES = Rate(20, 40)
"""All messages of one person. Decisions that the game asks for are refunded. 40 is what a client may repeat when it
reconnects.
"""
OF_PERSON: dict[type[ClientMessage], Rate] = {
    messages.Say: Rate(1, 5),
    messages.Rename: Rate(0.5, 10),
    messages.TakeSeat: Rate(0.5, 10),
    messages.TakeBack: Rate(2, 20),
}
"""Requests that reach everybody, or fill the journal without advancing the game. Chat is as fast as people read."""
OF_ADDRESS: dict[type[ClientMessage], Rate] = {
    messages.Say: Rate(4, 20),
    messages.Rename: Rate(2, 40),
    messages.TakeSeat: Rate(2, 40),
    messages.TakeBack: Rate(10, 100),
    messages.Hello: Rate(2, 40),
}
"""The same for one address, about four times one person's rate, so that new names gain little. Only journalled
Hellos count, and 40 fill the whole table.
"""
OFFENCES = 10
"""Excess messages within OFFENCES_WITHIN that end the connection."""
OFFENCES_WITHIN = 60.0
"""Seconds."""


class RateLimit:
    """One person's recent messages, over all connections. Moments are seconds of a steady clock."""

    def __init__(self) -> None:
        self._messages = TokenBucket(*MESSAGES)
        self._kinds = {kind: TokenBucket(*rate) for kind, rate in OF_PERSON.items()}
        self._offences: deque[float] = deque(maxlen=OFFENCES)

    def allow(self, message: ClientMessage, now: float) -> bool:
        of_kind = self._kinds.get(type(message))
        allowed = self._messages.take(now) and (of_kind is None or of_kind.take(now))
        if not allowed:
            self._offences.append(now)
        return allowed

    def refund(self, message: ClientMessage) -> None:
        """Uncount a message that advances the game, which the table asked for."""
        if isinstance(message, messages.ChooseCard | messages.DraftCard | messages.ChooseRow):
            self._messages.give_back()

    def exceeded(self, now: float) -> bool:
        return len(self._offences) == OFFENCES and now - self._offences[0] < OFFENCES_WITHIN


class AddressLimits:
    """The recent messages of each address; None, this process, has no limits.

    Excess is no offence, because several people may share an address.
    """

    def __init__(self) -> None:
        self._kinds: dict[type[ClientMessage], TokenBuckets[str]] = {
            kind: TokenBuckets(*rate) for kind, rate in OF_ADDRESS.items()
        }

    def wait(self, message: ClientMessage, address: str | None, now: float) -> float:
        if address is None or type(message) not in self._kinds:
            return 0.0
        bucket = self._kinds[type(message)].of(address, now)
        return 0.0 if bucket.take(now) else bucket.wait(now)
