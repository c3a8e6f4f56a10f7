"""The tables that this player has visited, with their certificates' pins and addresses.

Each write locks the file, reads it again, merges and replaces it, so that any number of programs lose nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol.text import PLAIN_ID, clean_title
from sixqp_tui.store.files import DamagedFile, hold_lock, move_aside, read_json, write_atomically
from sixqp_tui.store.keys import SLOTS
from sixqp_tui.store.paths import create_private_folder

FILE_NAME: Final = "tables.json"
MAX_TABLES: Final = 200
"""The latest tables: years of evenings, in a file that reads quickly."""
MAX_ADDRESSES: Final = 8
"""Addresses of one table; machines rarely have more, and each is tried."""
MAX_BYTES: Final = 1024 * 1024
"""More than twice what the largest list takes."""

LOCK_SECONDS: Final = 5.0
"""Seconds; twenty writers at once take one."""

Port = Annotated[int, Meta(ge=1, le=65535)]
Host = Annotated[str, Meta(min_length=1, max_length=255)]
SlotNumber = Annotated[int, Meta(ge=0, lt=SLOTS)]
Name = Annotated[str, Meta(max_length=128)]
Addresses = tuple[tuple[Host, Port], ...]


class KnownTable(Struct, frozen=True):
    """`seen` in seconds since 1970; `addresses` are host and port, latest first.

    `slots` are the numbers of the keys that have seats there, latest first, and the players' names.
    """

    table: Annotated[str, Meta(min_length=1, max_length=64)]
    title: Annotated[str, Meta(max_length=128)] = ""
    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    addresses: Annotated[Addresses, Meta(max_length=MAX_ADDRESSES)] = ()
    seen: Annotated[float, Meta(ge=0)] = 0.0
    slots: Annotated[tuple[tuple[SlotNumber, Name], ...], Meta(max_length=SLOTS)] = ()


class _File(Struct, frozen=True):
    tables: tuple[KnownTable, ...]


class KnownTables:
    """The tables in one file.

    Reading and writing raise OSError. A damaged file counts as empty, and the next write moves it aside.
    """

    def __init__(self, path: Path, *, max_tables: int = MAX_TABLES) -> None:
        self.path = path
        self._max_tables = max_tables

    @property
    def damaged(self) -> bool:
        return self._read() is None

    def all(self) -> tuple[KnownTable, ...]:
        return tuple(sorted(self._read() or (), key=lambda each: each.seen, reverse=True))

    def recall(self, table: str) -> KnownTable | None:
        return next((each for each in self._read() or () if each.table == table), None)

    def by_address(self, host: str, port: int) -> KnownTable | None:
        return next((each for each in self.all() if (host, port) in each.addresses), None)

    def remember(
        self,
        table: str,
        *,
        seen: float,
        title: str = "",
        fingerprint: str | None = None,
        addresses: tuple[tuple[str, int], ...] = (),
    ) -> KnownTable:
        """Update a table; arguments left out stay the same. Raises ValueError for impossible values."""

        def update(old: KnownTable) -> KnownTable:
            latest = tuple(dict.fromkeys((*addresses, *old.addresses)))[:MAX_ADDRESSES]
            named, shown = clean_title(title, old.title), fingerprint or old.fingerprint
            return replace(old, title=named, fingerprint=shown, addresses=latest, seen=seen)

        return self._change(table, update)

    def note_slot(self, table: str, slot: int, name: str | None) -> None:
        """Remember the slot whose key has a seat of this name there, or with None, that it has none any more."""

        def update(old: KnownTable) -> KnownTable:
            others = tuple(each for each in old.slots if each[0] != slot)
            return replace(old, slots=others if name is None else ((slot, name), *others))

        self._change(table, update)

    def _change(self, table: str, update: Callable[[KnownTable], KnownTable]) -> KnownTable:
        if not PLAIN_ID.fullmatch(table):
            raise ValueError("a table's id is 1 to 32 of 0-9 and a-z")
        create_private_folder(self.path.parent)
        with hold_lock(self.path.with_suffix(".lock"), LOCK_SECONDS, self.path):
            fresh = update(self.recall(table) or KnownTable(table))
            msgspec.convert(msgspec.to_builtins(fresh), KnownTable)
            self._write((fresh, *(each for each in self.all() if each.table != table)))
        return fresh

    def _read(self) -> tuple[KnownTable, ...] | None:
        """The tables in the file; None if it is damaged."""
        try:
            tables = read_json(self.path, MAX_BYTES, _File).tables
        except FileNotFoundError:
            return ()
        except DamagedFile:
            return None
        return tuple(replace(each, title=clean_title(each.title, "")) for each in tables)

    def _write(self, tables: tuple[KnownTable, ...]) -> None:
        if self.damaged:
            move_aside(self.path)
        text = msgspec.json.encode(_File(tables[: self._max_tables]))
        write_atomically(self.path, msgspec.json.format(text, indent=1), private=True)
