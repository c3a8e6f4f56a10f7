"""Which key of the table is which guest's: by the guest's ssh key, else one of a fixed number of keys."""

import secrets
from collections.abc import Collection, Iterable
from typing import Final

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews

NUMBERED: Final = 1024
"""Keys of one table for guests without an ssh key: many times its chairs, so that it is long until one returns."""


class Seats:
    """Of one table. Guests' keys are derived from the gateway's `secret`, so that nothing has to be stored."""

    def __init__(self, secret: bytes, table: str) -> None:
        self._secret = secret
        keys = [Key.of(guest_secret(secret, f"ssh\n{table}\n{number}")) for number in range(NUMBERED)]
        self._numbered = {key.public: key.secret for key in keys}
        self._publics = [key.public for key in keys]
        self._last = secrets.randbelow(NUMBERED)
        self._taken: dict[bytes, str] = {}

    def show(self, chairs: Iterable[SeatNews]) -> None:
        self._taken = {chair.key: chair.name for chair in chairs if chair.key}

    def secret_of(self, fingerprint: str) -> bytes:
        return guest_secret(self._secret, f"ssh\n{fingerprint}")

    def is_taken(self, fingerprint: str) -> bool:
        """Whether the owner of this ssh key has a seat."""
        return Key.of(self.secret_of(fingerprint)).public in self._taken

    def draw(self) -> bytes:
        """The secret of a newcomer without an ssh key."""
        public = self._next()
        while public in self._taken:
            public = self._next()
        return self._numbered[public]

    def _next(self) -> bytes:
        self._last = (self._last + 1) % NUMBERED
        return self._publics[self._last]

    def away(self, here: Collection[bytes]) -> dict[str, bytes]:
        """The names and secrets of guests without an ssh key who have a seat and none of the secrets `here`."""
        return {
            name: secret
            for public, name in self._taken.items()
            if (secret := self._numbered.get(public)) and secret not in here
        }
