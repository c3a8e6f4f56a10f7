"""Who is known at the table by a token, and the connections that they have come by."""

from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address

from sixqp_protocol.messages import TallyLine
from sixqp_tui.host.network.rate_limit import RateLimit


def key_of(token: bytes) -> bytes:
    """What the host remembers of a token: its SHA-256."""
    return sha256(token).digest()


def personal(address: str | None) -> frozenset[str]:
    """The address, as far as it tells people apart: at the host's own machine many may play, so it names nobody."""
    own = address is None or ip_address(address.partition("%")[0]).is_loopback
    return frozenset() if address is None or own else frozenset((address,))


@dataclass(slots=True, eq=False)
class Participant:
    """Somebody at the table: a person or a bot on a chair, or a watcher.

    `key` is the hash of the token that proves the chair; a watcher has none, and an empty key. `client` (its
    hash) and `attempt` are those of the newest connection, `accepted` is the highest request accepted from each
    client that has come, and `addresses` are those of other machines that it came from; `peer` is the connection
    that stands, and where there is none, `absent_since` when it was lost. `rate_limit` is what they have said of
    late, by all their connections. `proved` is the hash of the token with which a watcher came, who may have held
    a chair by it before. `has_token`: the token has reached its client, and from then on it alone proves the chair.
    `person_id` is that of the person key which they have proved, None where they have none. `to_play`: they came to
    play, found no chair, and watch.
    """

    key: bytes
    name: str
    client: bytes = b""
    attempt: int = 0
    accepted: dict[bytes, int] = field(default_factory=dict)
    addresses: set[str] = field(default_factory=set)
    peer: int | None = None
    absent_since: float | None = None
    rate_limit: RateLimit = field(default_factory=RateLimit)
    proved: bytes = b""
    has_token: bool = False
    person_id: bytes | None = None
    to_play: bool = False

    @property
    def last_id(self) -> int:
        """The highest request accepted from the newest client."""
        return self.accepted.get(self.client, 0)

    def may_be(self, client: bytes, addresses: Collection[str]) -> bool:
        """Whether somebody of this client (its hash), or from one of these addresses, may be the same person."""
        same_client = client != b"" and (client == self.client or client in self.accepted)
        return same_client or not self.addresses.isdisjoint(addresses)


@dataclass(slots=True, eq=False)
class Peer:
    """A connection whose Hello was taken: `sent` facts of the guest's stream have been sent to it.

    `address` is where it comes from, None within this process.
    `minor_version` is the MINOR of the version that its end speaks, `tally` the tally that it was told last.
    While it is `behind`, a piece of the stream is on its way, and the next follows when that is out.
    """

    number: int
    guest: Participant
    token: bytes | None
    sent: int = 0
    behind: bool = False
    minor_version: int = 0
    tally: tuple[TallyLine, ...] = ()
    address: str | None = None
