"""Bots against bots: one round after the other, each bot behind the gate as everybody is.

Pure but for the clock that it is given.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.bots.bot import Bot, decide
from sixqp_tui.engine.game import Game
from sixqp_tui.host.gate import Streams

Clock = Callable[[], float]


class Outcome(NamedTuple):
    """A round that was played: by seat the heads, the decisions, and the seconds that they took."""

    heads: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def play_round(bots: Sequence[Bot], variant: Variant, seed: str, clock: Clock) -> Outcome:
    """A game of one round between these bots, in the order of their seats; the seed decides the deal."""
    rules = Rules(variant, limit=None, rounds=1)
    batch, game = Game.start(rules, tuple(f"Bot {seat + 1}" for seat in range(len(bots))), seed)
    streams = Streams(len(bots))
    streams.record(batch)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    while wanted := game.pending:
        seat = wanted.seats[0]
        view, began = streams.view(seat), clock()
        decision = decide(bots[seat], view)
        seconds[seat] += clock() - began
        moves[seat] += 1
        batch, game = game.decide(seat, decision)
        streams.record(batch)
    return Outcome(game.table.totals, tuple(moves), tuple(seconds))
