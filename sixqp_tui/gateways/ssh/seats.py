"""Which key of the table is which guest's: by the guest's ssh key, else one of a fixed number of keys."""

import secrets
from collections.abc import Sequence
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
        self._chairs: Sequence[SeatNews] = ()

    def show(self, chairs: Sequence[SeatNews]) -> None:
        self._chairs = chairs

    def secret_of(self, fingerprint: str) -> bytes:
        return guest_secret(self._secret, f"ssh\n{fingerprint}")

    def is_taken(self, fingerprint: str) -> bool:
        """Whether the owner of this ssh key has a seat."""
        return Key.of(self.secret_of(fingerprint)).public in self._taken

    def draw(self) -> bytes:
        """The secret of a newcomer without an ssh key."""
        while True:
            self._last = (self._last + 1) % NUMBERED
            if (public := self._publics[self._last]) not in self._taken:
                return self._numbered[public]

    @property
    def _taken(self) -> set[bytes]:
        return {chair.key for chair in self._chairs if chair.key}

    def away(self, fingerprint: str, secret: bytes) -> dict[str, bytes]:
        """The names that a guest with this `secret` may have had here, and the secret that each of them needs.

        A guest without an ssh key may be one who sat here without one and is away. Any guest without a seat may be
        one for whom a chair is reserved, because they were guests of the host before.
        """
        if fingerprint and self.is_taken(fingerprint):
            return {}
        reserved = dict.fromkeys((chair.name for chair in self._chairs if chair.reserved), secret)
        if fingerprint:
            return reserved
        away = (chair for chair in self._chairs if chair.key in self._numbered and not chair.here)
        return reserved | {chair.name: self._numbered[chair.key] for chair in away if chair.key}
