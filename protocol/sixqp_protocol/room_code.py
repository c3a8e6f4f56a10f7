"""The room code of a locked table, sent in lower case and shown in capitals."""

import re
from collections.abc import Callable
from typing import Final

MIN_LENGTH: Final = 4
MAX_LENGTH: Final = 16
LENGTH: Final = 6
LETTERS: Final = "acdefhjkmnprtvwxy34679"
"""No two of these letters look or sound alike."""
_FORM = re.compile(r"[0-9a-z]{4,16}")
_DRAWN_FROM = 256 - 256 % len(LETTERS)


def code_of(text: str) -> str | None:
    """The code in a typed text, ignoring case, spaces and hyphens; None if it can't be one."""
    code = "".join(text.replace("-", " ").split()).lower()
    return code if _FORM.fullmatch(code) else None


def shown_code(code: str) -> str:
    return code.upper()


def draw_code(draw: Callable[[int], bytes]) -> str:
    letters = ""
    while len(letters) < LENGTH:
        octet = draw(1)[0]
        letters += LETTERS[octet % len(LETTERS)] if octet < _DRAWN_FROM else ""
    return letters
