"""Which of the tables that were hosted here can be resumed, and which one is meant."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from sixqp_protocol.text import clean
from sixqp_tui.host.apply import CannotReplay
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import VERSION, CannotRead, Opening, decoded
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.table_journal import journal_folder
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store import journal_store
from sixqp_tui.store.record_format import NoJournal, parse

SHOWN_CELLS = 80
"""Cells of what was typed that a sentence repeats."""
RELEASE_SECONDS = 10.0
"""Seconds for which a table that was closed a moment ago is waited for: its process says goodbye to everybody."""
TableCommand = Literal["host", "serve", "play", "local"]


class ResumableTable(NamedTuple):
    """A table that can be resumed, by the `command` that opened it.

    `round` is that of the game that is played, 0 between two games; `host` is its owner's name, "" for a table
    without one; `held`: another process has it open.
    """

    table: str
    title: str
    host: str
    round: int
    held: bool = False
    command: TableCommand = "host"

    @property
    def alone(self) -> bool:
        return self.command in ("play", "local")


def resume_command(command: TableCommand) -> str:
    """What to type to go on with the newest table of this kind."""
    return f"sixqp {command} --resume"


def resumable_tables() -> list[ResumableTable]:
    """All tables that are unfinished here, the one played last first. Raises OSError."""
    dated = [
        (path.stat().st_mtime, table)
        for alone in (False, True)
        for path in journal_store.unfinished(journal_folder(alone))
        if (table := _summary_or_none(path, alone))
    ]
    return [table for _at, table in sorted(dated, key=lambda each: -each[0])]


def latest_own_game(closing: str = "") -> ResumableTable | None:
    """The table that is worth an offer: the player's own at which a game was played last. Raises OSError.

    `closing` is the id of one that was closed a moment ago, whose process may still have it. Blocks.
    """
    for alone in (False, True) if closing else ():
        journal_store.wait_until_free(journal_folder(alone), closing, RELEASE_SECONDS)
    return next((table for table in resumable_tables() if table.host and table.round and not table.held), None)


def find_resumable(wanted: str, command: TableCommand) -> ResumableTable:
    """The table with this title or id; with "" the newest of those that this command opened.

    A game that is played goes before a lobby, and any that is free before one that another process has open.
    Raises Failure.
    """
    with os_errors_as_failures():
        everything = resumable_tables()
        if wanted:
            return _named(everything, wanted, command)
    own = [table for table in everything if table.command == command]
    if not own:
        raise Failure(errors_words.nothing_to_resume(command))
    return min(own, key=lambda table: (table.held, table.round == 0))


def find_by_id(table: str) -> ResumableTable:
    """The table with this id, whatever command opened it. Raises Failure."""
    with os_errors_as_failures():
        found = next((each for each in resumable_tables() if each.table == table), None)
    if found is None:
        raise Failure(errors_words.no_such_table(clean(table, SHOWN_CELLS)))
    return found


def _named(everything: list[ResumableTable], wanted: str, command: TableCommand) -> ResumableTable:
    folded = wanted.strip().casefold()
    found = [table for table in everything if folded in (table.table, table.title.casefold())]
    if len(found) > 1:
        raise Failure(_several_kept(clean(wanted, SHOWN_CELLS), [table.table for table in found]))
    alone = command in ("play", "local")
    if found and (found[0].alone != alone or (command == "host" and not found[0].host)):
        right = resume_command(found[0].command)
        raise Failure(
            _("“{title}” was opened with another command. Resume it with `{line}`.").format(
                title=found[0].title, line=(f"{right} {found[0].table}")
            )
        )
    if found:
        return found[0]
    unread = next((path for path in journal_store.unfinished(journal_folder(alone)) if path.stem == folded), None)
    if unread is None:
        raise Failure(errors_words.no_such_table(clean(wanted, SHOWN_CELLS)))
    return ResumableTable(unread.stem, "", "", 0, command=command)


def _summary_or_none(path: Path, alone: bool) -> ResumableTable | None:
    """What a journal holds; None where nobody can go on with it, which resuming it by its id explains."""
    try:
        return _summary(path, alone)
    except (NoJournal, CannotRead, CannotReplay, OSError):
        return None


def _summary(path: Path, alone: bool) -> ResumableTable | None:
    reading = parse(path.read_bytes())
    if reading.version > VERSION or not reading.records:
        return None
    opening, *entries = map(decoded, reading.records)
    if not isinstance(opening, Opening):
        return None
    setup = opening.setup
    room = Room(setup, lambda: bytes(16), str)
    room.resume((entry for entry in entries if isinstance(entry, Command)), 0.0)
    playing = room.view(None).table.round if room.state.phase == "playing" else 0
    host = setup.owner_name if setup.owner else ""
    command: TableCommand = "host" if host else "serve"
    if alone:
        command = "local" if len(room.people) > 1 else "play"
    held = journal_store.in_use(path.parent, path.stem)
    return ResumableTable(setup.table, setup.title, host, playing, held, command)


def _several_kept(title: str, ids: Sequence[str]) -> str:
    """`--resume TITLE` where several unfinished tables are called so."""
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))
