"""The look of the table: felt, gold for what is yours now, red for what costs heads, and five card colours."""

from typing import NamedTuple

from textual.theme import Theme

FELT = "#0f2a20"
EDGE = "#06130e"  # the title line and the footer
SLOT = "#17372b"  # an empty place on the felt
GHOST = "#2d5a44"  # a place where a card may go, a chair that is pointed at
INK = "#dcefe4"
STRONG = "#ffffff"
DIM = "#719a87"
GOLD = "#ffd166"
RED = "#ff8a7a"
ALARM = "#4a1416"
GREEN = "#7ad88a"


class CardColours(NamedTuple):
    """The block of a card and what is written on it."""

    block: str
    ink: str


PALE = CardColours("#eee9f8", "#26134a")
BLUE = CardColours("#5aa7e8", "#06203c")
AMBER = CardColours("#f6b73c", "#3f2600")
CRIMSON = CardColours("#e24a3f", "#fff2ee")
PURPLE = CardColours("#8e44ad", "#f7eaff")
BY_HEADS = {1: PALE, 2: BLUE, 3: AMBER, 5: CRIMSON, 7: PURPLE}

TABLE_THEME = Theme(
    name="sixqp",
    primary=GOLD,
    secondary=GREEN,
    accent=GOLD,
    warning=GOLD,
    error=RED,
    success=GREEN,
    foreground=INK,
    background=FELT,
    surface=SLOT,
    panel=EDGE,
    dark=True,
    variables={
        "block-cursor-background": GHOST,
        "block-cursor-foreground": GOLD,
        "block-cursor-text-style": "bold",
        "input-selection-background": f"{GOLD} 30%",
        "footer-background": EDGE,
        "footer-foreground": INK,
        "footer-key-foreground": GOLD,
        "footer-key-background": EDGE,
        "footer-description-foreground": INK,
        "footer-description-background": EDGE,
        "felt": FELT,
        "edge": EDGE,
        "slot": SLOT,
        "ghost": GHOST,
        "ink": INK,
        "dim": DIM,
        "gold": GOLD,
        "red": RED,
        "alarm": ALARM,
        "green": GREEN,
    },
)
"""What the app registers; the last names are variables for the widgets' own CSS: `$felt`, `$dim`, `$gold`..."""
