"""The palette of each theme."""

from collections.abc import Mapping
from typing import Final

from sixqp_tui.presentation.seat_signs import SEATS_ON_DARK, SEATS_ON_LIGHT
from sixqp_tui.store.preferences import ThemeName
from sixqp_tui.tui.theme.roles import FELT_PALETTE, Palette, make_palette

DARK = make_palette(
    "dark",
    True,
    "#1c1c1c #080808 #303030 #3f3f3f #5f0000 #000000",
    "#dadada #ffffff #b2b2b2 #ffd75f #ff8787 #87d787",
    "#eeeeee #1c1c1c #5fafff #000000 #ffaf00 #000000 #d70000 #ffffff #af5fd7 #000000 #ff8787 #5f0000",
    SEATS_ON_DARK,
)
CONTRAST = make_palette(
    "contrast",
    True,
    "#000000 #303030 #1f1f1f #00479e #870000 #303030",
    "#ffffff #ffffff #dadada #ffff5f #ffafaf #87ff87",
    "#ffffff #000000 #5fd7ff #000000 #ffd700 #000000 #ff5f5f #000000 #d787ff #000000 #ffafaf #000000",
    SEATS_ON_DARK,
)
LIGHT = make_palette(
    "light",
    False,
    "#f4f4f4 #c6c6c6 #e5e5e5 #afd7af #ffafaf #bcbcbc",
    "#262626 #000000 #4e4e4e #5f3700 #a00000 #005f00",
    "#5f5f87 #ffffff #005faf #ffffff #af5f00 #ffffff #af0000 #ffffff #87005f #ffffff #d75f5f #000000",
    SEATS_ON_LIGHT,
)
PALETTES: Final[Mapping[ThemeName, Palette]] = {
    "felt": FELT_PALETTE,
    "dark": DARK,
    "contrast": CONTRAST,
    "light": LIGHT,
}
