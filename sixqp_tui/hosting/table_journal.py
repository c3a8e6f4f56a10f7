"""A table's journal, open for writing."""

import logging
import time
from contextlib import suppress
from pathlib import Path

from sixqp_protocol.text import clean_path
from sixqp_tui.client.continuing import is_program
from sixqp_tui.host.commands import CannotRead, Command, Entry, Setup, decoded, encoded
from sixqp_tui.host.requests import CannotReplay
from sixqp_tui.host.room import Room
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store import journal_store, paths
from sixqp_tui.store.journal import Journal, NoJournal, create_journal_file
from sixqp_tui.store.journal_store import TableHeader

FREE_SECONDS = 10.0
"""Seconds for a table that was just closed to say goodbye to everybody."""
_logger = logging.getLogger(__name__)


class TableJournal:
    """The journal of one table, exclusive to this process until `close`.

    `commands` are those found when it was opened, and `lost` counts the incomplete bytes at its end.
    """

    def __init__(self, claim: journal_store.Claim, journal: Journal) -> None:
        self._claim, self._journal = claim, journal
        self._unwritten: list[Entry] = []
        self._sync_error: OSError | None = None
        setup, *entries = map(decoded, journal.records) if journal.records else (None,)
        if not isinstance(setup, Setup):
            raise NoJournal("a journal begins with the setup of its table")
        self.setup = setup
        self.commands = [entry for entry in entries if isinstance(entry, Command)]
        self.lost = len(journal.lost)
        if journal.lost:
            claim.set_aside(journal.lost)

    @property
    def path(self) -> str:
        return clean_path(self._claim.path)

    @property
    def header(self) -> TableHeader:
        return self._claim.header

    def note(self, **changes: object) -> None:
        """Change what stands beside the journal. Blocks, maybe in a thread. Raises OSError."""
        self._claim.note(**changes)

    def append(self, entry: Entry) -> None:
        """Write an entry, after those that the disk has refused until now.

        Raises OSError if it refuses again, or has failed to sync what was written.
        """
        self._unwritten.append(entry)
        try:
            self._journal.append(map(encoded, self._unwritten))
        except OSError as error:
            if len(self._unwritten) == 1:
                _logger.error("the journal could not be written: %s", error)
            raise
        self._unwritten.clear()
        if self._sync_error is not None:
            raise self._sync_error

    def sync(self) -> None:
        """What was appended survives even the machine. Blocks, maybe in a thread. Raises OSError."""
        try:
            self._journal.sync()
        except OSError as error:
            self._sync_error = error
            raise
        self._sync_error = None

    def close(self, over: bool) -> None:
        """Release the journal. It is deleted if the table is `over`."""
        try:
            if not over:
                self._write_the_rest()
            self._journal.close()
            if over:
                self._claim.drop()
        finally:
            self._claim.release()

    def _write_the_rest(self) -> None:
        try:
            self._journal.append(map(encoded, self._unwritten))
            self._journal.sync()
        except OSError as error:
            _logger.error("the end of a journal could not be written: %s", error)


def changing_facts(room: Room) -> dict[str, object]:
    """What a journal's header says of this room, and what may change while it is open."""
    playing = room.view(None).table.round if room.state.phase == "playing" else 0
    seats = room.state.seats.playing_news()
    programs = frozenset(seat.key for seat in seats if seat.key and is_program(seat))
    return {"round": playing, "owner": room.owner, "programs": programs}


def journal_folder(alone: bool = False) -> Path:
    return paths.data_dir() / (journal_store.ALONE if alone else journal_store.FOLDER)


def create_journal(setup: Setup, alone: bool = False) -> TableJournal:
    people = (setup.owner, *(sitter.key for sitter in setup.sitters))
    command = ("local" if sum(map(bool, people)) > 1 else "play") if alone else "host" if setup.owner else "serve"
    with os_errors_as_failures():
        where = journal_folder(alone)
        claim = _claim(setup.table, where)
        try:
            evening = setup.kept.proof.evening if setup.kept else setup.table
            host = setup.owner_name if setup.owner else ""
            claim.note(title=setup.title, host=host, command=command, owner=setup.owner, evening=evening)
            create_journal_file(claim.path, (encoded(setup),))
            journal_store.tidy(where)
            return _load(claim)
        except BaseException:
            claim.release()
            raise


def open_journal(table: str, alone: bool = False) -> TableJournal:
    with os_errors_as_failures():
        claim = _claim(table, journal_folder(alone))
        try:
            return _load(claim)
        except BaseException as error:
            sentence = why_unreadable(error, claim.path)
            claim.release(unreadable=sentence is not None)
            if sentence:
                raise Failure(sentence) from None
            raise


def mark_continued(table: str) -> None:
    """Record that the table goes on elsewhere, once its process has ended. Nothing is lost if that fails."""
    with suppress(OSError, Failure):
        journal_store.wait_until_free(journal_folder(), table, FREE_SECONDS)
        claim = _claim(table, journal_folder())
        try:
            claim.note(continued=True)
        finally:
            claim.release()


def _load(claim: journal_store.Claim) -> TableJournal:
    journal = Journal.at(claim.path)
    try:
        return TableJournal(claim, journal)
    except BaseException:
        journal.close()
        raise


def why_unreadable(error: BaseException, path: Path) -> str | None:
    """A sentence about a journal that can't be read; None for other errors."""
    if isinstance(error, FileNotFoundError):
        return errors_words.no_such_table(path.stem)
    damaged = isinstance(error, NoJournal | CannotRead | CannotReplay)
    return errors_words.journal_is_damaged(clean_path(path)) if damaged else None


def _claim(table: str, where: Path) -> journal_store.Claim:
    try:
        return journal_store.Claim(where, table, int(time.time()))
    except journal_store.InUse as in_use:
        raise Failure(_table_is_held(table, in_use.header)) from None


def _table_is_held(table: str, header: TableHeader | None) -> str:
    if header is None:
        return _("The table {table} is already open in another program.").format(table=table)
    since = time.strftime("%H:%M", time.localtime(header.since))
    sentence = _("The table {table} is already open: process {pid} on {host} has had it since {since}.")
    return sentence.format(table=table, pid=header.pid, host=header.machine, since=since)
