"""The tally of the evening."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import format_rounds, heads, listed


def heading() -> str:
    # Translators: all games of a table since it opened; the tally of them follows
    return _("THIS EVENING")


def nothing_yet() -> str:
    return _("No round has been finished at this table yet.")


def left() -> str:
    # Translators: a mark behind the name of a player who has left the table
    return pgettext("chair", "left")


def summary(shares: Sequence[tuple[str, int]], most: int) -> str:
    """Games won, with `most` names."""
    # Translators: {shares} is a list of players and the games that each has won: “Ann 2, you 1 and Bo 0”
    return _("Games won: {shares}").format(shares=listed([f"{name} {won}" for name, won in shares], most))


def others_below(count: int) -> str:
    return ngettext("and {n} other", "and {n} others", count).format(n=count)


def line(who: str, won: int, games: int, rounds: int, taken: int, last: int, best: int) -> str:
    # Translators: {played} is “2 of 3 games”, {heads} “66 heads”, {rounds} “9 rounds”; {last} and {best} are
    # heads of one round
    sentence = _("{who}: won {played}, {heads} in {rounds}, last round {last}, best {best}.")
    played = ngettext("{won} of {n} game", "{won} of {n} games", games).format(won=won, n=games)
    return sentence.format(
        who=who, played=played, heads=heads(taken), rounds=format_rounds(rounds), last=last, best=best
    )


def watching(names: Sequence[str], most: int = 20) -> str:
    # Translators: people who watch without a seat
    return _("Watching: {names}").format(names=listed(names, most))
