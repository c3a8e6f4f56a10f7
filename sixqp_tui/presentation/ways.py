"""What can be done before a table is reached: the ways that the first screen and the lines of text both name."""

from typing import Literal

Way = Literal[
    "alone",
    "around",
    "host",
    "address",
    "learn",
    "resume table",
    "puzzles",
    "games",
    "all scores",
    "rules",
    "preferences",
]
"""By the code of its key (i18n/screens/keys.py)."""

TO_PLAY: tuple[Way, ...] = ("alone", "around", "host", "address", "learn")
"""The ways to a game, the shortest first, and to learn it."""
TO_LEARN: tuple[Way, ...] = ("puzzles", "games", "all scores", "rules", "preferences")
"""The other ways."""
COMMANDS: dict[Way, str] = {
    "alone": "sixqp play --plain",
    "host": "sixqp host --plain",
    "puzzles": "sixqp puzzles --plain",
}
"""The ways that lines of text have too, and what to type for them."""
