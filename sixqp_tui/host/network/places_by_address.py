"""Limits of a port by address. All times are seconds of one steady clock."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from typing import Generic, TypeVar

from sixqp_tui.engine.token_bucket import TokenBuckets

Member = TypeVar("Member", bound=Hashable)


class PlacesByAddress(Generic[Member]):
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

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._addresses))

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
