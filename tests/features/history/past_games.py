"""A history that is made up: games by lot of some evenings, counted as real ones are."""

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfile, copytree
from tempfile import TemporaryDirectory
from unittest.mock import patch

from features.review import kept_reviews
from msgspec.structs import replace
from support.games import EVENING, recorded
from support.pilots import in_utc

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.history.store import save_game, write_review
from sixqp_tui.store.paths import HOME_VARIABLE
from sixqp_tui.store.preferences import FILE_NAME

ANN, BOB, NAMESAKE = "bb" * 32, "cc" * 32, "dd" * 32
DAY = 24 * 3600
ZOE, HAL = Player("Zoé"), Player("Hal", level="medium")
"""Zoé is the user, who is known by her name."""
RECENT = 12
UNREVIEWED = 3
"""The oldest games, which nobody has reviewed."""
ALL = (ZOE, Player("Ann", ANN), Player("Bob", BOB), Player("Maximilienne"), HAL, Player("Bob", NAMESAKE))


@cache
def games(count: int) -> tuple[GameRecord, ...]:
    """The newest this many games of five evenings, in their order."""
    early = _evening(-40, "Salon", 18, 2, "classic") if count > RECENT else ()
    return (*early, *_recent())[-count:]


def _recent() -> Iterator[GameRecord]:
    """Twelve games of four evenings, of three variants."""
    yield from _evening(0, "Salon", 4, 3, "classic")
    yield from _evening(2, "Le coin des joueurs qui perd", 3, 6, "classic")
    yield from _evening(3, "Zoé's table", 1, 2, "tactic")
    yield from _evening(9, "Friday night", 4, 4, "draft")


def _evening(day: int, title: str, count: int, players: int, variant: Variant) -> Iterator[GameRecord]:
    who = ALL[:players]
    for number in range(1, count + 1):
        ended = EVENING + DAY * day + 1500 * number
        yield recorded(
            variant,
            players,
            rounds=2 + number % 2,
            seed=f"{title} {number}",
            table=f"{day + 40:08x}",
            number=number,
            ended=ended,
            began=ended - 1200,
            who=who,
            title=title,
        )


def review_of(record: GameRecord) -> Review:
    """What is known of another game, for as many seats: a review of its own would take seconds."""
    kept = kept_reviews.review("ten")
    seats = (kept.seats * 2)[record.number % 10 :]
    return replace(kept, seats=tuple(replace(seats[at], seat=at) for at in range(len(record.players))))


@cache
def _stock(count: int) -> Path:
    place = TemporaryDirectory()
    atexit.register(place.cleanup)
    with patch.dict(os.environ, {HOME_VARIABLE: place.name}):
        for number, record in enumerate(games(count)):
            save_game(record)
            if number >= UNREVIEWED:
                write_review(record.id, review_of(record))
    (Path(place.name) / FILE_NAME).write_text("name = Zoé\n", encoding="utf-8")
    return Path(place.name)


@contextmanager
def past_games(count: int = 12) -> Iterator[Path]:
    """The home of somebody who has played these games, the newest of them all, while this lasts."""
    with TemporaryDirectory() as place, patch.dict(os.environ, {HOME_VARIABLE: place}), in_utc():
        copytree(_stock(count), place, copy_function=copyfile, dirs_exist_ok=True)
        yield Path(place)
