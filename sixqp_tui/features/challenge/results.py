"""The results of challenges that this machine knows: games in the history that can be played again exactly.

Nothing else is kept. A game that somebody exported joins the list when it is imported.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from sixqp_tui.bots.bot import RepeatableBot
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.challenge.challenge import SEAT, Challenge, NotThisChallenge, check_game, parse_code
from sixqp_tui.features.history.games import load_game
from sixqp_tui.features.history.record import ImpossibleGame, UnreadableRecord
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.store import paths
from sixqp_tui.store.files import read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

FILE_NAME: Final = "challenges.json"


MAX_BYTES: Final = 1024 * 1024
"""Some fifty thousand checked games."""


class Result(NamedTuple):
    """`person` is a key of the history."""

    name: str
    person: str
    heads: int
    rounds: tuple[int, ...]
    ended: int


class Standing(NamedTuple):
    """All results, the best first; `own` is the user's, if any. `others` were played with other bots."""

    results: tuple[Result, ...]
    own: Result | None
    others: int = 0

    @property
    def place(self) -> int:
        return 1 + sum(each.heads < self.own.heads for each in self.results) if self.own else 0

    @property
    def beaten(self) -> int | None:
        """The percentage of the others that did worse."""
        if self.own is None or len(self.results) < 2:
            return None
        worse = sum(each.heads > self.own.heads for each in self.results)
        return round(100 * worse / (len(self.results) - 1))


def title_of(challenge: Challenge, word: str) -> str:
    return f"{word} {challenge.code}"


def find_games(games: Iterable[GameSummary], challenge: Challenge) -> tuple[GameSummary, ...]:
    """Games that claim to be this challenge, the oldest first."""
    found = [game for game in games if game.number == 1 and parse_code(game.title.rpartition(" ")[2]) == challenge]
    return tuple(sorted(found, key=lambda game: game.ended))


def stand(
    challenge: Challenge,
    games: Sequence[GameSummary],
    own: Sequence[str],
    on_progress: Callable[[int, int], None],
) -> Standing:
    """Everybody's first game counts. Blocks; checks are kept even if it is interrupted."""
    checked = _checked_games()
    first: dict[str, Result] = {}
    others = 0
    for done, game in enumerate(games):
        on_progress(done, len(games))
        if game.id not in checked:
            checked[game.id] = _is_right(challenge, game.id)
            _keep(checked)
        if not checked[game.id]:
            others += 1
            continue
        seat = game.seats[SEAT]
        first.setdefault(seat.key, Result(seat.name, seat.key, seat.heads, seat.rounds, game.ended))
    results = tuple(sorted(first.values(), key=lambda result: (result.heads, result.ended)))
    return Standing(results, next((result for result in results if result.person in own), None), others)


def _checked_games() -> dict[str, bool]:
    """By id, whether a game is the challenge that its title names; a check takes up to some seconds."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(read_private(paths.data_path() / FILE_NAME, MAX_BYTES), type=dict[str, bool])
    return {}


def _keep(checked: dict[str, bool]) -> None:
    path = paths.data_path() / FILE_NAME
    with suppress(OSError):  # they can be checked again
        create_private_folder(path.parent)
        write_atomically(path, msgspec.json.encode(checked), private=True)


def _is_right(challenge: Challenge, game: str) -> bool:
    bots = [RepeatableBot(challenge.level, challenge.seed)] * (challenge.players - 1)
    try:
        record = load_game(game)
        check_game(challenge, record.facts, bots)
    except (NotThisChallenge, HandsUnknown, UnreadableRecord, ImpossibleGame, LookupError):
        return False
    return all((player.level == challenge.level) == (seat != SEAT) for seat, player in enumerate(record.players))
