"""The sign of each seat: ten that differ by their form alone, wherever a player is named by more than the name.

All of them are in the fonts of every console (WGL4), one cell wide, and no emoji. The colour that goes with each
is the theme's (`tui/theme/roles.py`).
"""

SIGNS = "■▲○◊□♪◄☼§¶"


def seat_sign(seat: int) -> str:
    """What stands for the player of this seat, from 0."""
    return SIGNS[seat % len(SIGNS)]
