"""What a bot is, and which one plays at which strength."""

from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Protocol

from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, Level
from sixqp_tui.bots.search.budget import Budget, seconds
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.pending import DraftWanted, RowWanted
from sixqp_tui.engine.view import View

THINKING: Mapping[Level, float] = {"hard": 0.2, "expert": 0.3}
"""Seconds that each level which searches may take for a decision."""


class Bot(Protocol):
    """Decides for a seat from what that seat knows. It keeps nothing of a game between two decisions.

    `thinks` tells that a decision takes longer than a few milliseconds, and belongs in a thread.
    """

    @property
    def thinks(self) -> bool:
        """Whether a decision takes so long that nobody should wait for it."""

    def card(self, view: View) -> int:
        """A card of the hand to lay (3.1)."""

    def row(self, view: View) -> int:
        """The row to take, 0 to 3, for a card too low (3.7)."""

    def draft(self, view: View) -> int:
        """A card of the open deck to take (5.2)."""


def decide(bot: Bot, view: View) -> Decision:
    """The bot's decision about the moment that this view is at, where one is wanted of its seat."""
    match view.table.pending:
        case RowWanted():
            return at_hand(ChooseRow(row=bot.row(view)), view.table)
        case DraftWanted():
            return at_hand(DraftCard(card=bot.draft(view)), view.table)
    return at_hand(ChooseCard(card=bot.card(view)), view.table)


def create_bot(level: Level, rng: Random | None = None, budget: Budget | None = None) -> Bot:
    """The bot of this strength, loaded now; `lots` None draws by the system's lot.

    `budget` is what a bot that searches may spend on a decision, by default the seconds of THINKING. It searches
    where it is called: `BotProcesses` is for whoever must not wait.
    """
    rng = rng or Random()
    if level == "easy":
        from sixqp_tui.bots.easy import Easy

        return Easy(rng)
    if level == "medium":
        from sixqp_tui.bots.medium import Medium

        return Medium()
    budget = budget or seconds(THINKING[level], perf_counter)
    if level == "hard":
        from sixqp_tui.bots.hard import Hard

        return Hard(rng, budget)
    from sixqp_tui.bots.expert import Expert

    return Expert(rng, budget)
