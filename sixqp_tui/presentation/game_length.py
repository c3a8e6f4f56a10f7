"""The usual lengths of a game, and how long each takes."""

from typing import Final, NamedTuple

from sixqp_tui.engine.cards import HAND


class Ends(NamedTuple):
    """What ends a game: a limit of heads, a number of rounds, or both (4.2, 4.3)."""

    limit: int | None
    rounds: int | None


GAMES: Final[dict[str, Ends]] = {"quick": Ends(None, 1), "short": Ends(33, None), "full": Ends(66, None)}
"""By the words of `--game`."""
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
"""The mean rounds to a total over 33 heads, and over 66, by number of players. Measured by
`tests/bench/game_length.py` with 150 games of medium bots each.
"""
SECONDS_TO_CHOOSE: Final = 15.0
"""Until the last of several people has chosen a card."""
SECONDS_A_CARD: Final = 0.6
"""For showing where a card goes at the normal pace, including occasional rows."""
SECONDS_A_PICK: Final = 5.0
"""For each card of a draft, which everybody waits for (5.2)."""


def game_of(limit: int | None, rounds: int | None) -> str | None:
    """The word for a game with these ends, if there is one."""
    return next((word for word, ends in GAMES.items() if ends == (limit, rounds)), None)


def minutes(game: str, players: int, variant: str = "classic") -> int:
    """How long this game takes with this many players (at least 2), in whole minutes from 1."""
    players = max(2, players)
    to_short, to_full = _ROUNDS[players]
    rounds = {"quick": 1.0, "short": to_short, "full": to_full}[game]
    picks = HAND * players * SECONDS_A_PICK if variant == "draft" else 0.0
    seconds = HAND * (SECONDS_TO_CHOOSE + players * SECONDS_A_CARD) + picks
    return max(1, round(rounds * seconds / 60))
