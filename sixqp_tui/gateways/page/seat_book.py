"""The guests of a page, by their cookies, with what proves their seats at the table: a private file a table.

A cookie proves a seat to the gateway, and a token to the table. The file holds the cookie's hash: it opens no page.
"""

from hashlib import sha256
from pathlib import Path

import msgspec

from sixqp_protocol.text import PLAIN_ID
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.private_json import read_private_json

FOLDER = "page"
MAX = 200
"""Guests that are remembered; beyond that those go who came first."""
MAX_BYTES = 256 * 1024
"""Bytes of the file: so many guests take about a sixth."""


def key_of(cookie: str) -> str:
    """What is kept of a cookie: its SHA-256."""
    return sha256(cookie.encode()).hexdigest()


class GuestRecord(msgspec.Struct, frozen=True):
    """A guest: the name, and the token that proves the seat, which a watcher has not; `removed` by the owner."""

    name: str = ""
    token: bytes | None = None
    watcher: bool = False
    removed: bool = False


class SeatBook:
    """The guests of one table. Without a plain id of the table, or where the disk refuses, it is memory alone."""

    def __init__(self, folder: Path, table: str) -> None:
        self._path = folder / f"{table}.json" if PLAIN_ID.fullmatch(table) else None
        kept = read_private_json(self._path, MAX_BYTES, dict[str, GuestRecord]) if self._path else None
        self._guests = kept or {}

    def get(self, key: str) -> GuestRecord | None:
        return self._guests.get(key)

    def put(self, key: str, record: GuestRecord) -> None:
        """Remember a guest. Raises OSError where the disk refuses; it is remembered in memory all the same."""
        if self._guests.get(key) == record:
            return
        self._guests.pop(key, None)
        self._guests[key] = record
        while len(self._guests) > MAX:
            del self._guests[next(iter(self._guests))]
        if self._path:
            create_private_folder(self._path.parent)
            write_atomically(self._path, msgspec.json.encode(self._guests), private=True)
