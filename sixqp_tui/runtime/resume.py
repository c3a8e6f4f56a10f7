"""Which of the tables that were hosted here can be resumed, and which one is meant."""

from pathlib import Path
from typing import NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import VERSION, CannotRead, Opening, decoded
from sixqp_tui.host.replay import CannotReplay
from sixqp_tui.host.room import Room
from sixqp_tui.i18n import words_kept as words
from sixqp_tui.runtime.failure import Failure, own_files
from sixqp_tui.runtime.table_journal import folder
from sixqp_tui.store import journal_store
from sixqp_tui.store.record_format import NoJournal, read

SHOWN_CELLS = 80


class Kept(NamedTuple):
    """A table that can be resumed. `round` is that of the game that is played, 0 between two games; `host` is
    its owner's name, "" for a table without one; `held`: another process has it open."""

    table: str
    title: str
    host: str
    round: int
    held: bool = False


def tables() -> list[Kept]:
    """All tables that are unfinished here, the one played last first. Raises OSError."""
    where = folder()
    found = (_kept(path, journal_store.in_use(where, path.stem)) for path in journal_store.unfinished(where))
    return [table for table in found if table]


def offered() -> Kept | None:
    """The table that is worth an offer: the player's own at which a game was played last. Raises OSError."""
    return next((table for table in tables() if table.host and table.round and not table.held), None)


def chosen(wanted: str, hosted: bool) -> Kept:
    """The table with this title or id; with "" the newest of those that have an owner, or of those that have none.

    A game that is played goes before a lobby, and any that is free before one that another process has open.
    Raises Failure.
    """
    with own_files():
        everything = tables()
        if wanted:
            return _named(everything, wanted, hosted)
    own = [table for table in everything if bool(table.host) == hosted]
    if not own:
        raise Failure(words.nothing_to_resume(hosted))
    return min(own, key=lambda table: (table.held, table.round == 0))


def _named(everything: list[Kept], wanted: str, hosted: bool) -> Kept:
    folded = wanted.strip().casefold()
    found = [table for table in everything if folded in (table.table, table.title.casefold())]
    if len(found) > 1:
        raise Failure(words.several_kept(clean(wanted, SHOWN_CELLS), [table.table for table in found]))
    if found and hosted and not found[0].host:
        raise Failure(words.nobody_hosts(found[0].title, found[0].table))
    if found:
        return found[0]
    unread = next((path for path in journal_store.unfinished(folder()) if path.stem == folded), None)
    if unread is None:
        raise Failure(words.no_such_table(clean(wanted, SHOWN_CELLS)))
    return Kept(unread.stem, "", "", 0)


def _kept(path: Path, held: bool) -> Kept | None:
    """What a journal holds; None where nobody can go on with it, which resuming it by its id explains."""
    try:
        return _summary(path, held)
    except (NoJournal, CannotRead, CannotReplay, OSError):
        return None


def _summary(path: Path, held: bool) -> Kept | None:
    reading = read(path.read_bytes())
    if reading.version > VERSION or not reading.records:
        return None
    opening, *entries = map(decoded, reading.records)
    if not isinstance(opening, Opening):
        return None
    setup = opening.setup
    room = Room(setup, lambda: bytes(16), str)
    room.resume((entry for entry in entries if isinstance(entry, Command)), 0.0)
    playing = room.view(None).table.round if room.phase == "playing" else 0
    return Kept(setup.table, setup.title, setup.owner_name if setup.owner else "", playing, held)
