"""How much one address may ask of the gateway: connections, logins, guests, words. Without I/O, and no clock."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets

BYTES_A_SECOND: Final = 24 * 1024.0
"""Bytes of one connection, all of ssh counted: a mouse that never rests sends eight thousand. Whoever sends more
waits, and nobody else does."""
BYTES_AT_ONCE: Final = 48 * 1024.0
"""Bytes at once: a key exchange takes six thousand."""
KEYS_A_SECOND: Final = 2 * 1024.0
"""Bytes of keys of one guest that reach the app: a mouse that never rests makes twelve hundred."""
KEYS_AT_ONCE: Final = 8 * 1024.0
RESIZE_EVERY: Final = 0.1
"""Seconds between two sizes of a window that the app is told."""


@dataclass(frozen=True, slots=True)
class SshLimits:
    """How many at once, and how long each step of coming in may take."""

    guests: int = 24
    """Guests who are in: ten players, and some who look on. Each costs a process."""
    guests_of_one_address: int = 6
    """Those of one address: a room behind one router has six."""
    opening: int = 32
    """Connections that have not logged in."""
    opening_of_one_address: int = 4
    """Those of one address."""
    logins: float = 0.5
    """Connections of one address a second, once the first are used up: a key exchange takes milliseconds."""
    logins_at_once: float = 10.0
    silence: float = 10.0
    """Seconds until a connection has asked to log in: the key exchange takes less than one."""
    login_timeout: float = 90.0
    """Seconds until it has logged in: somebody types a code, or the passphrase of a key."""
    words: float = 1 / 30
    """Wrong words of one address a second, once five are used up."""
    words_at_once: float = 5.0
    words_of_all: float = 1.0
    """Wrong words of all addresses a second: to guess one takes years."""
    words_of_all_at_once: float = 40.0


class AddressLimits:
    """Who is in, who is coming, and how often each address has come."""

    def __init__(self, limits: SshLimits) -> None:
        self.limits = limits
        self._opening: dict[object, str] = {}
        self._inside: dict[object, str] = {}
        self._logins: TokenBuckets[str] = TokenBuckets(limits.logins, limits.logins_at_once)
        self._words: TokenBuckets[str] = TokenBuckets(limits.words, limits.words_at_once)
        self._all_words = TokenBucket(limits.words_of_all, limits.words_of_all_at_once)

    def connect(self, connection: object, address: str, now: float) -> bool:
        """Count a connection that is coming; whether it may."""
        own = sum(each == address for each in self._opening.values())
        if own >= self.limits.opening_of_one_address or not self._logins.of(address, now).take(now):
            return False
        self._opening[connection] = address
        return True

    def surplus(self) -> object | None:
        """The connection that has to go, where too many are coming: the oldest of the address that has the most."""
        if len(self._opening) <= self.limits.opening:
            return None
        crowd = Counter(self._opening.values())
        most = max(crowd, key=crowd.__getitem__)
        return next(each for each, address in self._opening.items() if address == most)

    def enter(self, connection: object) -> bool:
        """Count this connection as a guest who is in; whether there is a place."""
        address = self._opening.pop(connection, None)
        if address is None:
            return False
        own = sum(each == address for each in self._inside.values())
        if own >= self.limits.guests_of_one_address or len(self._inside) >= self.limits.guests:
            return False
        self._inside[connection] = address
        return True

    def leave(self, connection: object) -> None:
        """This connection is gone."""
        self._opening.pop(connection, None)
        self._inside.pop(connection, None)

    def may_guess(self, address: str, now: float) -> bool:
        return self._words.of(address, now).has(now) and self._all_words.has(now)

    def guessed_wrong(self, address: str, now: float) -> None:
        """Count a word that was wrong."""
        self._words.of(address, now).take(now)
        self._all_words.take(now)
