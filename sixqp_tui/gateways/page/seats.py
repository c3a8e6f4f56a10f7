"""The records that the page keeps of guests, who can't store the proof of a seat themselves."""

import logging
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from sixqp_tui.joining.background import DaemonThread, log_failure
from sixqp_tui.store.files import DamagedFile
from sixqp_tui.store.private_file import PrivateFile

MAX_RECORDS: Final = 200
MAX_BYTES: Final = 256 * 1024
"""Several times the size of a full file."""
WRITE_SECONDS: Final = 1.0
"""Seconds to wait for the file at the end; writing takes milliseconds."""
_report_failure = log_failure(logging.getLogger(__name__), "that a guest has a seat could not be kept")


class GuestRecord(msgspec.Struct, frozen=True):
    """A guest with a seat. `removed` by the table's owner."""

    name: str = ""
    seated: bool = False
    removed: bool = False


class SeatFile:
    """A table's guests by key, newest last, in a file of this folder that a thread writes.

    What can't be written is kept in memory.
    """

    def __init__(self, folder: Path, table: str, max_records: int = MAX_RECORDS) -> None:
        self._file = PrivateFile(folder / f"{table}.json", dict[str, GuestRecord], MAX_BYTES)
        self._max_records, self._thread = max_records, DaemonThread()
        self.records: dict[str, GuestRecord] = {}
        with suppress(DamagedFile, OSError):
            self.records = self._file.read() or {}

    def put(self, key: str, record: GuestRecord, needed: Collection[str] = ()) -> None:
        """Drops the oldest records beyond the limit that aren't `needed`."""
        if self.records.get(key) == record:
            return
        self.records.pop(key, None)
        self.records[key] = record
        while len(self.records) > self._max_records:
            del self.records[next((each for each in self.records if each not in needed), key)]
        self._write()

    def remove(self, key: str) -> None:
        if self.records.pop(key, None) is not None:
            self._write()

    async def finish(self) -> None:
        await self._thread.finish(WRITE_SECONDS)

    def _write(self) -> None:
        records = dict(self.records)

        def replace_all() -> None:
            self._file.change(lambda _before: records)

        self._thread.do(replace_all).add_done_callback(_report_failure)
