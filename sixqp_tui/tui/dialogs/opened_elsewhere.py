"""The own seat was opened from another window or machine: the player may take it back here."""

from sixqp_protocol.refusals import Farewell
from sixqp_tui.i18n import pgettext
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.tui.dialogs.question import Answer, Ask


def whether_to_come_back() -> Ask:
    """What is asked then; `back` takes the seat here again, anything else leaves it where it is."""
    return Ask(lambda: why_closed(Farewell.ELSEWHERE), _answers)


def _answers() -> list[Answer]:
    return [
        Answer("back", "enter", pgettext("answer", "take your seat back here")),
        Answer("leave", "escape", pgettext("answer", "leave it there")),
    ]
