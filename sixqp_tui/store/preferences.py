"""What a player prefers to see, hear and read, on this machine and at every table."""

from typing import Literal

from msgspec import Struct

PaceName = Literal["off", "slow", "normal", "fast"]
ThemeName = Literal["felt", "dark", "contrast", "light"]


class Preferences(Struct, frozen=True, kw_only=True):
    """How the game is shown to one player; nothing here is known to the table.

    `language` is a code of `i18n.LANGUAGES`, or "" for the system's. `pace` is how slowly a turn is shown.
    `hint` shows where a lifted card would land, `bell` rings when the player is to decide, `ascii` keeps to
    signs that every terminal has.
    """

    language: str = ""
    pace: PaceName = "normal"
    hint: bool = True
    bell: bool = False
    theme: ThemeName = "felt"
    ascii: bool = False
