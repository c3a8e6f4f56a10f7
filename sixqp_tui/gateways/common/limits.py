"""Per-address limits of a gateway. All times are seconds of one steady clock."""

from collections import Counter
from collections.abc import Collection, Hashable
from typing import Any, Generic, TypeVar

from sixqp_tui.engine.token_bucket import TokenBuckets

Member = TypeVar("Member", bound=Hashable)


class AddressLimits(Generic[Member]):
    """Members, such as connections: at most `total` at once, and `per_address` from one address.

    With `arrivals`, each new member also takes a token from its address's bucket.
    """

    def __init__(
        self, per_address: int, total: int | None = None, arrivals: TokenBuckets[str] | None = None
    ) -> None:
        self._per_address, self._total, self._arrivals = per_address, total, arrivals
        self._addresses: dict[Member, str] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def add(self, member: Member, address: str, now: float = 0.0) -> bool:
        if self._total is not None and len(self) >= self._total:
            return False
        if sum(each == address for each in self._addresses.values()) >= self._per_address:
            return False
        if self._arrivals is not None and not self._arrivals.of(address, now).take(now):
            return False
        self._addresses[member] = address
        return True

    def remove(self, member: Member) -> bool:
        return self._addresses.pop(member, None) is not None

    def surplus(self, limit: int, needed: Collection[Member] = ()) -> Member | None:
        """The oldest of the busiest address.

        Members in `needed` are never chosen, and don't make an address busy.
        """
        if len(self) <= limit:
            return None
        others = {member: address for member, address in self._addresses.items() if member not in needed}
        counts = Counter(others.values())
        busiest = max(counts, key=counts.__getitem__, default=None)
        return next((member for member, address in others.items() if address == busiest), None)


class FrameCounter:
    """Counts the WebSocket frames in a client's data, from the head of the upgrade on (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._unread = b""
        self._skip = 0
        self._upgraded = False

    def count(self, data: bytes, most: int) -> int:
        """Count no further than one more than `most`, after which the client is cut off anyway."""
        data = self._unread + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            self._upgraded, self._unread = bool(end), head[-3:]
            if not end:
                return 0
        frames, start = 0, self._skip
        while frames <= most and (size := _frame_size(data[start : start + 10])):
            frames, start = frames + 1, start + size
        self._unread, self._skip = data[start:], max(0, start - len(data))
        return frames


def _frame_size(head: bytes) -> int:
    """The size of the frame that begins with `head`; 0 if more of the head is needed."""
    if len(head) < 2:
        return 0
    masked, length = head[1] >> 7, head[1] & 127
    more = {126: 2, 127: 8}.get(length, 0)
    if len(head) < 2 + more:
        return 0
    return 2 + more + 4 * masked + (int.from_bytes(head[2 : 2 + more], "big") if more else length)


def address_of(peer: tuple[Any, ...] | None) -> str:
    """The address in a socket's peer name, without the prefix of IPv4-mapped IPv6; "" if the peer is gone."""
    return str(peer[0]).removeprefix("::ffff:") if peer else ""
