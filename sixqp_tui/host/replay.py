"""Making a table anew from the commands in its journal, by the same reducer that applied them first."""

from collections.abc import Iterable

from sixqp_tui.engine.game import IllegalDecision
from sixqp_tui.host.apply import apply
from sixqp_tui.host.autostart import BETWEEN_GAMES_SECONDS
from sixqp_tui.host.commands import Command
from sixqp_tui.host.errors import Denied
from sixqp_tui.host.state import State


class CannotReplay(Exception):
    """A command cannot have been accepted at this table; `number` is its place in the journal, from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"command {number} cannot have been accepted here")
        self.number = number


def replay_commands(state: State, commands: Iterable[Command], now: float) -> None:
    """Let a new state become what these commands have made of its table. Raises CannotReplay."""
    state.now = now
    for number, accepted in enumerate(commands, 1):
        try:
            apply(state, accepted)
        except (IllegalDecision, Denied, AssertionError, IndexError, ValueError, KeyError) as error:
            raise CannotReplay(number) from error
    state.out.clear()
    _open_again(state)


def _open_again(state: State) -> None:
    """Nobody is here, and whatever counts time begins to count now."""
    state.closed = state.left_open = False
    for guest in state.guests():
        guest.absent_since = state.now
    if state.games_finished:
        state.next_start = state.now + BETWEEN_GAMES_SECONDS
    if state.phase == "playing" and state.play:
        state.asked, state.asked_at = state.play.game.table.decision_id, state.now
        state.fill_banks()
        state.start_clock()
