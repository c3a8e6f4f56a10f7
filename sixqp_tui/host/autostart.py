"""When a served table begins a game by itself, and what it needs for that."""

from sixqp_tui.host.state import State

BETWEEN_GAMES_SECONDS = 30.0
"""Seconds between the end of a game and the next that begins by itself."""


def ready(state: State) -> bool:
    """Whether enough are seated: bots and persons who are here, and after a first game at least one person."""
    wanted = state.setup.autostart
    if wanted is None or state.phase != "lobby" or (state.once and state.games_finished):
        return False
    present = sum(chair.here for chair in state.seats.taken)
    return present >= max(wanted, 2) and (state.games_finished == 0 or state.person_here())


def lacks_bot(state: State) -> bool:
    """Whether a chair is free that a bot had at the opening, and gave to somebody when none was.

    At a table that waits for a number of players nobody else would seat the bot again, and no game begin.
    """
    setup, seats = state.setup, state.seats
    if setup.autostart is None or (state.once and state.games_finished):
        return False
    return len(seats.bots) < setup.bots and len(seats.taken) < seats.count
