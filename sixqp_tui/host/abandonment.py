"""When a table that somebody hosts has been given up: nobody is at it, and nobody has said that it shall stay."""

from typing import Final

from sixqp_tui.host.state import State

KEPT_SECONDS: Final = 600.0
"""For so long nobody need be at a table that its owner has left open, or at which somebody else has a seat: guests
lose their network for minutes."""
LOST_SECONDS: Final = 30.0
"""For so long a table waits for its owner who is gone without a word, where nobody else has a seat. The owner's
line does not leave the machine: whose screen still runs is back within 5 s."""


def abandonment_timeout(state: State) -> float | None:
    """Seconds for which nobody need be at the table as it stands; None while somebody is.

    Who only looks on keeps a table that was left open, but none whose owner is gone without a word.
    """
    if state.person_here():
        return None
    guests = any(chair.person and not chair.owner for chair in state.seats.taken)
    if not (guests or state.left_open):
        return LOST_SECONDS
    return None if any(watcher.peer is not None for watcher in state.watchers) else KEPT_SECONDS
