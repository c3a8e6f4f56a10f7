"""The line between the server and one client anywhere, by network or in memory."""

from typing import Protocol


class PeerNotReading(Exception):
    """The other end has not read for too long what was sent to it."""


class Transport(Protocol):
    """A line that stands, to a client anywhere: whole messages, in order."""

    @property
    def all_read(self) -> bool:
        """Whether the other end has read all that was sent, as far as can be told, or has left in order."""

    @property
    def writable(self) -> bool:
        """Whether the line stands, and the other end keeps up: `write` may be called."""

    def write(self, data: bytes) -> None:
        """Hand a message over at once. Only while `writable`."""

    async def send(self, data: bytes) -> None:
        """Hand a message over; waits while the other end does not keep up. Raises ConnectionError."""

    async def recv(self) -> bytes:
        """The next message. Raises ConnectionError, NotRead, and BadMessage for what is no binary message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the line; it may be gone already."""
