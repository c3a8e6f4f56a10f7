"""The names at a table: harmless, never empty, and no two alike without regard to case."""

from collections.abc import Iterable
from itertools import count

from sixqp_protocol.text import NAME_CELLS, clean

BOT_NAMES = ("Hal", "Ada", "Deep", "Marvin", "Eliza", "Robby", "Tik-Tok", "Bender", "Sonny", "Dot")


def unique(name: str, others: Iterable[str]) -> str:
    """The name itself, or with the first number from 2 that makes it unlike all others; at most 16 cells."""
    taken = {other.casefold() for other in others}
    candidate = name
    numbers = count(2)
    while candidate.casefold() in taken:
        ending = f" {next(numbers)}"
        candidate = clean(name, NAME_CELLS - len(ending)) + ending
    return candidate


def bot_name(others: Iterable[str]) -> str:
    """A name for a bot, unlike all others."""
    taken = tuple(others)
    lowered = {other.casefold() for other in taken}
    free = (name for name in BOT_NAMES if name.casefold() not in lowered)
    return next(free, None) or unique(BOT_NAMES[0], taken)
