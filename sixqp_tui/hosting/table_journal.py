"""A table's journal, open for writing."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.host.apply import CannotReplay
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import (
    CannotRead,
    Continued,
    Entry,
    Opening,
    Stood,
    decoded,
    encoded,
)
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store import journal_store, paths
from sixqp_tui.store.journal import Journal, NoJournal, create_journal_file

FREE_SECONDS = 10.0
"""Seconds for a table that was just closed to say goodbye to everybody."""
HOST_CELLS = 40
"""Cells of a machine's name that a sentence shows."""
_logger = logging.getLogger(__name__)


class TableJournal:
    """The journal of one table, exclusive to this process until `close`.

    `commands` are those found when it was opened, `port` is where the table last listened, and `lost` counts the
    incomplete bytes at its end. `now` returns the seconds since 1970.
    """

    def __init__(self, claim: journal_store.Claim, journal: Journal, now: Callable[[], float] = time.time) -> None:
        self._claim, self._journal, self._now = claim, journal, now
        self._unwritten: list[Entry] = []
        self._sync_error: OSError | None = None
        entries = list(map(decoded, journal.records))
        if not entries or not isinstance(opening := entries[0], Opening):
            raise NoJournal("a journal begins with the opening of its table")
        self.opening = opening
        self.commands = [entry for entry in entries if isinstance(entry, Command)]
        self.port = next((entry.port for entry in reversed(entries) if isinstance(entry, Stood)), None)
        self.lost = len(journal.lost)
        if journal.lost:
            claim.set_aside(journal.lost)

    @property
    def path(self) -> str:
        return clean_path(self._claim.path)

    @property
    def code(self) -> str | None:
        """The room code, if any. Raises OSError."""
        return self._claim.code

    def keep_code(self, code: str) -> None:
        self._claim.keep_code(code)

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

    def record_port(self, port: int) -> None:
        """Record that the table is open. Raises OSError."""
        self.port = port
        self.append(Stood(port, int(self._now())))

    def close(self, keep: bool, over: bool) -> None:
        """Release the journal. One that is `over` only stays if it is worth it (`keep`)."""
        try:
            if not over:
                self._write_the_rest()
            self._journal.close()
            if over and keep:
                self._claim.put_away()
            elif over:
                self._claim.drop()
        finally:
            self._claim.release()

    def _write_the_rest(self) -> None:
        try:
            self._journal.append(map(encoded, self._unwritten))
            self._journal.sync()
        except OSError as error:
            _logger.error("the end of a journal could not be written: %s", error)


def journal_folder(alone: bool = False) -> Path:
    return paths.data_dir() / (journal_store.ALONE if alone else journal_store.FOLDER)


def create_journal(opening: Opening, alone: bool = False) -> TableJournal:
    with os_errors_as_failures():
        where = journal_folder(alone)
        claim = _claim(opening.setup.table, where)
        try:
            create_journal_file(claim.path, (encoded(opening),))
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
            claim.release()
            if sentence := why_unreadable(error, claim.path):
                raise Failure(sentence) from None
            raise


def mark_continued(table: str) -> None:
    """Record that the table goes on elsewhere, once its process has ended. Nothing is lost if that fails."""
    with suppress(OSError, Failure):
        journal_store.wait_until_free(journal_folder(), table, FREE_SECONDS)
        journal = open_journal(table)
        try:
            journal.append(Continued(int(time.time())))
        finally:
            journal.close(keep=True, over=False)


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
        return journal_store.Claim(where, table, _now())
    except journal_store.InUse as in_use:
        who = in_use.holder
        raise Failure(_table_is_held(table, _holder_shown(who) if who else None)) from None


def _holder_shown(holder: journal_store.Holder) -> tuple[int, str, str]:
    since = time.strftime("%H:%M", time.localtime(holder.since))
    return holder.pid, clean(holder.host, HOST_CELLS), since


def _now() -> int:
    return int(time.time())


def _table_is_held(table: str, holder: tuple[int, str, str] | None) -> str:
    """`holder` is the other process's number, machine, and time of opening."""
    if holder is None:
        return _("The table {table} is already open in another program.").format(table=table)
    pid, host, since = holder
    sentence = _("The table {table} is already open: process {pid} on {host} has had it since {since}.")
    return sentence.format(table=table, pid=pid, host=host, since=since)
