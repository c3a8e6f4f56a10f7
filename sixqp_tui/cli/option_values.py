"""Converters for the values of options; their errors are sentences saying what was expected."""

import argparse
import sys
from collections.abc import Callable
from typing import Final

from sixqp_protocol.room_code import code_of
from sixqp_protocol.text import clean
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.store.options import OPTION_PARSERS, Expected, OptionError

STANDARD_INPUT: Final = "-"
"""Instead of a secret: the next line of standard input."""


def word_of(key: str, allowed: tuple[str, ...]) -> Callable[[str], str]:
    def convert(text: str) -> str:
        word = text.strip().lower()
        if word in allowed:
            return word
        expected = (allowed, 0, 0, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", clean(text, 40), expected))

    return convert


def table_option(key: str, option: str | None = None) -> Callable[[str], object]:
    return converted(OPTION_PARSERS[key], f"--{option or key}")


def converted(parse: Callable[[str], object], subject: str | None = None) -> Callable[[str], object]:
    """Wrap `parse`, with its OptionError as a sentence about `subject` or the key it names."""

    def convert(text: str) -> object:
        try:
            return parse(text)
        except OptionError as error:
            fault = (error.fault, error.got, error.expected, error.character)
            about = error.key if subject is None else subject
            raise argparse.ArgumentTypeError(option_sentence(about, *fault)) from None

    return convert


def level_list(text: str) -> tuple[object, ...]:
    return tuple(table_option("level")(each) for each in text.split(","))


def integer(key: str, low: int, high: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        expected = ((), low, high, False, 0, False)
        raise argparse.ArgumentTypeError(option_sentence(f"--{key}", "value", text, expected))

    return convert


def secret(key: str, subject: str) -> Callable[[str], object]:
    """A room code to enter (`code`) or an option of the table; `-` stands for a line of standard input."""
    parse = _parse_code if key == "code" else OPTION_PARSERS[key]
    return converted(lambda text: parse(sys.stdin.readline() if text == STANDARD_INPUT else text), subject)


def _parse_code(text: str) -> str:
    if code := code_of(text):
        return code
    raise OptionError("code", "value", Expected(code=True), clean(text, 40))
