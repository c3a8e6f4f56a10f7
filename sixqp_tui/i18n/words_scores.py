"""The words of the score sheet, and how a game ended."""

from collections.abc import Sequence

from sixqp_protocol.facts import EndReason, Rules
from sixqp_tui.i18n.words_table import heads, listed


def round_over(number: int) -> str:
    """Above the score sheet after a round."""
    return f"ROUND {number} IS OVER"


def game_over() -> str:
    """Above the score sheet after the game."""
    return "GAME OVER"


def winners(names: Sequence[str], total: int) -> str:
    """Who has won, with how many heads."""
    if len(names) == 1:
        return f"{names[0]} wins with {heads(total)}"
    return f"{listed(names, 10)} win together with {heads(total)}"


def why_over(reason: EndReason, over: Sequence[str], rules: Rules) -> str:
    """Why the game ended; `over` are those beyond the limit."""
    if reason == "abandoned":
        return "the table gave the game up"
    if reason == "rounds":
        played = {1: "the only round is", 2: "both rounds are"}
        return f"{played.get(rules.rounds or 0, f'all {rules.rounds} rounds are')} played"
    verb = "reached" if rules.limit_rule == "reach" else "went over"
    return f"{listed(over)} {verb} {rules.limit} heads"


def on_to_the_table(number: int) -> str:
    """After a round: what Enter does."""
    return f"Enter: on to round {number}"


def rematch_is_yours() -> str:
    """After the game, to the owner of the table."""
    return "r: another game with the same players"


def rematch_is_theirs() -> str:
    """After the game, to everybody else."""
    return "The host may start another game"


def sheet_round() -> str:
    """Above the rounds of the score sheet."""
    return "Round"


def sheet_total() -> str:
    """Before the totals of the score sheet."""
    return "Total"


def sheet_rank() -> str:
    """Before the ranks of the score sheet."""
    return "Rank"


def more_rounds(above: int, below: int) -> str:
    """Rounds of the score sheet that are scrolled away."""
    return " ".join(part for part in (f"▲{above}" if above else "", f"▼{below}" if below else "") if part)


def curve_title() -> str:
    """Above the plot of the totals."""
    return "Totals after each round"
