"""What a guest's terminal is, as their client tells it: its size, its colours, its language; and how it is left."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from sixqp_tui.i18n import LANGUAGES
from sixqp_tui.i18n.system import VARIABLES, system_language

DEFAULT: Final = (80, 24)
"""Columns and lines of a terminal that does not say its size."""
MIN: Final = (20, 5)
MAX: Final = (400, 120)
"""Columns and lines that are drawn at most: a large screen with small letters. More would only cost the host."""
READ: Final = (*VARIABLES, "COLORTERM", "NO_COLOR")
"""What is read, where a client sends it, of the variables of its environment. None is ever set."""
LEAVE: Final = (
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<u"
    b"\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Takes back what the app has asked the terminal for: mouse, focus, pasting, keys, its own page, no cursor."""
_PLAIN_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_MANY: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "direct", "truecolor", "24bit")
_NONE: Final = ("dumb", "vt100", "vt102", "vt220", "unknown", "")


class Terminal(NamedTuple):
    """A guest's terminal: its kind (TERM), how many colours it has, and the guest's language where it is known."""

    kind: str
    colours: str
    language: str

    def environment(self, size: tuple[int, int]) -> dict[str, str]:
        """The variables by which Textual draws for it."""
        colours = {"NO_COLOR": "1"} if self.colours == "none" else {"TEXTUAL_COLOR_SYSTEM": self.colours}
        return {"TERM": self.kind, "COLUMNS": str(size[0]), "ROWS": str(size[1]), **colours}


def terminal_of(kind: str, sent: Mapping[str, str], usual_language: str) -> Terminal:
    """The terminal of this kind, of a client that has sent these variables."""
    plain = kind if _PLAIN_TERM.fullmatch(kind) else "dumb"
    language = system_language({key: sent[key] for key in VARIABLES if key in sent}, "")
    return Terminal(plain, _colours(plain, sent), language if language in LANGUAGES else usual_language)


def _colours(kind: str, sent: Mapping[str, str]) -> str:
    if sent.get("NO_COLOR") or kind in _NONE:
        return "none"
    if sent.get("COLORTERM", "").lower() in ("truecolor", "24bit") or any(word in kind for word in _MANY):
        return "truecolor"
    return "256" if "256" in kind else "standard"


def drawn_size(columns: int, lines: int) -> tuple[int, int]:
    """The size that is drawn for: none at all is the usual one, and beyond all reason is the largest."""
    asked = (columns or DEFAULT[0], lines or DEFAULT[1])
    across, down = (min(most, max(least, each)) for each, least, most in zip(asked, MIN, MAX, strict=True))
    return across, down
