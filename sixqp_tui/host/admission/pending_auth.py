"""A newcomer at a locked table: asked for the room code, and told nothing else yet."""

from dataclasses import dataclass

from sixqp_protocol.messages import Hello
from sixqp_protocol.pairing import HostPairing


@dataclass(frozen=True, slots=True)
class PendingAuth:
    """The Hello that waits, where it comes from, the one try, and the moment until which its answer is awaited.

    `address` is None within this process.
    """

    hello: Hello
    address: str | None
    pairing: HostPairing
    until: float
