"""The palettes of each theme, for terminals with many colours, 256 or 16."""

from typing import Literal

from sixqp_tui.presentation.seat_signs import SEATS_ON_DARK, SEATS_ON_LIGHT
from sixqp_tui.store.preferences import ThemeName
from sixqp_tui.tui.theme.roles import FELT_PALETTE, Palette, make_palette

Depth = Literal["many", "256", "16", "none"]
"""The number of colours that the terminal shows; `none`: only bold, underlined and reversed."""

DARK = make_palette(
    "dark",
    True,
    "#1c1c1c #080808 #303030 #4e4e4e #5f0000 #000000",
    "#dadada #ffffff #a8a8a8 #ffd75f #ff8787 #87d787",
    "#eeeeee #1c1c1c #5fafff #000000 #ffaf00 #000000 #d70000 #ffffff #af5fd7 #000000 #ff8787 #5f0000",
    SEATS_ON_DARK,
)
CONTRAST = make_palette(
    "contrast",
    True,
    "#000000 #303030 #5f5f5f #005fd7 #af0000 #303030",
    "#ffffff #ffffff #dadada #ffff5f #ffafaf #87ff87",
    "#ffffff #000000 #5fd7ff #000000 #ffd700 #000000 #ff5f5f #000000 #d787ff #000000 #ffafaf #000000",
    SEATS_ON_DARK,
)
LIGHT = make_palette(
    "light",
    False,
    "#eeeeee #c6c6c6 #dadada #afd7af #ffafaf #bcbcbc",
    "#262626 #000000 #4e4e4e #5f3700 #a00000 #005f00",
    "#5f5f87 #ffffff #005faf #ffffff #af5f00 #ffffff #af0000 #ffffff #87005f #ffffff #d75f5f #000000",
    SEATS_ON_LIGHT,
)
FELT_256 = make_palette(
    "felt-256",
    True,
    "#005f00 #121212 #1c1c1c #005f5f #870000 #000000",
    "#ffffff #ffffff #afd7af #ffd75f #ffafaf #afff87",
    "#eeeeee #1c1c1c #5fafff #000000 #ffaf00 #000000 #d70000 #ffffff #af5fd7 #000000 #ff8787 #5f0000",
    "#ffafff #ffff87 #87d787 #d7ffff #5fffd7 #afd7d7 #d7d75f #ffd7ff #00d7ff #ffafaf",
)
"""The felt is the only dark green of the 256 colours, and places are darker: every other green glares."""
DARK_16 = make_palette(
    "dark-16",
    True,
    "#000000 #0000aa #002b00 #00aa00 #aa0000 #0000aa",
    "#aaaaaa #ffffff #00aaaa #ffff55 #ff5555 #55ff55",
    "#aaaaaa #000000 #00aaaa #000000 #aa5500 #ffffff #aa0000 #ffffff #aa00aa #ffffff #aa0000 #ffffff",
    "#55ffff #ff5555 #55ff55 #ffff55 #ffffff #00aaaa #00aa00 #aaaaaa #55ffff #ff5555",
    blends=False,
    dots="#00aa00",
)
"""The 16 colours by their usual values. Blocks use the first eight, since not every terminal has bright
backgrounds. The only green glares, so places are dots of it on the felt. Only eight inks are readable on black
everywhere: of ten players two share theirs, and differ by their signs."""
LIGHT_16 = make_palette(
    "light-16",
    False,
    "#aaaaaa #00aaaa #80aa80 #00aa00 #aa0000 #00aaaa",
    "#000000 #000000 #000000 #0000aa #aa0000 #000000",
    "#000000 #ffffff #0000aa #ffffff #aa5500 #ffffff #aa0000 #ffffff #aa00aa #ffffff #aa0000 #ffffff",
    "#000000 #0000aa #000000 #0000aa #000000 #0000aa #000000 #0000aa #000000 #0000aa",
    blends=False,
    dots="#00aa00",
)
BARE = FELT_PALETTE._replace(name="bare", blends=False)
"""For terminals without colours. These never reach the terminal, but NoColorFilter tells blocks apart by them."""

_MANY = {"felt": FELT_PALETTE, "dark": DARK, "contrast": CONTRAST, "light": LIGHT}


def palette_for(theme: ThemeName, depth: Depth) -> Palette:
    match depth:
        case "many":
            return _MANY[theme]
        case "256":
            return FELT_256 if theme == "felt" else _MANY[theme]
        case "16":
            return LIGHT_16 if theme == "light" else DARK_16
        case "none":
            return BARE
