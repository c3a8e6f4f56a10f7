"""How fast a history is read and counted: `python tests/bench/history_index.py [--games 5000]`.

Random games are kept as files, each with a review. All are read, then the list, the scores and the evenings are
made from the index alone. At the end the index is deleted, and must be identical when it is built again.
"""

import argparse
import gzip
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from msgspec.structs import replace
from support.games import seats_of
from support.made_up_reviews import made_up_review
from support.play import names, played

from sixqp_protocol.facts import AnyFact, Rules
from sixqp_tui.analysis.result import encode_review
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.features.history import files as game_files
from sixqp_tui.features.history.game_index import FILE_NAME
from sixqp_tui.features.history.games import read_games
from sixqp_tui.features.history.record import GameRecord, Player, record_game
from sixqp_tui.features.history.scores import count_scores
from sixqp_tui.features.history.summary import evenings
from sixqp_tui.store import paths

OWN = "aa" * 32
DIFFERENT = 60
"""Different games that are played: the others are these at other tables and times."""


def main() -> None:
    """Print the figures, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ[paths.HOME_VARIABLE] = folder
        _write(given.games)
        index = paths.data_path() / FILE_NAME
        print(f"all games read    {_timed(read_games):8.2f} s")
        kept = read_games()
        assert len(kept.games) == given.games
        print(f"list              {_timed(read_games):8.2f} s, {index.stat().st_size / 1e6:.1f} MB")
        print(f"scores            {_timed(lambda: count_scores(read_games().games, (OWN,))):8.2f} s")
        print(f"evenings          {_timed(lambda: list(evenings(read_games().games))):8.2f} s")
        index.unlink()
        assert read_games() == kept


def _game(number: int) -> GameRecord:
    rng = Random(number)
    players = rng.randint(2, 6)
    who = (Player("Ann", OWN), *(Player(name, f"{rng.randint(1, 12):032x}") for name in names(players - 1)))
    seats = (*who[:-1], Player("Bo", level="medium"))
    facts = played(Rules(), players, str(number))
    stream = cast("tuple[AnyFact, ...]", tuple(facts))
    return record_game(FinishedGame("bench", 1, "Bench", stream, seats_of(seats), 1))


def _write(count: int) -> None:
    """Keep this many games; not by `save_game`, whose checks are not what is measured."""
    folder = paths.create_private_folder(game_files.games_path())
    stock = [_game(number) for number in range(DIFFERENT)]
    reviews = [gzip.compress(encode_review(made_up_review(game)), mtime=0) for game in stock]
    for number in range(count):
        game = stock[number % len(stock)]
        fresh = replace(game, table=f"t{number // 5}", number=number % 5 + 1, ended=1_600_000_000 + 5000 * number)
        game_files.path_of(folder, fresh.id).write_bytes(game_files.pack(fresh))
        game_files.review_path(folder, fresh.id).write_bytes(reviews[number % len(stock)])


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


if __name__ == "__main__":
    main()
