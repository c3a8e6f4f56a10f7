"""How fast a history is read, and counted: `python tests/bench/history_index.py [--games 1000] [--scores 10000]`.

Random games are kept as files, each with a review. The index is deleted and rebuilt, and the scores are counted
with what the decisions cost. At the end the whole index is rebuilt once more and must be identical. Each figure
stands beside its floor: the same files read, unpacked and decoded, and all rows of the index read once.
"""

import argparse
import gzip
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from msgspec.structs import replace
from support.games import seats_of
from support.made_up_reviews import made_up_review
from support.play import names, played

from sixqp_protocol.facts import AnyFact, Rules
from sixqp_tui.analysis.result import encode_review
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.features.history import files as game_files, games
from sixqp_tui.features.history.game_index import FILE_NAME
from sixqp_tui.features.history.record import GameRecord, Player, record_game
from sixqp_tui.features.history.statistics import Scores, count_scores
from sixqp_tui.store import paths

OWN = "aa" * 16
DIFFERENT = 60
"""Different games that are played: the others are these at other tables and times."""


def main() -> None:
    """Print the figures, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--scores", type=int, default=10_000)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ[paths.HOME_VARIABLE] = folder
        stock = [_game(number) for number in range(DIFFERENT)]
        _write(stock, 0, given.games)
        size = sum(file.size for file in game_files.list_files(game_files.games_path())) / given.games
        print(f"{given.games} games of {len(stock[0].facts)} facts and more, {size / 1024:.1f} KiB each")
        print(f"floor: files read and decoded   {_timed(_read_all):8.2f} s")
        print(f"index built again                {_timed(_index):8.2f} s")
        _write(stock, given.games, given.scores)
        print(f"index of the other {given.scores - given.games:6} games {_timed(_index):8.2f} s")
        print(f"first scores, all games rated   {_timed(_scores):8.2f} s")
        print(f"floor: all rows read once       {_best(_rows)}")
        print(f"floor: the folder listed        {_best(_list)}")
        print(f"scores over {given.scores:6} games       {_best(_scores)}")
        print(f"list of {given.scores:6} games           {_best(_games)}")
        before = _scores()
        print(f"judged decisions                {_judged(before):8}")
        (paths.data_path() / FILE_NAME).unlink()
        assert _scores() == before


def _game(number: int) -> GameRecord:
    rng = Random(number)
    players = rng.randint(2, 6)
    who = (Player("Ann", OWN), *(Player(name, f"{rng.randint(1, 12):032x}") for name in names(players - 1)))
    seats = (*who[:-1], Player("Bo", level="medium"))
    facts = played(Rules(), players, str(number))
    stream = cast("tuple[AnyFact, ...]", tuple(facts))
    return record_game(FinishedGame("bench", 1, "Bench", stream, seats_of(seats), 1))


def _write(stock: list[GameRecord], begin: int, end: int) -> None:
    """Keep this many games; not by `save_game`, whose checks are not what is measured."""
    folder = paths.create_private_folder(game_files.games_path())
    reviews = [gzip.compress(encode_review(made_up_review(game)), mtime=0) for game in stock]
    for number in range(begin, end):
        game = stock[number % len(stock)]
        fresh = replace(game, table=f"t{number // 5}", number=number % 5 + 1, ended=1_600_000_000 + 1800 * number)
        game_files.path_of(folder, fresh.id).write_bytes(game_files.pack(fresh))
        game_files.review_path(folder, fresh.id).write_bytes(reviews[number % len(stock)])


def _read_all() -> None:
    for file in game_files.list_files(game_files.games_path()):
        game_files.read_game(game_files.path_of(game_files.games_path(), file.id))


def _index() -> None:
    games.list_games(limit=1)


def _games() -> None:
    games.list_games()


def _judged(scores: Scores) -> int:
    """The decisions that the reviews of this user's games have judged: nine cards a round, and some rows."""
    assert scores.details and scores.details.decisions
    return 9 * sum(game.cost.rounds for game in scores.details.decisions.games)


def _scores() -> Scores:
    scores, _notes = games.consult(lambda index: count_scores(index, {}, (OWN,)))
    assert scores.details
    return scores


def _rows() -> None:
    with closing(sqlite3.connect(paths.data_path() / FILE_NAME)) as database:
        database.execute("SELECT * FROM games").fetchall()
        database.execute("SELECT * FROM seats").fetchall()


def _list() -> None:
    list(game_files.list_files(game_files.games_path()))


def _best(work: Callable[[], object]) -> str:
    """The best of five times, and what the processor worked then: on a busy machine they differ."""
    times = []
    for _try in range(5):
        began = process_time()
        times.append((_timed(work), process_time() - began))
    wall, worked = min(times)
    return f"{1000 * wall:8.0f} ms, {1000 * worked:.0f} ms of them on the processor"


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


if __name__ == "__main__":
    main()
