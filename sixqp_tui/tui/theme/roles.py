"""The colours of the app by role: felt, gold for what is yours now, red for what costs heads, five kinds of card.

Every role is a variable of the theme. A canvas paints with roles; CSS and text write `$felt`, `$dim`, `$gold`...
In addition `$veil` covers what lies below a question, and `$lost` is the opacity of a table without a connection.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.theme import Theme

from sixqp_tui.presentation.seat_signs import SEATS_ON_DARK, SEATS_ON_LIGHT, SIGNS
from sixqp_tui.store.preferences import ThemeName

FELT = "felt"
EDGE = "edge"  # the title line and the footer
SLOT = "slot"  # an empty place on the felt
GHOST = "ghost"  # a place where a card may go, a selected chair
ALARM = "alarm"  # the place of the sixth card of a full row
BACK = "back"  # a card, face down
BLOCKS = (FELT, EDGE, SLOT, GHOST, ALARM, BACK)

INK = "ink"
STRONG = "strong"
DIM = "dim"
GOLD = "gold"
RED = "red"
GREEN = "green"
INKS = (INK, STRONG, DIM, GOLD, RED, GREEN)
SEATS = tuple(f"seat-{number}" for number in range(1, len(SIGNS) + 1))  # a player's name, sign and line


class CardColours(NamedTuple):
    block: str
    ink: str


BY_HEADS = {
    1: CardColours("pale", "on-pale"),
    2: CardColours("blue", "on-blue"),
    3: CardColours("amber", "on-amber"),
    5: CardColours("crimson", "on-crimson"),
    7: CardColours("purple", "on-purple"),
}
TAKEN = CardColours("taken", "on-taken")  # a card of a row that is being taken, and the heads that fly from it


def make_theme(name: str, felt: str, inks: str, cards: str, seats: str, *, dark: bool = True) -> Theme:
    """From lists of colours: of BLOCKS, INKS, the block and ink of BY_HEADS and TAKEN, and SEATS."""
    roles = (*BLOCKS, *INKS, *(role for look in (*BY_HEADS.values(), TAKEN) for role in look), *SEATS)
    of = dict(zip(roles, f"{felt} {inks} {cards} {seats}".split(), strict=True))
    return Theme(
        name=name,
        primary=of[GOLD],
        secondary=of[GREEN],
        accent=of[GOLD],
        warning=of[GOLD],
        error=of[RED],
        success=of[GREEN],
        foreground=of[INK],
        background=of[FELT],
        surface=of[SLOT],
        panel=of[EDGE],
        dark=dark,
        variables={
            "block-cursor-background": of[GHOST],
            "block-cursor-foreground": of[STRONG],
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": of[GHOST],
            "block-cursor-blurred-foreground": of[STRONG],
            "input-cursor-background": of[INK],
            "input-cursor-foreground": of[FELT],
            "input-selection-background": of[GHOST],
            "scrollbar": of[DIM],
            "scrollbar-hover": of[GOLD],
            "scrollbar-active": of[GOLD],
            "scrollbar-background": of[SLOT],
            "scrollbar-corner-color": of[FELT],
            "veil": f"{of[FELT]} 60%",
            "lost": "40%",
            **of,
        },
    )


THEMES: Final[Mapping[ThemeName, Theme]] = {
    "felt": make_theme(
        "felt",
        "#0f2a20 #06130e #17362a #20463a #4a1416 #07150f",
        "#dcefe4 #ffffff #8fb5a3 #ffd166 #ff8a7a #7ad88a",
        "#eeeef6 #26134a #5aa7e8 #06203c #f6b73c #3f2600 #d42a2a #ffffff #a94cc0 #ffffff #ff8b7b #4a1417",
        SEATS_ON_DARK,
    ),
    "dark": make_theme(
        "dark",
        "#1c1c1c #080808 #303030 #3f3f3f #5f0000 #000000",
        "#dadada #ffffff #b2b2b2 #ffd75f #ff8787 #87d787",
        "#eeeeee #1c1c1c #5fafff #000000 #ffaf00 #000000 #d70000 #ffffff #af5fd7 #000000 #ff8787 #5f0000",
        SEATS_ON_DARK,
    ),
    "contrast": make_theme(
        "contrast",
        "#000000 #303030 #1f1f1f #00479e #870000 #303030",
        "#ffffff #ffffff #dadada #ffff5f #ffafaf #87ff87",
        "#ffffff #000000 #5fd7ff #000000 #ffd700 #000000 #ff5f5f #000000 #d787ff #000000 #ffafaf #000000",
        SEATS_ON_DARK,
    ),
    "light": make_theme(
        "light",
        "#f4f4f4 #c6c6c6 #e5e5e5 #afd7af #ffafaf #bcbcbc",
        "#262626 #000000 #4e4e4e #5f3700 #a00000 #005f00",
        "#5f5f87 #ffffff #005faf #ffffff #af5f00 #ffffff #af0000 #ffffff #87005f #ffffff #d75f5f #000000",
        SEATS_ON_LIGHT,
        dark=False,
    ),
}
"""The first is the default."""


def seat_ink(seat: int) -> str:
    return SEATS[seat % len(SEATS)]
