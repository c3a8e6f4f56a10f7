"""The seats that guests without a program of their own hold at tables of this host: what proves them, and to whom.

The table's host keeps them, for its user's eyes only: such a guest has nothing to keep them with.
"""

from pathlib import Path
from typing import Final

import msgspec

from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.private_json import read_private_json

FILE: Final = "ssh-seats.json"
MAX_BYTES: Final = 256 * 1024
"""Bytes: three times what the seats take that are kept."""
MAX: Final = 400
"""Seats that are kept, the newest ones: forty tables of ten."""


class GuestSeat(msgspec.Struct, frozen=True):
    """A seat at a table: its token, the name on it, and who comes back to it.

    That is whoever has this key (its fingerprint), or, where `key` is empty, whoever knows the word.
    """

    table: str
    token: bytes
    name: str
    key: str = ""
    word: str = ""


class GuestSeats:
    """The seats of one table, in the file of all of them."""

    def __init__(self, path: Path, table: str) -> None:
        self._path, self._table = path, table
        everything = read_private_json(path, MAX_BYTES, list[GuestSeat]) or []
        self.seats = [seat for seat in everything if seat.table == table]
        self._others = [seat for seat in everything if seat.table != table]

    def remember(self, seat: GuestSeat) -> None:
        """Keep this seat, in the place of the one with its token. Raises OSError; then it counts all the same."""
        self.seats = [*(each for each in self.seats if each.token != seat.token), seat]
        kept = [*self._others, *self.seats][-MAX:]
        write_atomically(self._path, msgspec.json.encode(kept), private=True)
