"""The seats that this player holds: the tokens that prove them, in private files.

Several programs of one user may sit at one table. Each holds a slot by a lock that the system releases with the
process, so a seat is found again after a crash, but never taken from a running program.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.store.files import DamagedFile, hold_lock, read_json, read_private_json, write_atomically

SEATS = "seats"
"""The folder for the tokens of seats."""
SLOTS = 10
"""Slots of one user at one table, as many as a table has seats."""
MAX_BYTES = 4096
LOCK_SECONDS = 5.0
"""Seconds to wait for others that choose a slot."""


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat's token and the player's name.

    `given_up`: it was left between two games. Others may take the chair; the token still continues the player's
    line of the tally.
    """

    token: bytes
    name: str
    given_up: bool = False


class Slot:
    """A locked slot for a seat at one table; `seat` is what an earlier program left there."""

    def __init__(self, table: str, path: Path, lock: FileLock) -> None:
        self.table = table
        self._path = path
        self._lock = lock
        self.seat = read_private_json(path, MAX_BYTES, HeldSeat)

    @property
    def kept_file(self) -> Path:
        return self._path.with_suffix(".kept")

    def remember(self, seat: HeldSeat) -> None:
        self.seat = seat
        write_atomically(self._path, msgspec.json.encode(seat), private=True)

    def release(self) -> None:
        self._lock.release()


def claim(
    folder: Path, table: str, name: str | None, new: bool = False, *, lock_seconds: float = LOCK_SECONDS
) -> Slot | None:
    """One with a seat of this name (any, if None), else an empty one; for a `new` seat only an empty one.

    None if all are held, or the table's id can't be part of a file name. Raises OSError.
    """
    if not PLAIN_ID.fullmatch(table):
        return None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with hold_lock(folder / f"{table}.lock", lock_seconds, folder):  # a search holds all that are free
        free = list(_free(folder, table))
        fitting = [slot for slot in free if slot.seat and name in (None, slot.seat.name) and not new]
        chosen = next(iter([*fitting, *(slot for slot in free if slot.seat is None)]), None)
        for slot in free:
            if slot is not chosen:
                slot.release()
    return chosen


def holds_seat(folder: Path, table: str) -> bool:
    known = PLAIN_ID.fullmatch(table)
    return bool(known) and any(_is_held(folder / f"{table}-{number}.json") for number in range(SLOTS))


def _is_held(path: Path) -> bool:
    try:
        return not read_json(path, MAX_BYTES, HeldSeat).given_up
    except FileNotFoundError:
        return False
    except (OSError, DamagedFile):
        return True


def _free(folder: Path, table: str) -> Iterator[Slot]:
    for number in range(SLOTS):
        path = folder / f"{table}-{number}.json"
        lock = FileLock(path.with_suffix(".lock"), mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            continue
        yield Slot(table, path, lock)
