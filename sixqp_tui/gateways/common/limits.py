"""How much one address may ask of a gateway. All moments are seconds of one steady clock."""

from collections import Counter
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from sixqp_tui.engine.token_bucket import TokenBuckets

Member = TypeVar("Member", bound=Hashable)


class AddressLimits(Generic[Member]):
    """Members, such as connections, of which `total` may exist at once, `per_address` of them from one address.

    With `arrivals`, every new member also takes a token from the bucket of its address.
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

    def surplus(self, limit: int) -> Member | None:
        """The member that has to go if there are more than `limit`: the oldest of the busiest address."""
        if len(self) <= limit:
            return None
        counts = Counter(self._addresses.values())
        busiest = max(counts, key=counts.__getitem__)
        return next(member for member, address in self._addresses.items() if address == busiest)


def address_of(peer: tuple[Any, ...] | None) -> str:
    """The address in a socket's peer name, without the prefix of IPv4 over IPv6; "" if the peer has gone."""
    return str(peer[0]).removeprefix("::ffff:") if peer else ""
