"""When a served table begins a game by itself."""

from sixqp_tui.host.state import State

BREATH = 30.0
"""Seconds between the end of a game and the next that begins by itself."""


def ready(state: State) -> bool:
    """Whether enough are seated: bots and persons who are here, and after a first game at least one person."""
    wanted = state.setup.autostart
    if wanted is None or state.phase != "lobby" or (state.once and state.games_finished):
        return False
    present = sum(chair.here for chair in state.seats.taken)
    return present >= max(wanted, 2) and (state.games_finished == 0 or state.person_here())
