"""Rounds of strong play into which one bad card is planted, for a review to find."""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, Rules
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.analysis.moments import Moment, read_moments
from sixqp_tui.analysis.result import SeatReview
from sixqp_tui.bots.bot import Bot, create_bot, decide
from sixqp_tui.bots.hard import likely_rollouts
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.view import View
from sixqp_tui.host.gate import Streams

ROUND = Rules(limit=None, rounds=1)


class Planted(NamedTuple):
    """A round that is over, and the turn in which seat 0 laid its worst card."""

    happened: tuple[AnyFact, ...]
    turn: int


class _Planter:
    """The hard level, but in one turn it lays the card that costs most over deals of its own."""

    thinks = True

    def __init__(self, bot: Bot, turn: int, tried: int, rng: Random) -> None:
        self._bot = bot
        self._turn = turn
        self._tried = tried
        self._rng = rng

    def card(self, view: View) -> int:
        if view.table.turn != self._turn:
            return self._bot.card(view)
        rollouts = likely_rollouts(view, self._rng)
        losses = zip(*[list(rollouts.cards(view.hand)) for _ in range(self._tried)], strict=True)
        return max(zip(map(fmean, losses), view.hand, strict=True))[1]

    def row(self, view: View) -> int:
        return self._bot.row(view)

    def draft(self, view: View) -> int:
        return self._bot.draft(view)


def planted_round(seed: str, players: int, thinking: int, tried: int, turn: int) -> Planted:
    """A round of the hard level, which tries this many deals; seat 0 lays its worst card in this turn."""
    bots = [create_bot("hard", Random(f"{seed} {seat}"), deals(thinking)) for seat in range(players)]
    planter = _Planter(bots[0], turn, tried, Random(f"{seed} worst"))
    return Planted(bot_game([planter, *bots[1:]], ROUND, seed), turn)


def is_found(planted: Planted, tried: int) -> bool:
    """Whether a review over these deals has the planted card among the three costliest decisions of its seat."""
    _, tasks = read_moments(planted.happened)
    judged = [judge(task, tried) for task in tasks if isinstance(task, Moment) and task.seat == 0]
    costliest = SeatReview(0, tuple(judged), {}).costliest()
    return any((decision.turn, decision.kind) == (planted.turn, "card") for decision in costliest)


def bot_game(bots: Sequence[Bot], rules: Rules, seed: str) -> tuple[AnyFact, ...]:
    """The game that these bots play, each behind the gate."""
    batch, game = Game.start(rules, tuple(f"Player {seat + 1}" for seat in range(len(bots))), seed)
    streams = Streams(len(bots))
    streams.record(batch)
    while wanted := game.pending:
        seat = wanted.seats[0]
        batch, game = game.decide(seat, decide(bots[seat], streams.view(seat)))
        streams.record(batch)
    return open_hands(streams.of(None))
