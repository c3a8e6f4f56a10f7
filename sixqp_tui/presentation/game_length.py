"""How long a game takes."""

from typing import Final

from sixqp_tui.engine.cards import HAND

LIMITS: Final = (33, 66)
_ROUNDS: Final[dict[int, tuple[float, float]]] = {
    2: (3.4, 6.7),
    3: (2.8, 5.6),
    4: (2.3, 4.8),
    5: (1.9, 3.9),
    6: (1.8, 3.6),
    7: (1.8, 3.5),
    8: (1.7, 3.3),
    9: (1.7, 3.2),
    10: (1.6, 3.3),
}
"""The mean rounds to a total over each of the LIMITS, by number of players. Measured by
`tests/bench/game_length.py` with 150 games of medium bots each.
"""
SECONDS_TO_CHOOSE: Final = 15.0
"""Until the last of several people has chosen a card."""
SECONDS_A_CARD: Final = 0.6
"""For showing where a card goes at the normal pace, including occasional rows."""
SECONDS_A_PICK: Final = 5.0
"""For each card of a draft, which everybody waits for (5.2)."""


def minutes(limit: int | None, rounds: int | None, players: int, variant: str = "classic") -> int | None:
    """How long a game with these ends takes, in whole minutes from 1; None if its limit is none of the LIMITS."""
    players = max(2, players)
    expected = dict(zip(LIMITS, _ROUNDS[players], strict=True)).get(limit) if limit else rounds
    if expected is None:
        return None
    picks = HAND * players * SECONDS_A_PICK if variant == "draft" else 0.0
    seconds = HAND * (SECONDS_TO_CHOOSE + players * SECONDS_A_CARD) + picks
    return max(1, round(min(expected, rounds or expected) * seconds / 60))
