"""The one prompt that is due: a question to the reader, or nothing while others are waited for."""

from sixqp_tui.client.status import Connected
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.i18n import _
from sixqp_tui.i18n import console as console_words
from sixqp_tui.plain.knowledge import Known


def prompt(known: Known) -> str:
    """What is asked of the reader now; "" where nothing is."""
    if not isinstance(known.status, Connected) or known.news is None:
        return ""
    if known.playing:
        return _decision(known)
    return _of_owner(known) if known.owner else ""


def _decision(known: Known) -> str:
    match known.asked:
        case "card":
            return console_words.prompt_card(known.view.hand)
        case "row":
            costs = [heads_of(row) for row in known.table.rows]
            cheapest = [row for row, cost in enumerate(costs) if cost == min(costs)]
            return console_words.prompt_row(cheapest, min(costs))
        case "pick":
            return console_words.prompt_pick(len(known.view.hand) + 1)
    return ""


def _of_owner(known: Known) -> str:
    if known.over:
        return _("Another game, or the end (rematch, quit)? ")
    return (
        console_words.prompt_start(known.seated)
        if known.seated > 1
        else _("Nobody else is here yet (bot seats a bot, help tells more): ")
    )
