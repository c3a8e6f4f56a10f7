"""The keys of this user's programs at tables, and whether they and the tables can be read."""

import logging
from collections.abc import Iterable

from sixqp_protocol.messages import SeatNews
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _
from sixqp_tui.store import keys, paths
from sixqp_tui.store.keys import Slot, damaged_key, is_locked, own_keys, slot_in_memory
from sixqp_tui.store.known_tables import known_tables

_log = logging.getLogger(__name__)


def lock_key(table: str | None, name: str | None = None, *, watch: bool = False) -> Slot:
    """The key that was used at this table, under this name if one is given; else the first free one. Blocks.

    To `watch`, a key that has no seat there. It is only in memory if the disk refuses.
    """
    try:
        before = known_tables().recall(table) if table else None
        used = dict(before.slots) if before else {}
        named = [] if watch else [number for number, each in used.items() if name in (None, each)]
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


def find_damage() -> tuple[str, ...]:
    """Sentences for the player about the files that this program can't read. Blocks."""
    return tuple(filter(None, (_describe_damaged_tables(), _describe_damaged_key())))


def _describe_damaged_tables() -> str:
    try:
        known = known_tables()
        damaged = known.damaged
    except OSError:
        return ""  # reported when the file is needed
    # Translators: the game remembers the certificate of each table; without the file it can't warn that a
    # certificate has changed
    sentence = _(
        "“{path}” is damaged, so tables you visited before aren't recognised. Your next visit sets it aside and "
        "starts a new one."
    )
    return sentence.format(path=clean_path(known.path)) if damaged else ""


def _describe_damaged_key() -> str:
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
