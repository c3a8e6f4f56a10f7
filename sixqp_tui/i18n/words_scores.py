"""The words of the score sheet, and how a game ended."""

from collections.abc import Sequence

from sixqp_protocol.facts import EndReason, Rules
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext
from sixqp_tui.i18n.words_table import heads, listed


def round_over(number: int) -> str:
    """Above the score sheet after a round."""
    return _("ROUND {number} IS OVER").format(number=number)


def game_over() -> str:
    """Above the score sheet after the game."""
    return _("GAME OVER")


def winners(names: Sequence[str], total: int) -> str:
    """Who has won, with how many heads."""
    sentence = ngettext("{names} wins with {heads}", "{names} win together with {heads}", len(names))
    return sentence.format(names=listed(names, 10), heads=heads(total))


def why_over(reason: EndReason, over: Sequence[str], rules: Rules) -> str:
    """Why the game ended; `over` are those beyond the limit."""
    if reason == "abandoned":
        return _("the table gave the game up")
    if reason == "rounds":
        rounds = rules.rounds or 0
        if rounds == 2:
            return _("both rounds are played")
        return ngettext("the only round is played", "all {n} rounds are played", rounds).format(n=rounds)
    if rules.limit_rule == "reach":
        sentence = ngettext("{names} reached {heads}", "{names} reached {heads}", len(over))
    else:
        sentence = ngettext("{names} went over {heads}", "{names} went over {heads}", len(over))
    return sentence.format(names=listed(over), heads=heads(rules.limit or 0))


def on_to_the_table(number: int, names: Sequence[str] = (), most: int = 3) -> str:
    """After a round: what Enter does, and who is to decide in the next round already."""
    if names:
        sentence = _("Enter: on to round {number} · waiting for {names}")
        return sentence.format(number=number, names=listed(names, most))
    return _("Enter: on to round {number}").format(number=number)


def rematch_is_yours() -> str:
    """After the game, to the owner of the table."""
    return _("r: another game with the same players")


def rematch_is_theirs(host: str = "") -> str:
    """After the game, to everybody else; the `host` by name where it is known."""
    if host:
        return _("{name} may start another game").format(name=host)
    return _("The host may start another game")


def sheet_round() -> str:
    """Above the rounds of the score sheet."""
    return pgettext("score sheet", "Round")


def sheet_total() -> str:
    """Before the totals of the score sheet."""
    return pgettext("score sheet", "Total")


def sheet_rank() -> str:
    """Before the ranks of the score sheet."""
    return pgettext("score sheet", "Rank")


def more_rounds(above: int, below: int) -> str:
    """Rounds of the score sheet that are scrolled away."""
    return " ".join(part for part in (f"▲{above}" if above else "", f"▼{below}" if below else "") if part)


def curve_title() -> str:
    """Above the plot of the totals."""
    return _("Totals after each round")
