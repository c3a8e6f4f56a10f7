"""The chairs around the table before a game: who sits there, who is expected, what is free."""

from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive

from sixqp_protocol.messages import QuickReaction, SeatNews
from sixqp_protocol.text import NAME_CELLS
from sixqp_tui.i18n import N_, _, pgettext, phrases
from sixqp_tui.i18n.phrases import level_name
from sixqp_tui.presentation.presence import is_taken
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, CHOSEN, DECIDING, HOLE, POINTER
from sixqp_tui.tui.theme.roles import DIM, GHOST, GOLD, GREEN, RED, SLOT, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, truncate
from sixqp_tui.tui.widgets.graphics.cell_widget import CellWidget

WIDTH = 42
"""Cells of a chair: number, name, role and presence."""
NAME = 5
"""The column of the names; before it stand the pointer and the number."""
ROLE = 24
"""The column of the roles: behind a bot's sign after the longest name."""


class Seats(CellWidget):
    """One line a chair, apart from each other where there is room; a click points at a chair."""

    DEFAULT_CSS = f"Seats {{ width: {WIDTH}; height: 1fr; }}"
    GESTURES: ClassVar = {"point": N_("Click a chair to select it, click again to change it")}

    seats: reactive[tuple[SeatNews, ...]] = reactive(())
    you: reactive[int | None] = reactive(None)
    ready: reactive[tuple[int, ...]] = reactive(())
    pointed = reactive(0)
    reactions: reactive[tuple[tuple[int, QuickReaction], ...]] = reactive(())

    class Clicked(Message):
        """A chair was clicked, counted from 0."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    @property
    def chair(self) -> SeatNews | None:
        return self.seats[self.pointed] if self.pointed < len(self.seats) else None

    @property
    def step(self) -> int:
        return next((step for step in (3, 2) if step * len(self.seats) <= self.size.height + 1), 1)

    def render(self) -> Canvas:
        canvas = Canvas(WIDTH, self.size.height)
        for number, seat in enumerate(self.seats):
            self._draw(canvas, number, seat)
        return canvas

    def on_click(self, event: events.Click) -> None:
        seat, between = divmod(event.y, self.step)
        if seat < len(self.seats) and not between:
            self.post_message(self.Clicked(seat))

    def _draw(self, canvas: Canvas, number: int, seat: SeatNews) -> None:
        y, taken, pointed = number * self.step, is_taken(seat), number == self.pointed
        canvas.fill(1, y, WIDTH - 2, 1, GHOST if pointed else SLOT)
        if pointed:
            canvas.text(0, y, POINTER, GOLD, bold=True)
        canvas.right(4, y, str(number + 1), GOLD, bold=True)
        name, ink = seat.name or DECIDING, seat_ink(number) if taken else DIM
        if taken:
            canvas.text(1, y, seat_sign(number), ink, bold=True)
        after = canvas.text(NAME, y, truncate(name, NAME_CELLS), ink, bold=taken)
        if seat.occupant == "bot":
            canvas.text(after + 1, y, BOT, STRONG)
        shown = dict(self.reactions).get(number)
        if shown:
            canvas.text(ROLE, y, phrases.reaction(shown), GOLD, bold=True)
        else:
            canvas.text(ROLE, y, role(seat, number == self.you, number in self.ready), DIM)
        sign, ink = presence_sign(seat)
        canvas.text(WIDTH - 4, y, sign, ink)


def role(seat: SeatNews, yours: bool, ready: bool = False) -> str:
    """What is said about a chair besides the name."""
    if seat.occupant == "bot":
        return _role_bot(seat.level)
    if seat.occupant == "expected":
        # Translators: somebody who is named in config.txt and has not come yet
        return pgettext("chair", "expected")
    if seat.occupant != "person":
        # Translators: nobody sits here
        return pgettext("chair", "open")
    parts = (
        # Translators: who opened the table: a noun
        seat.owner and pgettext("chair", "host"),
        yours and pgettext("chair", "you"),
        not seat.here and pgettext("chair", "away"),
        # Translators: would like the next game to begin
        ready and pgettext("chair", "ready"),
    )
    return ", ".join(part for part in parts if part)


def presence_sign(seat: SeatNews) -> tuple[str, str]:
    """The sign and the colour for whether somebody is there."""
    if not is_taken(seat):
        return HOLE, DIM
    return (CHOSEN, GREEN) if seat.here else (AWAY, RED)


def _role_bot(level: str | None) -> str:
    # Translators: beside a chair; {level} is easy, medium, hard or expert
    return _("bot, {level}").format(level=level_name(level)) if level else pgettext("chair", "bot")
