"""The interface of a bot, and the bot of each level."""

from random import Random
from time import perf_counter
from typing import Protocol

from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, Level
from sixqp_tui.bots.search.budget import Budget, deals, seconds
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.table import DraftWanted, RowWanted
from sixqp_tui.engine.view import View

THINKING_SECONDS = 0.3
"""Per decision of the hard level, which searches."""
REPEATABLE_DEALS = 100
"""Deals per decision at a table with a chosen seed, where the clock must not matter."""


class Bot(Protocol):
    """Decides for a seat from what that seat knows, and remembers nothing between decisions.

    A bot that `thinks` takes more than a few milliseconds, so it belongs in a thread or process.
    """

    @property
    def thinks(self) -> bool: ...

    def card(self, view: View) -> int:
        """A card of the hand (3.1)."""

    def row(self, view: View) -> int:
        """The row to take, 0 to 3 (3.7)."""

    def draft(self, view: View) -> int:
        """A card of the open deck (5.2)."""


def decide(bot: Bot, view: View) -> Decision:
    match view.table.pending:
        case RowWanted():
            return at_hand(ChooseRow(row=bot.row(view)), view.table)
        case DraftWanted():
            return at_hand(DraftCard(card=bot.draft(view)), view.table)
    return at_hand(ChooseCard(card=bot.card(view)), view.table)


def create_bot(level: Level, rng: Random | None = None, budget: Budget | None = None) -> Bot:
    """`budget` limits a search, by default to THINKING_SECONDS.

    The search blocks: `BotProcesses` moves it elsewhere.
    """
    rng = rng or Random()
    match level:
        case "easy":
            from sixqp_tui.bots.easy import Easy

            return Easy(rng)
        case "medium":
            from sixqp_tui.bots.medium import Medium

            return Medium()
        case "hard":
            from sixqp_tui.bots.hard import Hard

            return Hard(rng, budget or seconds(THINKING_SECONDS, perf_counter))


class RepeatableBot:
    """Decides the same in the same situation on every machine.

    All randomness comes from the seed and the moment of the game, so a resumed table continues as it would have.
    """

    def __init__(self, level: Level, seed: str) -> None:
        self._level, self._seed = level, seed
        self.thinks = level == "hard"

    def card(self, view: View) -> int:
        return self._bot(view).card(view)

    def row(self, view: View) -> int:
        return self._bot(view).row(view)

    def draft(self, view: View) -> int:
        return self._bot(view).draft(view)

    def _bot(self, view: View) -> Bot:
        table = view.table
        rng = Random(f"{self._seed}/{view.seat}/{table.round}/{table.turn}/{table.pick}")
        return create_bot(self._level, rng, deals(REPEATABLE_DEALS))
