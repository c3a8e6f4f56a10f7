"""How much one line may make the table read, whatever it says (`SPEC.md`, Limits). No clock of its own."""

from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets

RATE = 16 * 1024.0
"""Bytes a second of one line: a hundred times what the fastest typist says."""
BURST = 64 * 1024.0
"""Bytes at once of a line that has said little for some seconds: as many as the other end keeps of the longest
message."""
AT_FIRST = 16 * 1024.0
"""Bytes at once of a line that has just come: TLS, the upgrade and Hello take three thousand of them, and forty
requests that are sent again the rest. Reconnecting gains nothing."""
OF_ADDRESS_RATE = 64 * 1024.0
"""Bytes a second of all lines of one address: eight lines that say half of what each may."""
OF_ADDRESS_BURST = 512 * 1024.0
"""Bytes at once of all lines of one address: eight lines that say all that each may."""
STEP = 128.0
"""Bytes that a frame counts for besides its own, and a piece of content that TLS gives as well: each costs tens of
microseconds, however little it holds."""
ANSWER = 256.0
"""Bytes that a line may say more for each message it is sent: a game is played as fast as it goes. A decision and
the confirmation that it was read count for 500 bytes at most, and bring two messages at least."""


class ByteLimit:
    """What one line may still say. All moments are seconds of one steady clock.

    `addresses` has the allowances of all addresses. When that of a line's address is spent, the lines that say
    little stand: only those go that have used up half of what any line has at first.
    """

    def __init__(self, addresses: TokenBuckets[str], address: str, now: float) -> None:
        self._addresses, self._address = addresses, address
        self._own = TokenBucket(RATE, BURST, now, AT_FIRST)

    def move(self, address: str) -> None:
        self._address = address

    def received(self, size: int, now: float) -> bool:
        """Count so many bytes that have come; whether the line may stand."""
        return self._take(size, now)

    def stepped(self, steps: int, now: float) -> bool:
        return self._take(steps * STEP, now)

    def sent(self, messages: int, now: float) -> None:
        """Count so many messages that were sent."""
        self._own.give_back(messages * ANSWER)
        self._addresses.of(self._address, now).give_back(messages * ANSWER)

    def _take(self, tokens: float, now: float) -> bool:
        spent = not self._addresses.of(self._address, now).take(now, tokens)
        return self._own.take(now, tokens) and not (spent and self._own.held(now) < AT_FIRST / 2)


def address_allowances() -> TokenBuckets[str]:
    return TokenBuckets(OF_ADDRESS_RATE, OF_ADDRESS_BURST)
