"""Which guest has which seat: by ssh key, otherwise by the word on the guest's screen, never by name."""

from collections.abc import Callable, Collection, Iterator
from hmac import compare_digest
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.room_code import code_of, draw_code
from sixqp_tui.gateways.common.seats import SeatFile

FILE: Final = "ssh-seats.json"
MAX_SEATS: Final = 400
"""Forty tables of ten."""
CLIENT_BYTES: Final = 16


class GuestSeat(msgspec.Struct, frozen=True):
    """A seat, of the holder of the key with this fingerprint, or else of the guest who knows the word.

    Until the `token` is known, `client` leads back to the seat (`SPEC.md`, 3). Until the guest has seen the word,
    the same name and `address` do. `name` is what the guest gave, `shown` the one at the table, if known.
    """

    table: str
    token: bytes | None
    name: str
    key: str = ""
    word: str = ""
    client: bytes = b""
    address: str = ""
    shown: str = ""

    @property
    def id(self) -> bytes:
        return self.client or self.token or b""

    def is_called(self, name: str) -> bool:
        return name.casefold() in (self.name.casefold(), self.shown.casefold())


class SeatBook:
    """The seats of one table's guests. `draw` returns random bytes."""

    def __init__(self, path: Path, table: str, draw: Callable[[int], bytes]) -> None:
        self._file = SeatFile(path, MAX_SEATS, dict[str, GuestSeat])
        self._table, self._draw = table, draw

    def __iter__(self) -> Iterator[GuestSeat]:
        return (seat for seat in self._file.records.values() if seat.table == self._table)

    def draw(self, name: str, key: str, address: str) -> GuestSeat:
        word = "" if key else draw_code(self._draw)
        return GuestSeat(self._table, None, name, key, word, self._draw(CLIENT_BYTES), "" if key else address)

    def find_by_key(self, key: str, name: str, busy: Collection[bytes]) -> GuestSeat | None:
        """The key's seat with this name, otherwise its newest one whose id isn't `busy`."""
        own = [seat for seat in self if key and seat.key == key]
        named = (seat for seat in own if seat.is_called(name))
        free = (seat for seat in reversed(own) if seat.id not in busy)
        return next(named, None) or next(free, None)

    def find_unseen(self, name: str, address: str, busy: Collection[bytes]) -> GuestSeat | None:
        """The seat of a guest who was gone before seeing their word."""
        mine = (seat for seat in self if seat.address == address and seat.name == name and seat.id not in busy)
        return next(mine, None)

    def needs_word(self, name: str) -> bool:
        shown = (seat for seat in self if not (seat.key or seat.address))
        return any(seat.is_called(name) for seat in shown)

    def find_by_word(self, text: str) -> GuestSeat | None:
        word = code_of(text) or ""
        found = None
        for seat in self:  # all of them, in a time that tells nothing
            if not seat.key and seat.word and compare_digest(seat.word, word):
                found = seat
        return found

    def remember(self, seat: GuestSeat, busy: Collection[bytes] = ()) -> None:
        """Store this seat, and keep the `busy` ones. Raises OSError; then it counts until the gateway ends."""
        self._file.put(seat.id.hex(), seat, {id.hex() for id in (*busy, seat.id)})

    def forget(self, seat: GuestSeat) -> None:
        """Raises OSError as `remember` does."""
        self._file.remove(seat.id.hex())
