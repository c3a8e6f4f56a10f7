"""The few signs that are drawn, all one cell wide in every terminal font."""

from sixqp_tui.presentation.seat_signs import SIGNS

HEAD = "∀"
TIMES = "×"
UPPER_HALF = "▀"
LEFT_HALF = "▌"
RIGHT_HALF = "▐"
DOTS = "░"
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
"""Parts of a cell with which a scrollbar ends."""
GRAPHIC = frozenset(f" {UPPER_HALF}{LEFT_HALF}{RIGHT_HALF}{DOTS}{PARTS}")
"""What is drawn rather than read."""

_KEY_NAMES = str.maketrans({ENTER: "Enter", BACKSPACE: "Bksp"})
"""Keys whose sign no plain terminal has, by the name that stands on a keyboard."""

IN_ASCII = {
    HEAD: "v",
    TIMES: "x",
    UPPER_HALF: " ",
    LEFT_HALF: "|",
    RIGHT_HALF: "|",
    DOTS: ".",
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
"""What stands for each sign, cell for cell, where only ASCII is to be shown."""
_TO_ASCII = str.maketrans(IN_ASCII)


def to_ascii(text: str) -> str:
    """The text with an ASCII sign for each of ours, cell for cell; letters, of whatever language, stay."""
    return text.translate(_TO_ASCII)


def spell_key(sign: str) -> str:
    return sign.translate(_KEY_NAMES)
