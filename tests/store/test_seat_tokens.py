"""Slots for seats at a table, among several programs of one user."""

from pathlib import Path

import pytest
from filelock import FileLock

from sixqp_tui.store import seat_tokens
from sixqp_tui.store.seat_tokens import claim

TABLE = "1a2b3c4d"


def test_each_program_gets_a_slot_of_its_own_until_all_are_held(tmp_path: Path) -> None:
    slots = [claim(tmp_path, TABLE, None) for _ in range(seat_tokens.SLOTS)]
    assert None not in slots and claim(tmp_path, TABLE, None) is None
    for slot in slots:
        assert slot
        slot.release()


def test_slots_another_program_is_scanning_are_not_counted_as_held(tmp_path: Path) -> None:
    with FileLock(tmp_path / f"{TABLE}.lock"), pytest.raises(OSError):
        claim(tmp_path, TABLE, None, lock_seconds=0.0)
    slot = claim(tmp_path, TABLE, None)
    assert slot
    slot.release()
