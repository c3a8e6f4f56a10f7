"""The keys of this user's programs at tables."""

import logging
from collections.abc import Iterable

from sixqp_protocol.messages import SeatNews
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _
from sixqp_tui.joining.target import known_tables
from sixqp_tui.store import keys, paths
from sixqp_tui.store.keys import Slot, damaged_key, is_locked, own_keys, slot_in_memory

_log = logging.getLogger(__name__)


def lock_key(table: str | None, name: str | None = None) -> Slot:
    """The key that was used at this table, under this name if one is given; else the first free one. Blocks.

    It is only in memory if the disk refuses.
    """
    try:
        before = known_tables().recall(table) if table else None
        used = dict(before.slots) if before else {}
        named = [number for number, each in used.items() if name in (None, each)]
        unused = [number for number in range(keys.SLOTS) if number not in used]
        return keys.lock_slot(paths.data_path() / keys.FOLDER, (*named, *unused))
    except OSError as error:
        return _in_memory(error)


def lock_owner(owner: bytes | None = None) -> Slot:
    """The key that opened a table, if no other program has it; else the first free one. Blocks."""
    folder = paths.data_path() / keys.FOLDER
    try:
        number = own_keys(folder).get(owner) if owner else None
        return keys.lock_slot(folder, () if number is None else (number,))
    except OSError as error:
        return _in_memory(error)


def _in_memory(error: OSError) -> Slot:
    _log.warning("no key can be kept: %s", error)
    return slot_in_memory()


def another_has_seat(seats: Iterable[SeatNews]) -> bool:
    """Whether another program of this user sits there, for one without a seat. Blocks."""
    folder = paths.data_path() / keys.FOLDER
    own = own_keys(folder)
    return any(each.key in own and is_locked(folder, own[each.key]) for each in seats if each.key)


def check_keys() -> str:
    """A sentence for the player if a key is damaged, else "". Blocks."""
    try:
        damaged = damaged_key(paths.data_path() / keys.FOLDER)
    except OSError:
        return ""  # the game goes on without the file
    # Translators: the file has the key that this player's seats belong to, and by which friends' programs know them
    sentence = _(
        "“{path}” is damaged, so you can't return to your seats, and players who knew you won't recognise you. "
        "Your next game sets it aside and starts a new one."
    )
    return sentence.format(path=clean_path(damaged)) if damaged else ""
