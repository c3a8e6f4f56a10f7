"""Whole games that bots have played, with all hands open, for what looks back on them."""

from collections.abc import Sequence
from random import Random

from sixqp_protocol.facts import AnyFact, Rules
from sixqp_tui.bots.bot import Bot
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.pending import DraftWanted, Pending, RowWanted
from sixqp_tui.engine.view import View
from sixqp_tui.host.gate import Streams


class AnyCard:
    """Plays by lot."""

    thinks = False

    def __init__(self, lots: Random) -> None:
        self._lots = lots

    def card(self, view: View) -> int:
        return self._lots.choice(view.hand)

    def row(self, view: View) -> int:
        return self._lots.randrange(4)

    def draft(self, view: View) -> int:
        return self._lots.choice(view.table.deck)


def bot_game(bots: Sequence[Bot], rules: Rules, seed: str) -> tuple[AnyFact, ...]:
    """The game that these bots play, each behind the gate."""
    batch, game = Game.start(rules, tuple(f"Player {seat + 1}" for seat in range(len(bots))), seed)
    streams = Streams(len(bots))
    streams.record(batch)
    while wanted := game.pending:
        seat = wanted.seats[0]
        batch, game = _decide(game, wanted, seat, bots[seat], streams.view(seat))
        streams.record(batch)
    return open_hands(streams.of(None))


def lot_game(players: int, rules: Rules, seed: str) -> tuple[AnyFact, ...]:
    """The game of players who play by lot."""
    return bot_game([AnyCard(Random(f"{seed} {seat}")) for seat in range(players)], rules, seed)


def _decide(game: Game, wanted: Pending, seat: int, bot: Bot, view: View) -> tuple[Batch, Game]:
    if isinstance(wanted, RowWanted):
        return game.choose_row(seat, bot.row(view))
    if isinstance(wanted, DraftWanted):
        return game.draft(seat, bot.draft(view))
    return game.choose_card(seat, bot.card(view))
