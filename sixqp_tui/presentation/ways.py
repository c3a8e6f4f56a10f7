"""What can be done before joining a table, for the home screen and the text mode."""

from typing import Literal

Way = Literal[
    "alone",
    "around",
    "host",
    "address",
    "learn",
    "resume table",
    "games",
    "all scores",
    "rules",
    "preferences",
]
"""The codes of keys."""

TO_PLAY: tuple[Way, ...] = ("alone", "around", "host", "address", "learn")
"""Ways to a game, the shortest first, and to learn it."""
TO_LEARN: tuple[Way, ...] = ("games", "all scores", "rules", "preferences")
COMMANDS: dict[Way, str] = {
    "alone": "sixqp play --plain",
    "host": "sixqp host --plain",
}
"""Commands for the ways that the text mode has too."""
