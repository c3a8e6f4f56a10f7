"""A table shows another certificate than before: its player decides whether to trust the new one."""

from sixqp_tui.i18n import words_trust as words
from sixqp_tui.tui.dialogs.question import Answer, Ask


def whether_to_trust() -> Ask:
    """What is asked then; only `trust` goes on."""
    return Ask(words.ask_trust, _answers)


def _answers() -> list[Answer]:
    return [Answer("no", "escape", words.answer_no()), Answer("trust", "t", words.answer_trust())]
