"""What the contest of the bots says."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext


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
    first = ngettext(
        "{n} round of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        "{n} rounds of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        rounds,
    )
    yield first.format(n=rounds, players=players, variant=variant, seed=seed)
    headings = (_("heads a round"), _("wins a player"), _("ms a move"))
    yield "{:10} {:>16} {:>18} {:>10}".format("", *headings)
    for each in figures:
        heads = f"{each.heads:.2f} ± {each.heads_within:.2f}"
        wins = f"{100 * each.wins:.1f} ± {100 * each.wins_within:.1f} %"
        yield f"{each.name:10} {heads:>16} {wins:>18} {each.milliseconds:>10.2f}"
    last = _("± is the {certainty} confidence interval over the deals; an even player wins {share}.")
    yield last.format(certainty="95 %", share=f"{100 / players:.1f} %")


def more_levels_than_players(levels: int, players: int) -> str:
    """There are not chairs enough for all levels named."""
    sentence = _("{levels} levels are named for {players} players: give --players {levels}, or fewer levels.")
    return sentence.format(levels=levels, players=players)
