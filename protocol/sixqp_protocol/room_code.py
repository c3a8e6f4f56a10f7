"""The room code of a locked table: what it may be, how it is written, and how one is drawn.

It travels and is proved in small letters; for people's eyes it has capital ones.
"""

import re
from collections.abc import Callable
from typing import Final

MIN_WAIT: Final = 4
MAX_LENGTH: Final = 16
LENGTH: Final = 6
LETTERS: Final = "acdefhjkmnprtvwxy34679"
"""What codes are drawn from: nothing that looks or sounds too much like something else on a screen."""
_FORM = re.compile(r"[0-9a-z]{4,16}")
_DRAWN_FROM = 256 - 256 % len(LETTERS)


def code_of(text: str) -> str | None:
    """The code that was typed, in any case, with white space or hyphens anywhere; None where it can be none."""
    code = "".join(text.replace("-", " ").split()).lower()
    return code if _FORM.fullmatch(code) else None


def shown_code(code: str) -> str:
    return code.upper()


def draw_code(draw: Callable[[int], bytes]) -> str:
    """Draw a new code; `draw` gives so many random bytes. Every code is as likely as any other."""
    letters = ""
    while len(letters) < LENGTH:
        octet = draw(1)[0]
        letters += LETTERS[octet % len(LETTERS)] if octet < _DRAWN_FROM else ""
    return letters
