"""A database that lists and counts the games, and can be thrown away.

It follows the files: each query first reads what has changed. If the disk takes no database, it is made in memory.
Only code that lists or counts imports this module, because `sqlite3` loads slowly.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from filelock import FileLock, Timeout

from sixqp_tui.analysis.mistakes import kind_of, row_length
from sixqp_tui.analysis.result import (
    VERSION as REVIEW_VERSION,
    Decision,
    Review,
    Tenths,
)
from sixqp_tui.features.history.files import REVIEW_SUFFIX, GameFile, list_files, path_of, read_game, read_review
from sixqp_tui.features.history.record import GameRecord, UnreadableRecord
from sixqp_tui.features.history.summary import GameSummary, SeatSummary, player_key, summarize
from sixqp_tui.store.files import move_aside, private_opener
from sixqp_tui.store.paths import create_private_folder

Result = TypeVar("Result")
OnProgress = Callable[[int, int], None]
"""Called with the number of files that are read, and that are to be read."""

FILE_NAME: Final = "games.sqlite"
BUSY_SECONDS: Final = 5.0
"""How long one program waits for another to write; a batch takes some milliseconds."""
BATCH: Final = 200
"""Games in one transaction: others wait for it, and stopping the program loses at most this much."""
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
    # Ties are rated otherwise, and a game that is kept in two forms counts once.
    """
    DELETE FROM ratings;
    UPDATE games SET rated = 0;
    DELETE FROM games WHERE EXISTS (
        SELECT 1 FROM games AS first WHERE first."table" = games."table" AND first.number = games.number
        AND (first.changed, first.id) < (games.changed, games.id)
    );
    DELETE FROM seats WHERE game NOT IN (SELECT game FROM games);
    ALTER TABLE games ADD COLUMN double_of INTEGER REFERENCES games ON DELETE CASCADE;
    CREATE INDEX games_by_number ON games ("table", number);
    """,
    # A seat that changed hands has a row for the seat, which counts for nobody, and one for each who held it.
    """
    CREATE TABLE held (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
        key TEXT NOT NULL, heads INTEGER NOT NULL, rank INTEGER NOT NULL, rounds TEXT NOT NULL,
        best INTEGER, worst INTEGER, sixth INTEGER NOT NULL, too_low INTEGER NOT NULL,
        played INTEGER NOT NULL, ended INTEGER NOT NULL, shared INTEGER NOT NULL, PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    INSERT INTO held SELECT seats.*, 0 FROM seats;
    DROP TABLE seats;
    ALTER TABLE held RENAME TO seats;
    CREATE INDEX seats_by_key
        ON seats (key, ended, name, rank, played, heads, best, worst, sixth, too_low) WHERE shared = 0;
    """,
    # What the decisions of reviewed games cost those who made them.
    """
    CREATE TABLE reviews (
        game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, size INTEGER NOT NULL,
        changed INTEGER NOT NULL, version INTEGER NOT NULL
    );
    CREATE TABLE judged (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, key TEXT NOT NULL,
        rounds INTEGER NOT NULL, PRIMARY KEY (game, seat, key)
    ) WITHOUT ROWID;
    CREATE INDEX judged_by_key ON judged (key, game, rounds);
    CREATE TABLE mistakes (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, key TEXT NOT NULL,
        round INTEGER NOT NULL, turn INTEGER NOT NULL, kind TEXT NOT NULL, made INTEGER NOT NULL,
        best INTEGER NOT NULL, cost INTEGER NOT NULL, length INTEGER NOT NULL,
        PRIMARY KEY (game, seat, round, turn, kind)
    ) WITHOUT ROWID;
    CREATE INDEX mistakes_by_key ON mistakes (key, game, kind, cost, length);
    """,
    # People are also rated among themselves, and by variant; and heads are compared with par.
    """
    DELETE FROM ratings;
    UPDATE games SET rated = 0;
    ALTER TABLE ratings ADD COLUMN scope TEXT NOT NULL DEFAULT '';
    DROP INDEX ratings_by_person;
    CREATE INDEX ratings_by_person ON ratings (scope, person, id, mu, sigma, game);
    DELETE FROM reviews;
    ALTER TABLE judged ADD COLUMN par_rounds INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE judged ADD COLUMN par INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE judged ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
    """,
    # The accuracy of each seat in a reviewed game; and the costliest mistakes are found without reading all.
    """
    ALTER TABLE seats ADD COLUMN accuracy INTEGER;
    CREATE INDEX mistakes_by_cost ON mistakes (key, kind, cost);
    DELETE FROM reviews;
    """,
    # Scores are counted from the indexes alone.
    """
    DROP INDEX seats_by_key;
    CREATE INDEX seats_by_key
        ON seats (key, ended, name, rank, played, heads, best, worst, sixth, too_low, shared);
    DROP INDEX mistakes_by_cost;
    CREATE INDEX mistakes_by_cost ON mistakes (key, kind, cost, length);
    """,
)
"""Each brings a database from the version of its position to the next; `user_version` holds the version."""
VERSION: Final = len(MIGRATIONS)
NEWEST_FIRST: Final = 'games.ended DESC, "table", number DESC'
_GAME: Final = 'id, "table", number, title, began, games.ended, variant, reason, seeded'
_SEAT: Final = "seats.name, key, heads, rank, seats.rounds, sixth, too_low, shared, accuracy, players"
_SAME: Final = 'FROM games WHERE "table" = ? AND number = ? AND ended IS NOT NULL'
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)
"""SQLite's errors for a file that is no database, or that doesn't have the tables of its version."""


class IndexNotes(NamedTuple):
    """Problems of the index that has answered.

    `rebuilt` is where a damaged database was moved, `unwritten` why the index is only in memory, "" if it is on the
    disk, `unreadable` the files without a readable game.
    """

    rebuilt: Path | None = None
    unwritten: str = ""
    unreadable: tuple[Path, ...] = ()


class NewerIndex(sqlite3.DatabaseError): ...


class GameIndex:
    def __init__(self, database: sqlite3.Connection, folder: Path) -> None:
        self.database = database
        self._folder = folder

    def count(self) -> int:
        (number,) = self.database.execute("SELECT count(*) FROM games WHERE ended IS NOT NULL").fetchone()
        return int(number)

    def games(self, limit: int | None = None, skip: int = 0, since: int = 0) -> tuple[GameSummary, ...]:
        """Games that ended at `since` or later, in seconds since 1970, newest first."""
        chosen = f"SELECT game FROM games WHERE ended >= ? ORDER BY {NEWEST_FIRST} LIMIT ? OFFSET ?"
        rows = self.database.execute(
            f"SELECT games.game, {_GAME}, {_SEAT} FROM games JOIN seats USING (game) WHERE game IN ({chosen}) "
            f"ORDER BY {NEWEST_FIRST}, seat",
            (since, -1 if limit is None else limit, skip),
        )
        return tuple(_summary(list(of_game)) for _game, of_game in groupby(rows, key=lambda row: row[0]))

    def ids(self, prefix: str) -> tuple[str, ...]:
        """Newest first."""
        rows = self.database.execute(
            f"SELECT id FROM games WHERE ended IS NOT NULL AND substr(id, 1, ?) = ? ORDER BY {NEWEST_FIRST}",
            (len(prefix), prefix),
        )
        return tuple(game for (game,) in rows)

    def id_of(self, table: str, number: int) -> str | None:
        game = self.database.execute(f"SELECT id {_SAME}", (table, number)).fetchone()
        return game[0] if game else None

    def unreadable(self) -> tuple[Path, ...]:
        rows = self.database.execute("SELECT id FROM games WHERE ended IS NULL AND double_of IS NULL ORDER BY id")
        return tuple(path_of(self._folder, game) for (game,) in rows)

    def update(self, on_progress: OnProgress = lambda done, of: None) -> None:
        files = {file.id: file for file in list_files(self._folder)}
        known = self._known()
        if gone := known.keys() - files.keys():
            with self.transaction():
                for game in gone:
                    self._drop(game)
            known = self._known()
        fresh = sorted(file for game, file in files.items() if known.get(game) != file)
        reviews = {file.id: file for file in list_files(self._folder, REVIEW_SUFFIX)}
        done, coming = 0, iter(fresh)
        while batch := tuple(islice(coming, BATCH)):
            found = [(file, _read_summary(path_of(self._folder, file.id))) for file in batch]
            with self.transaction():
                for file, summary in found:
                    self._put(file, summary)
            done += len(batch)
            on_progress(done, len(fresh))
        self._update_reviews(reviews, on_progress)

    def _update_reviews(self, files: dict[str, GameFile], on_progress: OnProgress) -> None:
        rows = self.database.execute(
            "SELECT id, game, reviews.size, reviews.changed, version FROM games LEFT JOIN reviews USING (game) "
            "WHERE ended IS NOT NULL"
        )
        known = {id: (game, version and (id, *rest, version)) for id, game, *rest, version in rows}
        changed = sorted(
            (game, id)
            for id, (game, kept) in known.items()
            if kept != (files[id] + (REVIEW_VERSION,) if id in files else None)
        )
        for begin in range(0, len(changed), BATCH):
            batch = changed[begin : begin + BATCH]
            found = [(game, files.get(id), read_review(id, self._folder)) for game, id in batch]
            with self.transaction():
                for game, file, review in found:
                    self._put_review(game, file, review)
            on_progress(begin + len(batch), len(changed))

    def _known(self) -> dict[str, tuple[str, int, int]]:
        return {row[0]: row for row in self.database.execute("SELECT id, size, changed FROM games")}

    def unrate(self, since: int) -> None:
        later = "SELECT game FROM games WHERE ended >= ?"
        self.database.execute(f"DELETE FROM ratings WHERE game IN ({later})", (since,))
        self.database.execute("UPDATE games SET rated = 0 WHERE ended >= ? AND rated = 1", (since,))

    @contextmanager
    def transaction(self, writing: bool = True) -> Iterator[None]:
        self.database.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
        try:
            yield
            self.database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")
            raise

    def _drop(self, game: str) -> None:
        known = self.database.execute("SELECT ended FROM games WHERE id = ? AND rated = 1", (game,)).fetchone()
        if known and known[0] is not None:
            self.unrate(known[0])
        self.database.execute("DELETE FROM games WHERE id = ?", (game,))

    def _put(self, file: GameFile, summary: GameSummary | None) -> None:
        """`summary` is None for an unreadable file.

        Of several files with one game of a table, only the first that was written counts.
        """
        there = self.database.execute("SELECT id, size, changed FROM games WHERE id = ?", (file.id,)).fetchone()
        if there == file:
            return
        self._drop(file.id)
        first: tuple[int, int, str] | None = None
        if summary is not None:
            same = (summary.table, summary.number)
            first = self.database.execute(f"SELECT game, changed, id {_SAME}", same).fetchone()
            if first is not None and first[1:] > (file.changed, file.id):
                self._drop(first[2])  # the next query reads it again
                first = None
        game = self.database.execute(
            "INSERT INTO games (id, size, changed, double_of) VALUES (?, ?, ?, ?)", (*file, first and first[0])
        ).lastrowid
        if summary is None or first is not None:
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
            f"INSERT INTO seats VALUES ({', '.join('?' * 14)}, NULL)",
            (
                (
                    game, at, seat.name, seat.key, seat.heads, seat.rank, " ".join(map(str, seat.rounds)),
                    min(seat.rounds, default=None), max(seat.rounds, default=None), seat.sixth, seat.too_low,
                    len(seat.rounds), summary.ended, seat.shared,
                )
                for at, seat in enumerate((*summary.seats, *summary.shares))
            ),
        )  # fmt: skip

    def _put_review(self, game: int, file: GameFile | None, review: Review | None) -> None:
        """`file` is None if the review is gone, `review` where the file is unreadable."""
        for table in ("reviews", "judged", "mistakes"):
            self.database.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        self.database.execute("UPDATE seats SET accuracy = NULL WHERE game = ?", (game,))
        known = self.database.execute("SELECT id FROM games WHERE game = ?", (game,)).fetchone()
        if file is None or known is None or known[0] != file.id:
            return
        self.database.execute("INSERT INTO reviews VALUES (?, ?, ?, ?)", (game, *file[1:], REVIEW_VERSION))
        self.database.executemany(
            "UPDATE seats SET accuracy = ? WHERE game = ? AND seat = ?",
            ((seat.accuracy, game, seat.seat) for seat in (review.seats if review else ()) if seat.rounds),
        )
        made = self._made(game, review) if review else []
        rounds: dict[tuple[int, str], set[int]] = {}
        for key, decision in made:
            rounds.setdefault((decision.seat, key), set()).add(decision.round)
        self.database.executemany(
            "INSERT INTO judged VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (game, seat, key, len(played), *(_against_par(review, seat, played) if review else ()))
                for (seat, key), played in rounds.items()
            ),
        )
        self.database.executemany(
            f"INSERT INTO mistakes VALUES ({', '.join('?' * 10)})",
            (
                (
                    game, each.seat, key, each.round, each.turn, kind_of(each), each.made, each.best, each.cost,
                    row_length(each),
                )
                for key, each in made
                if each.cost and each.kind != "pick"
            ),
        )  # fmt: skip

    def _made(self, game: int, review: Review) -> list[tuple[str, Decision]]:
        """With their makers' keys; those of stand-ins (8.1) are nobody's."""
        rows = self.database.execute(
            "SELECT seat, key, shared, id FROM games JOIN seats USING (game) WHERE game = ? AND seat < players",
            (game,),
        ).fetchall()
        keys: dict[int, str] = {seat: key for seat, key, shared, _id in rows if not shared}
        record = _read_record(path_of(self._folder, rows[0][3])) if len(keys) < len(rows) else None
        found = (each for seat in review.seats for each in seat.decisions if not each.stood_in)
        return [
            (player_key(record.players[each.seat].holder(*each.moment), record.table), each)
            if record and each.seat not in keys
            else (keys[each.seat], each)
            for each in found
            if each.seat in keys or (record and each.seat < len(record.players))
        ]


def consult(
    work: Callable[[GameIndex], Result],
    folder: Path,
    path: Path,
    on_progress: OnProgress = lambda done, of: None,
) -> tuple[Result, IndexNotes]:
    """The index at `path`, brought up to date with `folder`.

    A damaged database is moved aside and rebuilt, an older one migrated. If the disk takes none, or another program
    locks it, it is made in memory. Raises OSError if the folder can't be read.
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
    """The disk takes no database; the message says why."""


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
    """Raises NewerIndex, and sqlite3.Error."""
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
    """None if another program has moved the database. Raises _Unwritable."""
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
    """Copy what an unwritable database contains, if it is readable."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as there:
            if _version(there) == VERSION:
                there.backup(database)
    except sqlite3.Error:
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            database.execute(f'DROP TABLE "{name}"')


def _read_summary(path: Path) -> GameSummary | None:
    try:
        return summarize(read_game(path))
    except (OSError, UnreadableRecord, ValueError):
        return None


def _against_par(review: Review, seat: int, played: set[int]) -> tuple[int, Tenths, Tenths]:
    """How many of these rounds have a balance, their par, and what was taken in them."""
    balances = [each for number, each in review.seats[seat].rounds.items() if number in played]
    return len(balances), sum(each.par for each in balances), sum(each.taken for each in balances)


def _read_record(path: Path) -> GameRecord | None:
    try:
        return read_game(path)
    except (OSError, UnreadableRecord):
        return None


def _summary(rows: list[tuple[Any, ...]]) -> GameSummary:
    _game, id, table, number, title, began, ended, variant, reason, seeded = rows[0][:10]
    lines, players = tuple(_seat(row[10:-1]) for row in rows), rows[0][-1]
    return GameSummary(
        id, table, number, title, began, ended, variant, reason, bool(seeded), lines[:players], lines[players:]
    )


def _seat(row: Iterable[Any]) -> SeatSummary:
    name, key, heads, rank, rounds, sixth, too_low, shared, accuracy = row
    return SeatSummary(
        name, key, heads, rank, tuple(map(int, rounds.split())), sixth, too_low, bool(shared), accuracy
    )
