"""The signs that are drawn. Each is one cell wide in every terminal font."""

import re
from unicodedata import normalize

TIMES = "×"
UPPER_HALF = "▀"
LEFT_HALF = "▌"
RIGHT_HALF = "▐"
FULL = "█"
HALF_TONE = "▒"
LIMIT = "│"
BAR = "━"
RULE = "┄"
POINTER = "▸"
CHOSEN = "●"
DECIDING = "…"
AWAY = "✗"
BOT = "⚙"
HOLE = "·"
DOT = "•"
ENTER = "⏎"
BACKSPACE = "⌫"
CUT = "…"
PLAYING = "►"
STANDING_STILL = "║"
_ASCII = str.maketrans(
    f"{UPPER_HALF}▄{LEFT_HALF}{RIGHT_HALF}{FULL}{HALF_TONE}{LIMIT}{BAR}{RULE}{POINTER}{CHOSEN}{CUT}{AWAY}{BOT}{HOLE}{DOT}"
    f"{ENTER}{BACKSPACE}{PLAYING}{STANDING_STILL}▁▂▃▅▆▇←→↑↓■▲○◊□♪◄☼§¶“”«»’−±×∀",
    '    #:|--**.x&..$<>!.....=<>^v#AOV0J<*SP""""\'-~xv',
)


def in_ascii(text: str) -> str:
    """The nearest signs of a terminal that shows no others, cell for cell."""
    return re.sub(r"[^\x00-\x7f]", "?", re.sub(r"[\u0300-\u036f]", "", normalize("NFD", text.translate(_ASCII))))
