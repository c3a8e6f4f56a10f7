"""What a bot is, and which one plays at which strength."""

from typing import Protocol

from sixqp_protocol.messages import Level
from sixqp_tui.bots.simple import Simple
from sixqp_tui.engine.view import View


class Bot(Protocol):
    """Decides for a seat from what that seat knows. It keeps nothing between two decisions.

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


def bot_of(level: Level) -> Bot:
    """The bot of this strength. All levels are played by the one bot that there is so far."""
    return _BOTS[level]


_BOTS: dict[Level, Bot] = {"easy": Simple(), "medium": Simple(), "hard": Simple()}
