"""The signs that are drawn. Each is one cell wide in every terminal font."""

from sixqp_tui.presentation.seat_signs import SIGNS

HEAD = "∀"
TIMES = "×"
UPPER_HALF = "▀"
LEFT_HALF = "▌"
RIGHT_HALF = "▐"
DOTS = "░"
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
ENTER = "⏎"
BACKSPACE = "⌫"
CUT = "…"
PLAYING = "►"
STANDING_STILL = "║"
LEVELS = "▁▂▃▄▅▆▇█"

PARTS = "▁▂▃▄▅▆▇█▉▊▋▍▎▏"
"""The partial cells at the end of a scrollbar."""
GRAPHIC = frozenset(f" {UPPER_HALF}{LEFT_HALF}{RIGHT_HALF}{DOTS}{PARTS}")
"""Signs that are drawn rather than read."""

_KEY_NAMES = str.maketrans({ENTER: "Enter", BACKSPACE: "Bksp"})
"""The names of keys whose signs ASCII lacks."""

IN_ASCII = {
    HEAD: "v",
    TIMES: "x",
    UPPER_HALF: " ",
    LEFT_HALF: "|",
    RIGHT_HALF: "|",
    DOTS: ".",
    HALF_TONE: ":",
    LIMIT: "|",
    BAR: "=",
    RULE: "-",
    POINTER: ">",
    CHOSEN: "*",
    DECIDING: ".",
    AWAY: "x",
    BOT: "@",
    HOLE: ".",
    ENTER: ">",
    BACKSPACE: "<",
    "−": "-",
    "±": "~",
    PLAYING: ">",
    STANDING_STILL: "|",
    **dict(zip("←→↑↓‹›▲▼", "<>^v<>^v", strict=True)),
    **dict(zip(SIGNS, "#^o+%~<&$=", strict=True)),
    **dict(zip("“”«»‘’–—\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", '""""\'\'--  ', strict=True)),
    **dict.fromkeys(PARTS, " "),
    **dict(zip(LEVELS, "_.:-=+*#", strict=True)),
}
"""The ASCII sign for each sign, cell for cell."""
_TO_ASCII = str.maketrans(IN_ASCII)


def to_ascii(text: str) -> str:
    """Replace each of our signs by an ASCII sign, cell for cell; letters of any language stay."""
    return text.translate(_TO_ASCII)


def spell_key(sign: str) -> str:
    return sign.translate(_KEY_NAMES)
