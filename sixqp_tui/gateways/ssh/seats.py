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


class GuestSeat(msgspec.Struct, frozen=True):
    """A seat, of the holder of the key with this fingerprint, or else of the guest who knows the word.

    Until the guest has seen the word, the same name and `address` lead back to the seat. `name` is what the guest
    gave, `shown` the one at the table, if known. `seated` once the table has given a seat.
    """

    table: str
    name: str
    key: str = ""
    word: str = ""
    address: str = ""
    shown: str = ""
    seated: bool = False

    @property
    def id(self) -> str:
        """What the guest's key at the table is derived from."""
        return f"ssh\n{self.key or self.word}"

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
        return GuestSeat(self._table, name, key, word, "" if key else address)

    def find_by_key(self, key: str) -> GuestSeat | None:
        return next((seat for seat in self if seat.key == key), None)

    def find_unseen(self, name: str, address: str, busy: Collection[str]) -> GuestSeat | None:
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

    def remember(self, seat: GuestSeat, busy: Collection[str] = ()) -> None:
        """Store this seat, and keep the `busy` ones. Raises OSError; then it counts until the gateway ends."""
        self._file.put(self._entry(seat.id), seat, {self._entry(id) for id in (*busy, seat.id)})

    def forget(self, seat: GuestSeat) -> None:
        """Raises OSError as `remember` does."""
        self._file.remove(self._entry(seat.id))

    def _entry(self, id: str) -> str:
        return f"{self._table} {id}"
