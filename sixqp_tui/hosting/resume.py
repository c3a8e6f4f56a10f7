"""Unfinished tables that were opened here, and the one that a command means."""

from collections.abc import Sequence

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.table_journal import journal_folder
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, errors as errors_words, ngettext
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store import journal_store
from sixqp_tui.store.journal_store import TableCommand, TableHeader, read_header

SHOWN_CELLS = 80
"""Cells of the player's input that a sentence repeats."""
RELEASE_SECONDS = 10.0
"""Seconds for a table that was just closed to say goodbye to everybody."""


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
        journal_store.wait_until_free(journal_folder(alone), closing, RELEASE_SECONDS)
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
    return errors_words.journal_is_damaged(clean_path(path)) if path else None


def _several_kept(title: str, ids: Sequence[str]) -> str:
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))
