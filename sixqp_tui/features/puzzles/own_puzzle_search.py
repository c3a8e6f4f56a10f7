"""Searches this user's games for puzzles, in several processes, and saves them beside the games."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from sixqp_protocol.text import clean_path
from sixqp_tui.analysis.judgement import DEALS
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.features.history import words as history_words
from sixqp_tui.features.history.files import PUZZLES, games_path, kept_review, path_of
from sixqp_tui.features.history.game_list import describe_notes
from sixqp_tui.features.history.games import NoSuchGame, list_games, load_game
from sixqp_tui.features.history.persons import joined_persons, own_keys
from sixqp_tui.features.history.record import GameRecord, ImpossibleGame, UnreadableRecord
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.own_puzzles import (
    NewerFindings,
    Origin,
    OwnPuzzle,
    UnreadableFindings,
    decode_findings,
    encode_findings,
    examine,
    read_candidates,
)
from sixqp_tui.features.puzzles.puzzle import Puzzle, Strength, Theme
from sixqp_tui.features.puzzles.series import OpenSeries, open_own_series, open_progress
from sixqp_tui.hosting.process.task_pool import run_all_tasks
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store.person_key import own_keyboard_ids

ENOUGH: Final = 20
"""Unanswered puzzles that are enough for now."""
A_GAME: Final = 100
"""Steps of progress for one game; its number of positions isn't known before it is read."""


class Searched(NamedTuple):
    """`game` of `games` is searched now, from 1, and `puzzles` are there.

    `done` counts A_GAME for each game.
    """

    done: int
    game: int
    games: int
    puzzles: int

    @property
    def tasks(self) -> int:
        return self.games * A_GAME


class _OwnGame(NamedTuple):
    """The positions of `seat` come first; `around`: it belongs to somebody at this keyboard."""

    game: GameSummary
    seat: int
    around: bool = False


class OwnPuzzleSearch:
    """Searches the games of this user and of people at this keyboard, newest first. Everything blocks.

    Puzzles are saved beside their game and found there next time. `jobs` is the number of processes, by default one
    for each core. Raises Failure if the folder of the games can't be read.
    """

    def __init__(self, jobs: int | None = None) -> None:
        with os_errors_as_failures():
            listed = list_games()
        self._jobs = jobs or os.cpu_count() or 1
        self._games = tuple(_own_games(listed.games))
        self._notes = describe_notes(listed.notes)
        self._found: dict[str, dict[int, OwnPuzzle | None]] = {}
        self._looked_through: set[str] = set()
        self._unread: list[Path] = []
        self._newer = 0
        self._file = open_progress()

    @property
    def games(self) -> int:
        return len(self._games)

    @property
    def puzzles(self) -> tuple[tuple[Puzzle, Origin], ...]:
        """By now, the newest game first."""
        return tuple(
            (each.puzzle, _origin(own, each)) for own in self._games for each in self._found_in(own.game.id)
        )

    @property
    def problem(self) -> str:
        newer = (
            ngettext(
                "A newer sixqp has searched {n} of your games: its puzzles aren't included here.",
                "A newer sixqp has searched {n} of your games: their puzzles aren't included here.",
                self._newer,
            ).format(n=self._newer)
            if self._newer
            else ""
        )
        unread = ""
        if self._unread:
            first = clean_path(self._unread[0])
            unread = history_words.files_unreadable(len(self._unread), first)
        return " ".join(filter(None, (*self._notes, unread, newer)))

    def open(self, theme: Theme | None = None, strength: Strength | None = None) -> OpenSeries:
        """Raises Failure if nothing was found."""
        if not self.puzzles:
            whole = len(self._looked_through) == self.games
            raise Failure(
                words.none_of_own(self.games)
                if whole
                else _("No puzzles found so far. The search is kept: come back here to continue it.")
            )
        return open_own_series(self.puzzles, theme, strength, self.problem)

    def examine(self) -> Generator[Searched, None, None]:
        """Search until there is enough.

        Close the generator to stop early: the results so far stay, and another call continues.
        """
        left = [own for own in self._games if not self._has_kept(own)]
        pool: Executor | None = None
        try:
            for at, own in enumerate(left):
                if self._has_enough():
                    return
                yield self._searched(at, 0, len(left))
                pool = pool or create_pool(self._jobs)
                with closing(self._look_through(own, pool)) as doing:
                    for part in doing:
                        yield self._searched(at, part, len(left))
        finally:
            if pool is not None:
                pool.shutdown(cancel_futures=True)

    def _searched(self, at: int, part: int, games: int) -> Searched:
        return Searched(at * A_GAME + part, at + 1, games, len(self.puzzles))

    def _has_enough(self) -> bool:
        known = self._file.progress.puzzles
        return sum(puzzle.id not in known for puzzle, _origin in self.puzzles) >= ENOUGH

    def _found_in(self, game: str) -> Sequence[OwnPuzzle]:
        return [each for _at, each in sorted(self._found.get(game, {}).items()) if each is not None]

    def _has_kept(self, own: _OwnGame) -> bool:
        game = own.game.id
        if game in self._looked_through:
            return True
        kept = PUZZLES.read(game)
        if kept is None:
            return False
        try:
            self._found[game] = dict(enumerate(decode_findings(kept, own.seat)))
        except UnreadableFindings:
            return False
        except NewerFindings:
            self._newer += 1
        self._looked_through.add(game)
        return True

    def _look_through(self, own: _OwnGame, pool: Executor) -> Generator[int, None, None]:
        """Search one game and save its puzzles; yields the steps done, of A_GAME."""
        game, record = own.game.id, self._read(own.game.id)
        if record is not None:
            player = record.players[own.seat]
            candidates = tuple(
                each
                for each in read_candidates(record.facts, own.seat, kept_review(record, DEALS))
                if each.position.seat != own.seat or player.chose(each.round, each.turn)
            )
            found = self._found[game] = {}
            for at, puzzle in run_all_tasks(pool, examine, enumerate(candidates), 2 * self._jobs):
                found[at] = puzzle
                yield A_GAME * len(found) // len(candidates)
            with suppress(OSError):  # it can be searched again
                PUZZLES.write(game, encode_findings(own.seat, self._found_in(game)))
        self._looked_through.add(game)

    def _read(self, game: str) -> GameRecord | None:
        try:
            return load_game(game)
        except NoSuchGame:  # it has been deleted
            return None
        except (UnreadableRecord, ImpossibleGame, OSError):
            self._unread.append(path_of(games_path(), game))
            return None


def _origin(own: _OwnGame, each: OwnPuzzle) -> Origin:
    names = tuple(seat.name for seat in own.game.seats)
    seat = None if own.around else own.seat
    return Origin(own.game.ended, names, seat, each.round, each.turn, each.laid)


def _own_games(games: Sequence[GameSummary]) -> Iterator[_OwnGame]:
    """Games of this user's keys, or of others at this keyboard."""
    joined = joined_persons()
    own = {_person(key, joined) for key in own_keys()}
    ids = own_keyboard_ids({seat.name for game in games for seat in game.seats})
    around = {(name, person.hex()) for name, person in ids.items()}
    for game in games:
        mine = [at for at, seat in enumerate(game.seats) if _person(seat.key, joined) in own]
        here = [at for at, seat in enumerate(game.seats) if (seat.name, seat.key) in around]
        if mine or here:
            yield _OwnGame(game, (mine or here)[0], around=not mine)


def _person(key: str, joined: Mapping[str, str]) -> str:
    return joined.get(key, key)
