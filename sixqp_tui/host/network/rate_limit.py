"""How much one connection may say: messages, chat, and how often it may forget that (`SPEC.md`, Limits)."""

from collections import deque

from sixqp_protocol.messages import ChooseCard, ChooseRow, ClientMessage, DraftCard, Say
from sixqp_tui.token_bucket import TokenBucket

MESSAGES, MESSAGES_AT_ONCE = 20.0, 40.0
CHAT, CHAT_AT_ONCE = 1.0, 5.0
OFFENCES, MINUTE = 10, 60.0


class Manners:
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

    def granted(self, message: ClientMessage) -> None:
        """The table wanted this: what carries the game on does not count, or a fast game would be an offence."""
        if isinstance(message, ChooseCard | DraftCard | ChooseRow):
            self._messages.give_back()

    def intolerable(self, now: float) -> bool:
        """Whether there were so many offences within a minute that the connection has to end."""
        return len(self._offences) == OFFENCES and now - self._offences[0] < MINUTE
