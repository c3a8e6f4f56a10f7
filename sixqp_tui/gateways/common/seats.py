"""The records that gateways keep of guests, who can't store the proof of a seat themselves."""

from collections.abc import Collection
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from sixqp_tui.store.files import read_private_json, write_atomically
from sixqp_tui.store.paths import create_private_folder

MAX_BYTES: Final = 256 * 1024
"""Several times the size of a full file."""
Record = TypeVar("Record", bound=msgspec.Struct)


class SeatFile(Generic[Record]):
    """Guests' records by key, newest last, in a private file; without a path, in memory only."""

    def __init__(self, path: Path | None, max_records: int, kind: type[dict[str, Record]]) -> None:
        self._path, self._max_records = path, max_records
        self.records: dict[str, Record] = (read_private_json(path, MAX_BYTES, kind) if path else None) or {}

    def put(self, key: str, record: Record, needed: Collection[str] = ()) -> None:
        """Drops the oldest records beyond the limit that aren't `needed`.

        Raises OSError; the record is then kept in memory.
        """
        if self.records.get(key) == record:
            return
        self.records.pop(key, None)
        self.records[key] = record
        while len(self.records) > self._max_records:
            del self.records[next((each for each in self.records if each not in needed), key)]
        self._write()

    def remove(self, key: str) -> None:
        """Raises OSError as `put` does."""
        if self.records.pop(key, None) is not None:
            self._write()

    def _write(self) -> None:
        if self._path:
            create_private_folder(self._path.parent)
            write_atomically(self._path, msgspec.json.encode(self.records), private=True)
