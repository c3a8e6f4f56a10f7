"""The results of challenges that this machine knows: games in the history that can be played again exactly.

A game that somebody exported joins the list when it is imported.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from sixqp_tui.bots.bot import RepeatableBot
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.challenge.challenge import SEAT, Challenge, NotThisChallenge, check_game, parse_code
from sixqp_tui.features.history.record import ImpossibleGame, UnreadableRecord
from sixqp_tui.features.history.store import load_game, read_verdicts
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.joining.background import OnProgress


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

    def place_of(self, result: Result) -> int:
        return 1 + sum(each.heads < result.heads for each in self.results)

    @property
    def beaten(self) -> int | None:
        """The percentage of the others that did worse."""
        if self.own is None or len(self.results) < 2:
            return None
        worse = sum(each.heads > self.own.heads for each in self.results)
        return round(100 * worse / (len(self.results) - 1))


def stand(
    challenge: Challenge, games: Iterable[GameSummary], own: Sequence[str], on_progress: OnProgress
) -> Standing:
    """Everybody's first game with this code in its title counts. A check takes up to some seconds, and is kept."""
    claimed = [
        game for game in games if game.number == 1 and parse_code(game.title.rpartition(" ")[2]) == challenge
    ]
    right = read_verdicts([game.id for game in claimed], partial(_is_right, challenge), on_progress)
    first: dict[str, Result] = {}
    for game in sorted(claimed, key=lambda game: game.ended):
        if right[game.id]:
            seat = game.seats[SEAT]
            first.setdefault(seat.key, Result(seat.name, seat.key, seat.heads, seat.rounds, game.ended))
    results = tuple(sorted(first.values(), key=lambda result: (result.heads, result.ended)))
    mine = next((result for result in results if result.person in own), None)
    return Standing(results, mine, list(right.values()).count(False))


def _is_right(challenge: Challenge, game: str) -> bool:
    bots = [RepeatableBot(challenge.level, challenge.seed)] * (challenge.players - 1)
    try:
        record = load_game(game)
        check_game(challenge, record.facts, bots)
    except (NotThisChallenge, HandsUnknown, UnreadableRecord, ImpossibleGame, FileNotFoundError):
        return False
    return all((player.level == challenge.level) == (seat != SEAT) for seat, player in enumerate(record.players))
