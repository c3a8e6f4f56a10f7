"""A history that is made up: games by lot of some evenings, counted as real ones are."""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn
from unittest.mock import patch

from support.games import EVENING, recorded
from support.made_up_reviews import keep_review, made_up_review

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.files import write_game
from sixqp_tui.features.history.game_index import OnProgress, read_index
from sixqp_tui.features.history.game_list import ListedGames
from sixqp_tui.features.history.history import History
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.history.scores import Scores, count_scores
from sixqp_tui.features.history.summary import GameSummary, evenings
from sixqp_tui.joining.failure import Failure

ME, ANN, BOB, NAMESAKE = "aa" * 32, "bb" * 32, "cc" * 32, "dd" * 32
OWN = (ME,)
DAY = 24 * 3600
ZOE, HAL = Player("Zoé", ME), Player("Hal", level="medium")
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


@cache
def _folder(count: int) -> Path:
    """A folder with the newest this many of the games, with room for an index."""
    place = TemporaryDirectory()
    atexit.register(place.cleanup)
    folder = Path(place.name) / "games"
    for number, record in enumerate(games(count)):
        write_game(folder, record)
        if number >= UNREVIEWED:
            keep_review(folder, record, made_up_review(record))
    return Path(place.name)


@dataclass
class FakeHistory(History):
    """The newest `count` of these games, or `refusal` to whatever is asked; `asked` tells what was."""

    count: int = 12
    refusal: str | None = None
    unreadable: tuple[Path, ...] = ()
    asked: list[tuple[object, ...]] = field(default_factory=list)
    deleted: set[str] = field(default_factory=set)

    def list_games(self, on_progress: OnProgress) -> ListedGames:
        self._note("list")
        kept = self._kept()
        return ListedGames(kept, tuple(evenings(kept)), OWN, self.unreadable)

    def count_scores(self, variant: Variant | None, on_progress: OnProgress) -> Scores:
        self._note("count", variant)
        return count_scores(self._kept(), OWN, variant)

    def _kept(self) -> tuple[GameSummary, ...]:
        if not self.count:
            return ()
        folder = _folder(self.count)
        every = read_index(folder / "games", folder / "index").games
        return tuple(game for game in every if game.id not in self.deleted)

    def export(self, record: GameRecord) -> str:
        self._note("export", record.id)
        return f"/data/zoe/sixqp-{record.id}.html"

    def delete(self, game: str) -> None:
        self._note("delete", game)
        self.deleted.add(game)

    def load(self, game: str) -> GameRecord:
        self._note("load", game)
        return next(each for each in games(self.count) if each.id == game)

    def _note(self, *asked: object) -> None:
        self.asked.append(asked)
        if self.refusal:
            raise Failure(self.refusal)

    @property
    def instead(self) -> dict[str, object]:
        """What stands in the place of the real history, and of reviews, which never begin."""
        return {
            "sixqp_tui.features.history.games_screen.History": lambda: self,
            "sixqp_tui.features.history.scores_screen.History": lambda: self,
            "sixqp_tui.features.history.games_screen.export_record": self.export,
            "sixqp_tui.features.review.review_run.ReviewRun": _refuse_review,
        }


def _refuse_review(*_given: object) -> NoReturn:
    raise Failure("not here")


@contextmanager
def in_utc() -> Iterator[None]:
    """Times are told as in Greenwich, wherever the test runs."""
    with patch("sixqp_tui.i18n.local_time.local_moment", lambda seconds: datetime.fromtimestamp(seconds, UTC)):
        yield
