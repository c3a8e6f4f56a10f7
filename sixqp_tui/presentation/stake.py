"""The stake of a table, which the loser owes."""

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, phrases


def describe_stake(stake: str) -> str:
    # Translators: {stake} is what the players have agreed on for the loser, such as “Loser washes up”
    return _("At stake: {stake}").format(stake=stake)


def losing_seats(table: Table) -> list[int]:
    """The seats with the most heads; none before the end of a complete game, or if all have won (4.4)."""
    if table.ended in (None, "abandoned") or not table.scores or len(set(table.totals)) == 1:
        return []
    return [seat for seat, total in enumerate(table.totals) if total == max(table.totals)]


def describe_loser(stake: str, table: Table, you: int | None = None) -> str:
    """Who owes the stake, for the player at seat `you`; "" without a stake or loser."""
    losers = losing_seats(table) if stake else []
    if not losers:
        return ""
    if losers == [you]:
        # Translators: {stake} is what the players have agreed on for the loser, such as “Loser washes up”
        return _("You come last: {stake}").format(stake=stake)
    names = phrases.listed(
        [phrases.you() if seat == you else table.names[seat] for seat in losers], len(losers) + 1
    )
    if len(losers) == 1:
        # Translators: {stake} is what the players have agreed on for the loser, such as “Loser washes up”
        return _("{name} comes last: {stake}").format(name=names, stake=stake)
    # Translators: {stake} is what the players have agreed on for the loser, such as “Loser washes up”
    return _("{names} come last together: {stake}").format(names=names, stake=stake)
