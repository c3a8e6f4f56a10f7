"""What the contest of the bots says."""

from collections.abc import Iterable, Iterator
from typing import Protocol


class Told(Protocol):
    """The figures of one level."""

    @property
    def name(self) -> str:
        """The level."""

    @property
    def rounds(self) -> int:
        """How many rounds it has played."""

    @property
    def heads(self) -> float:
        """Heads a round."""

    @property
    def heads_within(self) -> float:
        """How far off that may be by chance."""

    @property
    def wins(self) -> float:
        """The share of wins of one player."""

    @property
    def wins_within(self) -> float:
        """How far off that may be by chance."""

    @property
    def milliseconds(self) -> float:
        """A move takes so long."""


def arena_told(variant: str, players: int, seed: str, figures: Iterable[Told]) -> str:
    """The figures as lines for people."""
    return "\n".join(_lines(variant, players, seed, list(figures)))


def _lines(variant: str, players: int, seed: str, figures: list[Told]) -> Iterator[str]:
    rounds = figures[0].rounds
    yield f"{rounds} rounds of {players} players, {variant}, seed {seed}; every deal in {players} seatings"
    yield f"{'':10} {'heads a round':>16} {'wins a player':>18} {'ms a move':>10}"
    for each in figures:
        heads = f"{each.heads:.2f} ± {each.heads_within:.2f}"
        wins = f"{100 * each.wins:.1f} ± {100 * each.wins_within:.1f} %"
        yield f"{each.name:10} {heads:>16} {wins:>18} {each.milliseconds:>10.2f}"
    yield f"± is the 95 % confidence interval over the deals; an even player wins {100 / players:.1f} %."


def more_levels_than_players(levels: int, players: int) -> str:
    """There are not chairs enough for all levels named."""
    return f"{levels} levels are named for {players} players: give --players {levels}, or fewer levels."
