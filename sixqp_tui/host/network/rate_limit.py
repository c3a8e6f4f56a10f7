"""How much one connection may say: messages, chat, and how often it may say more (`SPEC.md`, Limits)."""

from collections import deque

from sixqp_protocol.messages import ChooseCard, ChooseRow, ClientMessage, DraftCard, Say
from sixqp_tui.token_bucket import TokenBucket

MESSAGES = 20.0
"""Messages a second. Nobody types so many, and what the game itself asks for does not count."""
MESSAGES_AT_ONCE = 40.0
"""Messages at once: two seconds' worth, for what a client sends again when its line is back."""
CHAT = 1.0
"""Words of chat a second: as fast as anybody reads."""
CHAT_AT_ONCE = 5.0
"""Words of chat at once: a thought that is sent in pieces."""
OFFENCES = 10
"""Messages beyond that within OFFENCES_WITHIN, and the connection has to end: one or two happen to anybody."""
OFFENCES_WITHIN = 60.0
"""Seconds after which an offence is forgotten."""


class RateLimit:
    """What one connection has said of late. All moments are seconds of one steady clock."""

    def __init__(self, now: float) -> None:
        self._messages = TokenBucket(MESSAGES, MESSAGES_AT_ONCE, now)
        self._chat = TokenBucket(CHAT, CHAT_AT_ONCE, now)
        self._offences: deque[float] = deque(maxlen=OFFENCES)

    def allow(self, message: ClientMessage, now: float) -> bool:
        """Count this message; whether it may be heard."""
        allowed = self._messages.take(now) and not (isinstance(message, Say) and not self._chat.take(now))
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
        """Whether there were so many offences of late that the connection has to end."""
        return len(self._offences) == OFFENCES and now - self._offences[0] < OFFENCES_WITHIN
