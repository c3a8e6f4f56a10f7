"""When a table for one game has nobody left to wait for: everybody who has a seat knows how the game has ended."""

from collections.abc import Callable
from typing import Final

from sixqp_tui.host.participants import Participant
from sixqp_tui.host.state import State

WAIT: Final = 60.0
"""Seconds after the end of the game for which those who are away are waited for, as long as their chair is kept."""


class ResultDelivery:
    """Remembers who has read the one game of a table to its end. Seconds of one steady clock go in."""

    def __init__(self) -> None:
        self._informed: set[Participant] = set()
        self._ended_at: float | None = None

    def is_complete(self, state: State, has_read: Callable[[int], bool], now: float) -> bool:
        """Whether the game is over, and nobody is waited for any more.

        `has_read` tells whether a peer has read all that was sent to it. Who is connected is waited for, and the
        player of a seat who is away; but not who has left the seat to a bot, and nobody for longer than `WAIT`.
        """
        if state.phase == "playing" or not state.games_finished:
            return False
        if self._ended_at is None:
            self._ended_at = now
        behind = False
        for peer in state.peers.values():
            if peer.sent >= len(state.stream_of(peer.guest)) and has_read(peer.number):
                self._informed.add(peer.guest)
            else:
                behind = True
        away = [chair.person for chair in state.seats.taken if chair.person and not (chair.here or chair.bot)]
        all_know = not behind and self._informed.issuperset(away)
        return all_know or now - self._ended_at >= WAIT
