"""Numbers: a card of the hand, a card of the deck, a row."""

from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_protocol.text import clean
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.plain.answer import Answer, told
from sixqp_tui.plain.knowledge import Known

LONGEST_NUMBER = 4


def is_number(typed: str) -> bool:
    """Whether that can only be meant as a card or a row."""
    return typed.isascii() and typed.isdigit()


def shortened(typed: str) -> str:
    """What was typed, as it may be shown."""
    return clean(typed, 40)


def decide(known: Known, typed: str) -> Answer:
    """What follows from a number."""
    number = int(typed) if len(typed) <= LONGEST_NUMBER else 0
    match known.asked:
        case "card":
            return _card(known, number, typed)
        case "row":
            return _row(number, typed)
        case "pick":
            return _pick(known, number, typed)
    if known.may_take_back and not known.paused:
        return told(commands_words.already_laid(known.view.laid))
    return told(commands_words.no_number_now(shortened(typed), known.waiting_for if known.playing else ()))


def _card(known: Known, card: int, typed: str) -> Answer:
    if card not in known.view.hand:
        return told(commands_words.expected_card(shortened(typed)))
    return Answer(request=ChooseCard(card=card))


def _row(row: int, typed: str) -> Answer:
    if not 1 <= row <= ROWS:
        return told(commands_words.expected_row(shortened(typed)))
    return Answer(request=ChooseRow(row=row - 1))


def _pick(known: Known, card: int, typed: str) -> Answer:
    if card not in known.table.deck:
        return told(commands_words.expected_pick(shortened(typed)))
    return Answer(request=DraftCard(card=card))
