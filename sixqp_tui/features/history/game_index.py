"""The index of the games: a database that lists them and counts over them, and that can be thrown away.

It follows the files (`game_files.py`): whoever asks it brings it up to date first. Where no database can be written
it is made in memory, and answers as well. Only who lists or counts imports this: `sqlite3` is slow to load.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from filelock import FileLock, Timeout

from sixqp_tui.features.history.files import GameFile, list_files, path_of, read_game
from sixqp_tui.features.history.record import UnreadableRecord
from sixqp_tui.features.history.summary import GameSummary, SeatSummary, summarize
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.private_files import move_aside, private_opener

Result = TypeVar("Result")
OnProgress = Callable[[int, int], None]
"""Is told how many of how many files have been read."""

FILE_NAME: Final = "games.sqlite"
BUSY_SECONDS: Final = 5.0
"""Seconds that one program waits until another has written: a batch takes some milliseconds."""
BATCH: Final = 200
"""Games that are written at once: others wait so long, and so much is lost where the program is stopped."""
MIGRATIONS: Final = (
    """
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, changed INTEGER NOT NULL,
        "table" TEXT, number INTEGER, title TEXT, began INTEGER, ended INTEGER, variant TEXT, reason TEXT,
        seeded INTEGER, players INTEGER, rounds INTEGER
    );
    CREATE INDEX games_by_end ON games (ended, "table", number);
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
        key TEXT NOT NULL, heads INTEGER NOT NULL, rank INTEGER NOT NULL, rounds TEXT NOT NULL,
        best INTEGER NOT NULL, worst INTEGER NOT NULL, sixth INTEGER NOT NULL, too_low INTEGER NOT NULL,
        played INTEGER NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_key ON seats (key, ended, name, rank, played, heads, best, worst, sixth, too_low);
    """,
    """
    ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE ratings (
        id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, person TEXT NOT NULL,
        mu REAL NOT NULL, sigma REAL NOT NULL
    );
    CREATE INDEX ratings_by_person ON ratings (person, id, mu, sigma, game);
    CREATE INDEX ratings_by_game ON ratings (game);
    CREATE TABLE rating_basis (joined TEXT NOT NULL);
    """,
)
"""Each takes a database from the version that is its place here, from 0, to the next: `user_version` has it."""
VERSION: Final = len(MIGRATIONS)
NEWEST_FIRST: Final = 'games.ended DESC, "table", number DESC'
_GAME: Final = 'id, "table", number, title, began, games.ended, variant, reason, seeded'
_SEAT: Final = "seats.name, key, heads, rank, seats.rounds, sixth, too_low"
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)
"""What SQLite says of a file that is none of its own, or not in the form that its version promises."""


class IndexNotes(NamedTuple):
    """What somebody may want to know of the index that has answered.

    `rebuilt`: where a damaged database lies now, for which a new one stands. `unwritten`: why it is in memory only,
    nothing where it lies on the disk. `unreadable`: files that hold no game that this program can read.
    """

    rebuilt: Path | None = None
    unwritten: str = ""
    unreadable: tuple[Path, ...] = ()


class NewerIndex(sqlite3.DatabaseError):
    """A newer version of the program has made this database."""


class GameIndex:
    """The games in one folder, listed and counted."""

    def __init__(self, database: sqlite3.Connection, folder: Path) -> None:
        self.database = database
        self._folder = folder

    def count(self) -> int:
        """How many games there are."""
        (number,) = self.database.execute("SELECT count(*) FROM games WHERE ended IS NOT NULL").fetchone()
        return int(number)

    def games(self, limit: int | None = None, skip: int = 0, since: int = 0) -> tuple[GameSummary, ...]:
        """The games that ended since then (seconds since 1970), the newest first."""
        chosen = f"SELECT game FROM games WHERE ended >= ? ORDER BY {NEWEST_FIRST} LIMIT ? OFFSET ?"
        rows = self.database.execute(
            f"SELECT games.game, {_GAME}, {_SEAT} FROM games JOIN seats USING (game) WHERE game IN ({chosen}) "
            f"ORDER BY {NEWEST_FIRST}, seat",
            (since, -1 if limit is None else limit, skip),
        )
        return tuple(_summary(list(of_game)) for _game, of_game in groupby(rows, key=lambda row: row[0]))

    def ids(self, prefix: str) -> tuple[str, ...]:
        """The ids of games that begin so, the newest first."""
        rows = self.database.execute(
            f"SELECT id FROM games WHERE ended IS NOT NULL AND substr(id, 1, ?) = ? ORDER BY {NEWEST_FIRST}",
            (len(prefix), prefix),
        )
        return tuple(game for (game,) in rows)

    def unreadable(self) -> tuple[Path, ...]:
        """The files that hold no game that this program can read."""
        rows = self.database.execute("SELECT id FROM games WHERE ended IS NULL ORDER BY id")
        return tuple(path_of(self._folder, game) for (game,) in rows)

    def update(self, on_progress: OnProgress = lambda done, of: None) -> None:
        """Follow the files: read what is new or has changed, and drop what is gone. Raises OSError."""
        known = {row[0]: row for row in self.database.execute("SELECT id, size, changed FROM games")}
        files = {file.id: file for file in list_files(self._folder)}
        if gone := known.keys() - files.keys():
            with self.transaction():
                for game in gone:
                    self._drop(game)
        fresh = sorted(file for game, file in files.items() if known.get(game) != file)
        done, coming = 0, iter(fresh)
        while batch := tuple(islice(coming, BATCH)):
            found = [(file, _read_summary(path_of(self._folder, file.id))) for file in batch]
            with self.transaction():
                for file, summary in found:
                    self._put(file, summary)
            done += len(batch)
            on_progress(done, len(fresh))

    def unrate(self, since: int) -> None:
        """Forget the ratings of all games that ended at this time or later: one of them was rated too early."""
        later = "SELECT game FROM games WHERE ended >= ?"
        self.database.execute(f"DELETE FROM ratings WHERE game IN ({later})", (since,))
        self.database.execute("UPDATE games SET rated = 0 WHERE ended >= ? AND rated = 1", (since,))

    @contextmanager
    def transaction(self, writing: bool = True) -> Iterator[None]:
        """Write all that follows, or nothing of it; or read it as it is at one moment. Raises sqlite3.Error."""
        self.database.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
        try:
            yield
            self.database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")
            raise

    def _drop(self, game: str) -> None:
        """Forget this game, and the ratings that came after it."""
        known = self.database.execute("SELECT ended FROM games WHERE id = ? AND rated = 1", (game,)).fetchone()
        if known and known[0] is not None:
            self.unrate(known[0])
        self.database.execute("DELETE FROM games WHERE id = ?", (game,))

    def _put(self, file: GameFile, summary: GameSummary | None) -> None:
        """The file holds this game, or none that can be read; another program may have put it here meanwhile."""
        there = self.database.execute("SELECT id, size, changed FROM games WHERE id = ?", (file.id,)).fetchone()
        if there == file:
            return
        self._drop(file.id)
        game = self.database.execute("INSERT INTO games (id, size, changed) VALUES (?, ?, ?)", file).lastrowid
        if summary is None:
            return
        self.database.execute(
            'UPDATE games SET "table" = ?, number = ?, title = ?, began = ?, ended = ?, variant = ?, reason = ?, '
            "seeded = ?, players = ?, rounds = ? WHERE game = ?",
            (
                summary.table, summary.number, summary.title, summary.began, summary.ended, summary.variant,
                summary.reason, summary.seeded, len(summary.seats), summary.rounds, game,
            ),
        )  # fmt: skip
        self.database.executemany(
            f"INSERT INTO seats VALUES ({', '.join('?' * 13)})",
            (
                (
                    game, at, seat.name, seat.key, seat.heads, seat.rank, " ".join(map(str, seat.rounds)),
                    min(seat.rounds), max(seat.rounds), seat.sixth, seat.too_low, summary.rounds, summary.ended,
                )
                for at, seat in enumerate(summary.seats)
            ),
        )  # fmt: skip


def consult(
    work: Callable[[GameIndex], Result],
    folder: Path,
    path: Path,
    on_progress: OnProgress = lambda done, of: None,
) -> tuple[Result, IndexNotes]:
    """What `work` finds in the index at this path of the games in this folder, and what is to be said of the index.

    A damaged database is set aside and built anew, an older version's is migrated. Where the disk takes none, or
    another program keeps it, the index is made in memory. Raises OSError where the folder cannot be read.
    """
    rebuilt: Path | None = None
    try:
        try:
            return _consult_on_disk(work, folder, path, on_progress, rebuilt)
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            rebuilt = _set_aside(path)
            return _consult_on_disk(work, folder, path, on_progress, rebuilt)
    except (sqlite3.DatabaseError, _Unwritable) as error:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            _copy(path, database)
            return _consult_in(database, work, folder, on_progress, IndexNotes(rebuilt, str(error)))


class _Unwritable(Exception):
    """The disk takes no database; the text says why."""


def _consult_on_disk(
    work: Callable[[GameIndex], Result], folder: Path, path: Path, on_progress: OnProgress, rebuilt: Path | None
) -> tuple[Result, IndexNotes]:
    try:
        create_private_folder(path.parent)
        os.close(private_opener(str(path), os.O_RDWR | os.O_CREAT))
    except OSError as error:
        raise _Unwritable(error.strerror or str(error)) from None
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as database:
        if _version(database) <= VERSION:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
        return _consult_in(database, work, folder, on_progress, IndexNotes(rebuilt))


def _consult_in(
    database: sqlite3.Connection,
    work: Callable[[GameIndex], Result],
    folder: Path,
    on_progress: OnProgress,
    notes: IndexNotes,
) -> tuple[Result, IndexNotes]:
    database.execute("PRAGMA foreign_keys = ON")
    migrate(database)
    index = GameIndex(database, folder)
    index.update(on_progress)
    return work(index), notes._replace(unreadable=index.unreadable())


def migrate(database: sqlite3.Connection) -> None:
    """Bring the database to the form of this version. Raises NewerIndex, and sqlite3.Error."""
    if _version(database) == VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        version = _version(database)
        if version > VERSION:
            raise NewerIndex("a newer version of the program has made it")
        for script in MIGRATIONS[version:]:
            for statement in filter(str.strip, script.split(";")):
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def _version(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _set_aside(path: Path) -> Path | None:
    """Move the damaged database out of the way; None where another program has done so meanwhile.

    Raises _Unwritable.
    """
    try:
        with FileLock(path.with_suffix(".lock"), timeout=BUSY_SECONDS, mode=0o600):
            if _is_sound(path):
                return None
            aside = move_aside(path)
            for beside in ("-wal", "-shm"):
                path.with_name(path.name + beside).unlink(missing_ok=True)
            return aside
    except Timeout:
        raise _Unwritable("another program keeps it locked") from None
    except OSError as error:
        raise _Unwritable(error.strerror or str(error)) from None


def _is_sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as database:
            migrate(database)
            GameIndex(database, path.parent).games(limit=1)
            return bool(database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _copy(path: Path, database: sqlite3.Connection) -> None:
    """Take over what a database on the disk that cannot be written tells already, where it can be read at all."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as there:
            if _version(there) == VERSION:
                there.backup(database)
    except sqlite3.Error:
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            database.execute(f'DROP TABLE "{name}"')


def _read_summary(path: Path) -> GameSummary | None:
    """The game in this file, or None where it holds none that can be read."""
    try:
        return summarize(read_game(path))
    except (OSError, UnreadableRecord, ValueError):
        return None


def _summary(rows: list[tuple[Any, ...]]) -> GameSummary:
    """A game from its rows, one a seat."""
    _game, id, table, number, title, began, ended, variant, reason, seeded = rows[0][:10]
    seats = tuple(_seat(row[10:]) for row in rows)
    return GameSummary(id, table, number, title, began, ended, variant, reason, bool(seeded), seats)


def _seat(row: Iterable[Any]) -> SeatSummary:
    name, key, heads, rank, rounds, sixth, too_low = row
    return SeatSummary(name, key, heads, rank, tuple(map(int, rounds.split())), sixth, too_low)
