"""What the options of the command line take: a text goes in; a value, or one sentence by argparse, comes out."""

import argparse
from collections.abc import Callable

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import clean
from sixqp_tui.i18n.words_config import option_sentence
from sixqp_tui.store.options import OPTION_PARSERS, OptionError


def one_of(key: str, allowed: tuple[str, ...]) -> Callable[[str], str]:
    """Takes one of these words."""

    def convert(text: str) -> str:
        word = text.strip().lower()
        if word in allowed:
            return word
        expected = (allowed, 0, 0, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", clean(text, 40), expected))

    return convert


def value(key: str, option: str | None = None) -> Callable[[str], object]:
    """Takes what an option of the table takes, under the name of `option`."""
    return told(OPTION_PARSERS[key], f"--{option or key}")


def told(parse: Callable[[str], object], subject: str | None = None) -> Callable[[str], object]:
    """What `parse` makes of a text; its OptionError in words, about `subject` or what it names itself."""

    def convert(text: str) -> object:
        try:
            return parse(text)
        except OptionError as error:
            fault = (error.fault, error.got, error.expected, error.character)
            about = error.key if subject is None else subject
            raise argparse.ArgumentTypeError(option_sentence(about, *fault)) from None

    return convert


def levels(text: str) -> tuple[object, ...]:
    """The levels between commas."""
    return tuple(value("level")(each) for each in text.split(","))


def number(key: str, low: int, high: int) -> Callable[[str], int]:
    """Takes a number from low to high."""

    def convert(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        expected = ((), low, high, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", text, expected))

    return convert


def room_code(text: str) -> str:
    """Takes a room code, as its host says it."""
    code = code_of(text)
    if code is None:
        expected = ((), 0, 0, False, 0, True)
        raise argparse.ArgumentTypeError(option_sentence("--code", "value", clean(text, 40), expected))
    return code
