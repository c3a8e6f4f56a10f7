"""What is said around the lessons; their own words stand in their files."""

from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted


def no_such_lesson(given: str, count: int) -> str:
    """Neither the number of a lesson nor a file was given."""
    sentence = _("Expected a lesson from 1 to {count}, or a file, got {given}.")
    return sentence.format(count=count, given=quoted(given))


def impossible_lesson(path: str, fault: str) -> str:
    # Translators: {fault} says in English what is wrong with the file
    return _("{path} isn't a playable lesson: {fault}").format(path=path, fault=fault)


def commands() -> str:
    # Translators: seen, skip, back, again, rules and quit are typed as they stand; seen lists the cards seen so
    # far
    return _("You can also type seen, skip, back, again, rules or quit.")
