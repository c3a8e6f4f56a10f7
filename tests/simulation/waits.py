"""How long everybody is waited for, reckoned beside the table: clocks, pauses between rounds."""

from collections.abc import Iterable
from typing import NamedTuple

from simulation.broken import demand

from sixqp_protocol.messages import Decision, Leave, NextRound, Ready, SetRules, SetSeat, Start, TakeSeat
from sixqp_tui.host.commands import Command
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import LAST_CARD_SECONDS

LATE = 0.1
"""Seconds by which the room may be woken too late."""
INEXACT = 0.01
"""Seconds by which two ways of adding up the same moments may differ."""


class Stood(NamedTuple):
    """What was waited for after a step: which moment of which game, and for how long at most."""

    moment: tuple[object, ...]
    held: bool
    limit: float | None


class Waits:
    """Adds up the seconds between the steps of a room. Whoever is here is waited for as long as was agreed."""

    def __init__(self) -> None:
        self._now = self._clock = 0.0
        self._stood: Stood | None = None
        self._ending: set[int] | None = None

    def end(self, room: Room, now: float) -> None:
        """The table begins to end: until it lives again no time passes for those who are here now."""
        self._pass_to(now)
        self._ending = _here(room)

    def begin_anew(self) -> None:
        self._stood, self._clock, self._ending = None, 0.0, None

    def remember(self, room: Room, now: float) -> None:
        """A step of the room has been done; what was waited for before it has lasted until now."""
        self._pass_to(now)
        stood, before = _stood(room), self._stood
        if stood is None or before is None or stood.moment != before.moment:
            self._clock = 0.0
        self._stood = stood

    def demand_due(self, accepted: Command, earlier: Iterable[Command], room: Room, now: float) -> None:
        """This is accepted now, behind those: what the table does by itself comes in time, and not too early."""
        self._pass_to(now)
        if isinstance(accepted.message, SetRules) and not (self._stood and "pause" in self._stood.moment):
            self._clock = 0.0
        here = _here(room) | (self._ending or set())
        if not accepted.by_host or self._stood is None:
            return
        if isinstance(accepted.message, NextRound):
            late = here - ready_by(earlier)
            demand(not late or self._over, "a round is dealt, and these are not ready:", late)
        elif isinstance(accepted.message, Decision) and accepted.seat in here:
            demand(self._over, "a stand-in for", accepted.seat, "who has time left")

    @property
    def _over(self) -> bool:
        limit = self._stood.limit if self._stood else None
        return limit is not None and self._clock >= limit - INEXACT

    def _pass_to(self, now: float) -> None:
        passed, self._now = now - self._now, now
        stood = self._stood
        if self._ending is not None or stood is None or stood.held or stood.limit is None:
            return
        self._clock += passed


def ready_by(commands: Iterable[Command]) -> set[int]:
    """The seats that were ready for the round that comes next, behind these commands."""
    ready: set[int] = set()
    for command in commands:
        match command.message:
            case Ready(round=number) if number and command.seat is not None:
                ready.add(command.seat)
            case Start() | NextRound():
                ready.clear()
            case TakeSeat(seat=seat) | SetSeat(seat=seat, to="kick"):
                ready.discard(seat)
            case Leave() if command.seat is not None:
                ready.discard(command.seat)
    return ready


def _here(room: Room) -> set[int]:
    chairs = enumerate(room.state.seats.taken)
    return {seat for seat, chair in chairs if not chair.bot and chair.person and chair.here}


def _stood(room: Room) -> Stood | None:
    state = room.state
    play = state.play
    if state.phase != "playing" or play is None or state.closed:
        return None
    table, settings = play.game.table, state.settings
    if table.between_rounds:
        return Stood((play.number, "pause", table.round), state.paused, settings.pause)
    limit = LAST_CARD_SECONDS if table.in_last_turn else settings.timer
    return Stood((play.number, table.decision_id), state.paused, limit)
