"""Unfinished tables that were hosted here, and the one that a command means."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from sixqp_protocol.keys import PUBLIC_BYTES
from sixqp_protocol.text import clean
from sixqp_tui.client.continuing import is_program
from sixqp_tui.host.apply import CannotReplay
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import CannotRead, Continued, Opening, decoded
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.table_journal import journal_folder, why_unreadable
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, errors as errors_words, ngettext
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store import journal_store
from sixqp_tui.store.journal import NoJournal, parse

SHOWN_CELLS = 80
"""Cells of the player's input that a sentence repeats."""
RELEASE_SECONDS = 10.0
"""Seconds for a table that was just closed to say goodbye to everybody."""
_UNREADABLE = (NoJournal, CannotRead, CannotReplay)
TableCommand = Literal["host", "serve", "play", "local"]


class ResumableTable(NamedTuple):
    """An unfinished table, opened by `command`.

    `round` is that of the current game, 0 between games. `host` is the owner's name, "" without one, and `owner`
    their key. `held`: another process has the table open. `continued`: it goes on at a player's machine. `programs`
    are the keys with which players may continue the `evening`.
    """

    table: str
    title: str
    host: str
    round: int
    held: bool = False
    command: TableCommand = "host"
    continued: bool = False
    owner: bytes | None = None
    evening: str = ""
    programs: frozenset[bytes] = frozenset()

    @property
    def alone(self) -> bool:
        return self.command in ("play", "local")


class ContinuedElsewhere(Failure):
    """The table with this `title` and id goes on at a player's machine; `target` leads there."""

    def __init__(self, title: str, table: str, target: str) -> None:
        sentence = _("“{title}” goes on at a player's computer. Join it with `{line}`.")
        super().__init__(sentence.format(title=title, line=join_by_title(title)))
        self.title, self.table, self.target = title, table, target


def resume_command(command: TableCommand) -> str:
    return f"sixqp {command} --resume"


def resumable_tables() -> list[ResumableTable]:
    """All unfinished tables, the latest first. Raises OSError."""
    dated = [
        (path.stat().st_mtime, table)
        for alone in (False, True)
        for path in journal_store.unfinished(journal_folder(alone))
        if (table := _summary_or_none(path, alone))
    ]
    return [table for _at, table in sorted(dated, key=lambda each: -each[0])]


def latest_own_game(closing: str = "") -> ResumableTable | None:
    """Blocks; raises OSError. `closing` is a table that was just closed, whose process may still have it open."""
    for alone in (False, True) if closing else ():
        journal_store.wait_until_free(journal_folder(alone), closing, RELEASE_SECONDS)
    own = (table for table in resumable_tables() if table.host and table.round)
    return next((table for table in own if not (table.held or table.continued)), None)


def find_resumable(wanted: str, command: TableCommand) -> ResumableTable:
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
    return _here(min(own, key=lambda table: (table.continued, table.held, table.round == 0)))


def _here(table: ResumableTable) -> ResumableTable:
    """Raises ContinuedElsewhere."""
    if table.continued:
        raise ContinuedElsewhere(table.title, table.table, table.title)
    return table


def find_by_id(table: str) -> ResumableTable:
    with os_errors_as_failures():
        found = next((each for each in resumable_tables() if each.table == table), None)
    if found is None:
        raise Failure(errors_words.no_such_table(clean(table, SHOWN_CELLS)))
    return found


def kept_options(table: ResumableTable, port: int | None = None) -> TableOptions:
    return TableOptions(table.title, table.host, port=port, resume=table.table, owner=table.owner)


def _named(everything: list[ResumableTable], wanted: str, command: TableCommand) -> ResumableTable:
    folded = wanted.strip().casefold()
    found = [table for table in everything if folded in (table.table, table.title.casefold())]
    if len(found) > 1:
        raise Failure(_several_kept(clean(wanted, SHOWN_CELLS), [table.table for table in found]))
    if found and (found[0].alone != _is_alone(command) or (command == "host" and not found[0].host)):
        right = resume_command(found[0].command)
        raise Failure(
            _("“{title}” was opened with another command. Resume it with `{line}`.").format(
                title=found[0].title, line=(f"{right} {found[0].table}")
            )
        )
    if found:
        return found[0]
    journals = journal_store.unfinished(journal_folder(_is_alone(command)))
    unread = next((path for path in journals if path.stem == folded), None)
    if unread is None:
        unknown = errors_words.no_such_table(clean(wanted, SHOWN_CELLS))
        raise Failure(" ".join(filter(None, (unknown, _unreadable_journal(command)))))
    return ResumableTable(unread.stem, "", "", 0, command=command)


def _is_alone(command: TableCommand) -> bool:
    return command in ("play", "local")


def _summary_or_none(path: Path, alone: bool) -> ResumableTable | None:
    try:
        return _summary(path, alone)
    except (*_UNREADABLE, OSError):
        return None


def _unreadable_journal(command: TableCommand) -> str | None:
    """A sentence about this command's newest journal that can't be read, if any. Raises OSError."""
    alone = _is_alone(command)
    for path in journal_store.unfinished(journal_folder(alone)):
        try:
            _summary(path, alone)
        except _UNREADABLE as error:
            return why_unreadable(error, path)
    return None


def _summary(path: Path, alone: bool) -> ResumableTable:
    """Raises OSError, or one of `_UNREADABLE`."""
    reading = parse(path.read_bytes())
    opening, *entries = map(decoded, reading.records) if reading.records else (None,)
    if not isinstance(opening, Opening):
        raise NoJournal("a journal begins with the opening of its table")
    setup = opening.setup
    room = Room(setup, lambda: bytes(PUBLIC_BYTES), str, certificate=bytes(PUBLIC_BYTES))
    room.resume((entry for entry in entries if isinstance(entry, Command)), 0.0)
    playing = room.view(None).table.round if room.state.phase == "playing" else 0
    host = setup.owner_name if setup.owner else ""
    command: TableCommand = "host" if host else "serve"
    if alone:
        command = "local" if len(room.people) > 1 else "play"
    held = journal_store.in_use(path.parent, path.stem)
    continued = isinstance(entries[-1], Continued) if entries else False
    evening = setup.kept.proof.evening if setup.kept else setup.table
    seats = room.state.seats.playing_news()
    programs = frozenset(seat.key for seat in seats if seat.key and is_program(seat))
    return ResumableTable(
        setup.table, setup.title, host, playing, held, command, continued, room.owner, evening, programs
    )


def _several_kept(title: str, ids: Sequence[str]) -> str:
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))
