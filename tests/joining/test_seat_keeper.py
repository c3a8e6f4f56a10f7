"""What a program keeps of its table beside the token of its seat."""

import asyncio
from pathlib import Path

from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.joining.seat_keeper import SeatKeeper
from sixqp_tui.store.seat_tokens import Slot, claim

KEPT = KeptTable("1a2b3c4d", "Salon", promised=2, promised_to=bytes(32))


def _slot(folder: Path) -> Slot:
    slot = claim(folder, KEPT.table, None)
    assert slot
    return slot


async def test_a_kept_state_is_written_once_the_slot_is_known_and_found_again(
    tmp_path: Path,
) -> None:
    keeper, slot = SeatKeeper(None), _slot(tmp_path)
    writing = asyncio.create_task(keeper.write(KEPT))
    done, _waiting = await asyncio.wait((writing,), timeout=0.05)
    assert not done
    keeper.use(slot)
    await writing
    slot.release()
    again = _slot(tmp_path)
    assert SeatKeeper(again).kept == KEPT
    again.release()
