"""The journals of tables that were opened here: written while they are open, and found again to resume them."""

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.client.continuing import is_program
from sixqp_tui.host.commands import CannotRead, Command, Entry, Setup, decoded, encoded
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, errors as errors_words, ngettext
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store import journal_store, paths
from sixqp_tui.store.journal import Journal, NoJournal, create_journal_file
from sixqp_tui.store.journal_store import TableCommand, TableHeader, read_header

FREE_SECONDS = 10.0
"""Seconds for a table that was just closed to say goodbye to everybody."""
SHOWN_CELLS = 80
"""Cells of the player's input that a sentence repeats."""
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
    def path(self) -> Path:
        return self._claim.path

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
        except (FileNotFoundError, NoJournal, CannotRead) as error:
            claim.release(unreadable=True)
            missing = isinstance(error, FileNotFoundError)
            sentence = errors_words.no_such_table(table) if missing else journal_is_damaged(claim.path)
            raise Failure(sentence) from None
        except BaseException:
            claim.release()
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


def journal_is_damaged(path: Path) -> str:
    return errors_words.journal_is_damaged(clean_path(path))


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


# -- tables to resume ------------------------------------------------------------------------------------


class ContinuedElsewhere(Failure):
    """The table with this `title` and id goes on at a player's machine; `target` leads there."""

    def __init__(self, title: str, table: str, target: str) -> None:
        sentence = _("“{title}” goes on at a player's computer. Join it with `{line}`.")
        super().__init__(sentence.format(title=title, line=join_by_title(title)))
        self.title, self.table, self.target = title, table, target


def resume_command(command: TableCommand) -> str:
    return f"sixqp {command} --resume"


def resumable_tables() -> list[TableHeader]:
    """All unfinished tables, the latest first. Raises OSError."""
    dated = [
        (path.stat().st_mtime, header)
        for alone in (False, True)
        for path in journal_store.unfinished(journal_folder(alone))
        if (header := read_header(path))
    ]
    return [header for _at, header in sorted(dated, key=lambda each: -each[0])]


def is_held(table: TableHeader) -> bool:
    """Whether another process has the table open."""
    return journal_store.in_use(journal_folder(table.alone), table.table)


def latest_own_game(closing: str = "") -> TableHeader | None:
    """Blocks; raises OSError. `closing` is a table that was just closed, whose process may still have it open."""
    for alone in (False, True) if closing else ():
        journal_store.wait_until_free(journal_folder(alone), closing, FREE_SECONDS)
    own = (table for table in resumable_tables() if table.host and table.round)
    return next((table for table in own if not (table.continued or is_held(table))), None)


def find_resumable(wanted: str, command: TableCommand) -> TableHeader:
    """The table with this title or id; with "" the newest of this command.

    Tables in a game come before those in the lobby, and free ones before those held elsewhere. Raises
    ContinuedElsewhere, Failure.
    """
    with os_errors_as_failures():
        everything = resumable_tables()
        if wanted:
            return _here(_named(everything, wanted, command))
        own = [table for table in everything if table.command == command]
        if not own:
            raise Failure(_unreadable_journal(command) or errors_words.nothing_to_resume(command))
        return _here(min(own, key=lambda table: (table.continued, is_held(table), table.round == 0)))


def _here(table: TableHeader) -> TableHeader:
    """Raises ContinuedElsewhere."""
    if table.continued:
        raise ContinuedElsewhere(table.title, table.table, table.title)
    return table


def find_by_id(table: str) -> TableHeader:
    with os_errors_as_failures():
        found = next((each for each in resumable_tables() if each.table == table), None)
    if found is None:
        raise Failure(errors_words.no_such_table(clean(table, SHOWN_CELLS)))
    return found


def kept_options(table: TableHeader, port: int | None = None) -> TableOptions:
    setup = Setup(table.table, table.title, owner=table.owner, owner_name=table.host)
    return TableOptions(setup, port, resume=True)


def _named(everything: list[TableHeader], wanted: str, command: TableCommand) -> TableHeader:
    folded, alone = wanted.strip().casefold(), command in ("play", "local")
    found = [table for table in everything if folded in (table.table, table.title.casefold())]
    if len(found) > 1:
        raise Failure(_several_kept(clean(wanted, SHOWN_CELLS), [table.table for table in found]))
    if found and (found[0].alone != alone or (command == "host" and not found[0].host)):
        right = resume_command(found[0].command)
        raise Failure(
            _("“{title}” was opened with another command. Resume it with `{line}`.").format(
                title=found[0].title, line=(f"{right} {found[0].table}")
            )
        )
    if found:
        return found[0]
    if any(path.stem == folded for path in journal_store.unfinished(journal_folder(alone))):
        return TableHeader(folded, command=command)
    unknown = errors_words.no_such_table(clean(wanted, SHOWN_CELLS))
    raise Failure(" ".join(filter(None, (unknown, _unreadable_journal(command)))))


def _unreadable_journal(command: TableCommand) -> str | None:
    """A sentence about the newest journal of which nothing is known, if any. Raises OSError."""
    journals = journal_store.unfinished(journal_folder(command in ("play", "local")))
    path = next((path for path in journals if read_header(path) is None), None)
    return journal_is_damaged(path) if path else None


def _several_kept(title: str, ids: Sequence[str]) -> str:
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))
