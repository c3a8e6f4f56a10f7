"""Who is known at the table by a token, and the connections that they have come by."""

from dataclasses import dataclass, field
from hashlib import sha256

from sixqp_tui.host.network.rate_limit import RateLimit


def key_of(token: bytes) -> bytes:
    """What the host remembers of a token: its SHA-256."""
    return sha256(token).digest()


@dataclass(slots=True, eq=False)
class Participant:
    """Somebody at the table: a person or a bot on a chair, or a watcher.

    `key` is the hash of the token that proves the chair; a watcher has none, and an empty key. `client` (its
    hash) and `attempt` are those of the newest connection, `accepted` is the highest request accepted from each
    client that has come; `peer` is the connection that stands, and where there is none, `absent_since` when it
    was lost. `rate_limit` is what they have said of late, by all their connections.
    """

    key: bytes
    name: str
    client: bytes = b""
    attempt: int = 0
    accepted: dict[bytes, int] = field(default_factory=dict)
    peer: int | None = None
    absent_since: float | None = None
    rate_limit: RateLimit = field(default_factory=RateLimit)

    @property
    def last_id(self) -> int:
        """The highest request accepted from the newest client."""
        return self.accepted.get(self.client, 0)


@dataclass(slots=True, eq=False)
class Peer:
    """A connection whose Hello was taken: `sent` facts of the guest's stream have been sent to it.

    `address` is where it comes from, None within this process.
    `minor` is the MINOR of the version that its end speaks.
    While it is `behind`, a piece of the stream is on its way, and the next follows when that is out.
    """

    number: int
    guest: Participant
    token: bytes | None
    sent: int = 0
    behind: bool = False
    minor: int = 0
    address: str | None = None
