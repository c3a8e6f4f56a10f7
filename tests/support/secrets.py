"""What a seat must not know, and a bot that is handed no view without a look for it."""

from sixqp_tui.bots.bot import Bot
from sixqp_tui.engine.view import View


def secrets(view: View) -> list[str]:
    """The secrets that stand in this view: hands that were not picked in the open (5.2), and cards face down."""
    table = view.table
    others = [seat for seat in range(table.seats) if seat != view.seat]
    hands = [f"hand of {seat}" for seat in others if table.hands[seat] is not None]
    laid = [f"card laid by {seat}" for seat in others if table.laid[seat] is not None]
    return laid if table.rules.variant == "draft" else hands + laid


class Searched:
    """A bot each of whose views is searched for secrets before it sees it."""

    thinks = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def card(self, view: View) -> int:
        return self._bot.card(_clean(view))

    def row(self, view: View) -> int:
        return self._bot.row(_clean(view))

    def draft(self, view: View) -> int:
        return self._bot.draft(_clean(view))


def _clean(view: View) -> View:
    assert secrets(view) == []
    assert view.wanted
    return view
