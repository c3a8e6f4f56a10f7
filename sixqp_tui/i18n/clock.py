"""What is said when time runs out: of the clock, of the time bank, and of what a stand-in has decided."""

from sixqp_protocol.facts import CardDrafted, CardLaid, Fact, RowTaken
from sixqp_tui.i18n import _


def hurry() -> str:
    """Beside the last seconds of the reader's clock."""
    # Translators: at most 12 characters: in place of the bar of the clock, before “9 s”
    return _("LAST SECONDS")


def bank() -> str:
    # Translators: at most 8 characters: the time bank, before a bar and its seconds
    return _("BANK")


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
            return _("A stand-in laid {card} for you").format(card=decision.card)
    return ""


def after_stand_in(before: str, then: str) -> str:
    return f"{before} · {then}" if then else before


def your_turn_after(stood_in: str) -> str:
    # Translators: {stood_in} is “A stand-in laid 45 for you”; at most 57 characters in all
    return _("{stood_in} · your turn: lift a card").format(stood_in=stood_in)
