"""What is said when time runs out: of the clock, of the time bank, and of what a stand-in has decided."""

from sixqp_protocol.facts import CardDrafted, CardLaid, Fact, RowTaken
from sixqp_tui.i18n import _


def stood_in(decision: Fact | None) -> str:
    """What the stand-in has decided for the reader, whose time was over (8.1); nothing where it has not."""
    match decision:
        case RowTaken():
            # Translators: in the first place of the line: at most 34 characters with the number
            return _("A stand-in took row {row} for you").format(row=decision.row + 1)
        case CardDrafted():
            # Translators: at most 34 characters with the number
            return _("A stand-in picked {card} for you").format(card=decision.card)
        case CardLaid():
            # Translators: at most 34 characters with the number
            return _("A stand-in played {card} for you").format(card=decision.card)
    return ""


def after_stand_in(before: str, then: str) -> str:
    return f"{before} · {then}" if then else before
