"""Right-to-left text beside left-to-right text and numbers."""

import re
from typing import Final

_LETTERS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN: Final = f"[{_LETTERS}]+(?: +[{_LETTERS}]+)*"


def isolate(text: str) -> str:
    """Isolate right-to-left words (U+2068, U+2069), so that no number changes its place.

    Not for screens: terminals disagree about the width of these characters.
    """
    return re.sub(_RUN, "\u2068\\g<0>\u2069", text)
