"""Which of the tables that were hosted here can be resumed, and which one is meant."""

from pathlib import Path
from typing import NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import VERSION, CannotRead, Opening, decoded
from sixqp_tui.host.replay import CannotReplay
from sixqp_tui.host.room import Room
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.runtime.failure import Failure, os_errors_as_failures
from sixqp_tui.runtime.table_journal import journal_folder
from sixqp_tui.store import journal_store
from sixqp_tui.store.record_format import NoJournal, parse

SHOWN_CELLS = 80
"""Cells of what was typed that a sentence repeats."""


class ResumableTable(NamedTuple):
    """A table that can be resumed.

    `round` is that of the game that is played, 0 between two games; `host` is its owner's name, "" for a table
    without one; `held`: another process has it open.
    """

    table: str
    title: str
    host: str
    round: int
    held: bool = False


def resumable_tables() -> list[ResumableTable]:
    """All tables that are unfinished here, the one played last first. Raises OSError."""
    where = journal_folder()
    found = (
        _summary_or_none(path, journal_store.in_use(where, path.stem)) for path in journal_store.unfinished(where)
    )
    return [table for table in found if table]


def latest_own_game() -> ResumableTable | None:
    """The table that is worth an offer: the player's own at which a game was played last. Raises OSError."""
    return next((table for table in resumable_tables() if table.host and table.round and not table.held), None)


def find_resumable(wanted: str, hosted: bool) -> ResumableTable:
    """The table with this title or id; with "" the newest of those that have an owner, or of those that have none.

    A game that is played goes before a lobby, and any that is free before one that another process has open.
    Raises Failure.
    """
    with os_errors_as_failures():
        everything = resumable_tables()
        if wanted:
            return _named(everything, wanted, hosted)
    own = [table for table in everything if bool(table.host) == hosted]
    if not own:
        raise Failure(errors_words.nothing_to_resume(hosted))
    return min(own, key=lambda table: (table.held, table.round == 0))


def _named(everything: list[ResumableTable], wanted: str, hosted: bool) -> ResumableTable:
    folded = wanted.strip().casefold()
    found = [table for table in everything if folded in (table.table, table.title.casefold())]
    if len(found) > 1:
        raise Failure(errors_words.several_kept(clean(wanted, SHOWN_CELLS), [table.table for table in found]))
    if found and hosted and not found[0].host:
        raise Failure(errors_words.nobody_hosts(found[0].title, found[0].table))
    if found:
        return found[0]
    unread = next((path for path in journal_store.unfinished(journal_folder()) if path.stem == folded), None)
    if unread is None:
        raise Failure(errors_words.no_such_table(clean(wanted, SHOWN_CELLS)))
    return ResumableTable(unread.stem, "", "", 0)


def _summary_or_none(path: Path, held: bool) -> ResumableTable | None:
    """What a journal holds; None where nobody can go on with it, which resuming it by its id explains."""
    try:
        return _summary(path, held)
    except (NoJournal, CannotRead, CannotReplay, OSError):
        return None


def _summary(path: Path, held: bool) -> ResumableTable | None:
    reading = parse(path.read_bytes())
    if reading.version > VERSION or not reading.records:
        return None
    opening, *entries = map(decoded, reading.records)
    if not isinstance(opening, Opening):
        return None
    setup = opening.setup
    room = Room(setup, lambda: bytes(16), str)
    room.resume((entry for entry in entries if isinstance(entry, Command)), 0.0)
    playing = room.view(None).table.round if room.phase == "playing" else 0
    return ResumableTable(setup.table, setup.title, setup.owner_name if setup.owner else "", playing, held)
