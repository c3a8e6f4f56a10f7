"""The tables that this player has visited, with their certificates' pins and addresses."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol.text import PLAIN_ID, clean_title
from sixqp_tui.store import paths
from sixqp_tui.store.files import DamagedFile
from sixqp_tui.store.keys import SLOTS
from sixqp_tui.store.private_file import PrivateFile

FILE_NAME: Final = "tables.json"
MAX_TABLES: Final = 200
"""The latest tables: years of evenings, in a file that reads quickly."""
MAX_ADDRESSES: Final = 8
"""Addresses of one table; machines rarely have more, and each is tried."""
MAX_BYTES: Final = 1024 * 1024
"""More than twice what the largest list takes."""

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


def known_tables() -> "KnownTables":
    """Those of this user."""
    return KnownTables(paths.data_path() / FILE_NAME)


class _File(Struct, frozen=True):
    tables: tuple[KnownTable, ...] = ()


class KnownTables:
    """The tables in one file.

    Reading and writing raise OSError. A damaged file counts as empty, and the next write moves it aside.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = PrivateFile(path, _File, MAX_BYTES)

    @property
    def damaged(self) -> bool:
        try:
            self._file.read()
        except DamagedFile:
            return True
        return False

    def all(self) -> tuple[KnownTable, ...]:
        try:
            content = self._file.read() or _File()
        except DamagedFile:
            return ()
        tables = (replace(each, title=clean_title(each.title, "")) for each in content.tables)
        return tuple(sorted(tables, key=lambda each: each.seen, reverse=True))

    def recall(self, table: str) -> KnownTable | None:
        return next((each for each in self.all() if each.table == table), None)

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
    ) -> None:
        """Update a table; arguments left out stay the same. Raises ValueError for impossible values."""

        def update(old: KnownTable) -> KnownTable:
            latest = tuple(dict.fromkeys((*addresses, *old.addresses)))[:MAX_ADDRESSES]
            named, shown = clean_title(title, old.title), fingerprint or old.fingerprint
            return replace(old, title=named, fingerprint=shown, addresses=latest, seen=seen)

        self._change(table, update)

    def note_slot(self, table: str, slot: int, name: str | None) -> None:
        """Remember the slot whose key has a seat of this name there, or with None, that it has none any more."""

        def update(old: KnownTable) -> KnownTable:
            others = tuple(each for each in old.slots if each[0] != slot)
            return replace(old, slots=others if name is None else ((slot, name), *others))

        self._change(table, update)

    def _change(self, table: str, update: Callable[[KnownTable], KnownTable]) -> None:
        if not PLAIN_ID.fullmatch(table):
            raise ValueError("a table's id is 1 to 32 of 0-9 and a-z")

        def change(before: _File | None) -> _File:
            known = {each.table: each for each in before.tables} if before else {}
            fresh = update(known.pop(table, KnownTable(table)))
            latest = sorted(known.values(), key=lambda each: each.seen, reverse=True)
            return _File((fresh, *latest)[:MAX_TABLES])

        self._file.change(change)
