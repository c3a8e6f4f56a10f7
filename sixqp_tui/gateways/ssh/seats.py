"""Which guest has which seat: by ssh key, otherwise by the word that the screen showed, never by name."""

from collections.abc import Callable, Container, Iterator
from hmac import compare_digest
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.room_code import code_of, draw_code
from sixqp_tui.gateways.common.seats import SeatFile

FILE: Final = "ssh-seats.json"
MAX_SEATS: Final = 400
"""Seats of all tables that are kept: forty tables of ten."""


class GuestSeat(msgspec.Struct, frozen=True):
    """A seat of the holder of the key with this fingerprint, or else of the guest who knows the word."""

    table: str
    token: bytes
    name: str
    key: str = ""
    word: str = ""


class SeatBook:
    """The seats of one table's guests. `draw` returns random bytes."""

    def __init__(self, path: Path, table: str, draw: Callable[[int], bytes]) -> None:
        self._file = SeatFile(path, MAX_SEATS, dict[str, GuestSeat])
        self._table, self._draw = table, draw

    def __iter__(self) -> Iterator[GuestSeat]:
        return (seat for seat in self._file.records.values() if seat.table == self._table)

    def find_by_key(self, key: str, name: str, busy: Container[bytes]) -> GuestSeat | None:
        """The key's seat with this name, otherwise its newest seat whose token isn't `busy`.

        A second name with the same key is a second person.
        """
        own = [seat for seat in self if key and seat.key == key]
        named = (seat for seat in own if seat.name.casefold() == name.casefold())
        free = (seat for seat in reversed(own) if seat.token not in busy)
        return next(named, None) or next(free, None)

    def needs_word(self, name: str) -> bool:
        return any(not seat.key and seat.name.casefold() == name.casefold() for seat in self)

    def find_by_word(self, text: str) -> GuestSeat | None:
        word = code_of(text) or ""
        found = None
        for seat in self:  # all of them, in a time that tells nothing
            if not seat.key and seat.word and compare_digest(seat.word, word):
                found = seat
        return found

    def draw_word(self) -> str:
        return draw_code(self._draw)

    def remember(self, seat: GuestSeat) -> None:
        """Keep this seat. Raises OSError; then it counts until the gateway ends."""
        self._file.put(seat.token.hex(), seat)
