"""When the other end of a line is asked whether it is there and has read everything. No clock of its own."""

from collections.abc import Callable

PING_EVERY = 5.0
"""Seconds from one ping to the next while nothing is sent, so that a line that has fallen silent is noticed."""
ASK_AFTER = 0.5
"""Seconds from one ping to the next while messages are sent: it should cost little beside them."""
READ_WITHIN = 5.0
"""Seconds that the other end has to answer: the worst Wi-Fi needs fewer, and nobody should wait for the rest."""


class Heartbeat:
    """Behind a message goes a ping, but only one at a time, and not too often. Moments are seconds of a clock.

    Whether somebody reads cannot be told from what the buffers of two systems still take. But a pong is sent when
    all that came before its ping has been read. `draw` gives payloads that nobody can guess without reading.
    """

    def __init__(self, now: float, draw: Callable[[], bytes]) -> None:
        self._draw = draw
        self._asked = now - ASK_AFTER
        self._question: bytes | None = None
        self._unasked = False

    @property
    def all_read(self) -> bool:
        """Whether the other end has answered a ping that was sent behind all messages."""
        return self._question is None and not self._unasked

    @property
    def due(self) -> float:
        """When the next ping has to be sent, or else when the answer to the last one is overdue."""
        if self._question is not None:
            return self._asked + READ_WITHIN
        return self._asked + (ASK_AFTER if self._unasked else PING_EVERY)

    def overdue(self, now: float) -> bool:
        """Whether the other end has not answered in time."""
        return self._question is not None and now >= self.due

    def sent(self) -> None:
        """A message was sent."""
        self._unasked = True

    def question(self, now: float) -> bytes | None:
        """The payload of the ping that has to be sent now, behind all messages; None where none has to."""
        if self._question is not None or now < self.due:
            return None
        self._asked, self._unasked, self._question = now, False, self._draw()
        return self._question

    def answered(self, payload: bytes) -> None:
        """A pong has come; only that of the last ping counts."""
        if payload == self._question:
            self._question = None
