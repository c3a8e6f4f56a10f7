"""The file in which a program stores what it confirms and promises at its seat."""

import asyncio

import msgspec

from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.store.files import read_private_json, write_atomically
from sixqp_tui.store.seat_tokens import Slot

MAX_BYTES = 1024 * 1024
"""A game of a hundred rounds takes less than 100 KiB."""


class SeatKeeper:
    """Stores a table beside the seat's token; `use` says where, once that is known.

    Without a slot, the token is only in memory, so nobody could return after a crash, and nothing is stored.
    """

    def __init__(self, slot: Slot | None) -> None:
        self.kept = read_private_json(slot.kept_file, MAX_BYTES, KeptTable) if slot else None
        self._known = asyncio.Event()
        self._slot: Slot | None = None
        if slot:
            self.use(slot)

    def use(self, slot: Slot | None) -> None:
        self._slot = slot
        self._known.set()

    async def write(self, kept: KeptTable) -> None:
        await self._known.wait()
        if self._slot:
            data = msgspec.json.encode(kept)
            await asyncio.to_thread(write_atomically, self._slot.kept_file, data, private=True)
