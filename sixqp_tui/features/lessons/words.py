"""What is said around the lessons; their own words stand in their files."""

from typing import Literal

from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import quoted


def heading(number: int, count: int, title: str) -> str:
    # Translators: {title} is what the lesson is about, such as “The sixth card”
    return _("Lesson {number} of {count}: {title}").format(number=number, count=count, title=title)


def variant_heading(number: int, title: str) -> str:
    # Translators: {title} is the name of the variant
    return _("Lesson {number}, a variant: {title}").format(number=number, title=title)


def on_to(number: int) -> str:
    return _("Right! Enter: on to lesson {number}").format(number=number)


def on_to_variants() -> str:
    """What Enter does behind the last lesson of the game itself: what follows is for who wants more."""
    # Translators: q is a key; the sentence has at most 74 characters
    return _("Right! q: done. Enter: more, on variants of the game")


def at_end() -> str:
    """What Enter does behind the last lesson."""
    return _("Right! That was the last lesson. Enter: done")


def offer() -> str:
    """What somebody who starts for the first time is asked."""
    return _("New to 6 qui prend? Six short lessons take two minutes.")


def offer_taken() -> str:
    # Translators: an answer to the question whether somebody would like to learn the game
    return _("learn it now")


def offer_declined() -> str:
    # Translators: l is a key
    return _("not now (the menu keeps it, key l)")


def progress_trouble(trouble: Literal["damaged", "newer", "unreadable", "unwritable"], path: str) -> str:
    """What is wrong with the file of what was learned."""
    return {
        "damaged": _("What you had learned could not be read; it was set aside as {path}."),
        "newer": _("{path} is of a newer version and stays as it is: what you learn now is not kept."),
        "unreadable": _("{path} cannot be read: what you learn now is not kept."),
        "unwritable": _("{path} cannot be written: what you learn now is not kept."),
    }[trouble].format(path=path)


def no_such_lesson(given: str, count: int) -> str:
    """Neither the number of a lesson nor a file was given."""
    sentence = _("Expected a lesson from 1 to {count}, or a file, got {given}.")
    return sentence.format(count=count, given=quoted(given))


def impossible_lesson(path: str, fault: str) -> str:
    # Translators: {fault} says in English what is wrong with the file
    return _("{path} is no lesson that can be played: {fault}").format(path=path, fault=fault)


def commands() -> str:
    # Translators: seen, skip, back, again, rules and quit are typed as they stand; seen tells the cards seen so far
    return _("You can also type seen, skip, back, again, rules or quit.")


def on_or_out(last: bool, more: bool) -> str:
    """The prompt behind a lesson that is done, for lines of text; `more`: only variants follow."""
    if more:
        return _("q: the end. Enter: more, on variants of the game. ")
    return _("Enter: done. ") if last else _("Enter: the next lesson, q: the end. ")


def not_understood(given: str) -> str:
    return _("Expected one of your cards, or a row, got {given}.").format(given=quoted(given))


def not_in_deck(given: str) -> str:
    return _("Expected a card that is left in the deck, got {given}.").format(given=quoted(given))
