"""The position, speed and direction of a replay. No clock."""

from collections.abc import Callable
from typing import Final

from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.presentation.chapters import Positions, after, before, find_chapters
from sixqp_tui.tui.animation.timeline import Timeline

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Multiples of the preferred pace."""

# How long a film rests before it goes on, in ticks of 0.05 s at the normal pace.
TURN_TICKS = 30
"""Before the cards of a turn, so that hands and rows can be seen."""
PICK_TICKS = 8
"""Before the next card of a draft, which has up to a hundred."""
SCORES_TICKS = 80
STEP_TICKS = 16
"""On every step of a replay without animation."""


class Playback:
    """Moves a `session` and its `timeline`; the caller draws after each call.

    `animates` tells whether steps are animated. A leap shows its target at once.
    """

    def __init__(self, session: RecordedSession, animates: Callable[[], bool]) -> None:
        self.session = session
        self.chapters = find_chapters(session.facts)
        self._animates = animates
        self.playing = False
        self._speed = SPEEDS.index(1.0)
        if session.position < self.chapters.steps[0]:
            session.seek(self.chapters.steps[0])
        self.timeline = Timeline(session)
        self.go(session.position)

    @property
    def speed(self) -> float:
        return SPEEDS[self._speed]

    @property
    def position(self) -> int:
        return self.session.position_of(self.timeline.transcript.length)

    @property
    def at_end(self) -> bool:
        return self.position >= self.chapters.end

    @property
    def rest_ticks(self) -> int:
        table = self.timeline.transcript.view.table
        if self.timeline.part == "scores":
            return SCORES_TICKS
        if table.drafting:
            return PICK_TICKS
        return TURN_TICKS if self._animates() else STEP_TICKS

    def go(self, position: int, *, moving: bool = False) -> None:
        self.timeline.mark_scores_read()
        self.session.seek(position)
        self.timeline.catch_up(moving=moving and self._animates())
        if self.timeline.frame is None and not self.timeline.transcript.view.table.between_rounds:
            self.timeline.mark_scores_read()

    def step(self, by: int) -> None:
        """This pauses the replay."""
        self.playing = False
        if by > 0:
            at_rest = self.timeline.frame is None
            self.go(after(self.chapters.steps, self.position, self.chapters.end), moving=at_rest)
        else:
            self.go(before(self.chapters.steps, self.position))

    def leap(self, positions: Positions, by: int) -> None:
        here = self.position
        self.go(after(positions, here, self.chapters.end) if by > 0 else before(positions, here))

    def begin_again(self) -> None:
        self.go(self.chapters.steps[0])

    def finish(self) -> None:
        self.playing = False
        self.go(self.chapters.end)

    def show_costliest(self) -> None:
        if self.chapters.costliest is not None:
            self.playing = False
            self.go(self.chapters.costliest)
            self.go(self.chapters.costliest + 1, moving=True)

    def switch(self) -> None:
        if self.playing:
            self.pause()
            return
        if self.at_end:
            self.begin_again()
        self.playing = True

    def pause(self) -> None:
        self.playing = False
        self.go(self.position)

    def run_on(self) -> None:
        """Continue to the next decision; at the end, pause."""
        if self.at_end:
            self.playing = False
            return
        stops = self.chapters.rests if self._animates() else self.chapters.steps
        self.go(after(stops, self.position, self.chapters.end), moving=True)

    def change_speed(self, by: int) -> None:
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))

    def look_from(self, seat: int | None, hands_open: bool) -> None:
        self.session.seek(self.position)
        self.session.look_from(seat, hands_open)
        self.go(self.session.position)

    def look_from_next(self) -> None:
        view = self.session.state.view
        seats = (*range(len(self.session.state.names)), None)
        self.look_from(seats[(seats.index(view.seat) + 1) % len(seats)], view.hands_open)

    def switch_hands(self) -> None:
        self.look_from(self.session.state.view.seat, not self.session.state.view.hands_open)
